"""All private parts of numba in use, and the disk cache of compiled kernels.

numba may change them in any release, so pyproject.toml limits its version. After raising the limit
run ``tests/unit/test_numba_internals.py`` and ``make release-check``.
"""

import hashlib
import logging
import pickle
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import njit, types
from numba.core import event
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.extending import intrinsic, overload

from chatuchak_solver.io.paths import cache_files
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.code_cache import load, store
from chatuchak_solver.kernels.compilation import compiling
from chatuchak_solver.kernels.sources import changed_since_import, source_hash, sources_of

logger: logging.Logger = logging.getLogger(__name__)

COMPILER = "chatuchak_solver/kernels/jit.py"
"""A further source that determines the compiled code."""

NO_C_WRAPPER: dict[str, Any] = {"no_cfunc_wrapper": True}

KERNEL_ONLY: dict[str, Any] = {**NO_C_WRAPPER, "no_cpython_wrapper": True, "_nrt": False}
"""For functions that only kernels call: no Python wrapper, no arrays; halves the compile time."""


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


def without_literals(kernel: Any) -> None:
    """Compile a kernel once for all values of constant arguments.

    Recompilation takes a fifth of the cover search's compile time.
    """
    template: Callable[..., object] = kernel.get_call_template

    def for_any_value(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> object:
        return template(
            tuple(types.unliteral(arg) for arg in args),
            {name: types.unliteral(arg) for name, arg in kws.items()},
        )

    kernel.get_call_template = for_any_value


def compile_lazily(
    function: Callable[..., object], *, is_inner: bool = False, forceinline: bool = False
) -> Any:
    """Return numba's kernel, compiled on its first call."""
    if is_inner:
        return njit(nogil=True, forceinline=forceinline, **KERNEL_ONLY)(function)
    compiled: Any = njit(nogil=True, **NO_C_WRAPPER)(function)
    compiled._cache = KernelCache(function)
    without_literals(compiled)
    return compiled


class KernelCache:
    """Cache of one function's compiled kernels, as numba's dispatcher uses it.

    Each signature and machine has its own file, keyed by a hash of all sources. Unlike numba's
    cache it detects changes in other files, works in read-only folders and ignores damaged files.
    """

    cache_path = ""
    """For the dispatcher's statistics."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._source = Path(function.__code__.co_filename).absolute()
        abi = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
        self._name = f"{self._source.stem}.{function.__name__}.{abi}"
        self._sources: tuple[str, ...] = ()
        with suppress(OSError):  # a source was moved or removed
            sources = (*sources_of([function.__module__]), COMPILER)
            self._stamp, self._sources = source_hash(sources), sources

    def _place(self, signature: object, codegen: Any) -> tuple[list[Path], bytes]:
        """Return the possible files of a signature, and the key."""
        target = f"{numba.__version__} {signature} {codegen.magic_tuple()}"
        name = f"{self._name}.{hashlib.sha256(target.encode()).hexdigest()[:32]}.nbc"
        return [*cache_files(self._source, name)], f"{self._stamp} {name} ".encode()

    def load_overload(self, signature: object, context: Any) -> object:
        """Return the compiled kernel for a signature, or None if not cached."""
        context.refresh()
        files, key = self._place(signature, context.codegen()) if self._sources else ((), b"")
        for file in files:
            pickled = load([file], key)
            try:
                if pickled is not None:
                    return CompileResult._rebuild(context, *pickle.loads(pickled))
            except Exception as error:  # incompatible numba
                logger.info("%s: cannot be used: %s", file, error)
        return None

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Store a compiled kernel, or log a note."""
        is_cacheable = self._sources and not compiled.library.has_dynamic_globals
        if is_cacheable and not changed_since_import(self._sources):
            store(*self._place(signature, compiled.codegen), dumps(compiled._reduce()))


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
