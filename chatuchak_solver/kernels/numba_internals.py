"""All private parts of numba in use.

numba may change them in any release, so pyproject.toml limits its version. After raising the limit
run ``tests/unit/test_numba_internals.py`` and ``make release-check``.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, TypeAlias, cast

from llvmlite import ir
from numba import types
from numba.core import config as config
from numba.core import event
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps as dumps
from numba.extending import intrinsic, overload

from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.compilation import compiling

NO_C_WRAPPER: dict[str, Any] = {"no_cfunc_wrapper": True}

KERNEL_ONLY: dict[str, Any] = {**NO_C_WRAPPER, "no_cpython_wrapper": True, "_nrt": False}
"""For functions that only kernels call: no Python wrapper, no arrays; halves the compile time."""

Template: TypeAlias = Callable[[tuple[types.Type, ...], dict[str, types.Type]], object]


class _CompileListener(event.Listener):
    """Loads from the cache have no compile events."""

    def __init__(self) -> None:
        self._running: list[ExitStack] = []

    def on_start(self, event: object) -> None:  # noqa: ARG002
        self._running.append(ExitStack())
        self._running[-1].enter_context(compiling())

    def on_end(self, event: object) -> None:  # noqa: ARG002
        self._running.pop().close()


event.register("numba:compile", _CompileListener())


def _replace_by_instruction(function: Callable[..., int], generate: Callable[..., Any]) -> None:
    """Replace a function of an integer, in kernels, by LLVM code."""

    def typing(context: object, mask: types.Type) -> Any:  # noqa: ARG001
        def generate_cast(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = generate(builder, *arguments)
            return context.cast(builder, found, *signature.args, signature.return_type)

        return types.int64(mask), generate_cast

    instruction: Any = intrinsic(typing)
    overload(function)(lambda mask: lambda mask: instruction(mask))  # noqa: ARG005


def _count_zeros(builder: Any, mask: Any) -> Any:
    return builder.cttz(mask, ir.Constant(ir.IntType(1), 1))  # undefined for zero


_replace_by_instruction(popcount, lambda builder, mask: builder.ctpop(mask))
_replace_by_instruction(trailing_zeros, _count_zeros)


def use_cache(kernel: Any, cache: object) -> None:
    """Replace numba's cache of a kernel, which checks only the kernel's own file."""
    kernel._cache = cache


def without_literals(kernel: Any) -> None:
    """Compile a kernel once for all values of constant arguments.

    Recompilation takes a fifth of the cover search's compile time.
    """
    template: Template = kernel.get_call_template

    def for_any_value(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> object:
        return template(
            tuple(types.unliteral(arg) for arg in args),
            {name: types.unliteral(arg) for name, arg in kws.items()},
        )

    kernel.get_call_template = for_any_value


def serialize(compiled: Any) -> tuple[object, ...] | None:
    """Return numba's picklable parts of a compiled kernel, or None if not cacheable."""
    if compiled.library.has_dynamic_globals:
        return None
    return cast("tuple[object, ...]", compiled._reduce())


def deserialize(context: Any, parts: Sequence[object]) -> object:
    """Return the compiled kernel from its parts (`serialize`)."""
    return CompileResult._rebuild(context, *parts)


def simplify_arrays() -> None:
    """Compile without negative array indices and error messages with shapes.

    For the rest of the process. Negative indices take a tenth of a search's time; a test checks
    that kernels need none. The messages are texts, which need numba's runtime.
    """
    from numba.np import arrayobj

    def unchanged(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        del size
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def does_not_fit(src_shapes: object, index_shape: object) -> None:
        raise NotImplementedError

    arrays: Any = arrayobj
    arrays.fix_integer_index = unchanged
    overload(does_not_fit)(arrays.ol_raise_with_shape_context_generic)
    arrays.raise_with_shape_context = does_not_fit
