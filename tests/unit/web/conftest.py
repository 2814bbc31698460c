"""The web application in this process, and as a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from chatuchak_cli.web.app import make_app
from tests.web_server import local_address

if TYPE_CHECKING:
    from starlette.applications import Starlette

LOCAL = "http://127.0.0.1"


class Client:
    """Asks an application in this process, without a network."""

    def __init__(self, app: Starlette, runner: asyncio.Runner, address: str) -> None:
        self._transport = httpx.ASGITransport(app, False, client=(address, 5000))
        self._runner = runner

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._transport, base_url=LOCAL) as client:
                return await client.request(method, path, **options)

        return self._runner.run(ask())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


@contextmanager
def client_of(app: Starlette, address: str = "127.0.0.1") -> Iterator[Client]:
    with asyncio.Runner() as runner:
        yield Client(app, runner, address)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with client_of(make_app()) as http_client:
        yield http_client


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with local_address() as url:
        yield url
