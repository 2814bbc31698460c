"""One way to compile kernels, so that every kernel has the same options.

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
    """Compile ``function`` on its first call, cached on disk, releasing the GIL while it runs.

    Kernels live in ``kernels/`` folders and may call kernels of other files in their own folder
    and in the search's: a change in any of these recompiles all that may call it. With
    ``NUMBA_DISABLE_JIT=1`` a kernel is the plain function; words overflow there in silence, as
    they do when compiled.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)
    compiled = njit(nogil=True, **WITHOUT_C)(function)
    use_cache(compiled, KernelCache(function))
    without_literals(compiled)
    return cast("Callable[P, R]", compiled)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` for kernels alone, in half the time: without a way in from Python.

    Calling it from Python ends the process. It makes no arrays; what calls it is kept on disk,
    which keeps this too.
    """
    return cast("Callable[P, R]", njit(nogil=True, **FOR_KERNELS_ALONE)(function))


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` as `inner_kernel` does, into the very place of each call.

    For what is called often with many arrays: a call passes each of them as seven words.
    """
    return cast("Callable[P, R]", njit(nogil=True, forceinline=True, **FOR_KERNELS_ALONE)(function))
