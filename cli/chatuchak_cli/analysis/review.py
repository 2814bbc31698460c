"""``review``: the moves lost by each move of a game."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option, kept_rule_option, time_option
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed
from chatuchak_cli.shared.runner import ExitCode, JobWords, run_job
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.io.files import write_file
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame

if TYPE_CHECKING:
    from chatuchak_solver.analysis.review import Review
    from chatuchak_solver.box import Box, Reasons

PLAYERS: Final = "How the simulated players think is assumed, not measured on people."


@click.command(name="review")
@grid_argument(many=True)
@click.argument("moves", metavar="[MOVES]", required=False)
@kept_rule_option
@time_option
@output_option("--html", writes=(".html", ".htm"), help="Write a page to click through the game.")
@output_option("--svg", writes=(".svg",), help="Write the curve of what was left.")
@box_option
@json_option
def command(
    *, grid: GridSource, moves: str | None, rule: str | None, limits: Stop, html: Path | None,
    svg: Path | None, box: Box, as_json: bool,
) -> int:  # fmt: skip
    r"""Tell what each move of a game lost, and which moves would have lost nothing.

    GRID is grid notation, a file, - for standard input, tile:N, daily, or a link of the page.
    MOVES are the spots whose booths moved to the empty spot, for example 15,3,7; games that play
    saved, solutions of solve --json and links have their own. A file may hold several games, one a
    line: then each is told in short, and in the end what they have in common.

    Under --rule slide the answer rests on what ten seconds prove, or --time-limit, for each game:
    what is not proven is told as bounds, with exit code 3.

    \b
    Examples:
      chatuchak review RY/YR/.G/GG 0,4,2,0,4
      chatuchak review tile:1 6,7,19,20 --json
      chatuchak solve tile:1 --json | chatuchak review - --html review.html
    """
    from chatuchak_cli.shared.puzzle_words import game_words

    games = grid.solutions()
    first, *more = itertools.islice(games, 2)
    if more and (moves is not None or html or svg):
        name = "MOVES are" if moves is not None else "--html and --svg are"
        raise InputError(f"{grid.label} holds several games; {name} for one")
    if moves is not None:
        first = msgspec.structs.replace(first, moves=parse_moves(moves, board=first.grid.board))
    code, reviews, reasons = ExitCode.DONE, [], box.reasons(*grid.parts)
    for game in itertools.chain((first, *more), games):
        found, game_code = _review(game, rule or game.rule or "jump", limits)
        code = game_code if game_code is not ExitCode.DONE else code
        reviews.append(found)
        if as_json:
            others = (PLAYERS,) if found.expected_losses else ()
            emit_json({**found.to_dict(), **assumed_fields(reasons, *others)})
        elif more:
            click.echo(f"{found.grid}: {game_words(found)}")
        else:
            _print(found)
            _write_pictures(found, reasons, html=html, svg=svg)
        if code is ExitCode.INTERRUPTED:
            break
    if as_json:
        if not more:
            _write_pictures(reviews[0], reasons, html=html, svg=svg)
        return code
    if len(reviews) > 1:
        _print_summary(reviews)
    print_assumed(reasons)
    return code


def _review(game: SavedGame, rule: str, limits: Stop) -> tuple[Review, ExitCode]:
    from chatuchak_cli.shared.searches import limits_of
    from chatuchak_solver.analysis.review import review

    if game.moves is None:
        raise InputError(
            "there are no moves to review; expected MOVES such as 15,3,7, a game that play "
            "saved, a solution of solve --json, or a link with moves"
        )
    job = partial(review, game.grid, game.moves, rule=rule)
    words = JobWords(unit="positions")
    return run_job(job, limits_of(rule, limits), words, before="everything was proven")


def _print(found: Review) -> None:
    from chatuchak_cli.shared.puzzle_words import game_words, move_words

    moves = zip(found.moves, found.positions, strict=False)
    for number, (move, grid) in enumerate(moves, start=1):
        click.echo(move_words(move, number, grid))
    click.echo(game_words(found))


def _write_pictures(
    found: Review, assumed: Reasons, *, html: Path | None, svg: Path | None
) -> None:
    from chatuchak_cli.shared.pictures import with_note
    from chatuchak_cli.shared.puzzle_words import game_words, lefts, positions

    if svg is not None:
        from chatuchak_solver.rendering.review_svg import curve_svg

        write_file(svg, with_note(curve_svg(lefts(found)), assumed))
    if html is not None:
        from chatuchak_solver.rendering.review_html import review_html

        worst = None if found.costliest is None else found.costliest.first - 1
        page = review_html(positions(found), summary=game_words(found), worst=worst)
        write_file(html, with_note(page, assumed))


def _print_summary(reviews: Sequence[Review]) -> None:
    """Print a summary of the moves lost in several games."""
    from chatuchak_cli.shared.puzzle_words import DID
    from chatuchak_solver.analysis.learning import learned

    found = learned(reviews)
    click.echo(f"\n{len(found.losses)} games; lost in each: {', '.join(map(str, found.losses))}.")
    words = [f"On average {found.mean_loss:.1f}"]
    words += [f"{kind} simulated players {lost:.1f}" for kind, lost in found.expected.items()]
    click.echo(f"{'; '.join(words)} (those are assumed).")
    kinds = "; ".join(f"{DID[kind]}: {lost}" for kind, lost in found.by_kind.items())
    click.echo(f"Lost by what the move did: {kinds or 'nothing'}.")
    first, middle, last = found.by_stage
    click.echo(f"Lost in the first third: {first}; the middle: {middle}; the last: {last}.")
