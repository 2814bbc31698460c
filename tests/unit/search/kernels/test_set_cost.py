"""Cost of a color to a region against every assignment of direct jumps."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.puzzle import Board
from chatuchak_solver.search.kernels.set_cost import (
    SCRATCH,
    count_unmatched,
    list_targets,
    set_cost,
)
from tests.reference.analysis import set_cost as reference_set_cost
from tests.twins import reference_for

COLUMNS = 4
BOARD = Board(4, COLUMNS)
spots = st.frozensets(st.integers(0, BOARD.spots - 1), min_size=6, max_size=6)


@reference_for(set_cost, count_unmatched, list_targets)
@given(spots, spots)
def test_costs_are_those_of_trying_all(booths: frozenset[int], region: frozenset[int]) -> None:
    lines = np.array(BOARD.line_masks, np.int64)
    sources, targets = (
        sum(1 << spot for spot in some) for some in (booths - region, region - booths)
    )
    cost = set_cost(sources, targets, lines, np.empty(SCRATCH, np.int64))
    assert cost == reference_set_cost(booths, region, COLUMNS)
