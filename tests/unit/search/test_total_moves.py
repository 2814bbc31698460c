"""The tables of total moves against a plain search, and against true distances."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver.puzzle import MoveRule
from chatuchak_solver.search.additive_heuristic import row_starts, rows_of
from chatuchak_solver.search.kernels.heuristic_tables import MOST_TOTAL_MOVES
from chatuchak_solver.search.kernels.total_moves import count_total_moves
from chatuchak_solver.search.total_moves import total_moves
from tests.reference import naive_priced, naive_search
from tests.twins import twin_of
from tests.unit.search.proven_searches import RULES, SMALL_PUZZLES, grid_of, sample


@twin_of(count_total_moves)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "columns", "letters"),
    [(3, 3, "RRRYYYPP."), (2, 5, "RRYYYGGPP."), (3, 4, "RRRRYYYYGGG.")],
)
def test_tables_are_what_a_plain_search_says(
    rows: int, columns: int, letters: str, rule: str
) -> None:
    """Every placement with every empty spot, by the size of the color."""
    grid = grid_of(letters, rows, columns)
    table = total_moves(grid.board, grid.counts, MoveRule(rule))
    starts, _ = row_starts(grid.board, grid.counts)
    counts = tuple(count for count in grid.counts if count)
    found = 0
    for size in set(counts):
        expected = naive_priced.total_moves(rows, columns, counts, size, rule)
        # Ranks ascend with the masks.
        placements = sorted({sum(1 << spot for spot in spots) for spots, _ in expected})
        for (spots, empty), moves in expected.items():
            rank = placements.index(sum(1 << spot for spot in spots))
            assert table[starts[size] + rank, empty] == moves
        found += len(expected)
    assert np.count_nonzero(table[1:] < MOST_TOTAL_MOVES) == found


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL_PUZZLES)
def test_each_color_needs_at_most_all_the_moves(
    rows: int, columns: int, letters: str, rule: str
) -> None:
    """Lower bounds everywhere, 0 where solved; so is their sum over the number of colors."""
    optima = naive_search.all_distances(letters, rows, columns, rule)
    for position in sample(letters, 100):
        grid = grid_of(position, rows, columns)
        table = total_moves(grid.board, grid.counts, MoveRule(rule))
        moves = table[rows_of(grid), grid.empty]
        assert moves.max() <= optima[position]
