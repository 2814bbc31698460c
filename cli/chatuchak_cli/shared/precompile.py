"""Makes the kernels anew that are shipped half compiled: ``make kernels``.

Those are made that were made of other sources; named ones, as in ``python -m
chatuchak_cli.shared.precompile photo``, and with ``all`` every one in any case.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import numpy as np

from chatuchak_generators import bulk, guided
from chatuchak_solver.analysis import optimal_paths, simulated_player
from chatuchak_solver.photo import first_run, reading
from chatuchak_solver.precompiled.entry import Entry
from chatuchak_solver.precompiled.machine_code import FOLDER, PROVENANCE, hash_sources
from chatuchak_solver.precompiled.words import Argument, flatten
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.search import goal_directed, pattern_database, regions
from chatuchak_solver.search.kernels.heuristic_tables import HeuristicTables
from chatuchak_solver.search.masks import mask_type
from chatuchak_solver.stand import annealing, cover_search, exhaustive
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.problem import StandProblem

__all__ = ["FILES", "build", "is_current", "provenance"]

Examples = list[tuple[Entry, tuple[Argument, ...]]]
"""Kernels, each with arguments of the types that it is compiled for."""


class File(NamedTuple):
    """A shipped file.

    Attributes
    ----------
    examples
        Makes its kernels' examples.
    makes_arrays, wraps_indices
        See `chatuchak_solver.precompiled.compiler.compiled`.
    unrolls
        Whether loops are unrolled on first use: twice the time to translate. Photos are read, and
        stands annealed, a fifth quicker for it; the goal search gains nothing.
    """

    examples: Callable[[], Examples]
    makes_arrays: bool = False
    wraps_indices: bool = True
    unrolls: bool = False


def _goal(board: Board) -> Examples:
    counts = (board.spots - 1) // 4
    shape = goal_directed.shape_of(board, (counts,) * 4, mask_type(board))
    work = shape.take_room().flat_work
    return [(shape.entry, (*(one.value for one in shape.arguments(work)), 0))]


def _regions() -> Examples:
    some = np.zeros(1, np.uint64)
    table = np.zeros((1, 1), np.uint64)
    return [
        (regions.GROW, (some, some, 0, 0, 0, 0)),
        (regions.KEEP, (some, some, 0, 0, 0, 0, 0)),
        (regions.PAIR, (some, some.view(np.int64), table, table, some[0], some[0], some[0], 0)),
    ]


def _pattern_databases() -> Examples:
    distances, ranks, rows = (
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint32),
        np.zeros((1, 1), np.uint32),
    )
    advance = (distances, 0, np.uint64(0), ranks, ranks, rows)
    return [
        (pattern_database.SEED_GOALS, (distances, np.uint64(0), ranks)),
        (pattern_database.EXPAND_FRONTIER, advance),
        (pattern_database.PULL_FRONTIER, advance),
        (pattern_database.FILL_RANK_TABLES, (rows, ranks, rows)),
    ]


def _optimal_paths() -> Examples:
    masks, keys = np.zeros(1, np.int64), np.zeros((1, 2), np.uint64)
    goals, index, moves = (
        np.zeros((1, 1), np.int64),
        np.zeros(1, np.int32),
        np.zeros((1, 1), np.int32),
    )
    ranks, rows = np.zeros(1, np.uint32), np.zeros((1, 1), np.uint32)
    tables = HeuristicTables(np.zeros(1, np.uint8), masks, ranks, rows, ranks)
    misleads = np.zeros(1, np.bool_)
    return [
        (optimal_paths.COLLECT, (masks, 0, masks, 0, goals, 0, keys, index)),
        (optimal_paths.LINK, (keys, index, masks, masks, tables, moves, moves, misleads, masks)),
    ]


def _player() -> Examples:
    some, bytes_, ranks = np.zeros(1, np.int64), np.zeros(1, np.uint8), np.zeros(1, np.uint32)
    thinking = (1, 1, 1, 0, np.uint64(0), 1)
    return [
        (
            simulated_player.PLAY,
            (some, some, 0, some, some, bytes_, ranks, *thinking, some),
        ),
        (simulated_player.PACK_DISTANCES, (bytes_, bytes_)),
        (simulated_player.FILL_PART_RANKS, (np.zeros((1, 1), np.uint32), ranks)),
        (simulated_player.PART_BITS, (1,)),
    ]


def _exchanges() -> Examples:
    grids, some = np.zeros((1, 1), np.int8), np.zeros(1, np.int64)
    return [(guided.EXCHANGE, (grids, 1, 0, 0, 1, np.zeros(1, np.uint64), grids, some))]


class _FirstCall(Exception):  # noqa: N818
    """Ends a job once it has called a kernel."""


def _first_call(entry: Entry, job: Callable[[], object]) -> Examples:
    """Return a kernel with the arguments that a job calls it with first."""
    given: list[tuple[Argument, ...]] = []

    def take(*arguments: Argument) -> int:
        given.append(arguments)
        raise _FirstCall

    vars(entry).update(_function=None, kernel=lambda: take)
    with suppress(_FirstCall):
        job()
    del vars(entry)["kernel"], vars(entry)["_function"]
    return [(entry, given[0])]


def _cards() -> tuple[Card, ...]:
    return tuple(Card.parse(name, ["S p b", "c B p"]) for name in ("a", "b"))


def _problem() -> StandProblem:
    return StandProblem(_cards())


FILES: Final[Mapping[str, File]] = {
    "goal_narrow": File(lambda: _goal(Board(3, 3)), wraps_indices=False),
    "goal_wide": File(lambda: _goal(Board(6, 6)), wraps_indices=False),
    "regions": File(_regions, wraps_indices=False),
    "pattern_databases": File(_pattern_databases),
    "optimal_paths": File(_optimal_paths, makes_arrays=True),
    "player": File(_player, makes_arrays=True),
    "start_grids": File(
        lambda: _first_call(bulk.FILL, lambda: bulk.bulk_start_grids(1, seed=0)), makes_arrays=True
    ),
    "exchanges": File(_exchanges, makes_arrays=True),
    "photo": File(
        lambda: _first_call(reading.READ, first_run.run_kernels), makes_arrays=True, unrolls=True
    ),
    "cover_search": File(
        lambda: _first_call(
            cover_search.SEARCH, lambda: cover_search.CoverSearch(_problem(), ("S",), 99).advance(0)
        ),
    ),
    "annealing": File(
        lambda: _first_call(
            annealing.ANNEAL, lambda: annealing.Annealer(_problem(), 0).advance(99)
        ),
        makes_arrays=True,
        unrolls=True,
    ),
    "exhaustive": File(
        lambda: _first_call(exhaustive.EXHAUST, lambda: exhaustive.exhaustive_search(_problem())),
        makes_arrays=True,
        unrolls=True,
    ),
}
"""What is shipped, by name."""

COMPILE: Final = """
import sys
from chatuchak_cli.shared.precompile import FILES
from chatuchak_solver.precompiled.compiler import compiled
file = FILES[sys.argv[1]]
made = compiled(file.examples(), makes_arrays=file.makes_arrays, wraps_indices=file.wraps_indices)
sys.stdout.buffer.write(made)
"""


def build(file: str) -> bytes:
    """Return a shipped file, built anew; about 20 s.

    In a process of its own: see `chatuchak_solver.precompiled.compiler.compiled`.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", COMPILE, file]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def provenance(file: str, content: bytes) -> dict[str, Any]:
    """Return what says how a file, built here and now, was built."""
    from chatuchak_solver.precompiled.compiler import sources_of

    examples = FILES[file].examples()
    sources = sources_of(entry.module for entry, _ in examples)
    return {
        "sources": sources,
        "sources_sha256": hash_sources(sources),
        "sha256": hashlib.sha256(content).hexdigest(),
        "unrolls": FILES[file].unrolls,
        "signatures": {
            entry.name: "".join(flatten(argument).kind for argument in arguments)
            for entry, arguments in examples
        },
        "tools": {
            "python": ".".join(platform.python_version_tuple()[:2]),
            "numba": version("numba"),
            "llvmlite": version("llvmlite"),
        },
    }


def is_current(file: str) -> bool:
    """Return whether a shipped file is there and was made of the kernels as they are."""
    made = json.loads(PROVENANCE.read_text(encoding="utf-8")).get(file)
    return made is not None and hash_sources(made["sources"]) == made["sources_sha256"]


def main(names: Sequence[str]) -> None:
    """Build files of this source tree, and what says how."""
    wanted = list(FILES) if "all" in names else names
    wanted = wanted or [file for file in FILES if not is_current(file)]
    told = json.loads(PROVENANCE.read_text(encoding="utf-8"))
    for file in wanted:
        content = build(file)
        told[file] = provenance(file, content)
        FOLDER.joinpath(f"{file}.ll.xz").write_bytes(content)
        sys.stdout.write(f"{file}: {len(content):,} bytes\n")
    told = {file: told[file] for file in FILES if file in told}
    PROVENANCE.write_text(f"{json.dumps(told, indent=2)}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
