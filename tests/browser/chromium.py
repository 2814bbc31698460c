"""A real headless Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

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


def found(variable: str, *names: str) -> str | None:
    """Return a program: the one that a variable names, or the first on the path."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


MISSING = "no browser: needs chromium and chromedriver (Debian: chromium-driver)"
CHROMIUM = found("CHROMIUM", "chromium", "chromium-browser")
CHROMEDRIVER = found("CHROMEDRIVER", "chromedriver")


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    """Start a browser with an empty profile, which looks for nothing on any network.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    if CHROMIUM is None or CHROMEDRIVER is None:
        raise FileNotFoundError(MISSING)
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
