"""The page's WebAssembly modules equal the native kernels, to the move, node and bit."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from chatuchak_generators.start_grids import RandomStream, bulk_start_grids, generate_start_grids
from chatuchak_solver import Grid, MoveRule, optimal_paths, start_violations
from chatuchak_solver.analysis.kernels.move_kinds import MOVE_KINDS, NO_SPOT, kind_of
from chatuchak_solver.analysis.simulated_player import PLAYER_KINDS, play_games
from chatuchak_solver.photo import reading
from chatuchak_solver.photo.kernels.measures import LETTERS, TILE
from chatuchak_solver.photo.kernels.reading import merge_view
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board, iter_spots
from chatuchak_solver.search import pattern_database
from chatuchak_solver.search.additive_heuristic import heuristic_tables
from chatuchak_solver.search.goal_directed import GridBatch, color_codes
from chatuchak_solver.search.kernels.splitmix import scramble
from tests.wasm_module import PHOTO, SOLVER, WasmModule

VECTORS = Path(__file__).parents[2] / "vectors"
OTHER_BOARDS = (
    (3, 7, (4, 4, 4, 4, 4)),
    (4, 5, (7, 6, 6)),
    (5, 6, (9, 9, 6, 5)),
    (4, 8, (8, 8, 8, 7)),
)
COLORS = ((210, 45, 45), (245, 205, 50), (60, 150, 75), (45, 100, 185), (235, 115, 165))


@pytest.fixture(scope="module")
def module() -> WasmModule:
    return WasmModule(SOLVER.path.read_bytes())


def found(grids: list[Grid], budget: int = 1 << 40) -> list[Any]:
    """Return the moves and results of a search of grids with one board and counts."""
    counts = tuple(filter(None, grids[0].counts))
    task = GridBatch(grids[0].board, counts, np.stack([color_codes(grid) for grid in grids]))
    while not task.run(budget):
        pass
    return [task.moves.tolist(), task.results.tolist()]


def vectors() -> list[Grid]:
    lines = (VECTORS / "reference_lengths.txt").read_text(encoding="utf-8").splitlines()
    texts = [line.split()[0] for line in lines if line[0] != "#"][::9]
    document = json.loads((VECTORS / "optimal_lengths.json").read_text(encoding="utf-8"))
    texts += [each["grid"] for each in document["vectors"] if each["rule"] == "jump"][::3]
    return [grid for grid in map(Grid.parse, texts) if not grid.is_solved]


def test_searches_have_the_native_moves_and_nodes(module: WasmModule) -> None:
    batches: dict[Any, list[Grid]] = {}
    for grid in vectors():
        batches.setdefault((grid.board, *sorted(grid.counts)), []).append(grid)
    for rows, columns, counts in OTHER_BOARDS:
        starts = generate_start_grids(3, seed=11, counts=counts, board=Board(rows, columns))
        batches[rows, columns, counts] = [start.grid for start in starts]
    for grids in batches.values():
        native = found(grids)
        with module.in_use():
            assert found(grids) == native


def test_slices_do_not_change_the_result(module: WasmModule) -> None:
    grids = [Grid.parse(text) for text in (".RYY/GRRG/YGRY", ".RYG/RYGR/YGRY")]
    with module.in_use():
        assert found(grids, budget=20) == found(grids)


def test_paths_games_databases_and_start_grids_are_the_librarys(module: WasmModule) -> None:
    grids = [start.grid for start in generate_start_grids(2, seed=9)]

    def answers() -> list[Any]:
        pattern_database.rank_tables.cache_clear()
        list(pattern_database._make(Board(3, 4), 5, MoveRule.JUMP))
        database = pattern_database._databases.pop((Board(3, 4), 5, MoveRule.JUMP))
        made: list[Any] = [database.distances.tolist(), database.histogram]
        made += [bulk_start_grids(40, seed=seed).texts() for seed in (1, 2**53 - 1, 2**64 - 1)]
        for grid in grids:
            paths = optimal_paths(grid, max_positions=20_000)
            links = (paths.depths, paths.move_counts, paths.targets, paths.spots, paths.misleads)
            made += [paths.count, *(array.tolist() for array in links)]
            made.append(paths.visit_chances().tolist())
            for player in PLAYER_KINDS.values():
                made.append(play_games(grid, player=player, games=3, seed=1).tolist())
        return made

    native = answers()
    module.called.clear()
    with module.in_use():
        assert answers() == native
    assert module.called >= {
        *("advance_database", "collect_positions", "fill_rank_tables", "fill_start_grids"),
        *("link_positions", "play_games", "search_grids", "share_visits"),
    }


def test_functions_of_words_are_the_librarys(module: WasmModule) -> None:
    grid = next(generate_start_grids(1, seed=4)).grid
    databases = heuristic_tables(grid, MoveRule.JUMP)
    for color in grid.colors:
        mask = grid.color_masks[color]
        database = pattern_database.pattern_database(grid.board, mask.bit_count(), MoveRule.JUMP)
        assert module.call("color_distance", color, mask, databases) == database.evaluate(mask)
    stream, state = RandomStream(2**64 - 1, 3), np.array([RandomStream(2**64 - 1, 3).state])
    for bound in (1, 7, 2**31):
        assert module.call("below", state, bound) == stream.below(bound)
    assert module.call("scramble", 5) % 2**64 == int(scramble(np.uint64(5)))


NEAR = np.array(STANDARD_BOARD.neighbor_masks)


def test_start_rules_are_the_librarys(module: WasmModule) -> None:
    rng = random.Random(7)
    rules = module.constants["start_rules"]
    for start in generate_start_grids(20, seed=12):
        letters = start.grid.letters
        for text in (letters, "".join(rng.sample(letters, len(letters)))):
            grid = Grid.from_letters(text, board=STANDARD_BOARD)
            found = np.zeros((3, 3 * len(text)), np.int64)
            masks = np.array(grid.color_masks)
            count = module.call("find_breaches", masks, grid.empty, NEAR, 6, *found)
            breaches = [(rules[rule], iter_spots(int(spots))) for rule, _, spots in found.T[:count]]
            assert breaches == [(breach.rule, breach.spots) for breach in start_violations(grid)]


def test_kinds_of_moves_are_the_librarys(module: WasmModule) -> None:
    rng = random.Random(7)
    seen = set()
    for start in generate_start_grids(20, seed=12):
        grid, previous = start.grid, NO_SPOT
        for _ in range(20):
            spot = rng.choice(grid.legal_moves())
            color = grid.color_at(spot)
            assert color is not None
            move = (grid.color_masks[color], spot, grid.empty, previous)
            kind = module.call("kind_of", *move, NEAR)
            assert kind == kind_of(*move, STANDARD_BOARD.neighbor_masks)
            seen.add(module.constants["move_kinds"][kind])
            previous, grid = grid.empty, grid.move(spot)
    assert seen == {*MOVE_KINDS}


def test_photos_are_read_to_the_bit() -> None:
    rng = np.random.default_rng(1)
    image = np.full((170, 200, 3), 235, np.uint8)
    for spot in range(1, 30):
        x, y = 25 + 30 * (spot % 6), 25 + 30 * (spot // 6)
        image[y - 11 : y + 11, x - 11 : x + 11] = COLORS[spot % 5]
    picture = Image.fromarray(
        np.clip(image + rng.normal(0, 12, image.shape), 0, 255).astype(np.uint8)
    )
    options = reading.parse_options("likely", "standard")
    module = WasmModule(PHOTO.path.read_bytes())
    assert options.tolist() == module.constants["OPTIONS"]
    corners = np.array([[27.5, 24.5], [174.5, 26.5], [176.5, 147.5], [23.5, 144.5]])

    def answers() -> list[Any]:
        tiles, _ = reading.read_all(picture, options)
        letters = tiles[0, LETTERS : LETTERS + 30].tolist()
        assert letters == [5, *(spot % 5 for spot in range(1, 30))]
        (tile, view), (_, other) = (
            reading.read_at(picture, corners + shift, options) for shift in (0, 1)
        )
        merged = np.zeros(TILE)
        merge_view(view, other, options, merged)
        return [tiles.tolist(), tile.tolist(), view.tolist(), merged.tolist()]

    native = answers()
    with module.in_use():
        assert answers() == native
    assert module.called == module.kernels.keys()
