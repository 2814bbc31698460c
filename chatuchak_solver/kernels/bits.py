"""Single machine instructions, for kernels, that numba does not offer by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsInt, cast

import llvmlite.ir as llvm
from numba import types

from chatuchak_solver.kernels.intrinsics import Code, instruction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chatuchak_solver.kernels.numba_internals import Signature

WORD = (1 << 64) - 1


def _count_ones(code: Code) -> llvm.Value:
    count = code.builder.ctpop(code.arguments[0])
    return code.context.cast(code.builder, count, code.kinds[0], types.int64)


@instruction(types.int64, _count_ones)
def popcount(mask: SupportsInt) -> int:
    """Return the number of one bits of an integer of up to 64 bits, as int64."""
    return (int(mask) & WORD).bit_count()


def _count_zeros(code: Code) -> llvm.Value:
    zero_is_undefined = llvm.Constant(llvm.IntType(1), 1)
    count = code.builder.cttz(code.arguments[0], zero_is_undefined)
    return code.context.cast(code.builder, count, code.kinds[0], types.int64)


@instruction(types.int64, _count_zeros)
def trailing_zeros(mask: SupportsInt) -> int:
    """Return the index of the lowest one bit of a non-zero integer, as int64."""
    bits = int(mask)
    return (bits & -bits).bit_length() - 1


def _load(code: Code) -> llvm.Value:
    # Atomic: compilers put no two of these together.
    align = cast("Any", code.kinds[0]).dtype.bitwidth // 8
    return code.builder.load_atomic(code.address(0), "monotonic", align=align)


def _typed_as_item(array: Any, index: types.Type) -> Signature:
    return cast("Signature", array.dtype(array, index))


@instruction(_typed_as_item, _load)
def load_alone(array: NDArray[np.generic], index: SupportsInt) -> np.generic:
    """Load an item, by its place in the flat array, by an instruction of its own."""
    return cast("np.generic", array[int(index)])


def _fetch(code: Code) -> None:
    pointer, flag = llvm.IntType(8).as_pointer(), llvm.IntType(32)
    kind = llvm.FunctionType(llvm.VoidType(), [pointer, flag, flag, flag])
    fetch = code.builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
    for_reading, keep_in_all_caches, data_not_code = flag(0), flag(3), flag(1)
    address = code.builder.bitcast(code.address(0), pointer)
    code.builder.call(fetch, [address, for_reading, keep_in_all_caches, data_not_code])


@instruction(types.void, _fetch)
def prefetch(array: NDArray[np.generic], index: SupportsInt) -> None:
    """Ask for the memory of an item, by its place in the flat array, ahead of its use.

    In plain Python it does nothing: only time depends on it.
    """
