"""Short names of the arrays' types, for signatures: what each holds; docstrings tell the shapes."""

from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

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
"""A set of spots as bits, or a number that is shifted by with one."""
Float32s: TypeAlias = NDArray[np.float32]
Float64s: TypeAlias = NDArray[np.float64]


class ArrayValue:
    """Equality of a dataclass with arrays, which are compared by content; declare ``eq=False``."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        pairs = [(getattr(self, one.name), getattr(other, one.name)) for one in fields(self)]  # type: ignore[arg-type]
        return all(
            np.array_equal(one, same, equal_nan=True)
            if isinstance(one, np.ndarray) and isinstance(same, np.ndarray)
            else one is same or (type(one) is type(same) and one == same)
            for one, same in pairs
        )

    def __hash__(self) -> int:
        values = [getattr(self, one.name) for one in fields(self)]  # type: ignore[arg-type]
        return hash((type(self), *(one.tobytes() for one in values if isinstance(one, np.ndarray))))
