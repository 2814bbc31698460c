"""What a playtest says, in words, tables and a page."""

import math
from collections.abc import Iterator
from html import escape
from itertools import combinations

from chatuchak_cli.analysis.html_page import grid_picture, paragraphs, report_page
from chatuchak_solver.analysis.playtest.formula_fit import FormulaFit
from chatuchak_solver.analysis.playtest.report import MeasuredTile, Playtest
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.rendering.interval_svg import Measured, interval_svg, scatter_svg
from chatuchak_solver.rendering.tables import Table, text_table

UNKNOWN = "-"
ODD_SHOWN = 5
EFFECTS = {"learning": "Twice as far into the evening", "hints": "A first hint"}
"""What doubles the argument of each covariate's logarithm."""


def playtest_text(report: Playtest) -> Iterator[Table | str]:
    """Yield what a terminal shows."""
    yield _tiles(report)
    yield "~ not told apart from the next harder tile: chance could have put them in this order."
    yield ""
    yield _players(report)
    yield from remarks(report)


def _tiles(report: Playtest) -> Table:

    table = text_table("#", "games", "moves", "95%", "predicted", "<", "?|grid", ruled=True)
    for place, tile in enumerate(report.tiles, start=1):
        table.add_row(
            str(place),
            str(tile.plays),
            f"{tile.difficulty:.1f}",
            interval(tile.low, tile.high),
            UNKNOWN if tile.predicted is None else f"{tile.predicted:.1f}",
            "~" if tile.apart_from_next is False else "",
            str(tile.grid),
        )
    return table


def _players(report: Playtest) -> Table:

    table = text_table("<player", "games", "skill", "95%", ruled=True)
    for player in report.players:
        table.add_row(
            player.player,
            str(player.plays),
            f"{player.skill:+.0f}%",
            interval(player.low, player.high, digits=0),
        )
    return table


def interval(low: float | None, high: float | None, *, digits: int = 1) -> str:
    """Return an interval as people read it."""
    if low is None or high is None:
        return UNKNOWN
    return f"{low:.{digits}f}..{high:.{digits}f}" if high < 1e6 else f"{low:.{digits}f}.."


def remarks(report: Playtest) -> Iterator[str]:
    """Yield the sentences that follow the tables."""
    yield agreement_words(report)
    places = range(len(report.tiles))
    apart = sum(report.measurement.told_apart(one, other) for one, other in combinations(places, 2))
    yield f"{apart} of {math.comb(len(places), 2)} pairs of tiles are told apart."
    yield from (_disagreement(tile) for tile in report.tiles if tile.disagrees is not None)
    effects = report.measurement.covariates
    for name, words in EFFECTS.items():
        if abs(percent := 100 * math.expm1(effects.get(name, 0.0) * math.log(2))) >= 0.5:
            yield f"{words}: {percent:+.0f}% moves."
    yield from report.measurement.notes
    for odd in report.measurement.odd[:ODD_SHOWN]:
        game = report.games[odd.game - 1]
        much = "more" if odd.deviations > 0 else "fewer"
        yield (
            f"Game {odd.game} ({game.player} on {game.grid}: {game.moves} moves) took far "
            f"{much} moves than the rest suggests; was it written down right?"
        )
    if report.fit is not None:
        yield from fit_words(report.fit)


def agreement_words(report: Playtest) -> str:
    """Say how far people and the formula agree."""
    agreement = report.agreement
    if agreement.spearman is None:
        return "Too few tiles to say whether people and the formula agree."
    words = f"People and {report.formula.name} agree by {agreement.spearman:.2f} (rank correlation"
    if agreement.low is None or agreement.high is None:
        return f"{words}; too few tiles for an interval)."
    meaning = "" if agreement.low > 0 else "; chance alone could agree as much"
    return f"{words}, 95%: {agreement.low:.2f}..{agreement.high:.2f}{meaning})."


def _disagreement(tile: MeasuredTile) -> str:
    assert tile.disagrees is not None
    off = 100 * (tile.disagrees - 1)
    much = "more" if off > 0 else "fewer"
    return f"{tile.grid} takes {abs(off):.0f}% {much} moves than predicted, beyond chance."


def fit_words(fit: FormulaFit) -> Iterator[str]:
    """Say what a fitted formula gained."""
    weights = ", ".join(f"{term.feature} {term.weight:+.2f}" for term in fit.formula.terms)
    yield f"Fitted to {fit.story.tiles} tiles: {weights}."
    gain = fit.story.gain
    if gain is None:  # it was stopped
        yield "What that gains out of sample is not known: formula 1 stays the better choice."
    elif fit.story.recommended:
        yield f"Out of sample it lowers formula 1's squared error by {100 * gain:.0f}%."
    else:
        yield (
            f"Out of sample it changes formula 1's squared error by {-100 * gain:+.0f}%, no "
            "more than chance: stay with formula 1."
        )


def playtest_html(report: Playtest, tiles: StartTiles | None = None) -> str:
    """Return an HTML document that tells all that a playtest says.

    Parameters
    ----------
    tiles
        The set whose numbers name the tiles; otherwise they are numbered as measured.
    """
    names = _names(report, tiles)
    measured = [
        Measured(names[tile.grid], tile.difficulty, tile.low, tile.high, tile.predicted)
        for tile in report.tiles
    ]
    players = [Measured(one.player, one.skill, one.low, one.high) for one in report.players]
    parts = (
        paragraphs(list(remarks(report)), note=True),
        "<h2>How hard the tiles are</h2>",
        interval_svg(measured, title="Measured difficulty", axis="moves of an average player, 95%"),
        "<h2>Predicted and measured</h2>",
        scatter_svg(measured, title="Predicted and measured difficulty",
                    across=f"difficulty by {report.formula.name}", up="moves measured"),
        "<h2>How good the players are</h2>",
        interval_svg(players, title="Skill", axis="% fewer moves than the average player, 95%"),
        "<h2>The tiles, from the easiest as measured</h2>",
        '<ol class="cards">',
        *(_tile(tile, names[tile.grid]) for tile in report.tiles),
        "</ol>",
    )  # fmt: skip
    return report_page(f"Playtest: {len(report.games):,} games", "\n".join(parts))


def _names(report: Playtest, tiles: StartTiles | None) -> dict[Grid, str]:
    names = {tile.grid: f"no. {place}" for place, tile in enumerate(report.tiles, start=1)}
    if tiles is not None:
        for number, grid in enumerate(tiles.grids, start=1):
            names[grid] = f"tile {number}"
    return names


def _tile(tile: MeasuredTile, name: str) -> str:
    lines = [
        f"{tile.difficulty:.1f} moves ({interval(tile.low, tile.high)}), {tile.plays} games",
        "Predicted: " + ("not known" if tile.predicted is None else f"{tile.predicted:.1f}"),
    ]
    if tile.apart_from_next is False:
        lines.append("Not told apart from the next harder tile.")
    return (
        f"<li>\n<h3>{escape(name.capitalize())}</h3>\n"
        f"{grid_picture(tile.grid, name)}\n{paragraphs(lines)}\n</li>"
    )
