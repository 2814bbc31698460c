"""Long jobs of commands: limits, interrupts, progress, compile notice, exit code.

A command opens a `long_job`, passes `Job.stop` and `Job.show` to the library, prints the result and
returns the exit code of `Job.end`. Ctrl-C, SIGTERM and SIGHUP end it with its best answer.
"""

from __future__ import annotations

import gc
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import IntEnum
from functools import cache, partial
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from chatuchak_cli.shared.output import counted, is_json, print_message, terminal_size
from chatuchak_solver import ChatuchakError, Progress, Stop, StopReason
from chatuchak_solver.kernels.compilation import on_compile

if TYPE_CHECKING:
    from chatuchak_solver import Executor, Grid, Solution

T = TypeVar("T")

DEFAULT_GC = gc.get_threshold()
"""Python's default thresholds, for commands that run for hours."""

SLIDE_S = 10.0
REDRAW_S = 0.1
FIRST_PLAIN_S = 2.0
ERASE = "\r\x1b[2K"
COMPILE_NOTICE = (
    "compiling this command's kernels, once per installation ('chatuchak warmup' compiles all) ..."
)


HANGUPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that a closed terminal or session sends."""


class Interrupt:
    """Whether Ctrl-C was pressed; a ``patient`` one ignores repetitions."""

    def __init__(self, *, patient: bool = False) -> None:
        self.requested = False
        self._patient = patient
        self._waiting = False

    def until_requested(self, items: Iterable[T]) -> Iterator[T]:
        """Yield ``items`` until Ctrl-C, even during a wait."""
        iterator = iter(items)
        while not self.requested:
            try:
                self._waiting = True
                item = next(iterator)
            except StopIteration:
                return
            except KeyboardInterrupt:
                self.requested = True
                return
            finally:
                self._waiting = False
            yield item

    def handle(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Register the first Ctrl-C; the second, or one during a wait, may raise."""
        if self._waiting or (self.requested and not self._patient):
            raise KeyboardInterrupt
        self.requested = True


@contextmanager
def _handling(
    signals: Iterable[signal.Signals],
    handler: Callable[[int, FrameType | None], Any] | signal.Handlers,
) -> Iterator[None]:
    """Handle signals in the main thread, except ignored hangups (``nohup``)."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in signals:
            if number not in HANGUPS or signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def interruptible(*, patient: bool = False) -> Iterator[Interrupt]:
    """Turn the first Ctrl-C, SIGTERM or SIGHUP into a request to end.

    The second raises KeyboardInterrupt; ``patient`` ignores it.
    """
    interrupt = Interrupt(patient=patient)
    with _handling((signal.SIGINT, *HANGUPS), interrupt.handle):
        yield interrupt


def hangups_raised() -> AbstractContextManager[None]:
    """Raise KeyboardInterrupt at SIGTERM and SIGHUP."""
    return _handling(HANGUPS, signal.default_int_handler)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Complete a block, such as saving a game, before a signal ends the program."""
    pending: list[int] = []
    with _handling((signal.SIGINT, *HANGUPS), lambda number, _: pending.append(number)):
        yield
    for number in pending[:1]:
        signal.raise_signal(number)


def interrupts_ignored() -> AbstractContextManager[None]:
    """Ignore Ctrl-C during an interrupted command's last output."""
    return _handling((signal.SIGINT,), signal.SIG_IGN)


class Job:
    """A long job with a progress line on standard error; see `long_job`.

    The line appears after 0.5 s, or 2 s if results are streamed. Without a terminal it is a plain
    line after 2, 4, 8 ... s, or absent if results are streamed.

    Attributes
    ----------
    interrupt
        Whether Ctrl-C was pressed.
    stop
        Limits and Ctrl-C.
    done
        The units finished by `count`.

    Parameters
    ----------
    unit
        The counted unit, in the plural.
    total
        If the library does not report it.
    bound
        The label of the bound.
    streams
        Whether results are printed one by one.
    """

    def __init__(
        self, limits: Stop | None = None, interrupt: Interrupt | None = None, *,
        unit: str = "nodes", total: int | None = None, bound: str = "lower bound {}",
        streams: bool = False, clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.interrupt = interrupt or Interrupt()
        self.stop = (limits or Stop()) | Stop(interrupt=lambda: self.interrupt.requested)
        self._unit, self._total, self._bound = unit, total, bound
        self._stream = sys.stderr
        self._terminal = self._stream.isatty()
        self._clock, self._start = clock, clock()
        self.done = 0
        self._drawn = False
        self._next_s = 0.5 if self._terminal and not streams else FIRST_PLAIN_S
        if streams and not self._terminal:
            self._next_s = math.inf

    def show(self, progress: Progress) -> None:
        """Show the progress if due."""
        seconds = self._clock() - self._start
        if seconds < self._next_s:
            return
        text = self.line(progress)
        if self._terminal:
            self._stream.write(f"{ERASE}{text[: terminal_size().columns - 1]}")
            self._drawn = True
            self._next_s = seconds + REDRAW_S
        else:
            self._stream.write(f"{text}\n")
            self._next_s = 2 * seconds
        self._stream.flush()

    def line(self, progress: Progress) -> str:
        """Return the progress as one line."""
        parts = []
        if progress.best is not None or progress.bound is not None:
            parts.append(f"best {'none yet' if progress.best is None else progress.best}")
        if progress.bound is not None:
            parts.append(self._bound.format(progress.bound))
        if progress.phase:
            parts.append(progress.phase)
        rate = _large(progress.work / max(progress.seconds, 1e-9))
        if progress.total is None:
            parts += [f"{_large(progress.work)} {self._unit}", f"{rate} {self._unit}/s"]
            parts.append(clock_time(progress.seconds))
        else:
            share = progress.work / progress.total if progress.total else 1.0
            bar = "#" * round(20 * share)
            parts.append(f"[{bar:-<20}] {progress.work:,} of {progress.total:,} {self._unit}")
            parts += [f"{share:.0%}", f"{rate}/s"]
        left, limit_s = progress.seconds_left, self.stop.time_s
        limit_left = math.inf if limit_s is None else max(0.0, limit_s - progress.seconds)
        if limit_left < (math.inf if left is None else left):
            parts.append(f"at most {clock_time(limit_left)} left")
        elif left is not None:
            parts.append(f"{clock_time(left)} left")
        return ", ".join(parts)

    def count(self, items: int = 1, phase: str = "") -> None:
        """Add finished units."""
        self.done += items
        seconds = self._clock() - self._start
        self.show(Progress(work=self.done, seconds=seconds, total=self._total, phase=phase))

    def erase(self) -> None:
        """Erase the line before other output."""
        if self._drawn:
            self._stream.write(ERASE)
            self._stream.flush()
            self._drawn = False

    @property
    def interrupted(self) -> StopReason | None:
        """``interrupt`` after Ctrl-C, or None."""
        return StopReason.INTERRUPT if self.interrupt.requested else None

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
            name = "node" if stopped_by is StopReason.WORK else stopped_by.value
            print_message(limit or f"the {name} limit came before {before}")
        return exit_code(stopped_by)


@contextmanager
def long_job(limits: Stop | None = None, *, patient: bool = False, **labels: Any) -> Iterator[Job]:
    """Run a `Job` with these labels, by default a search, and erase its line at the end.

    For Ctrl-C see `interruptible`.
    """
    with interruptible(patient=patient) as interrupt, compile_notice():
        job = Job(limits, interrupt, **labels)
        try:
            yield job
        finally:
            job.erase()


class Stoppable(Protocol):
    """A result with the reason of an early end."""

    @property
    def stopped_by(self) -> StopReason | None:
        """The reason, or None."""


Result = TypeVar("Result", bound=Stoppable)


def run_job(
    work: Callable[..., Result], limits: Stop | None = None, before: str = "the proof",
    work_limit: str = "", **labels: Any,
) -> tuple[Result, ExitCode]:  # fmt: skip
    """Run a function with ``stop`` and ``on_progress``.

    ``work_limit`` is the message about a work limit without an option.
    """
    with long_job(limits, **labels) as job:
        found = work(stop=job.stop, on_progress=job.show)
        limit = work_limit if found.stopped_by is StopReason.WORK else ""
        return found, job.end(found.stopped_by, before=before, limit=limit)


def limits_of(rule: str, limits: Stop) -> Stop:
    """Return the limits of a secondary proof, by default ten seconds for slides."""
    return Stop(time_s=SLIDE_S) if rule == "slide" and limits == Stop() else limits


def search_many(
    grids: Iterable[Grid], rule: str, limits: Stop | None = None, *, total: int | None,
    emit: Callable[[Solution], None], is_streamed: bool = True, **more: Any,
) -> ExitCode:  # fmt: skip
    """Solve grids on all cores, ``emit`` solutions in order, and return the exit code.

    An invalid grid raises after all grids before it. Ctrl-C ends the stream after running searches.

    ``is_streamed`` if ``emit`` prints, so a log needs no progress.
    """
    from chatuchak_solver.search.solve import solve_many

    errors: list[Exception] = []

    def valid(grids: Iterable[Grid]) -> Iterator[Grid]:
        try:
            yield from grids
        except (ChatuchakError, OSError) as error:
            errors.append(error)

    unproven: StopReason | None = None
    with long_job(unit="grids", total=total, streams=is_streamed) as job:
        stop = job.stop if limits is None else limits | job.stop  # limits per grid
        started = valid(job.interrupt.until_requested(grids))
        for solution in solve_many(started, rule=rule, stop=stop, **more):
            if solution.stopped_by is StopReason.INTERRUPT and solution.expanded == 0:
                continue  # it was not started
            job.erase()
            emit(solution)
            job.count()
            unproven = unproven or solution.stopped_by
        if errors and job.interrupted is None:
            raise errors[0]
        return job.end(
            job.interrupted or unproven, before="the proof of at least one grid",
            after=counted(job.done, "grid"),
        )  # fmt: skip


@contextmanager
def cluster_executor(address: str | None) -> Iterator[Executor | None]:
    """Yield the executor of the cluster at an address, if any."""
    if address is None:
        yield None
        return
    from chatuchak_solver.execution.cluster import Cluster

    with Cluster(address) as cluster:
        print_message(f"cluster {address}: {counted(cluster.threads, 'thread')}")
        yield cluster.each


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


def compile_notice() -> AbstractContextManager[None]:
    """Print a notice on standard error when the first kernel is compiled.

    With ``--json`` it appears on a terminal only.
    """
    print_once = cache(partial(print_message, COMPILE_NOTICE))
    return on_compile(print_once) if sys.stderr.isatty() or not is_json() else nullcontext()


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
