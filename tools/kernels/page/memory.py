"""The page's functions: their decorator, and storage of values between calls of exports."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from numba import njit, types
from numba.extending import intrinsic

Address: TypeAlias = Any
"""Pointer to an array of the host."""

P = ParamSpec("P")
R = TypeVar("R")


def page_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for the exports, without a cache."""
    return cast("Callable[P, R]", njit(function))


@intrinsic
def _store(typing_context: Any, value: Any) -> Any:  # noqa: ARG001

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (kind,), (value,) = signature.args, arguments
        # The native size suffices: pointers are half as large in WebAssembly.
        size = context.get_constant(types.uint64, context.get_abi_sizeof(value.type))
        pointer = context.nrt.allocate(builder, size)
        address = builder.ptrtoint(pointer, context.get_value_type(types.int64))
        context.nrt.incref(builder, kind, value)
        builder.store(value, builder.inttoptr(address, value.type.as_pointer()))
        return address

    return types.int64(value), generate


def loader(kind: types.Type) -> Callable[[int], Any]:
    """Return a kernel function that loads a value of one type from its address."""

    @intrinsic
    def read(typing_context: Any, address: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = context.get_value_type(kind).as_pointer()
            value = builder.load(builder.inttoptr(arguments[0], pointer))
            context.nrt.incref(builder, signature.return_type, value)
            return value

        return kind(types.int64), generate

    return cast("Callable[[int], Any]", read)


# The intrinsic's type for callers.
store = cast("Callable[[Any], int]", _store)
