"""Long jobs of commands: limits, Ctrl-C, progress, compile notice, exit code.

A command opens a `long_job`, passes `Job.stop` and `Job.show` to the library, prints the result and
returns the exit code of `Job.end`.
"""

from __future__ import annotations

import gc
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeVar

from chatuchak_cli.shared.interrupt import Interrupt, interruptible
from chatuchak_cli.shared.output import is_json, print_message, terminal_size
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from chatuchak_solver.kernels.compilation import on_compile

if TYPE_CHECKING:
    from chatuchak_solver.execution.processes import Executor

LIMITS: Final[Mapping[StopReason, str]] = {
    StopReason.TIME: "the time limit",
    StopReason.WORK: "the node limit",
    StopReason.MEMORY: "the memory limit",
}

T = TypeVar("T")

DEFAULT_GC: Final = gc.get_threshold()
"""Python's default thresholds, for commands that run for hours."""

REDRAW_S: Final = 0.1
FIRST_PLAIN_S: Final = 2.0
ERASE: Final = "\r\x1b[2K"
COMPILE_NOTICE: Final = (
    "compiling this command's kernels, once per installation ('chatuchak warmup' compiles all) ..."
)


class Job:
    """A long job with a progress line on standard error, erased at the end.

    The line appears after 0.5 s, or 2 s if results are streamed. Without a terminal it is a plain
    line after 2, 4, 8 ... s, or absent if results are streamed.

    Attributes
    ----------
    stop
        Limits and Ctrl-C.
    """

    def __init__(
        self, labels: JobLabels, limits: Stop | None = None, interrupt: Interrupt | None = None, *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._interrupt = interrupt or Interrupt()
        self.stop = (limits or Stop()) | Stop(interrupt=lambda: self._interrupt.requested)
        self._labels = labels
        self._stream = sys.stderr
        self._terminal = self._stream.isatty()
        self._clock, self._start = clock, clock()
        self._done = 0
        self._drawn = False
        self._next_s = 0.5 if self._terminal and not labels.streams else FIRST_PLAIN_S
        if labels.streams and not self._terminal:
            self._next_s = math.inf

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.erase()

    def show(self, progress: Progress) -> None:
        """Show the progress if due."""
        seconds = self._clock() - self._start
        if seconds < self._next_s:
            return
        text = progress_line(progress, self._labels, time_limit_s=self.stop.time_s)
        if self._terminal:
            self._stream.write(f"{ERASE}{text[: terminal_size().columns - 1]}")
            self._drawn = True
            self._next_s = seconds + REDRAW_S
        else:
            self._stream.write(f"{text}\n")
            self._next_s = 2 * seconds
        self._stream.flush()

    def count(self, items: int = 1, phase: str = "") -> None:
        """Add finished units."""
        self._done += items
        seconds, total = self._clock() - self._start, self._labels.total
        self.show(Progress(work=self._done, seconds=seconds, total=total, phase=phase))

    def erase(self) -> None:
        """Erase the line before other output."""
        if self._drawn:
            self._stream.write(ERASE)
            self._stream.flush()
            self._drawn = False

    @property
    def interrupted(self) -> StopReason | None:
        """``interrupt`` after Ctrl-C, or None."""
        return StopReason.INTERRUPT if self._interrupt.requested else None

    def until_interrupted(self, items: Iterable[T]) -> Iterator[T]:
        """Yield ``items`` until Ctrl-C, even during a wait."""
        return self._interrupt.until_requested(items)

    def end(
        self, stopped_by: StopReason | None, *, before: str = "the proof", after: str = "",
        limit: str = "",
    ) -> ExitCode:  # fmt: skip
        """Print the reason of an early end, if any, and return the exit code.

        The message has the unreached goal ``before``, or after Ctrl-C the finished work ``after``;
        ``limit`` replaces it for a limit without an option.
        """
        self.erase()
        if stopped_by is StopReason.INTERRUPT:
            print_message(f"interrupted {f'after {after}' if after else f'before {before}'}")
        elif stopped_by is not None:
            print_message(limit or f"{LIMITS[stopped_by]} came before {before}")
        return exit_code(stopped_by)


@contextmanager
def long_job(
    limits: Stop | None = None, words: JobLabels | None = None, *, patient: bool = False
) -> Iterator[Job]:
    """Run a long job with progress, by default of a search; for Ctrl-C see `interruptible`."""
    with (
        interruptible(patient=patient) as interrupt,
        Job(words or JobLabels(), limits, interrupt) as job,
        compile_notice(),
    ):
        yield job


class Stoppable(Protocol):
    """A result with the reason of an early end."""

    @property
    def stopped_by(self) -> StopReason | None:
        """The reason, or None."""


Result = TypeVar("Result", bound=Stoppable)


def run_job(
    work: Callable[..., Result],
    limits: Stop | None = None,
    words: JobLabels | None = None,
    before: str = "the proof",
) -> tuple[Result, ExitCode]:
    """Run a function with ``stop`` and ``on_progress``."""
    with long_job(limits, words) as job:
        found = work(stop=job.stop, on_progress=job.show)
        # Without an option the work limit is the job's.
        limit = words.work_limit if words and found.stopped_by is StopReason.WORK else ""
        return found, job.end(found.stopped_by, before=before, limit=limit)


@contextmanager
def cluster_executor(address: str | None) -> Iterator[Executor | None]:
    """Yield the executor of the cluster at an address, if any."""
    if address is None:
        yield None
        return
    from chatuchak_solver.execution.cluster import Cluster

    with Cluster(address) as cluster:
        print_message(f"cluster {address}: {cluster.threads} threads")
        yield cluster.each


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLabels:
    """Labels of a job.

    Attributes
    ----------
    unit
        The counted unit, in the plural.
    total
        If the library does not report it.
    work_limit
        The message about a work limit without an option.
    streams
        Whether results are printed one by one.
    """

    unit: str = "nodes"
    total: int | None = None
    bound: str = "lower bound {}"
    work_limit: str = ""
    streams: bool = False


def progress_line(
    progress: Progress, words: JobLabels, *, time_limit_s: float | None = None
) -> str:
    """Return the progress as one line."""
    parts = []
    if progress.best is not None or progress.bound is not None:
        parts.append(f"best {'none yet' if progress.best is None else progress.best}")
    if progress.bound is not None:
        parts.append(words.bound.format(progress.bound))
    if progress.phase:
        parts.append(progress.phase)
    rate = _large(progress.work / max(progress.seconds, 1e-9))
    if progress.total is None:
        parts += [f"{_large(progress.work)} {words.unit}", f"{rate} {words.unit}/s"]
        parts.append(clock_time(progress.seconds))
    else:
        share = progress.work / progress.total if progress.total else 1.0
        bar = "#" * round(20 * share)
        parts.append(f"[{bar:-<20}] {progress.work:,} of {progress.total:,} {words.unit}")
        parts += [f"{share:.0%}", f"{rate}/s"]
    left = progress.seconds_left
    limit_s = math.inf if time_limit_s is None else max(0.0, time_limit_s - progress.seconds)
    if limit_s < (math.inf if left is None else left):
        parts.append(f"at most {clock_time(limit_s)} left")
    elif left is not None:
        parts.append(f"{clock_time(left)} left")
    return ", ".join(parts)


def clock_time(seconds: float) -> str:
    """Return a duration: ``0:07`` or ``1:02:33``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _large(number: float) -> str:
    """Return a number such as ``3.4 M``."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f} {letter}"
    return f"{number:.1g}" if 0 < number < 1 else f"{number:.0f}"


@contextmanager
def compile_notice() -> Iterator[None]:
    """Print a notice on standard error when the first kernel is compiled.

    With ``--json`` it appears on a terminal only.
    """
    notices = iter([COMPILE_NOTICE] if sys.stderr.isatty() or not is_json() else [])

    def print_notice() -> None:
        for notice in notices:
            print_message(notice)

    with on_compile(print_notice):
        yield


class ExitCode(IntEnum):
    """The exit codes of commands."""

    DONE = 0
    NEGATIVE = 1
    """The answer is no, e.g. an invalid grid."""
    BAD_INPUT = 2
    """Invalid input or usage, or an inaccessible file."""
    UNPROVEN = 3
    """A limit was reached: the answer is not proven."""
    DEFECT = 70
    """Internal error (EX_SOFTWARE of sysexits.h)."""
    INTERRUPTED = 130


def exit_code(stopped_by: StopReason | None) -> ExitCode:
    """Return the exit code of a job."""
    ends = {None: ExitCode.DONE, StopReason.INTERRUPT: ExitCode.INTERRUPTED}
    return ends.get(stopped_by, ExitCode.UNPROVEN)
