"""Solve the sample tiles with the shipped code, on another processor: no compiler takes part.

Run by the Python of an emulated 64-bit ARM Linux; see RELEASING.md.
"""

from __future__ import annotations

import platform
import sys

from chatuchak_solver import load_start_tiles, solve
from chatuchak_solver.codec import parse_json
from chatuchak_solver.io.package_data import read_bytes


def main() -> None:
    """Hold the lengths to those that are shipped."""
    known = parse_json(read_bytes("tile_figures.json")[0])["optima"]
    found = [solve(grid).length for grid in load_start_tiles().grids]
    assert found == known, (found, known)
    assert "numba" not in sys.modules, "kernels were compiled, not loaded"
    print(f"{platform.machine()}: {len(found)} lengths are right, and numba was not imported")


if __name__ == "__main__":
    main()
