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
    FOR_KERNELS_ALONE,
    WITHOUT_C,
    config,
    import_without_scipy,
    tell_of_compilations,
    use_cache,
    without_literals,
)

P = ParamSpec("P")
R = TypeVar("R")


tell_of_compilations(compilation_begins, compilation_ends)
import_without_scipy()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on its first call without the GIL, and cache the code on disk.

    Kernels live in ``kernels/`` folders and may call kernels of their own folder and of the search;
    changing one recompiles its callers. With ``NUMBA_DISABLE_JIT=1`` returns the plain function,
    with silent integer overflow as in compiled code.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)
    compiled = njit(nogil=True, **WITHOUT_C)(function)
    use_cache(compiled, KernelCache(function))
    without_literals(compiled)
    return cast("Callable[P, R]", compiled)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` without a Python wrapper, for calls from kernels only.

    Halves the compile time. A call from Python crashes the process. The function must not create
    arrays. It is cached with its callers.
    """
    return cast("Callable[P, R]", njit(nogil=True, **FOR_KERNELS_ALONE)(function))


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` as `inner_kernel`, inlined into its callers.

    For frequent calls with many arrays, each passed as seven words.
    """
    return cast("Callable[P, R]", njit(nogil=True, forceinline=True, **FOR_KERNELS_ALONE)(function))
