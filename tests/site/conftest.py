"""The documentation site as `make docs` built it, on a server and in a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import (
    CHROMEDRIVER,
    CHROMIUM,
    MISSING,
    Browser,
    try_again_where_it_died,
)

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SITE = Path(__file__).parents[2] / "dist/docs"


class Quiet(SimpleHTTPRequestHandler):
    """Sends files, and says nothing about it."""

    def log_message(self, *_: object) -> None:
        pass


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    try_again_where_it_died(items, Path(__file__).parent)


@pytest.fixture(scope="session")
def site() -> Path:
    if not (SITE / "index.html").exists():
        pytest.skip("no site in dist/docs: `make docs` builds it, and runs these tests")
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def one_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None or CHROMEDRIVER is None:
        pytest.skip(MISSING)
    with Browser(lambda: tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def browser(one_browser: Browser) -> Chrome:
    """One browser for all tests, which each finds alive."""
    return one_browser.driver()
