"""What the page knows besides its scripts: tiles, ranks, the difficulty formula, as JSON files."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from chatuchak_solver._version import __version__
from chatuchak_solver.analysis.difficulty import (
    AVERAGE,
    FORMULA_1,
    FORMULA_VERSION,
    POINTS,
    Formula,
)
from chatuchak_solver.analysis.difficulty_distribution import load_difficulty_distribution
from chatuchak_solver.analysis.kernels.scales import SCALE
from chatuchak_solver.analysis.player_kinds import PLAYER_KINDS
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.search.solo_ranks import SoloRanks

SHORTEST_SAMPLE: Final = ".GYPYR/BRGRPY/GYBGRP/RBRYBY/BGPGPB"
"""The sample tile of the shortest solution: newcomers begin with it where it is played."""


def page_data(
    tiles: StartTiles,
    ranks: SoloRanks,
    public_url: str | None,
    *,
    formula: Formula = FORMULA_1,
    playtest: bool = False,
) -> dict[str, bytes]:
    """Return the files by their paths from the page's folder on; for tiles that are checked.

    Parameters
    ----------
    formula
        What makes a difficulty of a grid's features.
    playtest
        Whether the server collects games.
    """
    other = None if formula == FORMULA_1 else {"name": formula.name, "games": formula.games}
    about = {"version": __version__, "address": public_url, "playtest": playtest, "formula": other}
    documents = {
        "about": about,
        "difficulty": _difficulty(formula),
        "players": {  # their errors in the kernels' units
            kind: {
                "width": player.width,
                "look_ahead": player.look_ahead,
                "plays": player.plays,
                "error": round(player.error * SCALE),
            }
            for kind, player in PLAYER_KINDS.items()
        },
        "ranks": {
            "assumed": ranks.why_assumed is not None,
            "why_assumed": ranks.why_assumed,
            "ranks": [asdict(rank) for rank in ranks.ranks],
        },
        "tiles": {
            "assumed": tiles.why_assumed is not None,
            "why_assumed": tiles.why_assumed,
            "first": SHORTEST_SAMPLE,
            "tiles": [{"tile": n, "grid": str(grid)} for n, grid in enumerate(tiles.grids, 1)],
        },
    }
    return {
        f"data/{name}.json": json.dumps(document, separators=(",", ":")).encode()
        for name, document in documents.items()
    }


def check_tiles(tiles: StartTiles) -> None:
    """Check that the page can play the tiles.

    Raises
    ------
    InputError
        If one is of another board.
    """
    for number, grid in enumerate(tiles.grids, start=1):
        if grid.board != STANDARD_BOARD:
            raise InputError(
                f"tile {number} of the {tiles.source} is {grid.board}; "
                f"the page plays {STANDARD_BOARD} alone"
            )


def _difficulty(formula: Formula) -> dict[str, Any]:
    """Return all that turns features into a difficulty and, by formula 1, its percentile."""
    distribution = load_difficulty_distribution()
    assert distribution.formula_version == FORMULA_VERSION
    return {
        "formula_version": FORMULA_VERSION,
        "average": AVERAGE,
        "points": POINTS,
        "terms": [asdict(term) for term in formula.terms],
        "quantiles": distribution.quantiles if formula == FORMULA_1 else (),
    }
