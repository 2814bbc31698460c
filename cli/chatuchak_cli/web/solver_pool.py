"""Searches on behalf of requests: in threads, short ones never behind long ones."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from chatuchak_cli.web.lane import BusyError, Lane
from chatuchak_cli.web.measure import Measure, measure
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.analysis.ranking import Yardsticks
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.run import Stop
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import solve

__all__ = ["Memory", "SolverPool"]

T = TypeVar("T")

QUICK_S: Final = 0.2
"""Seconds of a search among the short ones; the game's own grids take a hundredth of it."""


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

    Two lanes keep short work from waiting behind long work: a search begins in the quick one, and
    one that is not done there by `QUICK_S` begins anew in the slow one, where difficulties are.

    Parameters
    ----------
    settings
        The bounds.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._quick = Lane(
            "quick",
            threads=settings.parallel,
            waiting=settings.waiting,
            wait_s=settings.wait_s,
        )
        self._slow = Lane(
            "slow",
            threads=max(1, settings.parallel // 2),
            waiting=settings.waiting,
            wait_s=settings.wait_s,
        )
        self._interrupted = threading.Event()
        self._solutions: Memory[Solution] = Memory(settings.remembered)
        self._measures: Memory[Measure] = Memory(settings.remembered)
        self.closed = False

    @property
    def running(self) -> int:
        """Pieces of work that run now."""
        return self._quick.running + self._slow.running

    async def solve(self, grid: Grid, *, client: str = "") -> Solution:
        """Return a solution of ``grid``, proven unless the time for one request was too short.

        Raises
        ------
        BusyError
            If there are too many requests.
        """
        known = self._solutions.get(grid)
        if known is not None:
            return known
        solution = await self.run(self._search(grid, QUICK_S), client=client)
        if solution.status is not Status.OPTIMAL and self._settings.solve_s > QUICK_S:
            try:
                work = self._search(grid, self._settings.solve_s)
                solution = await self._slow.run(work, client=client)
            except BusyError:
                return solution  # it says itself that it is not proven
        if solution.status is Status.OPTIMAL:
            self._solutions.keep(grid, solution)
        return solution

    def known_measure(self, grid: Grid) -> Measure | None:
        """Return how hard a grid is where that was measured lately, or None."""
        return self._measures.get(grid)

    async def measure(self, grid: Grid, yardsticks: Yardsticks, *, client: str = "") -> Measure:
        """Return how hard a grid is, where its optimum can be proven in time.

        Raises
        ------
        BusyError
            If there are too many requests.
        """
        known = self._measures.get(grid)
        if known is not None:
            return known
        if (await self.solve(grid, client=client)).status is not Status.OPTIMAL:
            return Measure()
        stop = Stop(interrupt=self._interrupted.is_set)
        found = await self._slow.run(lambda: measure(grid, yardsticks, stop=stop), client=client)
        if not self._interrupted.is_set():
            self._measures.keep(grid, found)
        return found

    async def run(self, work: Callable[[], T], *, client: str = "") -> T:
        """Run short ``work`` in a thread when its turn has come.

        Raises
        ------
        BusyError
            If too many requests wait, or this one waited too long.
        """
        return await self._quick.run(work, client=client)

    def close(self) -> None:
        """Refuse what waits and what comes; what runs goes on."""
        self.closed = True
        self._quick.close()
        self._slow.close()

    def interrupt(self) -> None:
        """Let searches that run end with what they have proven."""
        self._interrupted.set()

    def _search(self, grid: Grid, seconds: float) -> Callable[[], Solution]:
        time_s = min(seconds, self._settings.solve_s)
        stop = Stop(time_s=time_s, interrupt=self._interrupted.is_set)
        return lambda: solve(grid, stop=stop)
