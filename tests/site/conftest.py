"""The documentation site as `make docs` built it, on a server and in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web_server import folder_address

SITE = Path(__file__).parents[2] / "dist/docs"


@pytest.fixture(scope="session")
def site() -> Path:
    if not (SITE / "index.html").exists():
        pytest.skip("no site in dist/docs: `make docs` builds it, and runs these tests")
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with folder_address(site) as url:
        yield url
