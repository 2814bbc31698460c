"""A real headless Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from tests.programs import CHROMEDRIVER, CHROMIUM, require_program

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


PATIENCE_S = 120

DEAD = "tab crashed|invalid session id|disconnected|not reachable"
"""Error messages of a crashed browser."""


@contextmanager
def chromium(*more: str) -> Iterator[Chrome]:
    """Start a browser with an empty profile and no access to networks, or skip the test.

    Parameters
    ----------
    more
        Further switches.
    """
    require_program("chromium")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for switch in (*SWITCHES, *more):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    driver.set_script_timeout(PATIENCE_S)
    try:
        yield driver
    finally:
        driver.quit()


class Browser:
    """A browser for many tests, replaced after a crash."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._driver: Chrome | None = None

    def close(self) -> None:
        self._running.close()

    def driver(self) -> Chrome:
        """Return a live browser."""
        if self._driver is None or not is_alive(self._driver):
            self._running.close()
            self._driver = self._running.enter_context(chromium())
        return self._driver


def is_alive(driver: Chrome) -> bool:
    """Return whether a browser and its tab respond."""
    from selenium.common.exceptions import WebDriverException

    try:
        return bool(driver.execute_script("return true"))
    except WebDriverException:
        return False


def console_messages(driver: Chrome) -> list[str]:
    """Return new console messages and violations of the page's policy.

    Ignores requests for the default favicon, which the initial test page lacks.
    """
    entries = driver.execute("getLog", {"type": "browser"})["value"]
    messages = [str(entry["message"]) for entry in entries]
    return [message for message in messages if "/favicon.ico - " not in message]
