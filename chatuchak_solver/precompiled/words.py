"""Arguments of kernels as numba lays them out, in 64-bit words, and how their types are told."""

from __future__ import annotations

import hashlib
import operator
import struct
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Argument", "Named", "Signature", "Words", "in_words", "kinds_of"]

WORD: Final = (1 << 64) - 1

Argument: TypeAlias = "SupportsIndex | float | NDArray[np.generic] | np.void | tuple[Argument, ...]"

Signature: TypeAlias = "str | Named | np.dtype[Any]"
"""Types of arguments: ``int64``, ``bool`` or ``float64`` for a number, with its dimensions for an
array as in ``int8[2]``, several with spaces between; or a tuple's type, or a record's."""


class Named(NamedTuple):
    """The type of a named tuple, and of what is in it."""

    of: type
    parts: tuple[Signature, ...]


@dataclass(frozen=True, slots=True)
class Words:
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


def in_words(value: Argument | Words) -> Words:
    """Return an argument in words.

    Raises
    ------
    TypeError
        If an array in it is not contiguous, or if it is neither array, record, tuple nor number.
    """
    if isinstance(value, Words):
        return value
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("kernels take arrays without gaps")
        address = value.__array_interface__["data"][0]
        shape = (value.size, value.itemsize, address, *value.shape, *value.strides)
        return Words(value, _array_kind(value.dtype, value.ndim), (0, 0, *shape))
    if isinstance(value, tuple):
        parts = [in_words(part) for part in value]
        words = tuple(word for part in parts for word in part.words)
        return Words(value, "".join(part.kind for part in parts), words)
    if isinstance(value, np.void):
        return Words(value, _record_kind(value.dtype), (value.__array_interface__["data"][0],))
    if isinstance(value, float):
        return Words(value, "float64 ", struct.unpack("=Q", struct.pack("=d", value)))
    if isinstance(value, bool):
        return Words(value, "bool ", (int(value),))
    return Words(value, "int64 ", (operator.index(value) & WORD,))


def kinds_of(signature: tuple[Signature, ...]) -> str:
    """Return what the arguments of a signature are made of, as `Words` tells it."""
    kinds = ""
    for one in signature:
        if isinstance(one, Named):
            kinds += kinds_of(one.parts)
        elif isinstance(one, np.dtype):
            kinds += _record_kind(one)
        else:
            # Python's integers tell no sign.
            kinds += "".join(f"{kind} ".replace("uint64 ", "int64 ") for kind in one.split())
    return kinds
