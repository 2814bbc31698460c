"""Lanes of work: what a lane that is closed does with those whose turn has just come."""

from __future__ import annotations

import asyncio

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
