"""Long jobs as commands run them: limits, Ctrl-C, progress, compile notice, exit code.

A command opens a `long_job`, hands its `Job.stop` and `Job.show` to the library, prints the
result and ends with `Job.end`, which says why the job was cut short, if it was, and returns the
exit code. Nothing else in the program makes up its mind about any of these.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeVar

import click

from chatuchak_cli.shared.interrupt import Interrupt, interruptible
from chatuchak_cli.shared.output import tell, terminal_size
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from chatuchak_solver.kernels.compilation import told_of_compilations

if TYPE_CHECKING:
    from chatuchak_solver.execution.processes import Spread

LIMITS: Final[Mapping[StopReason, str]] = {
    StopReason.TIME: "the time limit",
    StopReason.WORK: "the node limit",
    StopReason.MEMORY: "the memory limit",
}

T = TypeVar("T")


REDRAW_S: Final = 0.1
FIRST_PLAIN_S: Final = 2.0
ERASE: Final = "\r\x1b[2K"


class ProgressLine:
    """The state of a job on one line of standard error, which is erased in the end.

    It tells how much is done, what is found and the time left. It shows after half a second, or
    after two seconds where results are printed one by one. Where standard error is no terminal,
    plain lines are written instead, after 2, 4, 8 ... seconds, or none where results are printed.

    Parameters
    ----------
    words
        How the job is spoken of.
    time_limit_s
        The job's time limit, in seconds; None if there is no limit.
    clock
        The time in seconds; tests pass their own.
    """

    def __init__(
        self,
        words: JobWords,
        *,
        time_limit_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._words = words
        self._limit_s = math.inf if time_limit_s is None else time_limit_s
        self._stream = sys.stderr
        self._terminal = self._stream.isatty()
        self._clock = clock
        self._start = clock()
        self._done = 0
        self._drawn = False
        self._next_s = 0.5 if self._terminal and not words.streams else FIRST_PLAIN_S
        self._enabled = self._terminal or not words.streams

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.erase()

    def show(self, progress: Progress) -> None:
        """Show the state, when it is time to; the ``on_progress`` of the library's long jobs."""
        seconds = self._clock() - self._start
        if not self._enabled or seconds < self._next_s:
            return
        text = progress_line(progress, self._words, time_limit_s=self._limit_s)
        if self._terminal:
            width = terminal_size().columns - 1
            self._stream.write(f"{ERASE}{text[:width]}")
            self._drawn = True
            self._next_s = seconds + REDRAW_S
        else:
            self._stream.write(f"{text}\n")
            self._next_s = 2 * seconds
        self._stream.flush()

    def count(self, items: int = 1, phase: str = "") -> None:
        """Show that more units are done, where the command itself counts them."""
        self._done += items
        seconds, total = self._clock() - self._start, self._words.total
        self.show(Progress(work=self._done, seconds=seconds, total=total, phase=phase))

    def erase(self) -> None:
        """Take the line away, so that something else can be printed; `show` brings it back."""
        if self._drawn:
            self._stream.write(ERASE)
            self._stream.flush()
            self._drawn = False


class Job(ProgressLine):
    """A long job under way, and the line that shows it.

    Attributes
    ----------
    stop
        When it ends: at the limits that its command was given, or at Ctrl-C.
    """

    def __init__(self, limits: Stop, words: JobWords, interrupt: Interrupt) -> None:
        super().__init__(words, time_limit_s=limits.time_s)
        self.stop = limits | Stop(interrupt=interrupt.is_requested)
        self._interrupt = interrupt

    @property
    def interrupted(self) -> StopReason | None:
        """Why a job that the command itself runs item by item ended: Ctrl-C, or None."""
        return StopReason.INTERRUPT if self._interrupt.requested else None

    def until_interrupted(self, items: Iterable[T]) -> Iterator[T]:
        """Yield ``items`` until Ctrl-C, which also ends the wait for the next one."""
        return self._interrupt.until_requested(items)

    def end(
        self,
        stopped_by: StopReason | None,
        *,
        before: str = "the proof",
        after: str = "",
        limit: str = "",
    ) -> ExitCode:
        """Say what cut the job short, if anything did, and return the exit code.

        Parameters
        ----------
        stopped_by
            What the job's result says.
        before
            What a limit came before.
        after
            What is done, for the word about Ctrl-C; by default that tells ``before`` too.
        limit
            What is said of a limit of the job's own, instead of one that the options set.
        """
        self.erase()
        if stopped_by is StopReason.INTERRUPT:
            tell(f"interrupted {f'after {after}' if after else f'before {before}'}")
        elif stopped_by is not None:
            tell(limit or f"{LIMITS[stopped_by]} came before {before}")
        return exit_code(stopped_by)


@contextmanager
def long_job(
    limits: Stop | None = None,
    words: JobWords | None = None,
    *,
    kernels: bool = True,
    patient: bool = False,
) -> Iterator[Job]:
    """Run a long job: Ctrl-C becomes a request to end, and progress shows meanwhile.

    A second Ctrl-C raises KeyboardInterrupt. Only the main thread may use it.

    Parameters
    ----------
    limits
        What the command's options say about time and work; no limit by default.
    words
        How the job is spoken of; as a search by default.
    kernels
        Whether the job runs kernels: then a line tells that they are compiled, should they be.
    patient
        As in `interruptible`.
    """
    with (
        interruptible(patient=patient) as interrupt,
        Job(limits or Stop(), words or JobWords(), interrupt) as job,
        compile_notice() if kernels else nullcontext(),
    ):
        yield job


class Stoppable(Protocol):
    """What says why it ended before it was finished."""

    @property
    def stopped_by(self) -> StopReason | None:
        """Why, or None."""


Result = TypeVar("Result", bound=Stoppable)


def run_job(
    work: Callable[..., Result],
    limits: Stop | None = None,
    words: JobWords | None = None,
    before: str = "the proof",
) -> tuple[Result, ExitCode]:
    """Do one piece of work, which takes ``stop`` and ``on_progress``, as a long job.

    Returns
    -------
    What it led to, and the exit code that this calls for.
    """
    with long_job(limits, words) as job:
        found = work(stop=job.stop, on_progress=job.show)
        # Where no option limits the work, its limit is the job's own.
        limit = words.work_limit if words and found.stopped_by is StopReason.WORK else ""
        return found, job.end(found.stopped_by, before=before, limit=limit)


@contextmanager
def spread_over(address: str | None) -> Iterator[Spread | None]:
    """Yield who works on the cluster at an address; None where there is no address.

    Raises
    ------
    InputError
        As `chatuchak_solver.execution.cluster.Cluster`.
    """
    if address is None:
        yield None
        return
    from chatuchak_solver.execution.cluster import Cluster

    with Cluster(address) as cluster:
        tell(f"cluster {address}: {cluster.threads} threads")
        yield cluster.each


@dataclass(frozen=True, slots=True, kw_only=True)
class JobWords:
    """How a job is spoken of.

    Attributes
    ----------
    unit
        What it counts, in the plural.
    total
        How many of them there are, where the command knows and the library does not say.
    bound
        What the proven bound is called.
    work_limit
        What is said where a limit of work that no option sets came first.
    streams
        Whether results are printed one by one: logs need no other sign of life.
    """

    unit: str = "nodes"
    total: int | None = None
    bound: str = "lower bound {}"
    work_limit: str = ""
    streams: bool = False


def progress_line(progress: Progress, words: JobWords, *, time_limit_s: float = math.inf) -> str:
    """Return the state of a job as one line."""
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
        filled = round(20 * share)
        bar = f"[{'#' * filled}{'-' * (20 - filled)}]"
        parts.append(f"{bar} {progress.work:,} of {progress.total:,} {words.unit}")
        parts += [f"{share:.0%}", f"{rate}/s"]
    left = _time_left(progress, time_limit_s)
    return ", ".join([*parts, left] if left else parts)


def _time_left(progress: Progress, time_limit_s: float) -> str:
    """Return the time left: at the pace so far, or until the limit where that comes first."""
    pace = progress.seconds_left
    limit = max(0.0, time_limit_s - progress.seconds)
    if math.isfinite(limit) and (pace is None or limit < pace):
        return f"at most {clock_time(limit)} left"
    return "" if pace is None else f"{clock_time(pace)} left"


def clock_time(seconds: float) -> str:
    """Return a duration such as ``0:07`` or ``1:02:33``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _large(number: float) -> str:
    """Return a number to three digits or so, such as ``3.4 M``; one below 1 to one digit."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f} {letter}"
    return f"{number:.1g}" if 0 < number < 1 else f"{number:.0f}"


@contextmanager
def compile_notice() -> Iterator[None]:
    """Say once, on standard error, that kernels are being compiled, should that happen inside.

    Not to a program: with ``--json``, unless somebody looks on.
    """
    said = _answers_a_program()

    def notice() -> None:
        nonlocal said
        if not said:
            said = True
            tell("compiling the kernels, once for this installation ...")

    with told_of_compilations(notice):
        yield


def _answers_a_program() -> bool:
    context = click.get_current_context(silent=True)
    as_json = context is not None and context.params.get("as_json", False)
    return bool(as_json) and not sys.stderr.isatty()


class ExitCode(IntEnum):
    """What a command's exit code says."""

    DONE = 0
    """The answer is whole."""
    NEGATIVE = 1
    """The answer is no: a wrong solution, an invalid grid."""
    BAD_INPUT = 2
    """The input or the usage is wrong, or a file cannot be read or written."""
    UNPROVEN = 3
    """A limit came first: what is printed is not proven."""
    DEFECT = 70
    """The program itself failed (EX_SOFTWARE of sysexits.h): never the input's fault."""
    INTERRUPTED = 130
    """Ctrl-C came first."""


def exit_code(stopped_by: StopReason | None) -> ExitCode:
    """Return the exit code that a job calls for, by why it ended and nothing else."""
    if stopped_by is None:
        return ExitCode.DONE
    if stopped_by is StopReason.INTERRUPT:
        return ExitCode.INTERRUPTED
    return ExitCode.UNPROVEN
