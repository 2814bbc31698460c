"""The page's WebAssembly module does what the native kernels do, to the move and the node."""

import json
from pathlib import Path

import numpy as np
import pytest

from chatuchak_generators.start_grids import generate_start_grids, start_grid
from chatuchak_solver import Grid, optimal_paths
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from tests.wasm_module import WasmModule, native

VECTORS = Path(__file__).parents[2] / "vectors"

OTHER_BOARDS = (
    (3, 7, (4, 4, 4, 4, 4)),
    (4, 5, (7, 6, 6)),
    (5, 6, (9, 9, 6, 5)),
    (4, 8, (8, 8, 8, 7)),
)


@pytest.fixture(scope="module")
def module() -> WasmModule:
    return WasmModule.shipped()


def test_vectors_have_the_native_moves_and_nodes(module: WasmModule) -> None:
    lines = (VECTORS / "reference_lengths.txt").read_text(encoding="utf-8").splitlines()[::9]
    for line in lines:
        if line[0] != "#":
            text, length = line.split()
            grid = Grid.parse(text)
            result = module.solve(grid)
            assert result == native(grid), text
            assert len(result.moves) == int(length), text
    document = json.loads((VECTORS / "optimal_lengths.json").read_text(encoding="utf-8"))
    for vector in document["vectors"]:
        grid = Grid.parse(vector["grid"])
        if vector["rule"] == "jump" and not grid.is_solved:
            result = module.solve(grid)
            assert result == native(grid), vector["grid"]
            assert len(result.moves) == vector["length"]


@pytest.mark.parametrize(("rows", "columns", "counts"), OTHER_BOARDS)
def test_other_boards_and_counts_too(
    module: WasmModule, rows: int, columns: int, counts: tuple[int, ...]
) -> None:
    starts = generate_start_grids(3, seed=11, counts=counts, board=Board(rows, columns))
    for grid in (start.grid for start in starts):
        assert module.solve(grid) == native(grid), grid


def test_slices_do_not_change_the_result(module: WasmModule) -> None:
    for start in generate_start_grids(3, seed=5):
        whole, cut = module.solve(start.grid), module.solve(start.grid, budget=10)
        assert cut.slices > 20
        assert (cut.moves, cut.expanded, cut.placed) == (whole.moves, whole.expanded, whole.placed)


def test_grids_on_the_way_and_solved_ones(module: WasmModule) -> None:
    grid = start_grid(3, 0).grid
    for spot in module.solve(grid).moves:
        assert module.solve(grid) == native(grid)
        grid = grid.move(spot)
    module.open(grid)
    assert module.call("start_search", module.codes, module.tables) == 0


def test_it_finds_the_librarys_paths_and_chances(module: WasmModule) -> None:
    for start in generate_start_grids(3, seed=9):
        paths = optimal_paths(start.grid)
        assert paths.length is not None
        module.open(start.grid)
        databases = module.call("make_databases", module.tables)
        limits, shares = module.call("allocate", 24), module.call("allocate", 8 * 30)
        limit = (1_000_000).to_bytes(8, "little")
        module.memory(limits, 24)[:] = 3 * limit
        given = (module.codes, module.tables, databases, paths.length, limits)
        assert module.call("find_optimal_paths", *given, module.facts, shares) == 0
        low, high, positions, first = module.numbers(4)
        assert (low | high << 64, positions) == (paths.count, len(paths))
        assert first == sum(1 << spot for spot in paths.first_moves)
        chances, inside = paths.visit_chances(), paths.depths < paths.length
        expected = np.zeros(10)
        np.add.at(expected, paths.move_counts[inside], chances[inside])
        expected[0] = chances[inside & paths.misleads].sum()
        computed = np.frombuffer(bytes(module.memory(shares, 80)))
        np.testing.assert_allclose(computed, expected, rtol=1e-12)


def test_it_makes_the_librarys_start_grids(module: WasmModule) -> None:
    counts = (6, 6, 6, 6, 5)
    for seed in (1, 20261122, 2**53 - 1, 2**64 - 1):
        for index in range(40):
            words = b"".join(count.to_bytes(8, "little") for count in counts)
            module.memory(module.facts, len(words))[:] = words
            signed = seed - (seed >> 63 << 64)
            outcome = module.call("random_grid", signed, index, module.facts, 5, 6, module.codes)
            expected = start_grid(seed, index)
            codes = [code - (code >> 7 << 8) for code in module.memory(module.codes, 30)]
            assert Grid.from_colors(codes, board=STANDARD_BOARD) == expected.grid
            assert outcome == int(expected.fallback)
