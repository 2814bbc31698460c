"""Arguments of kernels as numba lays them out, in 64-bit words."""

from __future__ import annotations

import hashlib
import operator
import struct
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Argument", "Flat", "flatten"]

WORD: Final = (1 << 64) - 1

Argument: TypeAlias = "SupportsIndex | float | NDArray[np.generic] | np.void | tuple[Argument, ...]"


@dataclass(frozen=True, slots=True)
class Flat:
    """An argument in words.

    Attributes
    ----------
    value
        The argument; its arrays have to live as long as the words are used.
    kind
        What it is made of, as ``int64`` or ``int8[2]`` for two dimensions, with a space after each.
    words
        What numba hands over: of an array two absent owners, the number of items, their size, the
        address, then the length and the stride of each dimension; of a record its address; of a
        tuple its parts; a number.
    """

    value: Argument
    kind: str
    words: tuple[int, ...]


@cache
def _array_kind(items: np.dtype[Any], dimensions: int) -> str:
    return f"{items}[{dimensions}] "


@cache
def _record_kind(fields: np.dtype[Any]) -> str:
    return f"record:{hashlib.sha256(str(fields).encode()).hexdigest()[:16]} "


def flatten(value: Argument | Flat) -> Flat:
    """Return an argument in words.

    Raises
    ------
    TypeError
        If an array in it is not contiguous, or if it is neither array, record, tuple nor number.
    """
    if isinstance(value, Flat):
        return value
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("kernels take arrays without gaps")
        address = value.__array_interface__["data"][0]
        shape = (value.size, value.itemsize, address, *value.shape, *value.strides)
        return Flat(value, _array_kind(value.dtype, value.ndim), (0, 0, *shape))
    if isinstance(value, tuple):
        parts = [flatten(part) for part in value]
        words = tuple(word for part in parts for word in part.words)
        return Flat(value, "".join(part.kind for part in parts), words)
    if isinstance(value, np.void):
        return Flat(value, _record_kind(value.dtype), (value.__array_interface__["data"][0],))
    if isinstance(value, float):
        return Flat(value, "float64 ", struct.unpack("=Q", struct.pack("=d", value)))
    if isinstance(value, bool):
        return Flat(value, "bool ", (int(value),))
    return Flat(value, "int64 ", (operator.index(value) & WORD,))
