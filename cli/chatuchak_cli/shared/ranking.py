"""Measurement of difficulties with progress."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from chatuchak_cli.shared import options, runner
from chatuchak_cli.shared.files import write_output
from chatuchak_cli.shared.output import assumed_line, counted, is_json, print_answer, print_message
from chatuchak_solver import Grid, RankedTile, Ranking, RankingReference, rank_tiles
from chatuchak_solver.analysis.difficulty import FORMULA_1, FormulaName
from chatuchak_solver.box import AssumedAnswer, Box, Reasons
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.rendering.plots import plot_format


class FormulaAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """Base of answers with difficulties.

    Attributes
    ----------
    formula
        The difficulty formula, unless it is formula 1.
    """

    formula: FormulaName | None = None


class Measured(runner.Stoppable, Protocol):
    """The measured grids."""

    @property
    def tiles(self) -> Sequence[RankedTile]:
        """The measured grids."""


Found = TypeVar("Found", bound=Measured)


class Measuring:
    """The values of `measuring_options`."""

    def __init__(
        self, *, box: Box, seed: int = 1, games: int = 200, formula: Path | None = None,
        workers: int | None = None, scheduler: str | None = None,
    ) -> None:  # fmt: skip
        self.box, self.formula = box, options.formula_of(formula)
        self._given = {"seed": seed, "games": games, "workers": workers}
        self._scheduler = scheduler

    def run(
        self, measure: Callable[..., Found], grids: Sequence[Grid],
        before: str = "all features were measured", **more: Any,
    ) -> tuple[Found, runner.ExitCode]:  # fmt: skip
        """Measure grids with progress; Ctrl-C returns the finished ones.

        ``measure`` takes the parameters of `rank_tiles` and ``more``; ``before`` is the unreached
        goal in the message.
        """
        reference = RankingReference(ranks=self.box.ranks, formula=self.formula)
        with runner.long_job(unit="grids") as job:
            found = measure(
                grids, reference, stop=job.stop, on_progress=job.show, **self._given, **more
            )
            reasons = (found.stopped_by, *(tile.stopped_by for tile in found.tiles))
            after = f"{len(found.tiles)} of {counted(len(grids), 'grid')}"
            return found, job.end(next(filter(None, reasons), None), before=before, after=after)

    def rank(self, grids: Sequence[Grid]) -> tuple[Ranking, runner.ExitCode]:
        """Rank grids, on a scheduler's workers if one was named."""
        options.reject_with("scheduler", "workers")
        with runner.cluster_executor(self._scheduler) as executor:
            ranked, code = self.run(rank_tiles, grids, spread=executor)
        unknown = sum(tile.position is None for tile in ranked)
        if unknown and ranked.stopped_by is None:
            of_all = f"{unknown} of {counted(len(ranked), 'grid')}"
            print_message(f"the difficulty of {of_all} is not known")
        return ranked, code

    def show(self, document: JsonObject, report: Callable[[], Any], reasons: Reasons) -> None:
        """Print an answer as JSON or text, with a formula other than formula 1."""
        formula = {} if self.formula == FORMULA_1 else {"formula": self.formula.named}
        print_answer({**document, **formula}, report, reasons, is_last=False)
        if not is_json():
            click.echo("".join(f"{note}\n" for note in self.notes(reasons)), nl=False)

    def notes(self, reasons: Reasons) -> tuple[str, ...]:
        """Return the formula and assumed parts as lines below an answer."""
        return tuple(filter(None, (options.formula_words(self.formula), assumed_line(reasons))))

    def reasons(self, found: Measured, tiles: Reasons) -> Reasons:
        """Return the assumed parts: of the grids, and of an expected rank."""
        ranked = any(tile.expected_rank for tile in found.tiles)
        return {**tiles, **(self.box.reasons("ranks") if ranked else {})}


def write_plot(path: Path | None, draw: Callable[..., bytes]) -> None:
    """Write a plot in the ``file_format`` of its name, with a message."""
    write_output(path, "plot", lambda: draw(file_format=plot_format(str(path))))


def tiles_of(files: Sequence[Path], box: Box) -> tuple[StartTiles, Reasons]:
    """Return the tiles of a file, photos, standard input or the box, with assumed parts."""
    options.reject_with("files", "tiles")
    if files:
        box = box.with_part("tiles", options.read_tiles(files, box))
    return box.tiles, box.reasons("tiles")
