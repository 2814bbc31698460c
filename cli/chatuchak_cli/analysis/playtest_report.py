"""Plans and reports of playtests as text and HTML."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from chatuchak_cli.analysis.measuring import or_dash
from chatuchak_cli.shared.output import counted
from chatuchak_solver.analysis.playtest.plan import PlaytestPlan
from chatuchak_solver.analysis.playtest.report import Playtest
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.interval_plots import Measurement, Scale
from chatuchak_solver.rendering.tables import TextTable, text_table
from chatuchak_solver.rendering.templates import html_page, text, text_lines

COLUMNS: Final = ("moves", "min:s", "hints", "solved")
ADVICE: Final = (
    "Play in this order. If you give up, write the moves so far and solved: no. Type the cards as "
    "CSV: player,tile,moves,seconds,hints,solved."
)
EFFECTS = {"learning": "Twice as many games before", "hints": "The first hint"}
"""Doubling of each covariate's argument, in words."""


def playtest_text(report: Playtest) -> Iterator[TextTable | str]:
    """Yield the tables and remarks."""
    names = tile_names(report)
    # A single group needs no column.
    has_groups = any(tile.group not in (None, 1) for tile in report.tiles)
    group = ("group",) if has_groups else ()
    heads = ("<tile", "games", "given up", "moves", "95%", "predicted", "<", "?|grid")
    tiles = text_table(*group, *heads, ruled=True)
    for tile in report.tiles:
        tiles.add_row(
            *[or_dash(tile.group) for _ in group],
            names[tile.grid].removeprefix("tile "),
            str(tile.plays),
            str(tile.given_up),
            or_dash(tile.difficulty, ".1f"),
            interval(tile.low, tile.high),
            or_dash(tile.predicted, ".1f"),
            "~" if tile.apart_from_next is False else "",
        )
    yield tiles
    if any(tile.apart_from_next is False for tile in report.tiles):
        yield "~ no significant difference from the next tile: the order may be chance."
    if any(tile.tile is None for tile in report.tiles):
        yield from (f"{names[tile.grid]}: {tile.grid}" for tile in report.tiles)
    yield ""
    players = text_table(*group, "<player", "games", "skill", "95%", ruled=True)
    for player in report.players:
        players.add_row(
            *[or_dash(player.group) for _ in group],
            player.player,
            str(player.plays),
            "-" if player.skill is None else f"{player.skill:+.0f}%",
            interval(player.low, player.high, digits=0),
        )
    yield players
    yield from remarks(report)


def tile_names(report: Playtest) -> dict[Grid, str]:
    """Return the tiles' names: numbers in the set, or in the report."""
    return {
        tile.grid: f"no. {place}" if tile.tile is None else f"tile {tile.tile}"
        for place, tile in enumerate(report.tiles, start=1)
    }


def interval(low: float | None, high: float | None, *, digits: int = 1) -> str:
    """Return an interval as text."""
    if low is None or high is None:
        return "-"
    return f"{low:.{digits}f}..{high:.{digits}f}" if high < 1e6 else f"{low:.{digits}f}.."


def remarks(report: Playtest) -> list[str]:
    """Return the sentences below the tables."""
    measurement, places = report.measurement, range(len(report.tiles))
    return text_lines(
        "playtest_remarks.txt", report=report, names=tile_names(report),
        pairs=[
            measurement.is_significant(*pair)
            for pair in combinations(places, 2)
            if measurement.is_comparable(*pair)
        ],
        effects=[
            (words, 100 * math.expm1(measurement.covariates.get(name, 0.0) * math.log(2)))
            for name, words in EFFECTS.items()
        ],
    )  # fmt: skip


def playtest_html(report: Playtest) -> str:
    """Return an HTML document with plots, remarks and pictures."""
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
        "playtest.html", title=f"Playtest: {counted(len(report.games), 'game')}", scale=Scale,
        measured=measured, predicted=[tile for tile in measured if tile.predicted is not None],
        players=players, formula=report.formula.name, remarks=remarks(report),
        tiles=report.tiles, names=names, interval=interval,
    )  # fmt: skip


def plan_text(plan: PlaytestPlan, *, is_measured: bool) -> Iterator[TextTable | str]:
    """Yield the rota and the sample sizes."""
    width = len(str(len(plan.grids)))
    table = text_table("<player", "<tiles in order", ruled=True)
    for player in plan.rota:
        table.add_row(player.player, " ".join(f"{tile:>{width}}" for tile in player.tiles))
    yield table
    yield from text_lines("playtest_plan.txt", plan=plan, is_measured=is_measured)


def cards_text(plan: PlaytestPlan) -> str:
    """Return a score card per player, separated by form feeds."""
    return text("score_cards.txt", plan=plan, columns=COLUMNS, advice=ADVICE)


def cards_html(plan: PlaytestPlan) -> str:
    """Return a page with a score card per player, one per sheet."""
    return html_page(
        "score_cards.html", title="Playtest: score cards", plan=plan, columns=COLUMNS, advice=ADVICE
    )
