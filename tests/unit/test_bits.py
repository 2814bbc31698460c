"""The machine instructions against their plain references and against Python."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver.kernels import bits
from tests.twins import compiled

WORDS = [1, 2, 3, 0x80, 0xFFFFFFFF, 1 << 31, 1 << 32, 0x5555_0000_0000, (1 << 63) - 1]


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.uint32])
def test_intrinsics_match_their_python_references(dtype: Any) -> None:
    for number in filter(None, (dtype(word & np.iinfo(dtype).max) for word in WORDS)):
        ones = compiled(bits.popcount)(number)
        zeros = compiled(bits.trailing_zeros)(number)
        digits = f"{int(number):b}"
        assert ones == bits.popcount(number) == digits.count("1")
        assert zeros == bits.trailing_zeros(number) == len(digits) - 1 - digits.rindex("1")


def test_no_bits_and_all_bits_are_counted() -> None:
    assert bits.popcount(np.uint64(0)) == 0
    assert bits.popcount(np.int64(-1)) == 64
