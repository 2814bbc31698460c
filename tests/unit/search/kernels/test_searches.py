"""Steps of IDA* against strings of letters; the hash table of A* against a dictionary."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.search.kernels.a_star import STALE, fill_slots
from chatuchak_solver.search.kernels.depth_first import moves_after, shift_booth
from chatuchak_solver.search.kernels.packed_state import find_slot, hash_state
from chatuchak_solver.search.packed_grid import pack_grid
from tests.reference import search as reference
from tests.twins import reference_for
from tests.unit.search.proven_searches import RULES, grid_of, sample


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


@reference_for(fill_slots)
def test_all_nodes_but_stale_ones_are_found() -> None:
    positions = sorted(set(sample("RRRYYYPP.", 100)))
    words = np.array([pack_grid(grid_of(each, 3, 3)) for each in positions], np.uint64)
    words[::3, 1] |= STALE
    slots = np.zeros(256, np.uint32)
    fill_slots(len(positions), words, slots)
    for row, (first, second) in enumerate(words):
        plane_2 = second & np.uint64(0xFFFFFFFF)
        hashed = np.uint64(hash_state(first, plane_2))
        slot = find_slot(first, plane_2, hashed, np.uint64(255), words, slots)
        assert slots[slot] == (0 if row % 3 == 0 else row + 1)
