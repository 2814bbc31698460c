"""Bounds of the web server that hold: time, size, searches at once, memory."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import httpx
import pytest

from chatuchak_cli.web import app as app_module
from chatuchak_cli.web import solver_pool as pool_module
from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.lane import BusyError, Lane
from chatuchak_cli.web.settings import WebSettings
from chatuchak_cli.web.solver_pool import SolverPool
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.goal_directed import GoalDirectedSearch
from chatuchak_solver.search.solution import Status
from tests.unit.web.conftest import LOCAL, START, Client, client_of

T = TypeVar("T")


def test_defects_are_told_without_their_inside(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(body: bytes) -> Grid:
        raise RuntimeError("secret")

    monkeypatch.setattr(app_module, "read_grid", fail)
    answer = client.post("/api/hint", json={"grid": START})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "secret" in caplog.text


def test_a_wrong_answer_of_the_solver_is_a_defect_not_a_bad_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(search: GoalDirectedSearch, node_budget: int) -> bool:
        search.incumbent, search.lower_bound = (0, 29), 2  # no legal moves here
        return True

    monkeypatch.setattr(GoalDirectedSearch, "run", run)
    with client_of(make_app()) as client:
        for path in ("/api/solve", "/api/hint", "/api/difficulty"):
            answer = client.post(path, json={"grid": START})
            assert answer.status_code == 500, path
            assert answer.json() == {"error": "something went wrong here; the server goes on"}


def test_a_search_beyond_its_time_says_what_is_proven() -> None:
    app = make_app(WebSettings(solve_s=1e-9))
    with client_of(app) as client:
        answer = client.post("/api/solve", json={"grid": START}).json()
        assert answer["status"] != "optimal"
        assert answer["optimal_length"] is None
        assert 0 <= answer["lower_bound"] < answer["length"]
        assert client.post("/api/hint", json={"grid": START}).json()["proven"] is False


def test_bounds_must_be_positive() -> None:
    with pytest.raises(InputError, match="parallel 0"):
        WebSettings(parallel=0)
    with pytest.raises(InputError, match="solve_s nan"):
        WebSettings(solve_s=float("nan"))


def test_no_more_searches_run_at_once_than_allowed_and_too_many_are_refused() -> None:
    most = running = 0
    lock = threading.Lock()
    go_on = threading.Event()

    def work() -> int:
        nonlocal most, running
        with lock:
            running += 1
            most = max(most, running)
        go_on.wait(20)
        with lock:
            running -= 1
        return 1

    async def crowd() -> list[int | BaseException]:
        pool = SolverPool(WebSettings(parallel=2, waiting=3))
        tasks = [asyncio.create_task(pool.run(work)) for _ in range(8)]
        await asyncio.sleep(0.2)
        refused = sum(task.done() for task in tasks)
        assert refused == 3  # two run, three wait
        tasks[2].cancel()  # one that waits is given up: its place is free again
        go_on.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert await pool.run(lambda: 5) == 5
        pool.close()
        return results

    results = asyncio.run(crowd())
    assert most == 2
    assert sum(result == 1 for result in results) == 4
    assert sum(isinstance(result, BusyError) for result in results) == 3


def test_a_request_that_waits_too_long_is_refused_with_a_hint_when_to_come_back() -> None:
    release = threading.Event()

    async def ask() -> httpx.Response:
        app = make_app(WebSettings(parallel=1, wait_s=0.05))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            blocker = asyncio.create_task(app.state.pool.run(lambda: release.wait(20)))
            await asyncio.sleep(0.05)
            answer = await client.post("/api/solve", json={"grid": START})
            about = await client.get("/api/about")
            assert about.json()["ready"]  # the rest goes on meanwhile
            release.set()
            await blocker
            return answer

    answer = asyncio.run(ask())
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert "try again" in answer.json()["error"]


def test_clients_take_turns_in_a_line_and_the_longest_part_gives_way() -> None:
    order: list[str] = []

    async def ask(lane: Lane, client: str) -> None:
        try:
            await lane.run(lambda: order.append(client), client=client)
        except BusyError:
            order.append(f"{client} refused")

    async def crowd() -> None:
        lane = Lane("test", threads=1, waiting=4, wait_s=20)
        free = threading.Event()
        blocker = asyncio.create_task(lane.run(lambda: free.wait(20)))
        await asyncio.sleep(0.05)
        tasks = []
        for client in ["ann"] * 5 + ["bob", "cid", "dan"]:
            tasks.append(asyncio.create_task(ask(lane, client)))
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        # Ann's fifth finds the line full; Bob and Cid take places of hers, Dan one too.
        assert order == ["ann refused"] * 4
        order.clear()
        free.set()
        await asyncio.gather(blocker, *tasks)
        lane.close()
        with pytest.raises(BusyError):
            await lane.run(lambda: None)

    asyncio.run(crowd())
    assert order == ["ann", "bob", "cid", "dan"]


def test_work_that_waits_when_a_lane_closes_is_refused_and_what_runs_finishes() -> None:
    async def end() -> list[bool | BaseException]:
        lane = Lane("test", threads=1, waiting=4, wait_s=20)
        free = threading.Event()
        tasks = [asyncio.create_task(lane.run(lambda: free.wait(20))) for _ in range(3)]
        await asyncio.sleep(0.05)
        lane.close()
        free.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, *others = asyncio.run(end())
    assert first is True
    assert [type(other) for other in others] == [BusyError, BusyError]


def test_a_long_search_gives_way_to_short_ones_and_is_then_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lanes: list[str] = []
    real = Lane.run

    async def run(lane: Lane, work: Callable[[], T], *, client: str = "") -> T:
        lanes.append(lane.name)
        return await real(lane, work, client=client)

    monkeypatch.setattr(Lane, "run", run)
    monkeypatch.setattr(pool_module, "QUICK_S", 1e-9)
    pool = SolverPool(WebSettings())
    assert asyncio.run(pool.solve(Grid.parse(START))).status is Status.OPTIMAL
    assert lanes == ["quick", "slow"]


def test_bodies_that_lie_about_their_length_are_refused() -> None:
    async def drip() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(make_app(WebSettings(body_bytes=500)))
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            headers = {"Content-Type": "application/json"}
            return await client.post("/api/solve", content=drip(), headers=headers)

    assert asyncio.run(ask()).status_code == 413
