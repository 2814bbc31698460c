"""Ranking with progress, Ctrl-C and exit codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.files import write_file
from chatuchak_cli.shared.interrupt import INTERRUPTED, interruptible
from chatuchak_cli.shared.progress import ItemProgress
from chatuchak_solver.analysis.ranking import Ranking, Yardsticks, rank_tiles
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.plots import PlotFormat, plot_format
from chatuchak_solver.run import Stop, StopReason
from chatuchak_solver.search.solo_ranks import load_solo_ranks

__all__ = ["RankOptions", "rank_and_tell", "write_plot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankOptions:
    """How to rank: see `chatuchak_solver.analysis.ranking.rank_tiles`."""

    seed: int
    games: int
    ranks: Path | None = None
    workers: int | None = None


def rank_and_tell(
    grids: Sequence[Grid], options: RankOptions, *, plot: Path | None = None
) -> tuple[Ranking, int]:
    """Rank grids with progress; return the ranking and the exit code.

    Ctrl-C leaves the ranking of what is measured.

    Parameters
    ----------
    plot
        The file that a plot will go to: a wrong ending is told before any work.
    """
    if plot is not None:
        plot_format(plot.name)
    yardsticks = Yardsticks(ranks=load_solo_ranks(options.ranks))
    with (
        interruptible() as interrupt,
        ItemProgress(len(grids), "grids") as progress,
        compile_notice(),
    ):
        ranked = rank_tiles(
            grids,
            yardsticks,
            games=options.games,
            seed=options.seed,
            workers=options.workers,
            stop=Stop(interrupt=interrupt.is_requested),
            on_progress=lambda _: progress.advance(),
        )
    if ranked.stopped_by is StopReason.INTERRUPT:
        click.echo(f"interrupted: {len(ranked)} of {len(grids)} grids are measured", err=True)
        return ranked, INTERRUPTED
    unknown = sum(tile.position is None for tile in ranked)
    if unknown:
        click.echo(f"the difficulty of {unknown} of {len(ranked)} grids is not known", err=True)
        return ranked, ExitCode.UNPROVEN
    return ranked, 0


def write_plot(path: Path | None, draw: Callable[[PlotFormat], bytes]) -> None:
    """Write a plot in the format that its name asks for, and say so."""
    if path is not None:
        write_file(path, draw(plot_format(path.name)))
        click.echo(f"plot: {path}", err=True)
