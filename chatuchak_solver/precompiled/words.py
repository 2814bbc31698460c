"""Arguments of kernels as numba lays them out, in 64-bit words, and how their types are told."""

from __future__ import annotations

import hashlib
import operator
from dataclasses import dataclass
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    cast,
)

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chatuchak_solver.arrays import UInt64s


WORD: Final = (1 << 64) - 1

T = TypeVar("T")

Argument: TypeAlias = "SupportsIndex | float | NDArray[np.generic] | np.void | tuple[Argument, ...]"

Signature: TypeAlias = "str | Named | np.dtype[Any]"
"""Types of arguments: ``int64``, ``bool`` or ``float64`` for a number, with its dimensions for an
array as in ``int8[2]``, several with spaces between; or a tuple's type, or a record's."""


class Named(NamedTuple):
    """The type of a named tuple, and of what is in it."""

    of: type
    parts: tuple[Signature, ...]


@dataclass(frozen=True, slots=True)
class Words(Generic[T]):
    """An argument in words.

    Attributes
    ----------
    value
        The argument; its arrays have to live as long as the words are used.
    kind
        What it is made of, as ``int64`` or ``int8[2]`` for two dimensions, with a space after each.
    words
        uint64: what numba hands over: of an array two absent owners, the number of items, their
        size, the address, then the length and the stride of each dimension; of a record its
        address; of a tuple its parts; a number.
    """

    value: T
    kind: str
    words: UInt64s


@cache
def _array_kind(items: np.dtype[Any], dimensions: int) -> str:
    return f"{items}[{dimensions}] "


@cache
def _record_kind(fields: np.dtype[Any]) -> str:
    return f"record:{hashlib.sha256(str(fields).encode()).hexdigest()[:16]} "


def in_words(value: T | Words[T]) -> Words[T]:
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
        words = np.array((0, 0, *shape), np.uint64)
        return Words(value, _array_kind(value.dtype, value.ndim), words)
    if isinstance(value, tuple):
        parts = [in_words(part) for part in value]
        words = np.concatenate([part.words for part in parts])
        return Words(value, "".join(part.kind for part in parts), words)
    if isinstance(value, np.void):
        words = np.array([value.__array_interface__["data"][0]], np.uint64)
        return Words(value, _record_kind(value.dtype), words)
    if isinstance(value, float):
        return Words(value, "float64 ", np.array([value]).view(np.uint64))
    if isinstance(value, bool):
        return Words(value, "bool ", np.array([value], np.uint64))
    number = operator.index(cast("SupportsIndex", value)) & WORD
    return Words(value, "int64 ", np.array([number], np.uint64))


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
