"""How exports keep compiled values, such as tuples of arrays, in memory between two calls."""

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic


@intrinsic
def _keep(typing_context: Any, value: Any) -> Any:  # noqa: ARG001
    """Keep a value, and all that it refers to, as the compiler holds it; return its address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (kind,), (value,) = signature.args, arguments
        # The size here, where pointers are twice as large, is more than enough.
        size = context.get_constant(types.uint64, context.get_abi_sizeof(value.type))
        pointer = context.nrt.allocate(builder, size)
        address = builder.ptrtoint(pointer, context.get_value_type(types.int64))
        context.nrt.incref(builder, kind, value)
        builder.store(value, builder.inttoptr(address, value.type.as_pointer()))
        return address

    return types.int64(value), generate


def kept(kind: types.Type) -> Callable[[int], Any]:
    """Return a function, for kernels, of the address at which a value of one type is kept."""

    @intrinsic
    def read(typing_context: Any, address: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = context.get_value_type(kind).as_pointer()
            value = builder.load(builder.inttoptr(arguments[0], pointer))
            context.nrt.incref(builder, signature.return_type, value)
            return value

        return kind(types.int64), generate

    return cast("Callable[[int], Any]", read)


# Numba's intrinsics are called without their typing context; this is the type that callers see.
keep = cast("Callable[[Any], int]", _keep)
