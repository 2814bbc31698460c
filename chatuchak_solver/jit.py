"""One way to compile kernels, so that every kernel has the same options.

Importing this module imports numba (about a third of a second); only kernel modules do so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

__all__ = ["kernel"]

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on its first call, cached on disk, releasing the GIL while it runs.

    numba's cache does not notice a change in a kernel imported from *another* file, so kernels
    that call each other live in one file.
    """
    return cast("Callable[P, R]", njit(cache=True, nogil=True)(function))
