"""The vector of sorted keys against its plain twin and against what Python says."""

from __future__ import annotations

from inspect import unwrap

import numpy as np
import pytest

from chatuchak_solver.analysis.kernels.scales import SCALE_BITS
from chatuchak_solver.analysis.kernels.sorted_keys import (
    JUDGED_BLOCK,
    LAST_KEY,
    NUMBER_BITS,
    SORTED_BLOCK,
    insert_sorted,
    judge_block,
    keys_below,
    least_above,
    merge_block,
)
from tests.twins import compiled


@pytest.mark.parametrize("key", [-5, 0, 7, 16, 31, 32, 99])
@pytest.mark.parametrize("start", [0, SORTED_BLOCK])
def test_a_key_goes_where_it_belongs_in_its_block(key: int, start: int) -> None:
    keys = np.arange(2 * SORTED_BLOCK, dtype=np.int32) * np.int32(2)
    before = int(keys[start - 1]) if start else -(1 << 31)
    inserted, plain = keys.copy(), keys.copy()
    compiled(insert_sorted)(inserted, start, before, key)
    unwrap(insert_sorted)(plain, start, before, key)
    block = slice(start, start + SORTED_BLOCK)
    expected = sorted([*keys[block].tolist(), max(before, key)])[:SORTED_BLOCK]
    assert inserted.tolist() == plain.tolist()
    assert inserted[block].tolist() == expected
    assert np.delete(inserted, block).tolist() == np.delete(keys, block).tolist()


@pytest.mark.parametrize("bound", [-(1 << 31), -3, 0, 9, 40, (1 << 31) - 1])
@pytest.mark.parametrize("start", [0, 5, SORTED_BLOCK])
def test_keys_below_a_bound_are_told_by_their_bits(bound: int, start: int) -> None:
    keys = np.random.default_rng(3).integers(-10, 50, 2 * SORTED_BLOCK).astype(np.int32)
    bits = compiled(keys_below)(keys, start, bound)
    below = (keys[start : start + SORTED_BLOCK] < bound).tolist()
    assert bits == unwrap(keys_below)(keys, start, bound)
    assert [bool(bits >> place & 1) for place in range(SORTED_BLOCK)] == below


@pytest.mark.parametrize(("first", "start"), [(0, 0), (3, 8)])
def test_keys_are_made_of_codes_errors_and_numbers(first: int, start: int) -> None:
    errors = np.random.default_rng(4).integers(-900, 900, 20).astype(np.int32)
    codes, base = 0b10_01_00_10_00_01_10_01, 7 << SCALE_BITS
    keys, plain = np.full(20, -1, np.int32), np.full(20, -1, np.int32)
    compiled(judge_block)(codes, base, errors, first, keys, start)
    unwrap(judge_block)(codes, base, errors, first, plain, start)
    assert keys.tolist() == plain.tolist()
    for place, code in enumerate([1, 2, 1, 0, 2, 0, 1, 2]):
        judged = base + (code << SCALE_BITS) + errors[first + place]
        assert keys[start + place] == judged * (1 << NUMBER_BITS) + start + place
    assert set(np.delete(keys, slice(start, start + JUDGED_BLOCK))) == {-1}


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_the_least_of_many_blocks_are_kept_in_order(blocks: int) -> None:
    chance = np.random.default_rng(blocks)
    kept = np.full(blocks * SORTED_BLOCK, LAST_KEY, np.int32)
    plain, every = kept.copy(), [LAST_KEY] * kept.size
    merge = compiled(merge_block)
    for start in (0, 3, 7, 1, 2, 20):
        # Few different ones, so that equal keys meet.
        keys = chance.integers(-40, 40, start + SORTED_BLOCK).astype(np.int32)
        merge(kept, blocks, keys, start)
        unwrap(merge_block)(plain, blocks, keys, start)
        every += keys[start:].tolist()
        assert kept.tolist() == plain.tolist() == sorted(every)[: kept.size]


@pytest.mark.parametrize("bound", [-(1 << 31), -3, 0, 41, 49, LAST_KEY])
@pytest.mark.parametrize("end", [1, SORTED_BLOCK, 2 * SORTED_BLOCK + 1])
def test_the_least_key_above_a_bound_is_found(bound: int, end: int) -> None:
    keys = np.random.default_rng(5).integers(-10, 50, 4 * SORTED_BLOCK).astype(np.int32)
    least = compiled(least_above)(keys, end, bound)
    whole = -(-end // SORTED_BLOCK) * SORTED_BLOCK
    above = [key for key in keys[:whole].tolist() if key > bound]
    assert least == unwrap(least_above)(keys, end, bound) == min(above, default=LAST_KEY)
