"""Instance sets as files: ``python -m benchmarks.instance_files`` rebuilds them.

``benchmarks/instance_sets`` contains them, with checksums in ``SHA256SUMS``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from benchmarks.instances import (
    GENERAL_SIZES,
    UNUSUAL_COUNTS,
    general_grids,
    random_start_grids,
    shuffled_grids,
)
from chatuchak_solver.analysis.difficulty import load_difficulty_distribution
from chatuchak_solver.io.files import write_file
from chatuchak_solver.puzzle import Grid

__all__ = ["FOLDER", "contents", "write_files"]

FOLDER = Path(__file__).parent / "instance_sets"
SUMS = "SHA256SUMS"
START_GRIDS = 2000
UNUSUAL_GRIDS = 100


def contents() -> dict[str, str]:
    unusual = [grid for c in UNUSUAL_COUNTS for grid in shuffled_grids(UNUSUAL_GRIDS, c)]
    lengths = load_difficulty_distribution().lengths
    files = {
        "start_grids.txt": _lines(random_start_grids(START_GRIDS)),
        "unusual_counts.txt": _lines(unusual),
        "general.txt": _lines(grid for size in GENERAL_SIZES for grid in general_grids(size)),
        # chatuchak survey -n 1000000 --seed 100 --out lengths.sqlite
        "million_start_grids.csv": "optimal_length,grids\n"
        + "".join(f"{length},{grids}\n" for length, grids in lengths.items()),
    }
    sums = (
        f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in files.items()
    )
    return {**files, SUMS: "".join(sums)}


def _lines(grids: Iterable[Grid]) -> str:
    return "".join(f"{grid}\n" for grid in grids)


def write_files() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in contents().items():
        write_file(FOLDER / name, text)
    print(f"{FOLDER}: {', '.join(contents())}")


if __name__ == "__main__":
    write_files()
