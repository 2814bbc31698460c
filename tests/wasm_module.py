"""The page's WebAssembly module run by wasmtime: the same calls as the page's own host."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import pytest

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.goal_directed import GoalDirectedSearch, color_codes
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels import state_fields as at

__all__ = ["Found", "WasmModule", "native"]

MOST_SPOTS = 32
FACTS = 64
WORD = 8
WHOLE = 1 << 30
"""A budget that no grid of these tests uses up."""


@dataclass(frozen=True)
class Found:
    """What a search found."""

    moves: tuple[int, ...]
    lower_bound: int
    expanded: int
    placed: int
    slices: int


def native(grid: Grid) -> Found:
    """Return the answer of the native kernels."""
    search = GoalDirectedSearch(grid, MoveRule.JUMP)
    assert search.run(1 << 40)
    assert search.incumbent is not None
    return Found(
        search.incumbent, search.lower_bound, search.expanded, search.regions_placed, slices=1
    )


class WasmModule:
    """A module in memory of its own."""

    def __init__(self, module: bytes) -> None:
        wasmtime = pytest.importorskip("wasmtime", reason="wasmtime runs the page's module")
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self._store, wasmtime.Module(engine, module), [])
        self._exports = instance.exports(self._store)
        self.call("reset", 0)
        self.codes = self.call("allocate", MOST_SPOTS)
        self.moves = self.call("allocate", layout.MAX_LENGTH)
        self.facts = self.call("allocate", FACTS * WORD)
        self._first = self.call("allocate", 0)
        self._board: object = None

    @classmethod
    def shipped(cls) -> WasmModule:
        """Return the module that the page has."""
        from tools.kernels.build import PAGE

        return cls(PAGE[0].path.read_bytes())

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        return int(self._exports[name](self._store, *arguments) or 0)

    def memory(self, at: int, size: int) -> Any:
        """Return a view of the memory; good until it grows."""
        base = ctypes.addressof(self._exports["memory"].data_ptr(self._store).contents)
        return (ctypes.c_ubyte * size).from_address(base + at)

    def numbers(self, count: int) -> list[int]:
        """Return the first words of the facts."""
        return list((ctypes.c_int64 * count).from_buffer(self.memory(self.facts, WORD * count)))

    def open(self, grid: Grid) -> None:
        """Write a grid, and make the tables of its board and counts if they are not the last."""
        codes = color_codes(grid).tobytes()
        board = (grid.board, sorted(grid.counts))
        if board != self._board:
            self.call("reset", self._first)
            self.memory(self.codes, len(codes))[:] = codes
            self.tables = self.call("make_board", self.codes, grid.board.rows, grid.board.columns)
            self._free = self.call("allocate", 0)
            self._board = board
        self.call("reset", self._free)
        self.memory(self.codes, len(codes))[:] = codes

    def solve(self, grid: Grid, budget: int = WHOLE) -> Found:
        """Solve a grid that is not solved, in slices of a budget."""
        self.open(grid)
        search = self.call("start_search", self.codes, self.tables)
        assert search != 0
        slices = 0
        outcome = at.SLICE_OVER
        while outcome == at.SLICE_OVER:
            outcome = self.call(
                "search", self.codes, self.tables, search, budget, self.moves, self.facts
            )
            slices += 1
        assert outcome == at.FINISHED
        length, bound, expanded, _, placed = self.numbers(at.RESULT_CELLS)
        return Found(tuple(self.memory(self.moves, length)), bound, expanded, placed, slices)
