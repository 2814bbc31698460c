"""Post-mortems of finished games, player by player."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chatuchak_cli.shared.files import write_file
from chatuchak_cli.shared.interrupt import INTERRUPTED
from chatuchak_cli.shared.output import console, emit_json
from chatuchak_cli.stand.plan_runner import PlanSettings, run_plan
from chatuchak_solver.rendering.stand_plan_text import post_mortem_report
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.run import OnProgress, Stop
from chatuchak_solver.stand.plan import PlanOptions
from chatuchak_solver.stand.post_mortem import PostMortem, post_mortem
from chatuchak_solver.stand.score_file import StandFile

__all__ = ["dissect"]


def dissect(
    game: StandFile,
    seats: Sequence[int],
    fixed_order: bool,
    settings: PlanSettings,
    *,
    svg: str | None,
    as_json: bool,
) -> int:
    """Print what the players' cards could have scored; return the exit code.

    The time limit is for each player. Ctrl-C ends the series with the player under way. The best
    stands so far go to the file ``svg``.
    """
    code = 0
    found: list[PostMortem] = []
    for seat in seats:

        def plan(
            options: PlanOptions, stop: Stop, line: OnProgress, seat: int = seat
        ) -> PostMortem:
            return post_mortem(
                game, seat, fixed_order=fixed_order, options=options, stop=stop, on_progress=line
            )

        one, outcome = run_plan(plan, settings)
        found.append(one)
        code = max(code, outcome)
        if not as_json:
            console().print(post_mortem_report(one))
        if outcome == INTERRUPTED:
            break
    if svg is not None:
        write_file(Path(svg), stands_svg([panel(one) for one in found]))
    if as_json:
        emit_json({"players": [one.to_dict() for one in found]})
    return code


def panel(one: PostMortem) -> StandPanel:
    """Return a player's best stand as a picture."""
    stand = one.plan.stand
    return StandPanel.of(f"{one.name}: {one.plan.total} points", stand.picture(), stand)
