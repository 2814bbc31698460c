"""Machine instructions for kernels.

Each is a Python function, and a generator of LLVM code that replaces it in kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, Generic, ParamSpec, SupportsInt, TypeVar

WORD = (1 << 64) - 1

P = ParamSpec("P")
R = TypeVar("R")


class Intrinsic(Generic[P, R]):
    """A Python function with LLVM code for kernels.

    ``generate`` makes the code of a call from numba's context, builder, signature and arguments.
    """

    def __init__(self, function: Callable[P, R], generate: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.generate = generate

    @cached_property
    def _numba_type_(self) -> Any:
        from chatuchak_solver.kernels.numba_internals import intrinsic_type

        return intrinsic_type(self.function, self.generate)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the Python function."""
        return self.function(*args, **kwargs)


def intrinsic_of(generate: Callable[..., Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a Python function as an intrinsic of kernels."""
    return lambda function: Intrinsic(function, generate)


def _count_ones(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    count = builder.ctpop(*arguments)
    return context.cast(builder, count, *signature.args, signature.return_type)


@intrinsic_of(_count_ones)
def popcount(mask: SupportsInt) -> int:
    """Return the number of one bits of an integer of up to 64 bits, as int64."""
    return (int(mask) & WORD).bit_count()


def _count_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    count = builder.cttz(*arguments, ir.Constant(ir.IntType(1), 1))  # undefined for zero
    return context.cast(builder, count, *signature.args, signature.return_type)


@intrinsic_of(_count_zeros)
def trailing_zeros(mask: SupportsInt) -> int:
    """Return the index of the lowest one bit of a non-zero integer, as int64."""
    bits = int(mask)
    return (bits & -bits).bit_length() - 1
