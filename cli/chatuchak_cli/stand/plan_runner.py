"""Plans as commands run them: with progress, Ctrl-C, a time limit and a word about compiling."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.interrupt import INTERRUPTED, interruptible
from chatuchak_cli.shared.progress import StatusLine, clock_time
from chatuchak_solver.run import OnProgress, Progress, Stop, StopReason
from chatuchak_solver.stand.plan import PlanOptions

__all__ = ["UNPROVEN", "PlanLine", "PlanSettings", "plan_line", "run_plan"]

UNPROVEN: Final = 3
"""The exit code where a limit came before the proof."""


class Stoppable(Protocol):
    """What says why it ended before it was finished."""

    @property
    def stopped_by(self) -> StopReason | None:
        """Why, or None."""


Planned = TypeVar("Planned", bound=Stoppable)


class PlanLine(StatusLine):
    """The state of a plan: best total, bound, what is being done and the time left."""

    def __init__(self, limit_s: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(delay_s=0.5, plain=True, clock=clock)
        self._limit_s = limit_s

    def __call__(self, progress: Progress) -> None:
        """Show the state; pass the object itself as ``on_progress``."""
        self.update(lambda: plan_line(progress, self._limit_s))


def plan_line(progress: Progress, limit_s: float) -> str:
    """Return the state of a plan as one line."""
    left = ""
    if math.isfinite(limit_s):
        left = f", at most {clock_time(max(0.0, limit_s - progress.seconds))} left"
    return (
        f"best {progress.best}, at most {progress.bound} possible; {progress.phase}, "
        f"{progress.work:,} nodes, {clock_time(progress.seconds)}{left}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSettings:
    """What the options of a command say about its plans."""

    time_limit_s: float
    seed: int
    any_layout: bool
    workers: int


def run_plan(
    plan: Callable[[PlanOptions, Stop, OnProgress], Planned],
    settings: PlanSettings,
) -> tuple[Planned, int]:
    """Run ``plan`` with options and progress; return its result and the exit code."""
    with interruptible() as interrupt:
        options = PlanOptions(
            seed=settings.seed, any_layout=settings.any_layout, workers=settings.workers
        )
        stop = Stop(time_s=settings.time_limit_s, interrupt=interrupt.is_requested)
        with compile_notice(), PlanLine(settings.time_limit_s) as line:
            found = plan(options, stop, line)
    if found.stopped_by is None:
        return found, 0
    if found.stopped_by is StopReason.INTERRUPT:
        click.echo("interrupted before the proof", err=True)
        return found, INTERRUPTED
    click.echo("the time limit came before the proof", err=True)
    return found, UNPROVEN
