"""Searches on behalf of requests: a few at a time, in threads, none for longer than allowed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from chatuchak_cli.web.measure import Measure, measure
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.analysis.ranking import Yardsticks
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.run import Stop
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import solve

__all__ = ["BusyError", "Memory", "SolverPool"]

T = TypeVar("T")


class BusyError(Exception):
    """So many requests wait already that one more would not be answered in time."""


class Memory(Generic[T]):
    """The latest answers, by grid.

    Parameters
    ----------
    most
        How many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Grid, T] = OrderedDict()

    def get(self, grid: Grid) -> T | None:
        """Return a grid's answer, or None where it is not known any more."""
        answer = self._answers.get(grid)
        if answer is not None:
            self._answers.move_to_end(grid)
        return answer

    def keep(self, grid: Grid, answer: T) -> None:
        """Remember an answer, and forget the oldest where there are too many."""
        self._answers[grid] = answer
        self._answers.move_to_end(grid)
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)


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
        self._solutions: Memory[Solution] = Memory(settings.remembered)
        self._measures: Memory[Measure] = Memory(settings.remembered)

    async def solve(self, grid: Grid) -> Solution:
        """Return a solution of ``grid``, proven unless the time for one request was too short.

        Raises
        ------
        BusyError
            If there are too many requests.
        """
        known = self._solutions.get(grid)
        if known is not None:
            return known
        stop = Stop(time_s=self._settings.solve_s)
        solution = await self.run(lambda: solve(grid, stop=stop))
        if solution.status is Status.OPTIMAL:
            self._solutions.keep(grid, solution)
        return solution

    def known_measure(self, grid: Grid) -> Measure | None:
        """Return how hard a grid is where that was measured lately, or None."""
        return self._measures.get(grid)

    async def measure(self, grid: Grid, yardsticks: Yardsticks) -> Measure:
        """Return how hard a grid is.

        Raises
        ------
        BusyError
            If there are too many requests.
        """
        known = self._measures.get(grid)
        if known is None:
            known = await self.run(lambda: measure(grid, yardsticks))
            self._measures.keep(grid, known)
        return known

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
