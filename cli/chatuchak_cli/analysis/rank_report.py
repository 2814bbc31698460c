"""Rankings as tables, CSV and plots."""

from collections.abc import Sequence

from chatuchak_solver.analysis.difficulty import MEANINGS
from chatuchak_solver.analysis.ranking import RankedTile
from chatuchak_solver.rendering.plots import PlotFormat, RankingBar, ranking_plot
from chatuchak_solver.rendering.tables import Table, text_table

UNKNOWN = "-"


def ranking_text(tiles: Sequence[RankedTile], *, ranks_assumed: bool) -> Table:
    """Return the ranking as a table for a terminal.

    Parameters
    ----------
    ranks_assumed
        Whether the borders between the ranks are, which the heading then says.
    """
    expected = "?<expected rank (assumed)" if ranks_assumed else "?<expected rank"
    heads = (
        "#",
        "tile",
        "optimum",
        "??solutions",
        "difficulty",
        "??percentile",
        "??player",
        expected,
    )
    table = text_table(*heads, "???|grid", ruled=True)
    for tile in tiles:
        features = tile.measured
        table.add_row(
            UNKNOWN if tile.position is None else str(tile.position),
            str(tile.tile),
            str(tile.optimal_length),
            str(tile.features) if features is None else f"{features.optimal_solutions:,}",
            UNKNOWN if tile.difficulty is None else f"{tile.difficulty:.1f}",
            UNKNOWN if tile.percentile is None else f"{tile.percentile:.0f}",
            UNKNOWN if features is None else f"{features.player_moves:.1f}",
            tile.expected_rank or UNKNOWN,
            str(tile.grid),
        )
    return table


def ranking_picture(tiles: Sequence[RankedTile], file_format: PlotFormat) -> bytes:
    """Return the ranking as a plot; tiles without a difficulty are left out."""
    bars = [
        RankingBar(
            f"tile {tile.tile}",
            tile.difficulty,
            f"optimum {tile.optimal_length}",
            {MEANINGS[name]: points for name, points in tile.reasons().items()},
        )
        for tile in tiles
        if tile.difficulty is not None
    ]
    return ranking_plot(bars, file_format=file_format)


def details(tile: RankedTile, *, ranks_assumed: bool) -> str:
    """Say in words how hard a grid is and why.

    Parameters
    ----------
    ranks_assumed
        Whether the borders between the ranks are.
    """
    features = tile.measured
    if features is None or tile.difficulty is None:
        return (
            f"Optimum {tile.optimal_length}; the difficulty is not known: {tile.features} "
            "would have to be counted."
        )
    lines = [f"Difficulty {tile.difficulty:.1f} (a random start grid has 50 on average)."]
    if tile.percentile is not None:
        lines.append(f"Harder than {tile.percentile:.0f}% of random start grids.")
    if tile.expected_rank is not None:
        lines.append(
            f"The simulated player needs {features.player_median:g} moves in half of its games: "
            f"{tile.expected_rank}{' (assumed)' if ranks_assumed else ''}."
        )
    lines.append("")
    for name, points in tile.reasons().items():
        value = getattr(features, name)
        shown = f"{value:.3g}" if isinstance(value, float) else f"{value:,}"
        lines.append(f"{points:+6.1f} points  {shown:>9}  {MEANINGS[name]}")
    keep = "1 keeps" if features.first_moves == 1 else f"{features.first_moves} keep"
    lines.append("")
    lines.append(
        f"{features.positions:,} positions lie on shortest solutions; of the first moves, "
        f"{keep} the optimum; choosing right takes {features.forced_bits:.2f} bits a move."
    )
    return "\n".join(lines)
