"""``compare``: the difference of grids and its reasons."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chatuchak_cli.analysis.rank import measuring_options
from chatuchak_cli.shared import files, options
from chatuchak_cli.shared.grid_argument import DAILY, TILE_PREFIX, GridParameter, GridSource
from chatuchak_solver.errors import InputError

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring
    from chatuchak_solver import Comparison, Difference, Explanation, Grid

MAX_GRIDS = 16
MIN_POINTS = 0.05
NAMED = (TILE_PREFIX, DAILY)


@options.command("compare", box=False)
@click.argument("grids", metavar="GRID GRID...", nargs=-1, type=GridParameter())
@options.tiles_shorthand
@measuring_options(options.threads_option, min_games=2)
@options.html_option("--html", metavar="FILE.html", dir_okay=False,
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
    from chatuchak_solver.rendering.templates import html_page, report

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
    assumed = {part: why for source in grids for part, why in source.assumed.items()}
    reasons = measuring.reasons(comparison, assumed)
    notes = measuring.notes(reasons)
    values = template_values(comparison, names)
    title = f"Comparison of {len(comparison.tiles)} grids"
    page = partial(html_page, "comparison.html", title=title, notes=notes, **values)
    files.write_output(html, "comparison", page)
    measuring.show(comparison.to_dict(), partial(report, "compare.txt", **values), reasons)
    return code


def template_values(comparison: Comparison, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the values for the templates of the text and the page; ``names`` are by number."""
    from chatuchak_cli.shared.puzzle_words import DID
    from chatuchak_solver.analysis.difficulty import MEANINGS, Features
    from chatuchak_solver.rendering.templates import listed
    from chatuchak_solver.rendering.text import grid_strip

    def shares(pair: Difference) -> list[tuple[float, str]]:
        found = sorted(pair.reasons.items(), key=lambda item: -abs(item[1]))
        return [(points, MEANINGS[name]) for name, points in found if abs(points) >= MIN_POINTS]

    return {
        "tiles": comparison.tiles, "pairs": list(comparison.differences()), "names": names,
        "did": DID, "boards": boards, "shares": shares, "features": Features.__struct_fields__,
        "grid_strip": grid_strip,
        "yielding": lambda why: [f"{color.label} (+{n})" for color, n in why.yielding.items()],
        "places": lambda board, spots, word: listed(map(board.place, spots), word, "; "),
    }  # fmt: skip


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
