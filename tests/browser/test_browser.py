"""The browser of these tests: when it dies, only the test that it died in is lost."""

import psutil
import pytest
from selenium.common.exceptions import WebDriverException

from tests.browser.chromium import DEAD, Browser, chromium, is_alive

CRASH = "chrome://crash"


def test_a_dead_browser_is_followed_by_a_living_one(one_browser: Browser) -> None:
    first = one_browser.driver()
    assert one_browser.driver() is first
    with pytest.raises(WebDriverException, match=DEAD):
        first.get(CRASH)
    assert not is_alive(first)
    second = one_browser.driver()
    assert second is not first
    assert is_alive(second)


def test_closing_the_browser_ends_all_its_processes(one_browser: Browser) -> None:
    one_browser.driver()
    mine = psutil.Process()
    others = set(mine.children(recursive=True))
    with chromium() as driver:
        assert is_alive(driver)
        started = set(mine.children(recursive=True)) - others
    assert started
    _, alive = psutil.wait_procs(started, timeout=10)
    assert not alive


def test_a_test_that_it_died_in_is_tried_once_more(
    one_browser: Browser, request: pytest.FixtureRequest
) -> None:
    driver = one_browser.driver()
    if request.node.execution_count == 1:
        driver.get(CRASH)
    assert is_alive(driver)
