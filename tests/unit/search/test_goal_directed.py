"""The goal-directed search and its parts against plain twins and other searches."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.search import goal_directed
from chatuchak_solver.search.goal_directed import region_tables
from chatuchak_solver.search.kernels.set_cost import SCRATCH, set_cost
from chatuchak_solver.search.solve import solve
from tests.reference import search as reference
from tests.unit.search.proven_searches import SMALL_PUZZLES, grid_of

VECTORS = Path(__file__).parents[2] / "vectors" / "reference_lengths.txt"
LENGTHS = [
    line.split()
    for line in VECTORS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def matching_cost(sources: list[int], targets: list[int], columns: int) -> int:
    """Return 2n - M by networkx's matching."""
    graph = nx.Graph()
    graph.add_nodes_from(("from", spot) for spot in sources)
    graph.add_edges_from(
        (("from", a), ("to", b))
        for a in sources
        for b in targets
        if a // columns == b // columns or a % columns == b % columns
    )
    top = [("from", spot) for spot in sources]
    matched = len(nx.bipartite.maximum_matching(graph, top_nodes=top)) // 2
    return 2 * len(sources) - matched


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_set_cost_is_that_of_a_maximum_matching(data: st.DataObject) -> None:
    """2n - M for random disjoint sets of up to nine spots, against networkx."""
    board = data.draw(st.sampled_from([Board(), Board(4, 8), Board(3, 3)]))
    n = data.draw(st.integers(0, min(9, board.spots // 2)))
    spots = data.draw(st.permutations(range(board.spots)))
    sources, targets = spots[:n], spots[n : 2 * n]
    cost = set_cost(
        sum(1 << spot for spot in sources),
        sum(1 << spot for spot in targets),
        np.array(board.line_masks, np.int64),
        np.empty(SCRATCH, np.int64),
    )
    assert cost == matching_cost(sources, targets, board.columns)


def test_regions_of_the_game_board_are_counted() -> None:
    """Of the 2018 connected sets of 6 and 766 of 5, those whose complement can be filled."""
    table = region_tables(Board(), (6, 6, 6, 6, 5))
    assert [end - start for start, end in zip(table.starts, table.ends, strict=False)] == [
        1726,
        706,
    ]


@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL_PUZZLES)
def test_regions_hold_those_of_solved_positions(rows: int, columns: int, letters: str) -> None:
    """Every region of every solved position is in the table, and each is connected."""
    board = Board(rows, columns)
    grid = grid_of(letters, rows, columns)
    counts = tuple(sorted((count for count in grid.counts if count), reverse=True))
    table = region_tables(board, counts)
    listed = {int(mask) for mask in table.masks if mask}
    for position in reference.arrangements(letters):
        if reference.is_solved(position, rows, columns):
            masks = [mask for mask in grid_of(position, rows, columns).color_masks if mask]
            assert set(masks) <= listed
    for mask in listed:
        assert reference.is_connected(frozenset(iter_spots(mask)), rows, columns)


def test_lengths_are_those_of_the_plain_c_reference() -> None:
    """On 500 random start grids and 180 grids with unusual counts, all proven by plain IDA*."""
    assert len(LENGTHS) == 680
    for text, length in LENGTHS:
        solution = solve(Grid.parse(text))
        assert (str(solution.status), solution.length) == ("optimal", int(length)), text


def test_goals_that_do_not_fit_are_enumerated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for two goal positions and no conflict rows the lengths stay the same."""
    defaults = goal_directed.GridBatch.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "most_goals", 2)
    monkeypatch.setattr(goal_directed, "MAX_ROW_WORDS", 1)
    goal_directed.shape_of.cache_clear()
    for text, length in LENGTHS[:40]:
        assert solve(Grid.parse(text)).length == int(length), text
    goal_directed.shape_of.cache_clear()
