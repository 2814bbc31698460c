"""Post-mortems of finished games, player by player."""

from __future__ import annotations

from collections.abc import Sequence

from chatuchak_cli.interrupt import INTERRUPTED
from chatuchak_cli.output import console, emit_json
from chatuchak_cli.plan_runner import PlanSettings, run_plan
from chatuchak_solver.rendering.stand_plan_text import post_mortem_report
from chatuchak_solver.stand.plan import PlanOptions
from chatuchak_solver.stand.plan_result import OnPlanProgress
from chatuchak_solver.stand.post_mortem import PostMortem, post_mortem
from chatuchak_solver.stand.score_file import StandFile

__all__ = ["dissect"]


def dissect(
    game: StandFile, seats: Sequence[int], fixed_order: bool, settings: PlanSettings, as_json: bool
) -> int:
    """Print what the players' cards could have scored; return the exit code.

    The time limit is for each player. Ctrl-C ends the series with the player under way.
    """
    code = 0
    found: list[PostMortem] = []
    for seat in seats:

        def plan(options: PlanOptions, line: OnPlanProgress, seat: int = seat) -> PostMortem:
            return post_mortem(
                game, seat, fixed_order=fixed_order, options=options, on_progress=line
            )

        one, outcome = run_plan(plan, lambda one: one.plan.is_proven, settings)
        found.append(one)
        code = max(code, outcome)
        if not as_json:
            console().print(post_mortem_report(one))
        if outcome == INTERRUPTED:
            break
    if as_json:
        emit_json({"players": [one.to_dict() for one in found]})
    return code
