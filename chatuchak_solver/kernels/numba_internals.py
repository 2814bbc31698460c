"""Every private part of numba that is used, in one place, each with its reason.

numba promises nothing about these, so that pyproject.toml names the newest numba that they were
tried with. Whoever raises it runs ``tests/unit/test_numba_internals.py`` and
``make release-check``.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from numba import types
from numba.core import config as config
from numba.core import event
from numba.core.base import BaseContext
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps as dumps
from numba.core.typing.context import Context as NumbaTyping
from numba.core.typing.templates import Signature as Signature  # noqa: TC002
from numba.np.numpy_support import carray as carray

if TYPE_CHECKING:
    import llvmlite.ir as llvm


Context: TypeAlias = BaseContext
TypingContext: TypeAlias = NumbaTyping
Values: TypeAlias = "Sequence[llvm.Value]"
Typed: TypeAlias = (
    "tuple[Signature, Callable[[Context, llvm.IRBuilder, Signature, Values], llvm.Value]]"
)
"""What an intrinsic returns: how it is typed, and how it is written."""

WITHOUT_C: dict[str, Any] = {"no_cfunc_wrapper": True}
"""Options of a function that has no way in from C, where nobody comes from."""

FOR_KERNELS_ALONE: dict[str, Any] = {**WITHOUT_C, "no_cpython_wrapper": True, "_nrt": False}
"""Options of a function that only kernels call and that makes no arrays: compiled in half the time,
since it gets no way in from Python and counts no references."""

Template: TypeAlias = Callable[[tuple[types.Type, ...], dict[str, types.Type]], object]
"""What numba asks for a kernel's code, by the types of its arguments."""


class _Compilations(event.Listener):
    """Passes on that numba compiles; it says so for what it compiles, not for what it loads."""

    def __init__(self, listener: Callable[[], None], at_end: Callable[[], None]) -> None:
        self._listener = listener
        self._at_end = at_end

    def on_start(self, event: object) -> None:  # noqa: ARG002
        self._listener()

    def on_end(self, event: object) -> None:  # noqa: ARG002
        self._at_end()


def tell_of_compilations(listener: Callable[[], None], at_end: Callable[[], None]) -> None:
    """Call ``listener`` before numba compiles, ``at_end`` after it: no public function does so."""
    event.register("numba:compile", _Compilations(listener, at_end))


def import_without_scipy() -> None:
    """Import numba's functions of arrays, but not scipy, which they ask for products of matrices.

    No kernel has such products, and scipy takes a third of the time that a first kernel loads
    for. numba asks for it once more where a product is compiled.
    """
    name = "numba.np.arraymath"
    if name in sys.modules or find_spec("scipy") is None:
        return
    from numba.np import linalg

    products: Any = linalg
    ensure = products.ensure_blas
    products.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        products.ensure_blas = ensure
    functions: Any = arraymath
    functions.ensure_blas = ensure


@cache
def compile_quickly() -> None:
    """Spare numba what its code does not depend on; for the rest of a process that is all ours.

    It would tell listeners of each call of LLVM; compare two sets of options by asking both for
    every one, and look for numpy's way to add arrays, for each operator of two numbers; and put the
    shapes of arrays into words where one does not fit its place, for which it compiles functions of
    strings for two seconds. Together this is a quarter of the time; a twelfth more goes by looking
    for garbage.
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

    def are_equal(one: Any, other: Any) -> bool:
        return type(one) is type(other) and all(
            getattr(one, key) == getattr(other, key) for key in one._values.keys() | other._values
        )

    options: Any = TargetConfig
    options.__eq__ = are_equal
    options.__hash__ = lambda self: hash(type(self))  # numba's depends on no value either

    def does_not_fit(src_shapes: object, index_shape: object) -> None:
        raise NotImplementedError

    arrays: Any = arrayobj
    overload(does_not_fit)(arrays.ol_raise_with_shape_context_generic)
    arrays.raise_with_shape_context = does_not_fit


def use_cache(kernel: Any, cache: object) -> None:
    """Let a kernel be kept by ``cache``: numba's own looks at the kernel's file alone."""
    kernel._cache = cache


def without_literals(kernel: Any) -> None:
    """Let a kernel called with constants be the one compiled for any value.

    numba would recompile it for every constant that another kernel passes to it: a fifth of
    the time that the cover search takes to compile.
    """
    template: Template = kernel.get_call_template

    def for_any_value(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> object:
        return template(
            tuple(types.unliteral(arg) for arg in args),
            {name: types.unliteral(arg) for name, arg in kws.items()},
        )

    kernel.get_call_template = for_any_value


def write_no_machine_code() -> None:
    """Let numba compile to intermediate code alone, and quickly; for the rest of the process.

    It would also translate each function for this machine, as soon as it is compiled, and write a
    way in from Python, which take a third of the time and serve nobody where the code is only
    written down.
    """
    from numba.core.codegen import JITCodeLibrary
    from numba.core.cpu import CPUContext

    compile_quickly()
    library: Any = JITCodeLibrary
    context: Any = CPUContext
    library._finalize_specific = lambda _: None
    library.has_dynamic_globals = True  # nothing of it can be kept

    def executable(self: Any, library: Any, *rest: object) -> object:  # noqa: ARG001
        library._ensure_finalized()
        return [].append  # numba knows the code by what it calls: another one each time

    context.get_executable = executable
    context.create_cpython_wrapper = lambda *_, **_options: None


def parts_of(compiled: Any) -> tuple[object, ...] | None:
    """Return what numba pickles of a compiled kernel; None where it cannot be kept."""
    if compiled.library.has_dynamic_globals:
        return None
    return cast("tuple[object, ...]", compiled._reduce())


def rebuilt(context: Any, parts: Sequence[object]) -> object:
    """Return the compiled kernel that `parts_of` took apart."""
    return CompileResult._rebuild(context, *parts)


def take_indices_as_they_are() -> None:
    """Let numba take every index as it is; for the rest of the process.

    It would ask of each whether it counts from the end, which takes a tenth of a search's time; in
    kernels for which that is chosen none does, which a test holds.
    """
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        del size
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is
