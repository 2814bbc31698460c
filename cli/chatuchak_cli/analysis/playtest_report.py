"""Plans and reports of playtests as text and HTML."""

import math
from itertools import combinations
from typing import Final

from rich.console import Group

from chatuchak_cli.shared.output import counted
from chatuchak_solver.analysis.playtest.plan import PlaytestPlan
from chatuchak_solver.analysis.playtest.report import Playtest
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering import templates
from chatuchak_solver.rendering.interval_plots import Measurement, Scale

COLUMNS: Final = ("moves", "min:s", "hints", "solved")
ADVICE: Final = (
    "Play in this order. If you give up, write the moves so far and solved: no. Type the cards as "
    "CSV: player,tile,moves,seconds,hints,solved."
)
EFFECTS = {"learning": "Twice as many games before", "hints": "The first hint"}
"""Doubling of each covariate's argument, in words."""


def playtest_text(report: Playtest) -> Group:
    """Return the tables and remarks."""
    groups = {tile.group for tile in report.tiles} - {None}
    return templates.report(
        "playtest.txt", report=report, names=tile_names(report), groups=groups,
        remarks=remarks(report),
    )  # fmt: skip


def tile_names(report: Playtest) -> dict[Grid, str]:
    """Return the tiles' names: numbers in the set, or in the report."""
    return {
        tile.grid: f"no. {place}" if tile.tile is None else f"tile {tile.tile}"
        for place, tile in enumerate(report.tiles, start=1)
    }


def remarks(report: Playtest) -> list[str]:
    """Return the sentences below the tables."""
    measurement, places = report.measurement, range(len(report.tiles))
    return templates.text_lines(
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
    return templates.html_page(
        "playtest.html", title=f"Playtest: {counted(len(report.games), 'game')}", scale=Scale,
        measured=measured, predicted=[tile for tile in measured if tile.predicted is not None],
        players=players, formula=report.formula.name, remarks=remarks(report),
        tiles=report.tiles, names=names,
    )  # fmt: skip


def plan_text(plan: PlaytestPlan, *, is_measured: bool) -> Group:
    """Return the rota and the sample sizes."""
    return templates.report("playtest_plan.txt", plan=plan, is_measured=is_measured)


def cards_text(plan: PlaytestPlan) -> str:
    """Return a score card per player, separated by form feeds."""
    return templates.text("score_cards.txt", plan=plan, columns=COLUMNS, advice=ADVICE)


def cards_html(plan: PlaytestPlan) -> str:
    """Return a page with a score card per player, one per sheet."""
    return templates.html_page(
        "score_cards.html", title="Playtest: score cards", plan=plan, columns=COLUMNS, advice=ADVICE
    )
