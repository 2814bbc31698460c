"""Pages of a real server in a real headless Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from chatuchak_cli.web.games import routes
from tests.browser.chromium import console_messages
from tests.browser.page import Page
from tests.web_server import ADVICE_S, local_address

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

OpenBrowser = Callable[..., "Chrome"]
Open = Callable[..., Page]

NOTHING: Mapping[str, Any] = MappingProxyType({})

KEEP = """
localStorage.clear();
sessionStorage.clear();
for (const [name, value] of Object.entries(arguments[0])) {
  localStorage.setItem(`chatuchak.${name}`, JSON.stringify(value));
}
"""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "ADVICE_S", ADVICE_S)  # read at the creation of the application
        with local_address() as url:
            yield url


@pytest.fixture
def open_page(shared_browser: Chrome, address: str, tmp_path: Path) -> Iterator[OpenBrowser]:
    """Open the page as a newcomer, or with stored data in the browser.

    ``open_page(fragment, width=..., dark=..., moving=..., kept={name: value})``; files that the
    page saves are in ``tmp_path``.
    """
    driver = shared_browser
    folder = {"behavior": "allow", "downloadPath": str(tmp_path), "eventsEnabled": False}
    # After a test with a second window they would be in the working directory.
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", folder)

    def open_as(
        fragment: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        moving: bool = False,
        kept: Mapping[str, Any] = NOTHING,
        address: str = address,
    ) -> Chrome:
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        motion = {
            "name": "prefers-reduced-motion",
            "value": "no-preference" if moving else "reduce",
        }
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, motion]})
        # A closed page stores its game. Its storage is cleared from a file
        # of the same origin, after a delay for the write.
        driver.get(f"{address}texts/en.json")
        driver.execute_script(KEEP, dict(kept))
        console_messages(driver)
        driver.get(f"{address}{fragment}")
        return driver

    yield open_as
    assert console_messages(driver) == []


@pytest.fixture
def page(open_page: OpenBrowser) -> Open:
    """Open the page as `open_page` does, and wait until it can be played."""
    return lambda *arguments, **options: Page(open_page(*arguments, **options))
