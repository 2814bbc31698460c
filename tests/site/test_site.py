"""The documentation site: links, search, layout on phones, and findings of axe."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser.states import axe_findings

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


PATIENCE_S = 120
PAGES = ("index", "reference/commands/stand", "reference/library/search", "search")
MORE_PAGES = ("tutorials/owner", "difficulty", "reference/json", "results", "genindex")
"""A page of every kind."""


TARGET = re.compile(r'\s(?:href|src)="([^"]*)"')
NAME = re.compile(r'\sid="([^"]*)"')


def test_every_link_inside_leads_somewhere(site: Path) -> None:
    pages = {
        page.resolve(): page.read_text(encoding="utf-8")
        for page in site.rglob("*.html")
        if "play-here" not in page.parts
    }
    assert len(pages) > 20
    names = {page: set(NAME.findall(text)) for page, text in pages.items()}
    targets = {page: set(map(unescape, TARGET.findall(text))) for page, text in pages.items()}
    assert sum(map(bool, targets.values())) > 20
    broken = []
    for page in pages:
        for target in targets[page]:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                assert parts.scheme in ("https", "data", "mailto"), target
                continue
            path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            path = path / "index.html" if path.is_dir() else path
            name = unquote(parts.fragment)
            if not path.exists() or (name and path in pages and name not in names[path]):
                broken.append(f"{page.relative_to(site.resolve())}: {target}")
    assert broken == []


def show(browser: Chrome, address: str, *, width: int) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    scheme = {"name": "prefers-color-scheme", "value": "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.get(address)


SHORTEN = """
for (const list of document.querySelectorAll("tbody, ul, ol, dl, section, pre")) {
  [...list.children].slice(4).forEach((child) => child.remove());
}
if (arguments[0]) document.querySelectorAll("aside").forEach((element) => element.remove());
"""
"""Leave a part of long lists and tables, and the index: axe's time grows with the elements."""


@pytest.mark.parametrize(
    "page", [*PAGES, *(pytest.param(page, marks=pytest.mark.thorough) for page in MORE_PAGES)]
)
def test_axe_finds_nothing_and_pages_fit(shared_browser: Chrome, address: str, page: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    shared_browser.set_script_timeout(PATIENCE_S)
    query = "?q=difficulty" if page == "search" else ""
    for width in (1280, 390):
        show(shared_browser, f"{address}{page}.html{query}", width=width)
        if query:
            wait = WebDriverWait(shared_browser, PATIENCE_S)
            wait.until(lambda driver: driver.find_elements("css selector", "#search-results li a"))
        assert shared_browser.execute_script("return document.documentElement.scrollWidth") <= width
    shared_browser.execute_script(SHORTEN, page != "index")
    assert axe_findings(shared_browser) == []


def test_the_first_page_has_a_grid_to_play(shared_browser: Chrome, address: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    show(shared_browser, address, width=1280)
    frame = shared_browser.find_element("css selector", "iframe[title]")
    shared_browser.execute_script("arguments[0].scrollIntoView()", frame)
    shared_browser.switch_to.frame(frame)
    wait = WebDriverWait(shared_browser, PATIENCE_S)
    wait.until(lambda driver: driver.execute_script("return document.body?.dataset.ready"))
    assert len(shared_browser.find_elements("css selector", "[data-spot]")) == 30
    shared_browser.switch_to.default_content()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("offline", "play.html"),
        ("difficulty", "difficulty.html"),
        ("rank_tiles", "reference/library/difficulty.html#chatuchak_solver.rank_tiles"),
    ],
)
def test_search_has_the_topic_first(
    shared_browser: Chrome, address: str, query: str, first: str
) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    show(shared_browser, f"{address}search.html?q={query}", width=390)
    wait = WebDriverWait(shared_browser, PATIENCE_S)
    summary = "return document.querySelector('.search-summary')?.textContent"
    wait.until(lambda driver: "finished" in (driver.execute_script(summary) or ""))
    links = shared_browser.execute_script(
        "return [...document.querySelectorAll('#search-results li a')].map((link) => link.href)"
    )
    assert links[0].removeprefix(address).startswith(first), links
    past = [place for place, link in enumerate(links) if "/changelog.html" in link]
    assert past == list(range(len(links) - len(past), len(links)))
