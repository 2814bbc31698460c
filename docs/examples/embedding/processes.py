"""Solve grids in processes of your own; values are pickled."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from chatuchak_solver import Grid, solve


def solve_all(grids: list[Grid], workers: int = 2) -> list[int | None]:
    """Return the optimal lengths; a fork could deadlock, so the processes are spawned."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [solution.length for solution in pool.map(solve, grids)]


if __name__ == "__main__":
    print(solve_all([Grid.parse(".RY/YRG/RGG"), Grid.parse("RG/GR/.R")]))
