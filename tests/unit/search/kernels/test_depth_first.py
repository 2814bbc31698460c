"""The steps of depth-first searches against strings of letters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.search.kernels.depth_first import moves_after, shift_booth
from tests.reference import search as reference
from tests.twins import reference_for
from tests.unit.search.proven_searches import RULES, grid_of


@reference_for(moves_after, shift_booth)
@pytest.mark.parametrize("rule", RULES)
@given(st.permutations("RRRYYYGGGBB.").map("".join), st.data())
def test_a_step_is_that_of_the_plain_twin(rule: str, position: str, data: st.DataObject) -> None:
    near = reference.reach(3, 4, rule)
    reach = np.array([sum(1 << spot for spot in spots) for spots in near], np.uint32)
    grid = grid_of(position, 3, 4)
    masks = np.array(grid.color_masks, np.uint32)
    color_at = np.array([grid.color_at(spot) or 0 for spot in range(12)], np.uint8)
    empty = grid.empty
    move = data.draw(st.sampled_from(near[empty]))
    color = int(color_at[move])
    shift_booth(color, np.uint64(move), np.uint64(empty), masks, color_at)
    child = reference.after(position, move)
    assert masks.tolist() == list(grid_of(child, 3, 4).color_masks)
    assert color_at[empty] == color
    moves = moves_after(np.uint64(move), np.uint64(empty), np.uint64(masks[color]), reach)
    useful = reference.useful_moves(child, empty, near)
    assert moves == sum(1 << spot for spot in useful)
