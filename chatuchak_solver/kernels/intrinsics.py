"""How kernels come by machine instructions that numba has no name for.

Each is a plain function, which stands in for it with ``NUMBA_DISABLE_JIT=1``, and what writes its
code for LLVM.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from numba.extending import intrinsic

from chatuchak_solver.kernels.numba_internals import config

if TYPE_CHECKING:
    import llvmlite.ir as llvm
    from numba import types

    from chatuchak_solver.kernels.numba_internals import (
        Context,
        Signature,
        Typed,
        TypingContext,
        Values,
    )


F = TypeVar("F", bound=Callable[..., Any])


class Code(NamedTuple):
    """Where the code of a call is written, and what it is given."""

    context: Context
    """Knows how numba lays out values."""
    builder: llvm.IRBuilder
    kinds: tuple[types.Type, ...]
    """The arguments' types."""
    arguments: Values

    def address(self, array: int, index: llvm.Value | None = None) -> llvm.Value:
        """Return the address of an item of an array.

        Parameters
        ----------
        array
            The array's place among the arguments.
        index
            The item's place in the flat array; by default the argument after the array.
        """
        make = self.context.make_array(self.kinds[array])
        data = make(self.context, self.builder, self.arguments[array]).data
        return self.builder.gep(data, [self.arguments[array + 1] if index is None else index])


def instruction(
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
