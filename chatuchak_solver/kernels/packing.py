"""Types of kernel arguments, from annotations, and their packing into 64-bit words.

Annotations are ``int``, ``float``, ``bool``, ``numpy.uint64``, arrays
(`chatuchak_solver.kernels.arrays`), named tuples of such, or ``Annotated[..., dtype]`` for a
record. ``Sequence[int]``, or ``MutableSequence`` for an output, is an array of int64: for functions
that the library calls in plain Python.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, MutableSequence, Sequence
from ctypes import addressof, c_char
from dataclasses import dataclass
from functools import cache
from struct import Struct, pack
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin
from typing import get_type_hints as hints_of

import numpy as np

_NO_BYTES = c_char * 0
WORD = (1 << 64) - 1

T = TypeVar("T")


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


def example_arguments(function: Callable[..., object], masks: np.dtype[Any]) -> tuple[Any, ...]:
    """Return arguments of a function's annotated types; ``masks`` is the item type of `Masks`."""
    hints = hints_of(function, include_extras=True)
    hints.pop("return", None)
    return tuple(example_value(hint, masks) for hint in hints.values())


def example_value(hint: Any, masks: np.dtype[Any]) -> Any:
    """Return a value of an annotated type; see `example_arguments`."""
    dimensions = 1
    if hasattr(hint, "_fields"):
        fields = hints_of(hint, include_extras=True).values()
        return hint(*(example_value(field, masks) for field in fields))
    if get_origin(hint) in (Sequence, MutableSequence):
        return np.zeros(1, np.int64)
    if get_origin(hint) is Annotated:
        hint, dimensions = get_args(hint)
        if isinstance(dimensions, np.dtype):
            return np.zeros((), dimensions)[()]
    if get_origin(hint) is not np.ndarray:
        return hint()
    (items,) = get_args(get_args(hint)[1])
    return np.zeros((1,) * dimensions, masks if items is Any else items)


@cache
def _array_kind(items: np.dtype[Any], dimensions: int) -> tuple[str, Callable[..., bytes]]:
    return f"{items}[{dimensions}] ", Struct(f"{5 + 2 * dimensions}Q").pack


@cache
def _record_kind(fields: np.dtype[Any]) -> str:
    return f"record:{hashlib.sha256(str(fields).encode()).hexdigest()[:16]} "


def pack_args(value: T | Words[T]) -> Words[T]:
    """Return a packed argument.

    Raises
    ------
    TypeError
        If an array is not contiguous, or a value has an unsupported type.
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
            raise TypeError("an array is not contiguous")
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
