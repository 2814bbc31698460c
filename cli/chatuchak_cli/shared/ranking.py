"""Rankings as `rank` and `difficulty` make them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from chatuchak_cli.shared.assumed_deck import AssumedAnswer
from chatuchak_cli.shared.files import STDIN, standard_input
from chatuchak_cli.shared.grid_argument import TILE_PREFIX, GridSource
from chatuchak_cli.shared.options import formula_of, formula_words
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.runner import ExitCode, JobWords, Stoppable, long_job, spread_over
from chatuchak_solver.analysis.difficulty import FORMULA_1, FormulaName
from chatuchak_solver.analysis.ranking import RankedTile, Ranking, Yardsticks, rank_tiles
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import escaped, read_stream
from chatuchak_solver.photo.image_file import resembles_photo
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles, parse_start_tiles
from chatuchak_solver.rendering.plots import PlotFormat, plot_format
from chatuchak_solver.search.solo_ranks import SoloRanks, load_solo_ranks

Reasons: TypeAlias = Mapping[Part, str | None]
"""Why parts of the box are assumed; None for those that are not."""


class FormulaAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """Base of answers with difficulties.

    Attributes
    ----------
    formula
        The formula of the difficulties, if it is not formula 1.
    """

    formula: FormulaName | None = None


class Measured(Stoppable, Protocol):
    """What measuring grids found."""

    @property
    def tiles(self) -> Sequence[RankedTile]:
        """The grids that were measured."""


Found = TypeVar("Found", bound=Measured)


class Measuring:
    """What difficulties are measured by, as `measuring_options` ask for it.

    Attributes
    ----------
    ranks
        The solo ranks to expect.
    formula
        What makes a difficulty.
    """

    def __init__(
        self, *, seed: int = 1, games: int = 200, formula: Path | None = None,
        ranks: Path | None = None, workers: int | None = None, scheduler: str | None = None,
    ) -> None:  # fmt: skip
        self.ranks, self.formula = load_solo_ranks(ranks), formula_of(formula)
        self._has_own_ranks = ranks is not None
        self._given = {"seed": seed, "games": games, "workers": workers}
        self._scheduler = scheduler

    def use_box(self, box: Box) -> None:
        """Take the ranks of the box, if no file of ranks is given."""
        if not self._has_own_ranks:
            self.ranks = box.ranks

    def run(
        self, measure: Callable[..., Found], grids: Sequence[Grid],
        before: str = "all features were measured", **more: Any,
    ) -> tuple[Found, ExitCode]:  # fmt: skip
        """Measure grids with progress; Ctrl-C leaves what is known by then.

        Parameters
        ----------
        measure
            Takes what `rank_tiles` takes, and ``more``.
        before
            What a limit came before.
        """
        yardsticks = Yardsticks(ranks=self.ranks, formula=self.formula)
        with long_job(words=JobWords(unit="grids")) as job:
            found = measure(
                grids, yardsticks, stop=job.stop, on_progress=job.show, **self._given, **more
            )
            reasons = (found.stopped_by, *(tile.stopped_by for tile in found.tiles))
            after = f"{len(found.tiles)} of {len(grids)} grids"
            return found, job.end(next(filter(None, reasons), None), before=before, after=after)

    def rank(self, grids: Sequence[Grid]) -> tuple[Ranking, ExitCode]:
        """Rank grids, on the workers of a scheduler if one was named."""
        with spread_over(self._scheduler) as spread:
            ranked, code = self.run(rank_tiles, grids, spread=spread)
        unknown = sum(tile.position is None for tile in ranked)
        if unknown and ranked.stopped_by is None:
            tell(f"the difficulty of {unknown} of {len(ranked)} grids is not known")
        return ranked, code

    def document(self) -> JsonObject:
        """Return what JSON answers add where a formula other than the first was asked for."""
        return {} if self.formula == FORMULA_1 else {"formula": self.formula.named}

    def notes(self, reasons: Reasons) -> tuple[str, ...]:
        """Return the lines below an answer: its formula and the assumed parts of the box."""
        return tuple(filter(None, (formula_words(self.formula), assumption_line(reasons))))


def assumption_fields(reasons: Reasons) -> JsonObject:
    """Return the fields of a JSON answer that name the assumed parts of the box."""
    parts = [part for part, reason in reasons.items() if reason]
    why = {"assumed": bool(parts), "why_assumed": [reasons[part] for part in parts]}
    return {**why, "assumed_parts": parts} if parts else why


def assumption_line(reasons: Reasons) -> str:
    """Return the line that names the assumed parts of the box; empty without any."""
    names = ", ".join(part for part, reason in reasons.items() if reason)
    return f"Assumed: {names} ('chatuchak box show' has the reasons)." if names else ""


def tile_reasons(sources: Iterable[GridSource]) -> dict[Part, str | None]:
    """Return why the tiles of the box are assumed, if a grid is one of them."""
    tiles = (source for source in sources if source.label.startswith(TILE_PREFIX))
    return {"tiles": next((source.why_assumed for source in tiles), None)}


def rank_reasons(ranks: SoloRanks, tiles: Iterable[RankedTile]) -> dict[Part, str | None]:
    """Return why the ranks of the box are assumed, if a tile has an expected rank."""
    return {"ranks": ranks.why_assumed if any(tile.expected_rank for tile in tiles) else None}


def write_plot(path: Path | None, draw: Callable[[PlotFormat], bytes]) -> None:
    """Write a plot in the format that its name asks for, and say so."""
    if path is not None:
        write_file(path, draw(plot_format(path.name)))
        tell(f"plot: {path}")


def tiles_of(files: Sequence[Path], box: Box | None = None) -> StartTiles:
    """Return the tiles of a file or photos, of standard input for ``-``, or of the box.

    Raises
    ------
    InputError
        If they cannot be read, the message names the place; or if several files are no photos.
    """
    if not files:
        return load_start_tiles() if box is None else box.tiles
    photos = [file for file in files if resembles_photo(file)]
    if len(photos) == len(files):
        from chatuchak_cli.shared.photos import grids_of_photos

        names = ", ".join(escaped(str(photo)) for photo in photos)
        return StartTiles(f"tiles of {names}", grids_of_photos(photos))
    if len(files) > 1:
        odd = next(file for file in files if file not in photos)
        raise InputError(
            f"{escaped(odd.name)} is one of several files and no photo; expected one file of "
            "grids, or photos"
        )
    file = files[0]
    if str(file) != "-":
        return load_start_tiles(file)
    data = read_stream(standard_input("tiles, one a line"), source=STDIN)
    return parse_start_tiles(data, source=STDIN)
