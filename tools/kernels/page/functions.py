"""How the module's own functions are compiled, and what they get from the host."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from numba import njit

Address: TypeAlias = Any
"""Where an array of the host begins: a pointer, for which Python has no type."""

P = ParamSpec("P")
R = TypeVar("R")


def page_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for the exports that call it; nothing of it is kept on disk."""
    return cast("Callable[P, R]", njit(function))
