"""Plans of whole stands as `stand plan` runs them: of cards at hand, and of finished games."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from chatuchak_cli.shared.answers import PostMortems
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.output import console, emit_json
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import Job, long_job
from chatuchak_solver.files import write_file
from chatuchak_solver.rendering.stand_plan_text import plan_report, post_mortem_report
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.run import Stop, StopReason
from chatuchak_solver.stand.certificate import certificate as certificate_of
from chatuchak_solver.stand.plan import PlanOptions
from chatuchak_solver.stand.plan_result import StandPlan
from chatuchak_solver.stand.post_mortem import PostMortem, post_mortem
from chatuchak_solver.stand.score_file import StandFile

if TYPE_CHECKING:
    from rich.console import RenderableType

WORDS: Final = JobWords(bound="at most {} possible")


class Stoppable(Protocol):
    """What says why it ended before it was finished."""

    @property
    def stopped_by(self) -> StopReason | None:
        """Why, or None."""


Planned = TypeVar("Planned", bound=Stoppable)


def run_plan(
    plan: Callable[[Job], Planned], limits: Stop, words: JobWords = WORDS
) -> tuple[Planned, ExitCode]:
    """Make a plan; return it and the exit code."""
    with long_job(limits, words) as job:
        found = plan(job)
        return found, job.end(found.stopped_by)


def tell_plan(
    plan: StandPlan, *, svg: Path | None, certificate: Path | None, as_json: bool
) -> None:
    """Print a plan, then write what it rests on and its picture to the files that are named."""
    if as_json:
        emit_json(plan.to_dict())
    else:
        console().print(plan_report(plan))
    # After the answer, which must not be lost where a file cannot be written.
    if certificate is not None:
        write_file(certificate, json.dumps(certificate_of(plan), indent=1) + "\n")
    if svg is not None:
        write_file(svg, stands_svg([panel(f"{plan.total} points", plan)]))


def plan_seats(
    seats: Sequence[int],
    plan: Callable[[int, Job], Planned],
    report: Callable[[Planned], RenderableType],
    limits: Stop,
    words: JobWords = WORDS,
    *,
    as_json: bool,
) -> tuple[list[Planned], ExitCode]:
    """Plan for one player after the other, and print each report unless ``as_json``.

    The limits are for each player. Ctrl-C ends the series with the player under way.
    """
    code = ExitCode.DONE
    found: list[Planned] = []
    for seat in seats:
        one, outcome = run_plan(partial(plan, seat), limits, words)
        found.append(one)
        code = max(code, outcome)
        if not as_json:
            console().print(report(one))
        if outcome is ExitCode.INTERRUPTED:
            break
    return found, code


def dissect(
    game: StandFile,
    seats: Sequence[int],
    fixed_order: bool,
    options: PlanOptions,
    limits: Stop,
    *,
    svg: Path | None,
    as_json: bool,
) -> ExitCode:
    """Print what the players' cards could have scored; return the exit code.

    Each player's stand and the best one go to the file ``svg``, side by side.
    """

    def plan(seat: int, job: Job) -> PostMortem:
        return post_mortem(
            *(game, seat),
            fixed_order=fixed_order,
            options=options,
            stop=job.stop,
            on_progress=job.show,
        )

    found, code = plan_seats(seats, plan, post_mortem_report, limits, as_json=as_json)
    if as_json:
        emit_json(PostMortems(players=found))
    if svg is not None:
        panels = []
        scoring = game.score().scoring_goods
        for seat, one in zip(seats, found, strict=False):
            laid = game.players[seat]
            name = f"{one.name}: {one.scored} points"
            panels.append(StandPanel.of(name, laid.picture, laid.stand, scoring))
            panels.append(panel(f"at best: {one.plan.total}", one.plan))
        write_file(svg, stands_svg(panels))
    return code


def panel(name: str, plan: StandPlan) -> StandPanel:
    """Return a plan's stand as a picture that tells what its points come from."""
    return StandPanel.of(name, plan.stand.picture(), plan.stand, plan.scoring_goods)
