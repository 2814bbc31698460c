"""All optimal solutions against plain searches, their counts and chances, and limits."""

import sys
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_generators.start_grids import start_grid
from chatuchak_solver import Board, Grid, Stop, StopReason, additive_heuristic, replay
from chatuchak_solver.analysis.kernels import optimal_paths as kernels
from chatuchak_solver.analysis.optimal_paths import LimitReached, optimal_paths
from tests.reference.analysis import optimal_count, optimal_solutions
from tests.reference.search import all_distances
from tests.twins import reference_for

optimal_paths_module = sys.modules[optimal_paths.__module__]
SMALL = [(3, 3, "RRRYYYGG"), (3, 3, "RRRRYYYY"), (2, 4, "RRYYGGG"), (2, 5, "RRRYYYGGG")]


def complete_paths(grid: Grid, **limits: Any) -> Any:
    """Return complete paths with numeric length and count."""
    paths = optimal_paths(grid, **limits)
    assert paths.stopped_by is None
    return paths


@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL)
def test_counts_agree_with_breadth_first_search(rows: int, columns: int, letters: str) -> None:
    # Every optimal length and every number of shortest solutions is from a backward search
    # over all positions of the board; of these, some sixty are checked.
    distances = all_distances("." + letters, rows, columns, "jump")
    board = Board(rows, columns)
    checked = 0
    for position in sorted(distances)[:: len(distances) // 60]:
        paths = complete_paths(Grid.from_letters(position, board=board))
        assert paths.length == distances[position]
        assert paths.count == optimal_count(position, distances, rows, columns)
        checked += 1
    assert checked >= 60


@reference_for(kernels.collect_positions, kernels.link_positions, kernels.read_position)
@settings(max_examples=15)
@given(st.permutations("RRRYYYGG."))
def test_solutions_are_all_sequences_that_solve(letters: list[str]) -> None:
    position = "".join(letters)
    paths = complete_paths(Grid.from_letters(position, board=Board(3, 3)))
    assert list(paths.solutions()) == sorted(optimal_solutions(position, 3, 3))
    assert paths.first_moves == tuple(sorted({path[0] for path in paths.solutions() if path}))


def count_by_depth(grid: Grid, left: int) -> int:
    """Count the solutions of exactly ``left`` moves, by depth-first search."""
    if left == 0:
        return int(grid.is_solved)
    if additive_heuristic(grid) > left:
        return 0
    return sum(count_by_depth(grid.move(spot), left - 1) for spot in grid.legal_moves())


def test_counts_on_the_games_own_board() -> None:
    # From a solved grid, random jumps make positions that a depth-first search can still exhaust.
    random = np.random.default_rng(5)
    for _ in range(6):
        grid = Grid.parse("RRRYYY/RRRYYY/GGGBBB/GGGBBB/PPPPP.")
        for _ in range(7):
            grid = grid.move(int(random.choice(grid.legal_moves())))
        paths = complete_paths(grid)
        assert paths.count == count_by_depth(grid, paths.length)
        assert count_by_depth(grid, paths.length - 1) == 0 or paths.length == 0


def test_the_graph_contains_exactly_all_solutions() -> None:
    grid = start_grid(1, 11).grid
    paths = complete_paths(grid)
    graph = paths.graph()
    assert nx.is_directed_acyclic_graph(graph)
    assert len(graph) == len(paths)
    ends = [node for node in graph if graph.out_degree(node) == 0]
    assert all(node.is_solved for node in ends)
    assert [node for node in graph if graph.in_degree(node) == 0] == [grid]
    counts = dict.fromkeys(ends, 1)
    for node in reversed(list(nx.topological_sort(graph))):
        counts.setdefault(node, sum(counts[child] for child in graph.successors(node)))
    assert counts[grid] == paths.count
    for node, child, move in graph.edges(data="move"):
        assert node.move(move) == child
        assert graph.nodes[child]["depth"] == graph.nodes[node]["depth"] + 1
    solutions = list(paths.solutions())
    assert len(set(solutions)) == paths.count
    assert all(replay(grid, moves) and len(moves) == paths.length for moves in solutions)


def test_the_order_of_goal_positions_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = start_grid(1, 0).grid
    paths = complete_paths(grid)
    listed = optimal_paths_module._goal_positions

    def listed_backwards(*arguments: Any) -> Any:
        goals = listed(*arguments)
        assert len(goals) > 100
        return goals[::-1].copy()

    monkeypatch.setattr(optimal_paths_module, "_goal_positions", listed_backwards)
    again = complete_paths(grid)
    assert np.array_equal(again.targets, paths.targets)
    assert np.array_equal(again.spots, paths.spots)
    assert np.array_equal(again.visit_chances(), paths.visit_chances())


def test_a_solved_grid_has_one_solution_without_moves() -> None:
    paths = complete_paths(Grid.parse("RR/YY/.G/GG"))
    assert (paths.length, paths.count, paths.first_moves, len(paths)) == (0, 1, (), 1)
    assert list(paths.solutions()) == [()]


@pytest.mark.parametrize(
    ("limits", "reason", "text"),
    [
        ({"max_positions": 10}, StopReason.MEMORY, "more than 10 positions"),
        ({"stop": Stop(work=10)}, StopReason.WORK, "more than 10 nodes"),
        ({"stop": Stop(time_s=0)}, StopReason.TIME, "ended by time"),
    ],
)
def test_stopped_search_has_a_reason(limits: dict[str, Any], reason: StopReason, text: str) -> None:
    paths = optimal_paths(start_grid(1, 0).grid, **limits)
    assert (paths.stopped_by, paths.limit_reached) == (reason, text)
    assert (paths.count, len(paths), paths.first_moves, paths.ends()) == (None, 0, (), {})
    assert (list(paths.solutions()), paths.visit_chances().size) == ([], 0)
    assert isinstance(paths, LimitReached)


def test_the_limit_of_nodes_ends_the_collection_of_positions() -> None:
    grid = Grid.parse(".RY/YRG/RGG")  # its goals take 13 nodes, its positions 31
    limited = optimal_paths(grid, length=4, stop=Stop(work=30))
    assert (limited.stopped_by, limited.limit_reached) == (StopReason.WORK, "more than 30 nodes")
    assert complete_paths(grid, length=4, stop=Stop(work=31)).count == 5


def test_the_limit_of_positions_is_exact() -> None:
    paths = complete_paths(grid := start_grid(1, 0).grid)
    assert complete_paths(grid, max_positions=len(paths)).count == paths.count
    assert optimal_paths(grid, max_positions=len(paths) - 1).count is None


@reference_for(kernels.order_positions)
@pytest.mark.parametrize("count", [1, 2, 300])
def test_the_order_is_that_of_both_words(count: int) -> None:
    keys = np.random.default_rng(count).integers(0, 1 << 64, (count, 2), np.uint64)
    keys[: count // 2, 1] = keys[0, 1]
    order, scratch = np.empty((2, count), np.int64)
    kernels.order_positions(keys, order, scratch)
    words = [tuple(reversed(key)) for key in keys.tolist()]
    assert order.tolist() == sorted(range(count), key=words.__getitem__)


def layered(width: int, depth: int) -> tuple[np.ndarray, np.ndarray]:
    """Return moves and targets of layers of positions, each of which leads to all of the next."""
    layers = [[0], *([1 + width * at + i for i in range(width)] for at in range(depth))]
    size = 1 + width * depth
    moves, targets = np.zeros(size, np.int64), np.full((size, width), -1, np.int32)
    for here, there in pairwise(layers):
        for place in here:
            moves[place] = len(there)
            targets[place] = there
    return moves, targets


@reference_for(kernels.count_solutions, kernels.share_visits)
@pytest.mark.parametrize(("width", "depth"), [(1, 3), (3, 4), (4, 40), (9, 40)])
def test_counts_pass_64_bits_and_chances_add_up_to_one_per_layer(width: int, depth: int) -> None:
    moves, targets = layered(width, depth)
    totals, chances = np.empty((moves.size, 2), np.uint64), np.empty(moves.size)
    assert kernels.count_solutions(moves, targets, totals)
    assert int(totals[0, 0]) | int(totals[0, 1]) << 64 == width**depth
    kernels.share_visits(moves, targets, chances)
    for layer in range(depth):
        assert chances[1 + width * layer :][:width].sum() == pytest.approx(1)


@reference_for(kernels.count_solutions)
def test_counts_beyond_128_bits_are_reported() -> None:
    moves, targets = layered(9, 41)
    totals = np.empty((moves.size, 2), np.uint64)
    assert not kernels.count_solutions(moves, targets, totals)
