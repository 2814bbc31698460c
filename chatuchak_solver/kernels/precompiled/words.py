"""Packing of kernel arguments into 64-bit words in numba's layout."""

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
"""Types of arguments: ``int64``, ``bool`` or ``float64`` for a number, with dimensions for an array
as in ``int8[2]``, separated by spaces; or the type of a tuple or record."""


class Named(NamedTuple):
    """The type of a named tuple and of its fields."""

    of: type
    parts: tuple[Signature, ...]


@dataclass(frozen=True, slots=True)
class Words(Generic[T]):
    """A packed argument.

    Attributes
    ----------
    value
        The argument; its arrays must outlive the words.
    kind
        Its type: ``int64``, or ``int8[2]`` for two dimensions, each followed by a space.
    words
        Numba's layout, 8 bytes each. Array: two null pointers, number of items, item size, address,
        lengths and strides. Record: its address. Tuple: its fields. Number: its value.
    """

    value: T
    kind: str
    words: bytes


@cache
def _array_kind(items: np.dtype[Any], dimensions: int) -> tuple[str, Callable[..., bytes]]:
    """Return an array's type and the packer of its words."""
    return f"{items}[{dimensions}] ", Struct(f"{5 + 2 * dimensions}Q").pack


@cache
def _record_kind(fields: np.dtype[Any]) -> str:
    return f"record:{hashlib.sha256(str(fields).encode()).hexdigest()[:16]} "


def pack_args(value: T | Words[T]) -> Words[T]:
    """Return a packed argument.

    Raises
    ------
    TypeError
        If an array is not contiguous, or a value is not an array, record, tuple or number.
    """
    if isinstance(value, Words):
        return value
    kinds, words = list[str](), list[bytes]()
    flatten(value, kinds, words)
    return Words(value, "".join(kinds), b"".join(words))


def flatten(value: Any, kinds: list[str], words: list[bytes]) -> None:
    """Append an argument's types and words; see `pack_args`."""
    if isinstance(value, Words):
        kind, packed = value.kind, value.words
    elif isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("kernels take arrays without gaps")
        # Finding the address takes a quarter of the time for writable arrays.
        writeable = value.flags.writeable
        address = addressof(_NO_BYTES.from_buffer(value.data)) if writeable else value.ctypes.data
        kind, pack_array = _array_kind(value.dtype, value.ndim)
        packed = pack_array(0, 0, value.size, value.itemsize, address, *value.shape, *value.strides)
    elif isinstance(value, tuple):
        for part in value:
            flatten(part, kinds, words)
        return
    elif isinstance(value, np.void):
        kind, packed = _record_kind(value.dtype), pack("Q", value.__array_interface__["data"][0])
    elif isinstance(value, float):
        kind, packed = "float64 ", pack("d", value)
    else:
        kind = "bool " if isinstance(value, bool) else "int64 "
        packed = pack("Q", operator.index(value) & WORD)
    kinds.append(kind)
    words.append(packed)


def kinds_of(signature: tuple[Signature, ...]) -> str:
    """Return the types of a signature in the form of `Words.kind`."""
    kinds = ""
    for part in signature:
        if isinstance(part, Named):
            kinds += kinds_of(part.parts)
        elif isinstance(part, np.dtype):
            kinds += _record_kind(part)
        else:
            # Python integers have no signedness.
            kinds += "".join(f"{kind} ".replace("uint64 ", "int64 ") for kind in part.split())
    return kinds
