"""How the module's own functions are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

__all__ = ["part"]

P = ParamSpec("P")
R = TypeVar("R")


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for the exports that call it; nothing of it is kept on disk."""
    return cast("Callable[P, R]", njit(function))
