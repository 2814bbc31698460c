"""Threads for the work of requests: decoding, limits per client, and shutdown."""

import asyncio
import threading
from typing import Any

import pytest

from chatuchak_cli.web.games import routes
from chatuchak_cli.web.games.rooms import Room, Rooms
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.codec import decode
from tests.unit.web.conftest import Client
from tests.unit.web.test_games import begun, changed, post


def test_long_work_is_limited_per_client() -> None:
    pool = WorkerPool(WebSettings(long_per_client=2))
    with pool.long_work("ann"), pool.long_work("ann"), pool.long_work("bob"):
        with pytest.raises(RefusedError, match="try again"), pool.long_work("ann"):
            pass
        with pool.long_work("bob"):
            pass
    with pool.long_work("ann"):
        pass


@pytest.mark.usefixtures("two_cores")
def test_each_core_runs_a_short_job() -> None:
    async def crowd() -> None:
        pool, both = WorkerPool(WebSettings()), threading.Barrier(2)
        await asyncio.gather(*(pool.run(lambda: both.wait(20)) for _ in range(2)))

    asyncio.run(crowd())


def test_long_work_leaves_threads_to_short_work_and_shutdown_refuses_jobs() -> None:
    async def crowd() -> None:
        pool = WorkerPool(WebSettings(parallel=1))
        free, closing = threading.Event(), threading.Event()
        pool.is_closing = closing.is_set
        long_jobs = [
            asyncio.create_task(pool.run(lambda: free.wait(20), is_long=True)) for _ in range(2)
        ]
        assert await pool.run(lambda: 1) == 1
        stop = pool.stop(time_s=1000).begin()
        assert not stop.should_stop()
        closing.set()
        assert stop.should_stop()
        long_jobs[1].cancel()
        free.set()
        assert await long_jobs[0] is True
        with pytest.raises(asyncio.CancelledError):
            await long_jobs[1]
        with pytest.raises(RefusedError, match="try again"):
            await pool.run(lambda: 1)

    asyncio.run(crowd())


def test_requests_are_decoded_in_threads(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def recorded(*arguments: Any, **options: Any) -> Any:
        threads.append(threading.current_thread())
        return decode(*arguments, **options)

    monkeypatch.setattr(routes, "decode", recorded)
    view = begun(client, "mercado", "human", "human")
    changed(client, view, "act", action=view["actions"][0])
    for path in ("join", "parts", "resume", "score/mercado", "companion", "companion/advice"):
        assert post(client, path, {}).status_code == 400
    assert len(threads) == 8
    assert threading.current_thread() not in threads


def test_codes_change_and_are_read_in_one_thread(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def record(owner: type, name: str) -> None:
        usual = getattr(owner, name)

        def recorded(*arguments: Any) -> Any:
            threads.append(threading.current_thread())
            return usual(*arguments)

        monkeypatch.setattr(owner, name, recorded)

    for owner, name in ((Room, "give"), (Room, "take"), (Rooms, "join")):
        record(owner, name)
    view = begun(client, "mercado", "human", "human")
    for verb in ("give", "take"):
        assert post(client, f"room/{view['room']}/{verb}", {"seat": 1}).status_code == 200
    assert post(client, "join", {"code": "aaaaaa"}).status_code == 404
    assert threads == [threading.current_thread()] * 3
