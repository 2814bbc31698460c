"""Aliases of array types by item type, and equality of values with arrays.

In kernels with precompiled code, ``Int64s`` is an array of one dimension, ``Matrix[np.int64]`` of
two and ``Cube[np.int64]`` of three.
"""

from dataclasses import fields
from typing import Annotated, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)

Matrix: TypeAlias = Annotated[NDArray[T], 2]
Cube: TypeAlias = Annotated[NDArray[T], 3]
Bools: TypeAlias = NDArray[np.bool_]
Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]
UInt8s: TypeAlias = NDArray[np.uint8]
UInt16s: TypeAlias = NDArray[np.uint16]
UInt32s: TypeAlias = NDArray[np.uint32]
UInt64s: TypeAlias = NDArray[np.uint64]
Masks: TypeAlias = NDArray[Any]
"""Sets of spots as bits: uint32, or uint64 on boards of over 32 spots."""
Mask: TypeAlias = int | np.uint64
"""A set of spots as bits, or a shift count of the same type."""
Float32s: TypeAlias = NDArray[np.float32]
Float64s: TypeAlias = NDArray[np.float64]


class ArrayValue:
    """Base of dataclasses with arrays, compared by content; declare ``eq=False``."""

    __slots__ = ()

    def _content(self) -> list[object]:
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return [
            value.tobytes() + str(value.shape).encode() if isinstance(value, np.ndarray) else value
            for value in values
        ]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(tuple(part for part in self._content() if isinstance(part, bytes)))
