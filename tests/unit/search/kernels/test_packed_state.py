"""States in two words against strings of letters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.search.kernels import packed_state
from chatuchak_solver.search.packed_grid import pack_grid
from tests.reference import search as reference
from tests.twins import reference_for
from tests.unit.search.proven_searches import RULES, grid_of, mask_of

LETTERS = "RRRYYYGGGBBPPP."
ROWS, COLUMNS = 3, 5
positions = st.permutations(LETTERS).map("".join)

Planes = tuple[np.uint64, np.uint64, np.uint64]


def words_of(position: str) -> tuple[np.uint64, np.uint64]:
    first, second = pack_grid(grid_of(position, ROWS, COLUMNS))
    return np.uint64(first), np.uint64(second)


def planes_of(position: str) -> Planes:
    plane_0, plane_1, plane_2, _ = packed_state.unpack(*words_of(position))
    return np.uint64(plane_0), np.uint64(plane_1), np.uint64(plane_2)


@reference_for(packed_state.unpack, packed_state.spots_of, packed_state.code_at)
@given(positions)
def test_planes_hold_the_letters(position: str) -> None:
    *planes, previous = packed_state.unpack(*words_of(position))
    assert previous == position.index(".")
    for code, letter in enumerate("RYGBP", start=1):
        spots = reference.spots_of(position, letter)
        assert packed_state.spots_of(np.uint64(code), *planes) == mask_of(spots)
        assert all(packed_state.code_at(np.uint64(spot), *planes) == code for spot in spots)
    assert packed_state.code_at(np.uint64(position.index(".")), *planes) == packed_state.EMPTY_CODE


@reference_for(packed_state.open_moves, packed_state.exchange, packed_state.with_previous)
@pytest.mark.parametrize("rule", RULES)
@given(positions, st.data())
def test_moves_are_those_of_the_plain_twin(rule: str, position: str, data: st.DataObject) -> None:
    near = reference.reach(ROWS, COLUMNS, rule)
    reach = np.array([mask_of(frozenset(spots)) for spots in near], np.uint32)
    empty = position.index(".")
    root = packed_state.open_moves(*planes_of(position), np.uint64(empty), reach)
    assert root == mask_of(frozenset(near[empty]))
    move = data.draw(st.sampled_from(near[empty]))
    planes = planes_of(position)
    code = packed_state.code_at(np.uint64(move), *planes)
    first, plane_2 = packed_state.exchange(code, np.uint64(1 << move | 1 << empty), *planes)
    child = reference.after(position, move)
    first_word, second_word = words_of(child)
    assert (first, plane_2) == (first_word, second_word & np.uint64(0xFFFFFFFF))
    plane_0, plane_1, plane_2, previous = packed_state.unpack(
        first, packed_state.with_previous(plane_2, np.uint64(empty))
    )
    assert previous == empty
    useful = reference.useful_moves(child, empty, near)
    moves = packed_state.open_moves(plane_0, plane_1, plane_2, previous, reach)
    assert moves == mask_of(frozenset(useful))


@reference_for(packed_state.hash_state)
@given(positions)
def test_the_top_bits_of_a_hash_break_ties_as_the_twin_does(position: str) -> None:
    first, second = words_of(position)
    hashed = int(packed_state.hash_state(first, second & np.uint64(0xFFFFFFFF)))
    assert hashed >> 60 == reference.tie_break(position, 4)


@reference_for(packed_state.find_slot)
def test_hash_table_lookups_match_a_dictionary() -> None:
    rng = np.random.default_rng(1)
    words = np.zeros((40, 2), np.uint64)
    slots = np.zeros(64, np.uint32)
    rows: dict[tuple[int, int], int] = {}
    for _ in range(200):
        first, plane_2 = (int(number) for number in rng.integers(0, 7, 2))
        # Few hashes, so that many states meet on their way.
        hashed = np.uint64(60 + first % 3)
        slot = packed_state.find_slot(
            np.uint64(first), np.uint64(plane_2), hashed, np.uint64(63), words, slots
        )
        assert int(slots[slot]) - 1 == rows.get((first, plane_2), -1)
        if len(rows) < 40 and (first, plane_2) not in rows:
            row = len(rows)
            # The fields above the plane are not compared.
            words[row] = first, plane_2 | 9 << 40
            slots[slot] = row + 1
            rows[first, plane_2] = row
    assert len(rows) == 40
