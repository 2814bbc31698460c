"""Machine instructions for kernels that numba has no name for.

Each is a plain function, which replaces it with ``NUMBA_DISABLE_JIT=1``, and a writer of its code
for LLVM.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsInt, TypeVar, cast

import llvmlite.ir as llvm
from numba import types
from numba.extending import intrinsic

from chatuchak_solver.kernels.numba_internals import config

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chatuchak_solver.kernels.numba_internals import (
        Context,
        Signature,
        Typed,
        TypingContext,
        Values,
    )

WORD = (1 << 64) - 1

F = TypeVar("F", bound=Callable[..., Any])


class Code(NamedTuple):
    """Where the code of a call is written, and what it is given."""

    context: Context
    """Knows how numba lays out values."""
    builder: llvm.IRBuilder
    kinds: tuple[types.Type, ...]
    """The arguments' types."""
    arguments: Values

    def address(self, array: int) -> llvm.Value:
        """Return the address of an item of an array, by the array's place among the arguments.

        The argument after the array is the item's place in the flat array.
        """
        make = self.context.make_array(self.kinds[array])
        data = make(self.context, self.builder, self.arguments[array]).data
        return self.builder.gep(data, [self.arguments[array + 1]])


def intrinsic_of(
    typed: Callable[..., Signature], write: Callable[[Code], llvm.Value | None]
) -> Callable[[F], F]:
    """Let kernels run the code that ``write`` writes where they call the decorated function.

    Parameters
    ----------
    typed
        The signature for the types of the arguments; numba's type of the result is such a function.
    write
        Writes a call's code and returns its result; None where there is no result.
    """

    def decorate(plain: F) -> F:
        if config.DISABLE_JIT:
            return plain

        def generate(
            context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
        ) -> llvm.Value:
            result = write(Code(context, builder, signature.args, arguments))
            return context.get_dummy_value() if result is None else result

        def typing(typing_context: TypingContext, *kinds: types.Type) -> Typed:  # noqa: ARG001
            return typed(*kinds), generate

        # numba takes the names of the arguments from here, and leaves out its context.
        own = signature(plain)
        context = Parameter("typing_context", Parameter.POSITIONAL_OR_KEYWORD)
        told: Any = update_wrapper(typing, plain)
        told.__signature__ = own.replace(parameters=[context, *own.parameters.values()])
        return cast("F", intrinsic(told))

    return decorate


def _count_ones(code: Code) -> llvm.Value:
    count = code.builder.ctpop(code.arguments[0])
    return code.context.cast(code.builder, count, code.kinds[0], types.int64)


@intrinsic_of(types.int64, _count_ones)
def popcount(mask: SupportsInt) -> int:
    """Return the number of one bits of an integer of up to 64 bits, as int64."""
    return (int(mask) & WORD).bit_count()


def _count_zeros(code: Code) -> llvm.Value:
    zero_is_undefined = llvm.Constant(llvm.IntType(1), 1)
    count = code.builder.cttz(code.arguments[0], zero_is_undefined)
    return code.context.cast(code.builder, count, code.kinds[0], types.int64)


@intrinsic_of(types.int64, _count_zeros)
def trailing_zeros(mask: SupportsInt) -> int:
    """Return the index of the lowest one bit of a non-zero integer, as int64."""
    bits = int(mask)
    return (bits & -bits).bit_length() - 1


def _fetch(code: Code) -> None:
    pointer, flag = llvm.IntType(8).as_pointer(), llvm.IntType(32)
    kind = llvm.FunctionType(llvm.VoidType(), [pointer, flag, flag, flag])
    fetch = code.builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
    for_reading, keep_in_all_caches, data_not_code = flag(0), flag(3), flag(1)
    address = code.builder.bitcast(code.address(0), pointer)
    code.builder.call(fetch, [address, for_reading, keep_in_all_caches, data_not_code])


@intrinsic_of(types.void, _fetch)
def prefetch(array: NDArray[np.generic], index: SupportsInt) -> None:
    """Ask for the memory of an item, by its place in the flat array, ahead of its use.

    In plain Python it does nothing: only time depends on it.
    """
