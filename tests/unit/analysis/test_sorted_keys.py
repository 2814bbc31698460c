"""The vector of sorted keys against its plain twin and against what Python says."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from chatuchak_solver.analysis.kernels.sorted_keys import (
    SORTED_BLOCK,
    insert_sorted,
    plain_insert_sorted,
)


@pytest.mark.parametrize("key", [-5, 0, 7, 16, 31, 32, 99])
@pytest.mark.parametrize("start", [0, SORTED_BLOCK])
def test_a_key_goes_where_it_belongs_in_its_block(key: int, start: int) -> None:
    keys = np.arange(2 * SORTED_BLOCK, dtype=np.int32) * np.int32(2)
    before = int(keys[start - 1]) if start else -(1 << 31)
    inserted, plain = keys.copy(), keys.copy()
    njit(lambda *arguments: insert_sorted(*arguments))(inserted, start, before, key)
    plain_insert_sorted(plain, start, before, key)
    block = slice(start, start + SORTED_BLOCK)
    expected = sorted([*keys[block].tolist(), max(before, key)])[:SORTED_BLOCK]
    assert inserted.tolist() == plain.tolist()
    assert inserted[block].tolist() == expected
    assert np.delete(inserted, block).tolist() == np.delete(keys, block).tolist()
