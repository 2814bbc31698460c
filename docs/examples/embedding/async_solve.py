"""Solve in a thread; a canceled task ends the search, too."""

import asyncio
import threading

from chatuchak_solver import Grid, Solution, Stop, solve


async def solve_async(grid: Grid, time_s: float = 60.0) -> Solution:
    """Return the solution of a grid without blocking the event loop."""
    canceled = threading.Event()
    stop = Stop(time_s=time_s, interrupt=canceled.is_set)
    try:
        return await asyncio.to_thread(solve, grid, stop=stop)
    finally:
        canceled.set()


if __name__ == "__main__":
    print(asyncio.run(solve_async(Grid.parse(".RY/YRG/RGG"))).length)
