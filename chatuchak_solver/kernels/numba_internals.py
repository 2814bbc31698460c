"""All private parts of numba in use.

numba may change them in any release, so pyproject.toml limits its version. After raising the limit
run ``tests/unit/test_numba_internals.py`` and ``make release-check``.
"""

import gc
from collections.abc import Callable, Sequence
from functools import cache
from inspect import Parameter, signature
from typing import Any, TypeAlias, cast

from numba import types
from numba.core import config as config
from numba.core import event
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps as dumps
from numba.extending import intrinsic
from numba.np.numpy_support import carray as carray

from chatuchak_solver.kernels.compilation import compilation_begins, compilation_ends

NO_C_WRAPPER: dict[str, Any] = {"no_cfunc_wrapper": True}

KERNEL_ONLY: dict[str, Any] = {**NO_C_WRAPPER, "no_cpython_wrapper": True, "_nrt": False}
"""For functions that only kernels call: no Python wrapper, no arrays; halves the compile time."""

Template: TypeAlias = Callable[[tuple[types.Type, ...], dict[str, types.Type]], object]


class _CompileListener(event.Listener):
    """Loads from the cache have no compile events."""

    def on_start(self, event: object) -> None:  # noqa: ARG002
        compilation_begins()

    def on_end(self, event: object) -> None:  # noqa: ARG002
        compilation_ends()


event.register("numba:compile", _CompileListener())


def intrinsic_type(function: Callable[..., object], generate: Callable[..., Any]) -> types.Type:
    """Return the type of an intrinsic."""
    own = signature(function)

    def typing(context: object, *kinds: types.Type) -> Any:  # noqa: ARG001
        return types.int64(*kinds), generate

    # numba reads the argument names from this signature, without its context.
    context = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD)
    typing.__name__ = own_name = getattr(function, "__name__", "intrinsic")
    typing.__qualname__ = own_name
    described: Any = typing
    described.__signature__ = own.replace(parameters=[context, *own.parameters.values()])
    known = cpu_target.typing_context
    defined = intrinsic(described)
    known.refresh()
    return cast("types.Type", known.resolve_value_type(defined))


@cache
def compile_quickly() -> None:
    """Disable costly steps of the compiler, for the rest of the process.

    LLVM's callbacks, comparisons of equal options, numpy's rules for operators on scalars, and
    error messages with array shapes. With garbage collection they take a third of the compile time.
    """
    from llvmlite.binding import ffi
    from numba.core.targetconfig import TargetConfig
    from numba.core.typing import npydecl
    from numba.extending import overload
    from numba.np import arrayobj

    gc.set_threshold(100_000, 50, 100)
    llvm: Any = ffi.lib
    llvm._lock._cblist.clear()

    rules: Any = npydecl.NumpyRulesArrayOperator
    rule = rules.generic
    rules.generic = lambda self, args, kws: (
        rule(self, args, kws)
        if any(isinstance(arg, types.ArrayCompatible) for arg in args)
        else None
    )

    def are_equal(options: Any, other: Any) -> bool:
        return type(options) is type(other) and all(
            getattr(options, key) == getattr(other, key)
            for key in options._values.keys() | other._values
        )

    config_class: Any = TargetConfig
    config_class.__eq__ = are_equal
    config_class.__hash__ = lambda self: hash(
        type(self)
    )  # numba's hash does not depend on values either

    def does_not_fit(src_shapes: object, index_shape: object) -> None:
        raise NotImplementedError

    arrays: Any = arrayobj
    overload(does_not_fit)(arrays.ol_raise_with_shape_context_generic)
    arrays.raise_with_shape_context = does_not_fit


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


def emit_ir_only() -> None:
    """Compile to intermediate code only, for the rest of the process."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.cpu import CPUContext

    compile_quickly()
    library: Any = JITCodeLibrary
    context: Any = CPUContext
    library._finalize_specific = lambda _: None
    library.has_dynamic_globals = True  # disables caching

    def executable(self: Any, library: Any, *rest: object) -> object:  # noqa: ARG001
        library._ensure_finalized()
        return [].append  # a unique key

    context.get_executable = executable
    context.create_cpython_wrapper = lambda *_, **_options: None


def serialize(compiled: Any) -> tuple[object, ...] | None:
    """Return numba's picklable parts of a compiled kernel, or None if not cacheable."""
    if compiled.library.has_dynamic_globals:
        return None
    return cast("tuple[object, ...]", compiled._reduce())


def deserialize(context: Any, parts: Sequence[object]) -> object:
    """Return the compiled kernel from its parts (`serialize`)."""
    return CompileResult._rebuild(context, *parts)


def disable_negative_indices() -> None:
    """Compile without support for negative array indices, a tenth of a search's time.

    For the rest of the process. A test checks that kernels need none.
    """
    from numba.np import arrayobj

    def unchanged(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        del size
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = unchanged
