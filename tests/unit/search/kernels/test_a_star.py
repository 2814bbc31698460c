"""The hash table of A*'s nodes against a dictionary."""

import numpy as np

from chatuchak_solver.search.kernels.a_star import STALE, fill_slots
from chatuchak_solver.search.kernels.packed_state import find_slot, hash_state
from chatuchak_solver.search.packed_grid import pack_grid
from tests.twins import reference_for
from tests.unit.search.proven_searches import grid_of, sample


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
