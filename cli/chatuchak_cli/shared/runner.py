"""Long jobs as commands run them: limits, Ctrl-C, progress, compile notice, exit code.

A command opens a `long_job`, hands its `Job.stop` and `Job.show` to the library, prints the
result and ends with `Job.end`, which says why the job was cut short, if it was, and returns the
exit code. Nothing else in the program makes up its mind about any of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from chatuchak_cli.shared.exit_codes import ExitCode, exit_code
from chatuchak_cli.shared.interrupt import Interrupt, interruptible
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.progress import JobWords, ProgressLine, compile_notice
from chatuchak_solver.run import Progress, Stop, StopReason

if TYPE_CHECKING:
    from chatuchak_solver.processes import Spread

LIMITS: Final = MappingProxyType(
    {
        StopReason.TIME: "the time limit",
        StopReason.WORK: "the node limit",
        StopReason.MEMORY: "the memory limit",
    }
)

T = TypeVar("T")


class Job:
    """A long job under way.

    Attributes
    ----------
    stop
        When it ends: at the limits that its command was given, or at Ctrl-C.
    """

    def __init__(self, limits: Stop, interrupt: Interrupt, line: ProgressLine) -> None:
        self.stop = limits | Stop(interrupt=interrupt.is_requested)
        self._interrupt = interrupt
        self._line = line
        self._done = 0

    @property
    def interrupted(self) -> StopReason | None:
        """Why a job that the command itself runs item by item ended: Ctrl-C, or None."""
        return StopReason.INTERRUPT if self._interrupt.requested else None

    def show(self, progress: Progress) -> None:
        """Show how far the job is; the ``on_progress`` of the library's long jobs."""
        self._line.show(progress)

    def count(self, items: int = 1, phase: str = "") -> None:
        """Show that so many more units are done, where the command itself counts them."""
        self._done += items
        self._line.count(self._done, phase)

    def erase(self) -> None:
        """Take the progress line away, so that something else can be printed."""
        self._line.erase()

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
    limits = limits or Stop()
    with (
        interruptible(patient=patient) as interrupt,
        ProgressLine(words or JobWords(), time_limit_s=limits.time_s) as line,
        compile_notice() if kernels else nullcontext(),
    ):
        yield Job(limits, interrupt, line)


@contextmanager
def spread_over(address: str | None) -> Iterator[Spread | None]:
    """Yield who works on the cluster at an address; None where there is no address.

    Raises
    ------
    InputError
        As `chatuchak_solver.cluster.Cluster`.
    """
    if address is None:
        yield None
        return
    from chatuchak_solver.cluster import Cluster

    with Cluster(address) as cluster:
        tell(f"cluster {address}: {cluster.threads} threads")
        yield cluster.each
