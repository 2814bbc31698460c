"""One way to stop, to report progress and to count cores, for everything that takes long.

A job takes a `Stop` and an `OnProgress`, begins a `Run` with it, asks the run between slices of
its work whether to end, and says in its result why it ended (``stopped_by``): nothing re-guesses
that from limits afterward.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from numbers import Real
from typing import Final, Never, Self, TypeVar

from chatuchak_solver.arguments import checked_call, checked_type, checked_whole, refuse_member
from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import escaped

N = TypeVar("N", int, float)


class StopReason(StrEnum):
    """Why a job ended before it was finished."""

    TIME = "time"
    """Its time was up."""
    WORK = "work"
    """It has done all the work that it was allowed."""
    MEMORY = "memory"
    """To go on it would need more memory than it was allowed."""
    INTERRUPT = "interrupt"
    """Its caller asked it to end, as with Ctrl-C."""

    @classmethod
    def _missing_(cls, value: object) -> Never:
        refuse_member(cls, value, what="reason to stop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """When a job ends before it is finished: at whichever of these comes first.

    Checked between slices of a few hundredths of a second. ``Stop()`` never ends anything;
    ``a | b`` ends a job at whichever of the two comes first.

    Attributes
    ----------
    time_s
        Wall time in seconds; None for no limit. With it the outcome depends on the machine.
    work
        Units of the job's own work, such as node expansions; None for no limit. A job may end
        a slice beyond it, and always at the same place.
    interrupt
        Called between slices, from the thread that runs the job; the job ends as soon as it
        returns True. The command line sets it from Ctrl-C.

    Raises
    ------
    InputError
        If a limit is negative or not a number.

    Examples
    --------
    >>> Stop(time_s=10, work=500) | Stop(time_s=2)
    Stop(time_s=2, work=500, interrupt=None)
    """

    time_s: float | None = None
    work: int | None = None
    interrupt: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        if self.time_s is not None and not (isinstance(self.time_s, Real) and self.time_s >= 0):
            shown = escaped(str(self.time_s))
            raise InputError(f"time limit {shown} is no time; expected seconds, 0 or more")
        if self.work is not None:
            checked_whole(self.work, 0, what="work limit")
        checked_call(self.interrupt, what="the interrupt")

    def __or__(self, other: Stop) -> Stop:
        """Return the stop that ends a job at whichever of the two comes first."""
        if not isinstance(other, Stop):
            return NotImplemented
        return Stop(
            time_s=_least(self.time_s, other.time_s),
            work=_least(self.work, other.work),
            interrupt=_either(self.interrupt, other.interrupt),
        )

    def begin(self, *, clock: Callable[[], float] = time.perf_counter) -> Run:
        """Start the clock of a job."""
        return Run(self, clock)


class Run:
    """A job under way: its clock, and why it has to end.

    Attributes
    ----------
    stopped_by
        The first reason that `must_end` or `end` met; None while there is none. A job that
        finished hands out None, whatever came after.
    """

    __slots__ = ("_begun", "_clock", "_on_progress", "stop", "stopped_by")

    def __init__(
        self,
        stop: Stop,
        clock: Callable[[], float] = time.perf_counter,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.stop: Stop = stop
        self.stopped_by: StopReason | None = None
        self._clock = clock
        self._on_progress = on_progress
        self._begun = clock()

    @classmethod
    def begin(cls, stop: Stop | None = None, on_progress: OnProgress | None = None) -> Self:
        """Start the clock of a job with what its caller handed it; without a stop nothing ends it.

        Raises
        ------
        InputError
            If ``stop`` is no `Stop`, or ``on_progress`` cannot be called.
        """
        checked_call(on_progress, what="on_progress")
        stop = Stop() if stop is None else stop
        checked_type(stop, Stop, what="the stop", hint="Stop(time_s=10)")
        return cls(stop, on_progress=on_progress)

    @property
    def seconds(self) -> float:
        """Wall time since the job began."""
        return self._clock() - self._begun

    @property
    def seconds_left(self) -> float:
        """Wall time until the time limit, 0 once it is reached; infinite without one."""
        limit = self.stop.time_s
        return math.inf if limit is None else max(0.0, limit - self.seconds)

    def work_left(self, work: int) -> int | None:
        """Return the units of work until the limit after ``work`` units; None without one."""
        return None if self.stop.work is None else max(0, self.stop.work - work)

    def must_end(self, work: int | None = 0) -> bool:
        """Return whether the job has to end now that it has done ``work`` units, and note why.

        Once it has to end, it has to end for good and for that reason. While a job only prepares,
        as it makes tables, ``work`` is None: time passes, but no work is done yet.
        """
        if self.stopped_by is None:
            self.stopped_by = self._reason(work)
        return self.stopped_by is not None

    def end(self, reason: StopReason) -> None:
        """Note that the job ends for a reason that it met itself, such as its memory."""
        if self.stopped_by is None:
            self.stopped_by = reason

    def tell(
        self, work: int, total: int | None = None, *, phase: str = "", best: int | None = None,
        bound: int | None = None,
    ) -> None:  # fmt: skip
        """Report how far the job is to its caller, if that asked for it: see `Progress`."""
        if self._on_progress is not None:
            seconds = self.seconds
            self._on_progress(
                Progress(
                    work=work, seconds=seconds, total=total, phase=phase, best=best, bound=bound
                )
            )

    def rest(self, work: int = 0) -> Stop:
        """Return the stop for a job inside this one, which has done ``work`` units so far.

        It has the time and the work that are left, and is interrupted with this one.
        """
        time_s = None if self.stop.time_s is None else self.seconds_left
        return Stop(time_s=time_s, work=self.work_left(work), interrupt=self.stop.interrupt)

    def inside(self) -> Stop:
        """Return the stop for a job inside this one that counts work of its own.

        It ends by an interrupt whenever this one has to end; why that is, this one knows.
        """
        return Stop(interrupt=self.must_end)

    def _reason(self, work: int | None) -> StopReason | None:
        stop = self.stop
        if stop.interrupt is not None and stop.interrupt():
            return StopReason.INTERRUPT
        if stop.work is not None and work is not None and work >= stop.work:
            return StopReason.WORK
        if stop.time_s is not None and self.seconds >= stop.time_s:
            return StopReason.TIME
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a running job is.

    Attributes
    ----------
    work
        Units of work done so far: node expansions, grids, games.
    seconds
        Wall time so far.
    total
        Units of work in all, where that is known.
    phase
        What is being done, in a few words, where the job does several things.
    best
        The incumbent's value so far (moves, points), where there is one.
    bound
        The proven bound on that value so far, where there is one.
    """

    work: int
    seconds: float
    total: int | None = None
    phase: str = ""
    best: int | None = None
    bound: int | None = None

    @property
    def seconds_left(self) -> float | None:
        """Wall time that the rest takes at the pace so far, where that can be told."""
        if self.total is None or self.work == 0:
            return None
        return self.seconds * max(0, self.total - self.work) / self.work


OnProgress = Callable[[Progress], None]
"""Called some twenty times a second at most, from the thread that called the job."""

WORKERS_ALLOWED_ANYWHERE: Final = 64
"""Maximum number of threads or processes anywhere, however few cores there are."""


def count_workers(workers: int | None = None) -> int:
    """Return how many threads or processes to use: as told, or one for each usable core.

    Raises
    ------
    InputError
        If ``workers`` is no whole number, is not positive, or is beyond both
        `WORKERS_ALLOWED_ANYWHERE` and the number of cores: more would take memory and give nothing.
    """
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    if workers is None:
        return cores
    most = max(WORKERS_ALLOWED_ANYWHERE, cores)
    workers = checked_whole(workers, what="the number of workers")
    if not 1 <= workers <= most:
        raise InputError(f"{workers} workers cannot work here; expected 1 to {most}")
    return workers


def _least(first: N | None, second: N | None) -> N | None:
    if first is None or second is None:
        return second if first is None else first
    return min(first, second)


def _either(
    first: Callable[[], bool] | None, second: Callable[[], bool] | None
) -> Callable[[], bool] | None:
    if first is None or second is None:
        return second if first is None else first
    return lambda: first() or second()
