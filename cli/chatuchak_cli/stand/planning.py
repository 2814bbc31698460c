"""Plans of whole stands as `stand plan` runs them: of requests, and of finished games."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import RenderableType

from chatuchak_cli.shared.answers import PostMortems
from chatuchak_cli.shared.files import write_json
from chatuchak_cli.shared.output import console, emit_json, print_answer
from chatuchak_cli.shared.runner import ExitCode, JobWords, Result, run_job
from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.foreign import quoted
from chatuchak_solver.rendering.stand_plan_text import plan_report, post_mortem_report
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.run import Stop
from chatuchak_solver.stand.certificate import certificate as certificate_of
from chatuchak_solver.stand.plan import PlanOptions
from chatuchak_solver.stand.plan_result import StandPlan
from chatuchak_solver.stand.post_mortem import post_mortem
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import StandFile
from chatuchak_solver.stand.stand import Stand

MORE_CARDS: Final = "stands of more than 8 cards are sought, and bounded, without further proof"
WORDS: Final = JobWords(bound="at most {} possible", work_limit=MORE_CARDS)


def tell_plan(
    plan: StandPlan, *, svg: Path | None, certificate: Path | None, as_json: bool
) -> None:
    """Print a plan, then write what it rests on and its picture to the files that are named."""
    print_answer(plan, lambda: plan_report(plan), as_json=as_json)
    # After the answer, which must not be lost where a file cannot be written.
    if certificate is not None:
        write_json(certificate, certificate_of(plan))
    if svg is not None:
        write_file(svg, stands_svg([panel(f"{plan.total} points", plan)]))


def plan_seats(
    seats: Sequence[int],
    plan: Callable[..., Result],
    report: Callable[[Result], RenderableType],
    limits: Stop,
    words: JobWords = WORDS,
    *,
    as_json: bool,
) -> tuple[list[Result], ExitCode]:
    """Plan for one player after the other, and print each report unless ``as_json``.

    The limits are for each player. Ctrl-C ends the series with the player under way.
    """
    code = ExitCode.DONE
    found: list[Result] = []
    for seat in seats:
        one, outcome = run_job(partial(plan, seat), limits, words)
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
    plan = partial(post_mortem, game, fixed_order=fixed_order, options=options)
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


def stand_problem(
    document: Node, directory: Path, *, order: str | None
) -> tuple[StandProblem, Stand | None]:
    """Return a request's problem, and the stand of the same cards that it holds, if any.

    Raises
    ------
    InvalidInstanceError
        If the document is no request or names no cards.
    """
    if "players" in document.mapping():
        raise document.error("this is a finished game: add --post-mortem, or give a request")
    request = StandRequest.from_node(document, directory=directory)
    if not request.cards:
        raise document.error('there is nothing to plan: give "cards" or a "stand"')
    fixed = request.fixed_order if order is None else order == "fixed"
    problem = StandProblem(request.cards, fixed, request.announced, request.own_goods)
    return problem, request.stand if problem.is_solved_by(request.stand) else None


def finished_game(document: Node, directory: Path) -> StandFile:
    """Return the game of a stand file.

    Raises
    ------
    InvalidInstanceError
        If the document is no stand file.
    """
    if "players" not in document.mapping():
        raise document.error("this is no finished game: leave --post-mortem out")
    return StandFile.from_node(document, directory=directory)


def seats_to_plan(game: StandFile, player: str | None) -> list[int]:
    """Return the seats of one player, or of all whose placements are known.

    Raises
    ------
    InputError
        If there is no such player, or nobody's placements are known.
    """
    if player is not None:
        names = [one.name for one in game.players]
        if player not in names:
            raise InputError(f"no player {quoted(player)}; there are: {', '.join(names)}")
        return [names.index(player)]
    seats = [seat for seat, one in enumerate(game.players) if one.stand is not None]
    if not seats:
        raise InputError("nobody's placements are known: a post-mortem needs them, not pictures")
    return seats
