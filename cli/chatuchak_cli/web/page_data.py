"""What the page knows besides its scripts: tiles, ranks, the difficulty formula, as JSON files."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final, Self

from chatuchak_cli.shared.options import formula_of
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
from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles
from chatuchak_solver.search.solo_ranks import SoloRanks, load_solo_ranks
from chatuchak_solver.shipped import read_document

FIGURES: Final = "tile_figures.json"
"""What is known of the sample tiles, so that no phone needs to find it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageData:
    """What the page plays and knows.

    Attributes
    ----------
    tiles, ranks
        The start tiles and solo ranks; the shipped ones by default.
    formula
        What makes a difficulty of a grid's features.
    public_url
        The address to give to others, which is a QR code too; None for the one in the browser.
    served
        Whether ``chatuchak serve`` sends the page, which is at hand and has the newest.
    playtest
        Whether that collects games.
    """

    tiles: StartTiles = field(default_factory=load_start_tiles)
    ranks: SoloRanks = field(default_factory=load_solo_ranks)
    formula: Formula = FORMULA_1
    public_url: str | None = None
    served: bool = False
    playtest: bool = False

    @classmethod
    def of_files(cls, tiles: Path | None, ranks: Path | None, formula: Path | None) -> Self:
        """Return what files hold, and what is shipped where none is given.

        Raises
        ------
        InputError
            If a file cannot be read, or a tile is of a board that the page cannot play.
        """
        played = load_start_tiles(tiles)
        for number, grid in enumerate(played.grids, start=1):
            if grid.board != STANDARD_BOARD:
                raise InputError(
                    f"tile {number} of the {played.source} is {grid.board}; "
                    f"the page plays {STANDARD_BOARD} alone"
                )
        return cls(tiles=played, ranks=load_solo_ranks(ranks), formula=formula_of(formula))

    def alone(self) -> Self:
        """Return the same for a page that no server of ours sends."""
        return replace(self, public_url=None, served=False, playtest=False)

    def files(self) -> dict[str, bytes]:
        """Return the JSON files by their paths from the page's folder on."""
        tiles, ranks, formula = self.tiles, self.ranks, self.formula
        other = None if formula == FORMULA_1 else {"name": formula.name, "games": formula.games}
        documents = {
            "about": {
                "version": __version__,
                "address": self.public_url,
                "playtest": self.playtest,
                "formula": other,
            },
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
                "ranks": [{"name": rank.name, "most": rank.most} for rank in ranks.ranks],
            },
            "tiles": {
                "assumed": tiles.why_assumed is not None,
                "why_assumed": tiles.why_assumed,
                "tiles": _tiles(tiles, formula),
            },
        }
        return {
            f"data/{name}.json": json.dumps(document, separators=(",", ":")).encode()
            for name, document in documents.items()
        }


def _tiles(tiles: StartTiles, formula: Formula) -> list[JsonObject]:
    """Return the tiles by number, the shipped ones with their optima and what is said of them."""
    listed: list[JsonObject] = [
        {"tile": number, "grid": str(grid)} for number, grid in enumerate(tiles.grids, 1)
    ]
    if tiles.grids == load_start_tiles().grids:
        fields = read_document(FIGURES).mapping()
        for tile, optimum, about in zip(
            listed, fields["optima"].items(), fields["abouts"].items(), strict=True
        ):
            tile["optimum"] = optimum.value
            if formula == FORMULA_1:
                tile["about"] = about.value
    return listed


def _difficulty(formula: Formula) -> JsonObject:
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
