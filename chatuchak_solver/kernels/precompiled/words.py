"""Arguments of kernels as numba lays them out, in 64-bit words, and how their types are told."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable
from ctypes import addressof, c_char
from dataclasses import dataclass
from functools import cache
from struct import Struct, pack
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, SupportsIndex, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


_NO_BYTES: Final = c_char * 0
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
        What numba hands over, 8 bytes each: of an array two absent owners, the number of items,
        their size, the address, then the length and the stride of each dimension; of a record its
        address; of a tuple its parts; a number.
    """

    value: T
    kind: str
    words: bytes


@cache
def _array_kind(items: np.dtype[Any], dimensions: int) -> tuple[str, Callable[..., bytes]]:
    """Return what arrays are made of, and what packs their words."""
    return f"{items}[{dimensions}] ", Struct(f"{5 + 2 * dimensions}Q").pack


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
    kinds, words = list[str](), list[bytes]()
    lay_out(value, kinds, words)
    return Words(value, "".join(kinds), b"".join(words))


def lay_out(value: Any, kinds: list[str], words: list[bytes]) -> None:
    """Append what an argument is made of, and its words; see `in_words`."""
    if isinstance(value, Words):
        kind, laid = value.kind, value.words
    elif isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("kernels take arrays without gaps")
        # The address of what may be written to is found in a quarter of the time.
        writeable = value.flags.writeable
        address = addressof(_NO_BYTES.from_buffer(value.data)) if writeable else value.ctypes.data
        kind, packed = _array_kind(value.dtype, value.ndim)
        laid = packed(0, 0, value.size, value.itemsize, address, *value.shape, *value.strides)
    elif isinstance(value, tuple):
        for part in value:
            lay_out(part, kinds, words)
        return
    elif isinstance(value, np.void):
        kind, laid = _record_kind(value.dtype), pack("Q", value.__array_interface__["data"][0])
    elif isinstance(value, float):
        kind, laid = "float64 ", pack("d", value)
    else:
        kind = "bool " if isinstance(value, bool) else "int64 "
        laid = pack("Q", operator.index(value) & WORD)
    kinds.append(kind)
    words.append(laid)


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
