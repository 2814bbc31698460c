"""What the backs of printed tiles say."""

from __future__ import annotations

from collections.abc import Sequence

from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.ranking import Measuring
from chatuchak_cli.shared.searches import SearchOptions, search_many
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solution import Solution


def backs_of(grids: Sequence[Grid], back: str) -> tuple[list[tuple[str, ...]], ExitCode]:
    """Return the lines below the number of each tile, and the exit code of the work for them.

    Parameters
    ----------
    back
        ``number`` and ``none`` take no work; ``difficulty`` and ``solution`` are worked out. What
        Ctrl-C left unknown stays empty.
    """
    lines: list[tuple[str, ...]] = [()] * len(grids)
    if back == "difficulty":
        ranking, code = Measuring().rank(grids)
        for tile in ranking:
            if tile.difficulty is not None:
                number, optimum = tile.tile - 1, tile.optimal_length
                lines[number] = (f"Difficulty {tile.difficulty:.0f}", f"{optimum} moves")
        return lines, code
    if back == "solution":
        solutions: list[Solution] = []
        code = search_many(
            grids,
            SearchOptions(rule="jump"),
            total=len(grids),
            workers=None,
            emit=solutions.append,
        )
        for number, solution in enumerate(solutions):
            moves = " ".join(map(str, solution.moves or ()))
            lines[number] = (f"{solution.length} moves", moves)
        return lines, code
    return lines, ExitCode.DONE
