"""A real headless Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

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
# The engine without a browser around it takes a fifth less of the processor. By its full name: the
# script that Debian puts on the path ends alone, and leaves the engine running.
ENGINE = "/usr/lib/chromium/chromium-headless-shell"
CHROMIUM = found("CHROMIUM", ENGINE, "chromium", "chromium-browser")
CHROMEDRIVER = found("CHROMEDRIVER", "chromedriver")

PATIENCE_S = 120

DEAD = "tab crashed|invalid session id|disconnected|not reachable"
"""What is said when a browser has died."""


@contextmanager
def chromium(*more: str) -> Iterator[Chrome]:
    """Start a browser with an empty profile, which looks for nothing on any network.

    Parameters
    ----------
    more
        Further switches.

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
    for switch in (*SWITCHES, *more):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    try:
        yield driver
    finally:
        driver.quit()


class Browser:
    """A browser for many tests: where one leaves it dead, the next has another."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._driver: Chrome | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._running.close()

    def driver(self) -> Chrome:
        """Return the browser, alive."""
        if self._driver is None or not is_alive(self._driver):
            self._running.close()
            self._driver = self._running.enter_context(chromium())
        return self._driver


def is_alive(driver: Chrome) -> bool:
    """Tell whether a browser and its tab still answer."""
    from selenium.common.exceptions import WebDriverException

    try:
        return bool(driver.execute_script("return true"))
    except WebDriverException:
        return False


def console_messages(driver: Chrome) -> list[str]:
    """Return what the page wrote to its console, or was refused by its policy, since last asked.

    But for the picture that a browser looks for at a server's top on its own: the page names its
    own, the file beside it that a test begins with names none.
    """
    entries = driver.execute("getLog", {"type": "browser"})["value"]
    messages = [str(entry["message"]) for entry in entries]
    return [message for message in messages if "/favicon.ico - " not in message]
