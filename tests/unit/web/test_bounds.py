"""Bounds of the web server that hold: time, size, work at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
from starlette.responses import Response
from starlette.routing import Route

from chatuchak_cli.web.app import guarded, make_app
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_cli.web.server import web_settings
from chatuchak_solver.errors import InputError
from tests.unit.web.conftest import Client, client_of

if TYPE_CHECKING:
    from starlette.requests import Request


def test_other_addresses_and_methods_are_refused_as_json(client: Client) -> None:
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("POST", "/", 405),
        ("DELETE", "/app.js", 405),
    ):
        answer = client.request(method, path, headers={"Content-Type": "application/json"})
        assert answer.status_code == status
        assert answer.json()["error"]


def test_errors_are_explained_and_defects_reveal_nothing(caplog: pytest.LogCaptureFixture) -> None:
    errors = [InputError("wrong"), RuntimeError("secret"), RefusedError("busy", 503)]

    async def fail(_: Request) -> Response:
        raise errors.pop(0)

    with client_of(guarded([Route("/", fail)], WorkerPool(WebSettings()))) as client:
        wrong, defect, busy = (client.get("/") for _ in range(3))
    assert (wrong.status_code, wrong.json()) == (400, {"error": "wrong"})
    assert (defect.status_code, defect.json()["code"]) == (500, "defect")
    assert defect.json()["error"] == "internal error; the server continues"
    assert "secret" in caplog.text
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "2")
    assert "try again" in busy.json()["error"]


JSON = {"Content-Type": "application/json"}
PUBLIC = WebSettings(public_url="https://market.example/")
LAN = web_settings("127.0.0.1", lan_url="http://192.168.1.23:8017/")


@pytest.mark.parametrize(
    ("settings", "client", "headers", "status"),
    [
        # The page itself accepts no POST (405): other refusals have priority.
        (WebSettings(), "", JSON, 405),
        (WebSettings(), "", {"Content-Type": "application/json; charset=utf-8"}, 405),
        (WebSettings(), "", {"Content-Type": "text/plain"}, 415),  # as a form of another site sends
        (WebSettings(), "", {**JSON, "Sec-Fetch-Site": "cross-site"}, 403),
        (PUBLIC, "", {**JSON, "Origin": "http://127.0.0.1"}, 405),
        (PUBLIC, "", {**JSON, "Origin": "https://market.example"}, 405),  # behind a proxy
        (PUBLIC, "", {**JSON, "Origin": "http://127.0.0.1:81"}, 403),
        (PUBLIC, "", {**JSON, "Origin": "http://evil.example"}, 403),
        (PUBLIC, "", {**JSON, "Origin": "null"}, 403),
        (WebSettings(), "", {"Host": "evil.example"}, 421),
        (WebSettings(), "", {"Host": "evil.example:80"}, 421),
        (WebSettings(), "", {"Host": "localhost:8017"}, 200),
        (WebSettings(hosts=None), "", {"Host": "market.example"}, 200),
        (LAN, "192.168.1.40", {"Host": "192.168.1.23"}, 200),
        (LAN, "10.0.0.7", {"Host": "192.168.1.23:8017"}, 200),
        (LAN, "127.0.0.1", {"Host": "localhost"}, 200),
        (LAN, "fd00::7", {"Host": "192.168.1.23"}, 200),
        (LAN, "192.168.1.40", {"Host": "evil.example"}, 421),
        (LAN, "192.168.1.40", {"Host": "192.168.1.24"}, 421),
        (LAN, "8.8.8.8", {"Host": "192.168.1.23"}, 403),
        (LAN, "2001:4860:4860::8888", {"Host": "192.168.1.23"}, 403),
    ],
)
def test_foreign_requests_are_refused(
    settings: WebSettings, client: str, headers: dict[str, str], status: int
) -> None:
    async def page(_: Request) -> Response:
        return Response()

    app = guarded([Route("/", page)], WorkerPool(settings))
    with client_of(app, client or "127.0.0.1") as browser:
        method = "POST" if "Content-Type" in headers else "GET"
        assert browser.request(method, "/", headers=headers).status_code == status


def test_oversized_bodies_without_a_declared_length_are_refused() -> None:
    async def drip() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    with client_of(make_app(WebSettings(body_bytes=500))) as client:
        assert client.post("/", content=drip(), headers=JSON).status_code == 413
