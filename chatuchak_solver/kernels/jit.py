"""Decorators that compile kernels with common options.

Importing this module imports numba (about a third of a second); only kernel modules do so.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numba import njit

from chatuchak_solver.kernels.compilation import compilation_begins, compilation_ends
from chatuchak_solver.kernels.numba_cache import KernelCache
from chatuchak_solver.kernels.numba_internals import (
    KERNEL_ONLY,
    NO_C_WRAPPER,
    config,
    import_without_scipy,
    register_compile_listener,
    use_cache,
    without_literals,
)

P = ParamSpec("P")
R = TypeVar("R")


register_compile_listener(compilation_begins, compilation_ends)
import_without_scipy()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on its first call without the GIL, and cache the code on disk.

    Kernels live in ``kernels/`` folders and may call kernels of their own folder and of the search;
    changing one recompiles its callers. With ``NUMBA_DISABLE_JIT=1`` returns the plain function,
    with silent integer overflow as in compiled code.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)
    compiled = njit(nogil=True, **NO_C_WRAPPER)(function)
    use_cache(compiled, KernelCache(function))
    without_literals(compiled)
    return cast("Callable[P, R]", compiled)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` without a Python wrapper, for calls from kernels only.

    Halves the compile time. A call from Python crashes the process. The function must not create
    arrays. It is cached with its callers.
    """
    return cast("Callable[P, R]", njit(nogil=True, **KERNEL_ONLY)(function))


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` as `inner_kernel`, inlined into its callers.

    For frequent calls with many arrays, each passed as seven words.
    """
    return cast("Callable[P, R]", njit(nogil=True, forceinline=True, **KERNEL_ONLY)(function))
