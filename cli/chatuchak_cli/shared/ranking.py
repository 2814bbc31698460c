"""Rankings as `rank` and `difficulty` make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.files import STDIN, standard_input
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import long_job, spread_over
from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula
from chatuchak_solver.analysis.ranking import Ranking, Yardsticks, rank_tiles
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.foreign import escaped, read_stream
from chatuchak_solver.photo.image_file import resembles_photo
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles, parse_start_tiles
from chatuchak_solver.rendering.plots import PlotFormat, plot_format
from chatuchak_solver.search.solo_ranks import SoloRanks


@dataclass(frozen=True, slots=True, kw_only=True)
class RankOptions:
    """How to rank: see `chatuchak_solver.analysis.ranking.rank_tiles`."""

    seed: int
    games: int
    formula: Formula = FORMULA_1
    workers: int | None = None
    scheduler: str | None = None


def rank_and_tell(
    grids: Sequence[Grid],
    ranks: SoloRanks,
    options: RankOptions,
    *,
    plot: Path | None = None,
) -> tuple[Ranking, ExitCode]:
    """Rank grids with progress; return the ranking and the exit code.

    Ctrl-C leaves the ranking of what is measured.

    Parameters
    ----------
    ranks
        The solo ranks to expect.
    plot
        The file that a plot will go to: a wrong ending is told before any work.
    """
    if plot is not None:
        plot_format(plot.name)
    yardsticks = Yardsticks(ranks=ranks, formula=options.formula)
    words = JobWords(unit="grids")
    with long_job(words=words) as job, spread_over(options.scheduler) as spread:
        ranked = rank_tiles(
            grids,
            yardsticks,
            games=options.games,
            seed=options.seed,
            workers=options.workers,
            spread=spread,
            stop=job.stop,
            on_progress=job.show,
        )
        unknown = sum(tile.position is None for tile in ranked)
        if unknown and ranked.stopped_by is None:
            job.erase()
            tell(f"the difficulty of {unknown} of {len(ranked)} grids is not known")
        reasons = (ranked.stopped_by, *(tile.stopped_by for tile in ranked))
        return ranked, job.end(
            next(filter(None, reasons), None),
            before="all features were measured",
            after=f"{len(ranked)} of {len(grids)} grids",
        )


def write_plot(path: Path | None, draw: Callable[[PlotFormat], bytes]) -> None:
    """Write a plot in the format that its name asks for, and say so."""
    if path is not None:
        write_file(path, draw(plot_format(path.name)))
        tell(f"plot: {path}")


def tiles_of(files: Sequence[Path]) -> StartTiles:
    """Return the tiles of a file or photos, of standard input for ``-``, or the sample tiles.

    Raises
    ------
    InputError
        If they cannot be read, the message names the place; or if several files are no photos.
    """
    if not files:
        return load_start_tiles()
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
