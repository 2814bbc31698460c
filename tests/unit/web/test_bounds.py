"""Bounds of the web server that hold: time, size, work at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.routing import Route

from chatuchak_cli.web.app import guarded, make_app
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.refusals import BusyError
from chatuchak_solver.errors import InputError
from tests.unit.web.conftest import LOCAL, Client, client_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


def test_other_addresses_and_methods_are_refused_as_json(client: Client) -> None:
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("POST", "/", 405),
        ("DELETE", "/app.js", 405),
    ):
        answer = client.request(method, path, headers={"Content-Type": "application/json"})
        assert answer.status_code == status
        assert answer.json()["error"]


def test_user_errors_are_explained_and_defects_reveal_no_details(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(error: Exception) -> Response:
        raise error

    async def wrong(_: Request) -> Response:
        return fail(InputError("this is wrong"))

    async def broken(_: Request) -> Response:
        return fail(RuntimeError("secret"))

    settings = WebSettings()
    routes = [Route("/wrong", wrong), Route("/broken", broken)]
    with client_of(guarded(routes, WorkerPool(settings), settings)) as client:
        answer = client.get("/wrong")
        assert (answer.status_code, answer.json()) == (400, {"error": "this is wrong"})
        answer = client.get("/broken")
        assert answer.status_code == 500
        assert answer.json() == {
            "error": "internal error; the server continues",
            "code": "defect",
            "values": {},
        }
    assert "secret" in caplog.text


def test_busy_requests_are_refused_with_a_hint_when_to_retry() -> None:
    async def busy(_: Request) -> Response:
        raise BusyError

    settings = WebSettings()
    with client_of(guarded([Route("/", busy)], WorkerPool(settings), settings)) as client:
        answer = client.get("/")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert "try again" in answer.json()["error"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 404),
        ("http://127.0.0.1", 404),
        ("https://market.example", 404),  # the public address, behind a proxy
        ("http://127.0.0.1:81", 403),
        ("http://evil.example", 403),
        ("null", 403),
    ],
)
def test_requests_of_other_origins_are_refused(origin: str | None, status: int) -> None:
    headers = {"Content-Type": "application/json"} | ({} if origin is None else {"Origin": origin})
    with client_of(make_app(WebSettings(public_url="https://market.example/"))) as client:
        assert client.post("/nothing", content="{}", headers=headers).status_code == status


def test_oversized_bodies_without_a_declared_length_are_refused() -> None:
    async def drip() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(make_app(WebSettings(body_bytes=500)))
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            headers = {"Content-Type": "application/json"}
            return await client.post("/", content=drip(), headers=headers)

    assert asyncio.run(ask()).status_code == 413
