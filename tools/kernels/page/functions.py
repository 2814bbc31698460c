"""Decorator and types of the page's functions."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from numba import njit

Address: TypeAlias = Any
"""Pointer to an array of the host."""

P = ParamSpec("P")
R = TypeVar("R")


def page_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for the exports, without a cache."""
    return cast("Callable[P, R]", njit(function))
