"""Lanes of work: who is next, and what becomes of those who wait when a lane closes."""

from __future__ import annotations

import asyncio
import threading

import pytest

from chatuchak_cli.web.lane import BusyError, Lane


def test_a_turn_that_comes_as_the_lane_closes_is_refused() -> None:
    async def close_between() -> None:
        lane = Lane("work", threads=1, waiting=5, wait_s=5)
        await lane._turn("")
        next_one = asyncio.create_task(lane.run(lambda: 1))
        await asyncio.sleep(0)
        lane._pass_on()
        lane.close()
        with pytest.raises(BusyError):
            await next_one

    asyncio.run(close_between())


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
