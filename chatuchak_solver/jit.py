"""One way to compile kernels, so that every kernel has the same options.

Importing this module imports numba (about a third of a second); only kernel modules do so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit
from numba.core import config, event, types

from chatuchak_solver.compilation import compilation_begins
from chatuchak_solver.kernel_cache import KernelCache

__all__ = ["inlined_kernel", "inner_kernel", "kernel"]

P = ParamSpec("P")
R = TypeVar("R")
Template: TypeAlias = Callable[[tuple[types.Type, ...], dict[str, types.Type]], object]
"""What numba asks for a kernel's code, by the types of its arguments."""


class _Compilations(event.Listener):
    """Passes on that numba compiles; it says so for what it compiles, not for what it loads."""

    def on_start(self, event: object) -> None:  # noqa: ARG002
        compilation_begins()

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compile", _Compilations())


def _import_without_scipy() -> None:
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


_import_without_scipy()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on its first call, cached on disk, releasing the GIL while it runs.

    Kernels live in ``kernels/`` folders and may call kernels of other files in their own folder
    and in the search's: a change in any of these compiles all that may call it anew. With
    ``NUMBA_DISABLE_JIT=1`` a kernel is the plain function; words overflow there in silence, as
    they do when compiled.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)
    compiled: Any = njit(nogil=True)(function)
    compiled._cache = KernelCache(function)
    compiled.get_call_template = _without_literals(compiled.get_call_template)
    return cast("Callable[P, R]", compiled)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` for kernels alone, in half the time: without a way in from Python.

    Calling it from Python ends the process. It makes no arrays; what calls it is kept on disk,
    which keeps this too.
    """
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    return cast("Callable[P, R]", njit(nogil=True, **options)(function))


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` as `inner_kernel` does, into the very place of each call.

    For what is called often with many arrays: a call passes each of them as seven words.
    """
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    return cast("Callable[P, R]", njit(nogil=True, forceinline=True, **options)(function))


def _without_literals(template: Template) -> Template:
    """Let a kernel called with constants be the one compiled for any value.

    numba would compile it anew for every constant that another kernel passes to it: a fifth of
    the time that the cover search takes to compile.
    """

    def without_literals(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> object:
        return template(
            tuple(types.unliteral(arg) for arg in args),
            {name: types.unliteral(arg) for name, arg in kws.items()},
        )

    return without_literals
