"""A report on a set of tiles in words."""

from __future__ import annotations

from collections.abc import Iterator

from chatuchak_solver.analysis.tile_set import FirstMoves, NearDuplicates, TileSetReport


def tile_set_text(report: TileSetReport) -> str:
    """Return all that a report knows, but for the tiles themselves, as text for a terminal."""
    lines = [*spread_words(report), ""]
    if report.closest is not None:
        lines += [f"The most alike: {pair_words(report.closest)}."]
        lines += [f"Near-duplicates: {pair_words(pair)}." for pair in report.near_duplicates]
        lines.append("")
    lines += [f"Tile {moves.tile}: {first_moves_words(moves)}." for moves in report.first_moves]
    lines += ["", *_place_lines(report)]
    return "\n".join(lines)


def spread_words(report: TileSetReport) -> Iterator[str]:
    """Yield sentences on how the difficulties are spread."""
    spread = report.spread
    if spread is None:
        yield f"{len(report.grids)} tiles; fewer than two difficulties are known."
        return
    points, below, above = spread.widest_gap
    yield (
        f"{len(report.grids)} tiles, from difficulty {spread.easiest:.1f} to "
        f"{spread.hardest:.1f}, {spread.mean:.1f} on average, with a deviation of "
        f"{spread.deviation:.1f}."
    )
    yield f"The widest gap: {points:.1f} points from tile {below} to tile {above}."
    lengths = ", ".join(f"{length} ({n}x)" for length, n in spread.lengths.items())
    yield f"Optimal lengths: {lengths}."


def pair_words(pair: NearDuplicates) -> str:
    """Say how much alike two tiles are."""
    one, other = pair.tiles
    if not pair.differences:
        return f"tiles {one} and {other} are the same puzzle"
    spots = "1 spot" if pair.differences == 1 else f"{pair.differences} spots"
    return f"tiles {one} and {other} differ on {spots}"


def first_moves_words(moves: FirstMoves) -> str:
    """Say what may be done first, and which moves look best and are not."""
    kept = f"{len(moves.keep)} of {moves.legal} first moves keep the optimum"
    if not moves.traps:
        return f"{kept}, no trap"
    traps = ", ".join(f"{trap.move} (loses {trap.loses})" for trap in moves.traps)
    return f"{kept}; traps: {traps}"


def _place_lines(report: TileSetReport) -> Iterator[str]:
    """Yield, for each color, the spots that have it most and least often."""
    for color, counts in report.places.items():
        most, least = max(counts), min(counts)
        often = ", ".join(str(spot) for spot, count in enumerate(counts) if count == most)
        yield (
            f"{color.label.capitalize()} stands most often ({most}x) on {often}; "
            f"at least {least}x on every spot."
        )
