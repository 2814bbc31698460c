"""The documentation site as `make docs` built it, on a server and in a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SITE = Path(__file__).parents[2] / "dist/docs"


class Quiet(SimpleHTTPRequestHandler):
    """Sends files, and says nothing about it."""

    def log_message(self, *_: object) -> None:
        pass


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


@pytest.fixture
def browser(shared_browser: Chrome) -> Chrome:
    return shared_browser
