"""Reports on playtests, as text and HTML."""

import math
from collections.abc import Iterator
from itertools import combinations

from chatuchak_solver.analysis.playtest.formula_fit import FormulaFit
from chatuchak_solver.analysis.playtest.report import MeasuredTile, Playtest, SkilledPlayer
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.interval_plots import Measurement, Scale
from chatuchak_solver.rendering.tables import Table, text_table
from chatuchak_solver.rendering.templates import html_page

UNKNOWN = "-"
ODD_SHOWN = 5
EFFECTS = {"learning": "Twice as many games before", "hints": "The first hint"}
"""The doubling of each covariate's argument, in words."""


def playtest_text(report: Playtest) -> Iterator[Table | str]:
    """Yield the tables and remarks."""
    names = tile_names(report)
    yield _tiles(report, names)
    if any(tile.apart_from_next is False for tile in report.tiles):
        yield "~ no significant difference from the next tile: the order may be chance."
    if any(tile.tile is None for tile in report.tiles):
        yield from (f"{names[tile.grid]}: {tile.grid}" for tile in report.tiles)
    yield ""
    yield _players(report)
    yield from remarks(report)


def tile_names(report: Playtest) -> dict[Grid, str]:
    """Return the names of the tiles: their number in the set, or in the report."""
    return {
        tile.grid: f"no. {place}" if tile.tile is None else f"tile {tile.tile}"
        for place, tile in enumerate(report.tiles, start=1)
    }


def _group_column(report: Playtest, entry: MeasuredTile | SkilledPlayer | None = None) -> list[str]:
    """Return the heading, or the cell, of the column of groups; empty with a single group."""
    if all((tile.group or 1) == 1 for tile in report.tiles):
        return []
    return ["group" if entry is None else str(entry.group or UNKNOWN)]


def _tiles(report: Playtest, names: dict[Grid, str]) -> Table:
    heads = ("<tile", "games", "given up", "moves", "95%", "predicted", "<", "?|grid")
    table = text_table(*_group_column(report), *heads, ruled=True)
    for tile in report.tiles:
        table.add_row(
            *_group_column(report, tile),
            names[tile.grid].removeprefix("tile "),
            str(tile.plays),
            str(tile.given_up),
            UNKNOWN if tile.difficulty is None else f"{tile.difficulty:.1f}",
            interval(tile.low, tile.high),
            UNKNOWN if tile.predicted is None else f"{tile.predicted:.1f}",
            "~" if tile.apart_from_next is False else "",
        )
    return table


def _players(report: Playtest) -> Table:
    heads = ("<player", "games", "skill", "95%")
    table = text_table(*_group_column(report), *heads, ruled=True)
    for player in report.players:
        table.add_row(
            *_group_column(report, player),
            player.player,
            str(player.plays),
            UNKNOWN if player.skill is None else f"{player.skill:+.0f}%",
            interval(player.low, player.high, digits=0),
        )
    return table


def interval(low: float | None, high: float | None, *, digits: int = 1) -> str:
    """Return an interval as text."""
    if low is None or high is None:
        return UNKNOWN
    return f"{low:.{digits}f}..{high:.{digits}f}" if high < 1e6 else f"{low:.{digits}f}.."


def remarks(report: Playtest) -> Iterator[str]:
    """Yield the sentences below the tables."""
    names = tile_names(report)
    yield from report.notes
    yield _agreement_text(report)
    measurement, places = report.measurement, range(len(report.tiles))
    pairs = [pair for pair in combinations(places, 2) if measurement.is_comparable(*pair)]
    apart = sum(measurement.is_significant(*pair) for pair in pairs)
    yield f"{apart} of {len(pairs)} pairs of tiles differ significantly."
    for tile in report.tiles:
        if tile.disagrees is not None:
            yield _disagreement(tile, names[tile.grid])
    for covariate, words in EFFECTS.items():
        effect = measurement.covariates.get(covariate, 0.0)
        if abs(percent := 100 * math.expm1(effect * math.log(2))) >= 0.5:
            yield f"{words}: {percent:+.0f}% moves."
    for odd in measurement.odd[:ODD_SHOWN]:
        game = report.games[odd.game - 1]
        amount = "more" if odd.deviations > 0 else "fewer"
        yield (
            f"{game.origin or f'Game {odd.game}'} ({game.player}, {names[game.grid]}, "
            f"{game.moves} moves): far {amount} moves than expected; check it."
        )
    if report.fit is not None:
        yield from fit_words(report.fit)


def _agreement_text(report: Playtest) -> str:
    agreement = report.agreement
    if agreement.spearman is None:
        return "The data do not allow a comparison of the players with the formula."
    words = f"Players and {report.formula.name} agree by {agreement.spearman:.2f} (rank correlation"
    if agreement.low is None or agreement.high is None:
        return f"{words}; too few tiles for an interval)."
    meaning = "" if agreement.low > 0 else "; not significant"
    return f"{words}, 95%: {agreement.low:.2f}..{agreement.high:.2f}{meaning})."


def _disagreement(tile: MeasuredTile, name: str) -> str:
    assert tile.disagrees is not None
    off = 100 * (tile.disagrees - 1)
    amount = "more" if off > 0 else "fewer"
    return f"{name.capitalize()} takes {abs(off):.0f}% {amount} moves than predicted."


def fit_words(fit: FormulaFit) -> Iterator[str]:
    """Yield the weights of a fitted formula and its gain."""
    weights = ", ".join(f"{term.feature} {term.weight:+.2f}" for term in fit.formula.terms)
    yield f"Weights fitted to {fit.story.tiles} tiles: {weights}."
    gain = fit.story.gain
    if fit.story.reversed:
        yield "These games contradict formula 1: the fit is not recommended."
    elif gain is None:  # it was stopped
        yield "The gain out of sample is not known: the fit is not recommended."
    elif fit.story.recommended:
        yield f"Out of sample it lowers the squared error of formula 1 by {100 * gain:.0f}%."
    else:
        yield (
            f"Out of sample it changes the squared error of formula 1 by {-100 * gain:+.0f}%, "
            "which is not significant: the fit is not recommended."
        )


def playtest_html(report: Playtest) -> str:
    """Return an HTML document with plots, remarks and pictures of the tiles."""
    names = tile_names(report)
    measured = [
        Measurement(names[tile.grid], tile.difficulty, tile.low, tile.high, tile.predicted)
        for tile in report.tiles
        if tile.difficulty is not None
    ]
    players = [
        Measurement(player.player, player.skill, player.low, player.high)
        for player in report.players
        if player.skill is not None
    ]
    return html_page(
        "playtest.html", title=f"Playtest: {len(report.games):,} games", scale=Scale,
        measured=measured, predicted=[tile for tile in measured if tile.predicted is not None],
        players=players, formula=report.formula.name, remarks=list(remarks(report)),
        tiles=[(names[tile.grid], tile, list(_tile_lines(tile))) for tile in report.tiles],
    )  # fmt: skip


def _tile_lines(tile: MeasuredTile) -> Iterator[str]:
    games = f"{tile.plays} games, {tile.given_up} given up"
    measured = (
        f"Not ranked: {tile.unranked}"
        if tile.difficulty is None
        else f"{tile.difficulty:.1f} moves ({interval(tile.low, tile.high)})"
    )
    yield f"{measured}; {games}"
    yield f"Predicted: {'not known' if tile.predicted is None else f'{tile.predicted:.1f} moves'}"
    if tile.apart_from_next is False:
        yield "No significant difference from the next tile."
