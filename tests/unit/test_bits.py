"""The machine instructions against their plain twins and against what Python says."""

from __future__ import annotations

from inspect import unwrap
from typing import Any

import numpy as np
import pytest
from numba import njit

from chatuchak_solver.kernels import bits

WORDS = [1, 2, 3, 0x80, 0xFFFFFFFF, 1 << 31, 1 << 32, 0x5555_0000_0000, (1 << 63) - 1]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.uint32])
def test_instructions_do_what_their_plain_twins_do(word: int, dtype: Any) -> None:
    number = dtype(word & np.iinfo(dtype).max)
    if number:
        popcount, trailing_zeros = bits.popcount, bits.trailing_zeros
        ones = njit(lambda mask: popcount(mask))(number)
        zeros = njit(lambda mask: trailing_zeros(mask))(number)
        digits = f"{int(number):b}"
        assert ones == unwrap(bits.popcount)(number) == digits.count("1")
        assert zeros == unwrap(bits.trailing_zeros)(number) == len(digits) - 1 - digits.rindex("1")


def test_no_bits_and_all_bits_are_counted() -> None:
    assert unwrap(bits.popcount)(np.uint64(0)) == 0
    assert unwrap(bits.popcount)(np.int64(-1)) == 64


def test_prefetching_changes_nothing() -> None:
    array = np.arange(10)
    prefetch = bits.prefetch
    njit(lambda numbers: prefetch(numbers, 3))(array)
    unwrap(bits.prefetch)(array, 3)
    assert array.tolist() == list(range(10))


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint64])
def test_an_item_loaded_alone_is_the_item(dtype: Any) -> None:
    array = np.arange(10, 20).astype(dtype)
    load_alone = bits.load_alone
    assert njit(lambda numbers, place: load_alone(numbers, place))(array, 3) == 13
    assert unwrap(bits.load_alone)(array, 3) == 13
