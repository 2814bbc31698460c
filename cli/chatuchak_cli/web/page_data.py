"""The page's data, a module of its scripts."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from chatuchak_cli.shared.options import formula_of
from chatuchak_solver import InputError, StartTiles, __version__
from chatuchak_solver.analysis import difficulty
from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula, load_difficulty_distribution
from chatuchak_solver.analysis.kernels.simulated_player import SCALE
from chatuchak_solver.analysis.simulated_player import PLAYER_KINDS
from chatuchak_solver.box import PARTS, Box, shipped_part
from chatuchak_solver.codec import JsonObject, parse_json
from chatuchak_solver.errors import at
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PageData:
    """The data of the page.

    Attributes
    ----------
    box
        By default the shipped, assumed data.
    public_url
        The public address, shown as QR code; None for the one in the browser.
    served
        Whether ``chatuchak serve`` sends the page.
    playtest
        Whether the server collects games.
    """

    box: Box = field(default_factory=Box.default)
    formula: Formula = FORMULA_1
    public_url: str | None = None
    served: bool = False
    playtest: bool = False

    @classmethod
    def of_box(cls, box: Box, formula: Path | None) -> Self:
        """Return the data of a box and a formula file; InputError if a file or part is invalid."""
        for fault in box.faults():
            raise InputError(at(box.source, fault))
        colors = len(STANDARD_COUNTS)
        for number, grid in enumerate(box.tiles.grids, start=1):
            if grid.board != STANDARD_BOARD or max(grid.colors) >= colors:
                expected = f"{STANDARD_BOARD} spots of {colors} colors, as the page plays"
                raise InputError(f"{box.tiles.source}: invalid tile {number}: expected {expected}")
        if len(box.counts) != colors:
            text = f"invalid counts {list(box.counts)}: expected {colors} numbers for the page"
            raise InputError(at(box.source, text))
        return cls(box=box, formula=formula_of(formula))

    def script(self) -> bytes:
        """Return the module."""
        text = "".join(
            f"export const {name} = {json.dumps(value, separators=(',', ':'))};\n"
            for name, value in self.exports().items()
        )
        # No value ends a script element or looks like an import.
        return text.replace("<", "\\u003c").replace("import", "\\u0069mport").encode()

    def exports(self) -> JsonObject:
        """Return the module's values by name."""
        box, formula = self.box, self.formula
        other = None if formula == FORMULA_1 else {"name": formula.name, "games": formula.games}
        distribution = load_difficulty_distribution()
        assert distribution.formula_version == difficulty.FORMULA_VERSION
        return {
            "about": {
                "version": __version__,
                "address": self.public_url,
                "playtest": self.playtest,
                "formula": other,
            },
            "difficulty": {
                "formula_version": difficulty.FORMULA_VERSION,
                "average": difficulty.AVERAGE,
                "points": difficulty.POINTS,
                "terms": [term.to_dict() for term in formula.terms],
                "quantiles": () if other else distribution.quantiles,
            },
            "players": {  # their errors in the kernels' units
                kind: {**player.to_dict(), "error": round(player.error * SCALE)}
                for kind, player in PLAYER_KINDS.items()
            },
            "box": {
                "assumed": box.assumed_parts(*PARTS),
                "counts": box.counts,
                "ranks": [{"name": rank.name, "most": rank.most} for rank in box.ranks.ranks],
                "shipped": {part: shipped_part(part) for part in ("tiles", "counts", "ranks")},
                "file": box.to_dict(),
            },
            "tiles": _tiles(box.tiles, formula),
        }


def _tiles(tiles: StartTiles, formula: Formula) -> list[JsonObject]:
    listed: list[JsonObject] = [
        {"tile": number, "grid": str(grid)} for number, grid in enumerate(tiles.grids, 1)
    ]
    if tiles.grids == Box.default().tiles.grids:
        fields = parse_json(read_bytes("tile_figures.json")[0])
        for tile, optimum, about in zip(listed, fields["optima"], fields["abouts"], strict=True):
            tile["optimum"] = optimum
            if formula == FORMULA_1:
                tile["about"] = about
    return listed
