"""``compare``: the difference of grids and its reasons."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chatuchak_cli.analysis.rank import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import write_output
from chatuchak_cli.shared.grid_argument import DAILY, TILE_PREFIX, GridParameter, GridSource
from chatuchak_cli.shared.output import counted
from chatuchak_solver.errors import InputError

if TYPE_CHECKING:
    from rich.console import Group

    from chatuchak_cli.shared.ranking import Measuring
    from chatuchak_solver.analysis.comparison import ComparedTile, Comparison, Difference
    from chatuchak_solver.analysis.explanation import Explanation
    from chatuchak_solver.puzzle.grid import Grid

MAX_GRIDS: Final = 16
MIN_POINTS: Final = 0.05
NAMED: Final = (TILE_PREFIX, DAILY)


@options.command("compare", box=False)
@click.argument("grids", metavar="GRID GRID...", nargs=-1, type=GridParameter())
@options.tiles_shorthand
@measuring_options(options.threads_option, min_games=2)
@options.output_option("--html", metavar="FILE.html", writes=(".html", ".htm"), dir_okay=False,
                       help="Write a page with pictures.")  # fmt: skip
def command(*, grids: tuple[GridSource, ...], measuring: Measuring, html: Path | None) -> int:
    r"""Explain which of several grids is harder, and why.

    For each grid: the moves that the colors cost each other, colors in conflict about spots,
    preparing moves, and the position at which most simulated games leave the shortest solutions,
    with the misleading move and its price. For each pair of grids: the difference in points of
    difficulty, whether chance in the simulated games can explain it (two standard errors), and the
    share of each feature. A file may contain several grids.

    \b
    Examples:
      chatuchak compare tile:1 tile:7
      chatuchak compare tile:3 tile:7 --html why.html
      chatuchak compare tile:1 tile:2 tile:3 --games 500 --json
    """
    from chatuchak_solver.analysis.comparison import compare_grids

    named = (
        (source.label if source.label.startswith(NAMED) else "", grid)
        for source in grids
        for grid in source
    )
    given = tuple(itertools.islice(named, MAX_GRIDS + 1))
    if len(given) > MAX_GRIDS:
        raise InputError(f"more than {MAX_GRIDS} grids: expected at most {MAX_GRIDS}, or use rank")
    names = {number: name or str(number) for number, (name, _) in enumerate(given, start=1)}
    comparison, code = measuring.run(compare_grids, [grid for _, grid in given])
    parts = dict.fromkeys(part for source in grids for part in source.parts)
    reasons = measuring.reasons(comparison, measuring.box.reasons(*parts))
    notes = measuring.notes(reasons)
    write_output(html, "comparison", lambda: comparison_html(comparison, names, notes))
    text = partial(comparison_text, comparison, names)
    measuring.show(comparison.to_dict(), text, reasons)
    return code


def comparison_text(comparison: Comparison, names: Mapping[int, str]) -> Group:
    """Return the text for a terminal; ``names`` are by grid number."""
    from chatuchak_solver.analysis.difficulty import Features
    from chatuchak_solver.rendering.templates import report
    from chatuchak_solver.rendering.text import grid_strip

    return report(
        "compare.txt", tiles=comparison.tiles, names=names, counted=counted,
        features=Features.__struct_fields__, explanation_lines=explanation_lines,
        differences=[difference_lines(pair, names) for pair in comparison.differences()],
        boards=lambda why: grid_strip(boards(why)),
    )  # fmt: skip


def difference_lines(pair: Difference, names: Mapping[int, str]) -> list[str]:
    """Return the difference of two grids, reasons and points per feature."""
    from chatuchak_solver.analysis.difficulty import MEANINGS
    from chatuchak_solver.rendering.templates import text_lines

    shares = sorted(pair.reasons.items(), key=lambda item: -abs(item[1]))
    return text_lines(
        "comparison.txt", counted=counted, pair=pair,
        harder=names[pair.harder.tile], easier=names[pair.easier.tile],
        hard=pair.harder.explanation, easy=pair.easier.explanation,
        shares=[(share, MEANINGS[name]) for name, share in shares if abs(share) >= MIN_POINTS],
    )  # fmt: skip


def explanation_lines(tile: ComparedTile) -> list[str]:
    """Return the reasons for a difficulty, in sentences."""
    from chatuchak_cli.shared.puzzle_words import DID
    from chatuchak_solver.rendering.templates import listed, text_lines

    why, board = tile.explanation, tile.grid.board
    if why is None:
        return []
    return text_lines(
        "comparison.txt", counted=counted, pair=None, why=why, board=board, did=DID,
        yielding=[f"{color.label} (+{moves})" for color, moves in why.yielding.items()],
        places=lambda spots, word: listed(map(board.place, spots), word, "; "),
    )  # fmt: skip


def boards(why: Explanation) -> Iterator[tuple[str, Grid, int | None]]:
    """Yield boards: caption, position, and the spot of the moving booth."""
    move = why.false_move
    if move is None:
        yield "nearest goal", why.goal, None
        return
    yield f"before move {move.number}", move.position, move.spot
    yield "nearest goal", move.goal, None
    if move.goal_after not in (None, move.goal):
        yield "goal after it", move.goal_after, None


def comparison_html(
    comparison: Comparison, names: Mapping[int, str], notes: tuple[str, ...]
) -> str:
    """Return a page with reasons and pictures for each difficulty."""
    from chatuchak_solver.rendering.templates import html_page

    pairs = comparison.differences()
    return html_page(
        "comparison.html", title=f"Comparison of {len(comparison.tiles)} grids", notes=notes,
        differences=[difference_lines(pair, names) for pair in pairs],
        tiles=[
            (name if name.startswith(NAMED) else f"Grid {name}", tile, explanation_lines(tile))
            for tile in comparison.tiles
            for name in [names[tile.tile]]
        ],
        boards=boards,
    )  # fmt: skip
