"""Bit tricks for kernels: single machine instructions that numba does not offer by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import llvmlite.ir as llvm
from numba import types
from numba.extending import intrinsic

__all__ = ["popcount", "trailing_zeros"]


@intrinsic
def _popcount(typing_context: Any, mask: Any) -> Any:  # noqa: ARG001
    """Return the number of one bits of an integer, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = builder.ctpop(arguments[0])
        return context.cast(builder, count, signature.args[0], types.int64)

    return types.int64(mask), generate


@intrinsic
def _trailing_zeros(typing_context: Any, mask: Any) -> Any:  # noqa: ARG001
    """Return the index of the lowest one bit of a non-zero integer, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = llvm.Constant(llvm.IntType(1), 1)
        count = builder.cttz(arguments[0], zero_is_undefined)
        return context.cast(builder, count, signature.args[0], types.int64)

    return types.int64(mask), generate


# Numba's intrinsics are called without their typing context; this is the type that callers see.
popcount = cast("Callable[[Any], int]", _popcount)
trailing_zeros = cast("Callable[[Any], int]", _trailing_zeros)
