"""A real headless Chromium and a real server; skipped where there is no browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.page import Page
from tests.web_server import serving

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)

OpenBrowser = Callable[..., "Chrome"]
Open = Callable[..., Page]


def found(variable: str, *names: str) -> str | None:
    """Return a program: the one that a variable names, or the first on the path."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


CHROMIUM = found("CHROMIUM", "chromium", "chromium-browser")
CHROMEDRIVER = found("CHROMEDRIVER", "chromedriver")


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    """Start a browser with an empty profile, which looks for nothing on any network."""
    if CHROMIUM is None or CHROMEDRIVER is None:
        pytest.skip("no browser: needs chromium and chromedriver (Debian: chromium-driver)")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in (*SWITCHES, f"--user-data-dir={profile}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def console_messages(driver: Chrome) -> list[str]:
    """Return what the page wrote to its console, or was refused by its policy, since last asked."""
    entries = driver.execute("getLog", {"type": "browser"})["value"]
    return [entry["message"] for entry in entries]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serving() as url:
        yield url


@pytest.fixture(scope="session")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture
def open_page(shared_browser: Chrome, address: str) -> Iterator[OpenBrowser]:
    """Open the page as a newcomer: ``open_page(fragment, width=..., dark=..., moving=...)``."""
    driver = shared_browser

    def open_as(
        fragment: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        moving: bool = False,
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
        # The last page stores its game when it is left: what it kept is cleared from a file
        # beside it, when that has surely arrived.
        driver.get(f"{address}texts/en.json")
        driver.execute_script("localStorage.clear()")
        console_messages(driver)
        driver.get(f"{address}{fragment}")
        return driver

    yield open_as
    assert console_messages(driver) == []


@pytest.fixture
def page(open_page: OpenBrowser) -> Open:
    """Open the page as `open_page` does, and wait until it can be played."""
    return lambda *arguments, **options: Page(open_page(*arguments, **options))
