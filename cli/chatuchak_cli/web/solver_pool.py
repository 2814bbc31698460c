"""Searches on behalf of requests: a few at a time, in threads, none for longer than allowed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.limits import Limits
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import solve

__all__ = ["BusyError", "SolverPool"]

T = TypeVar("T")


class BusyError(Exception):
    """So many requests wait already that one more would not be answered in time."""


class SolverPool:
    """Solves grids for one server; the kernels release the GIL, so it stays responsive.

    Parameters
    ----------
    settings
        The bounds.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._pool = ThreadPoolExecutor(settings.parallel, thread_name_prefix="search")
        self._turn = asyncio.Semaphore(settings.parallel)
        self._waiting = 0
        self._known: OrderedDict[Grid, Solution] = OrderedDict()

    async def solve(self, grid: Grid) -> Solution:
        """Return a solution of ``grid``, proven unless the time for one request was too short.

        Raises
        ------
        BusyError
            If there are too many requests.
        """
        known = self._known.get(grid)
        if known is not None:
            self._known.move_to_end(grid)
            return known
        limits = Limits(time_s=self._settings.solve_s)
        solution = await self.run(lambda: solve(grid, limits=limits))
        if solution.status is Status.OPTIMAL:
            self._known[grid] = solution
            while len(self._known) > self._settings.remembered:
                self._known.popitem(last=False)
        return solution

    async def run(self, work: Callable[[], T]) -> T:
        """Run ``work`` in a thread when its turn has come.

        Raises
        ------
        BusyError
            If too many requests wait, or this one waited too long.
        """
        if self._waiting >= self._settings.waiting:
            raise BusyError
        self._waiting += 1
        try:
            async with asyncio.timeout(self._settings.wait_s):
                await self._turn.acquire()
        except TimeoutError:
            raise BusyError from None
        finally:
            self._waiting -= 1
        job = asyncio.get_running_loop().run_in_executor(self._pool, work)
        # A request that is given up leaves its search running: the turn ends with the search.
        job.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(job)

    def close(self) -> None:
        """Let the running searches end, and start no other."""
        self._pool.shutdown(wait=False, cancel_futures=True)
