"""Bounds of the web server that hold: time, size, work at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chatuchak_cli.web.app import guarded, make_app
from chatuchak_cli.web.lane import BusyError, Work
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.errors import InputError
from tests.unit.web.conftest import LOCAL, Client, client_of

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


def test_faults_of_the_user_are_told_and_defects_without_their_inside(
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
    with client_of(guarded(routes, Work(settings), settings)) as client:
        answer = client.get("/wrong")
        assert (answer.status_code, answer.json()) == (400, {"error": "this is wrong"})
        answer = client.get("/broken")
        assert answer.status_code == 500
        assert answer.json() == {"error": "something went wrong here; the server goes on"}
    assert "secret" in caplog.text


def test_bounds_must_be_positive() -> None:
    with pytest.raises(InputError, match="parallel 0"):
        WebSettings(parallel=0)
    with pytest.raises(InputError, match="request_s nan"):
        WebSettings(request_s=float("nan"))


def test_no_more_work_runs_at_once_than_allowed_and_too_much_is_refused() -> None:
    most = running = 0
    lock = threading.Lock()
    go_on = threading.Event()

    def job() -> int:
        nonlocal most, running
        with lock:
            running += 1
            most = max(most, running)
        go_on.wait(60)
        with lock:
            running -= 1
        return 1

    async def crowd() -> list[int | BaseException]:
        work = Work(WebSettings(parallel=2, waiting=3, wait_s=120))
        tasks = [asyncio.create_task(work.run(job)) for _ in range(8)]
        while sum(task.done() for task in tasks) < 3:  # two run, three wait
            await asyncio.sleep(0.01)
        tasks[2].cancel()  # one that waits is given up: its place is free again
        go_on.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert await work.run(lambda: 5) == 5
        work.close()
        return results

    results = asyncio.run(crowd())
    assert most == 2
    assert sum(result == 1 for result in results) == 4
    assert sum(isinstance(result, BusyError) for result in results) == 3


def test_a_request_that_waits_too_long_is_refused_with_a_hint_when_to_come_back() -> None:
    release = threading.Event()
    settings = WebSettings(parallel=1, wait_s=0.05)
    work = Work(settings)

    async def think(_: Request) -> Response:
        return JSONResponse(await work.run(lambda: 1))

    async def ask() -> httpx.Response:
        app = guarded([Route("/think", think)], work, settings)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=LOCAL) as browser:
            blocker = asyncio.create_task(work.run(lambda: release.wait(60)))
            await asyncio.sleep(0)
            answer = await browser.get("/think")
            release.set()
            await blocker
            assert (await browser.get("/think")).json() == 1
            return answer

    answer = asyncio.run(ask())
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert "try again" in answer.json()["error"]


def test_work_is_cut_short_by_the_servers_end() -> None:
    work = Work(WebSettings())
    run = work.stop(time_s=1000).begin()
    assert not run.must_end()
    work.interrupt()
    assert run.must_end()


def test_bodies_that_lie_about_their_length_are_refused() -> None:
    async def drip() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(make_app(WebSettings(body_bytes=500)))
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            headers = {"Content-Type": "application/json"}
            return await client.post("/", content=drip(), headers=headers)

    assert asyncio.run(ask()).status_code == 413
