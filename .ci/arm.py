"""Solve the sample tiles with the precompiled code on an emulated 64-bit ARM Linux.

Run by the Python of that Linux; see RELEASING.md.
"""

from __future__ import annotations

import platform
import sys

from chatuchak_solver import load_start_tiles, solve
from chatuchak_solver.codec import parse_json
from chatuchak_solver.io.package_data import read_bytes


def main() -> None:
    """Compare the lengths with the shipped lengths."""
    known = parse_json(read_bytes("tile_figures.json")[0])["optima"]
    lengths = [solve(grid).length for grid in load_start_tiles().grids]
    assert lengths == known, (lengths, known)
    assert "numba" not in sys.modules, "kernels were compiled, not loaded"
    print(f"{platform.machine()}: {len(lengths)} lengths are right; numba was not imported")


if __name__ == "__main__":
    main()
