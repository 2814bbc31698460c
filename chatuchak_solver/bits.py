"""Single machine instructions, for kernels, that numba does not offer by name.

Each has a plain twin, which stands in for it with ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsInt, cast

import llvmlite.ir as llvm
from numba import types
from numba.extending import intrinsic

from chatuchak_solver.numba_parts import config

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chatuchak_solver.numba_parts import Context, Signature, Typed, TypingContext, Values


@intrinsic
def _popcount(typing_context: TypingContext, mask: types.Type) -> Typed:  # noqa: ARG001
    """Return the number of one bits of an integer, as int64."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        count = builder.ctpop(arguments[0])
        return context.cast(builder, count, signature.args[0], types.int64)

    return types.int64(mask), generate


@intrinsic
def _trailing_zeros(typing_context: TypingContext, mask: types.Type) -> Typed:  # noqa: ARG001
    """Return the index of the lowest one bit of a non-zero integer, as int64."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        zero_is_undefined = llvm.Constant(llvm.IntType(1), 1)
        count = builder.cttz(arguments[0], zero_is_undefined)
        return context.cast(builder, count, signature.args[0], types.int64)

    return types.int64(mask), generate


@intrinsic
def _load_alone(typing_context: TypingContext, array: types.Type, index: types.Type) -> Typed:  # noqa: ARG001
    """Load an item, by its place in the flat array, by an instruction of its own."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.gep(data, [arguments[1]])
        # Atomic: compilers put no two of these together.
        return builder.load_atomic(address, "monotonic", align=item.bitwidth // 8)

    item = cast("Any", array).dtype
    return item(array, index), generate


@intrinsic
def _prefetch(typing_context: TypingContext, array: types.Type, index: types.Type) -> Typed:  # noqa: ARG001
    """Ask for the memory of an item, by its place in the flat array, ahead of its use."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        pointer, flag = llvm.IntType(8).as_pointer(), llvm.IntType(32)
        address = builder.bitcast(builder.gep(data, [arguments[1]]), pointer)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch",
            [pointer],
            llvm.FunctionType(llvm.VoidType(), [pointer, flag, flag, flag]),
        )
        for_reading, keep_in_all_caches, data_not_code = flag(0), flag(3), flag(1)
        builder.call(instruction, [address, for_reading, keep_in_all_caches, data_not_code])
        return context.get_dummy_value()

    return types.void(array, index), generate


WORD = (1 << 64) - 1


def plain_popcount(mask: SupportsInt) -> int:
    """Return the number of one bits of an integer of up to 64 bits."""
    return (int(mask) & WORD).bit_count()


def plain_trailing_zeros(mask: SupportsInt) -> int:
    """Return the index of the lowest one bit of a non-zero integer."""
    bits = int(mask)
    return (bits & -bits).bit_length() - 1


def plain_load_alone(array: NDArray[np.generic], index: SupportsInt) -> np.generic:
    """Return an item of a flat array."""
    return cast("np.generic", array[int(index)])


def plain_prefetch(array: NDArray[np.generic], index: SupportsInt) -> None:
    """Do nothing: only time depends on it."""


# Numba's intrinsics are called without their typing context; this is the type that callers see.
popcount = cast("Callable[[SupportsInt], int]", _popcount)
load_alone = cast("Callable[[NDArray[np.generic], SupportsInt], np.generic]", _load_alone)
prefetch = cast("Callable[[NDArray[np.generic], SupportsInt], None]", _prefetch)
trailing_zeros = cast("Callable[[SupportsInt], int]", _trailing_zeros)
if config.DISABLE_JIT:
    load_alone = plain_load_alone
    popcount, prefetch, trailing_zeros = plain_popcount, plain_prefetch, plain_trailing_zeros
