"""The mark of tests that hold kernels against plain twins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest
from numba import njit
from numba.core import config

__all__ = ["compiled", "size_of", "some", "twin_of"]

T = TypeVar("T")


def twin_of(*kernels: Callable[..., Any]) -> pytest.MarkDecorator:
    """Mark a test that holds ``kernels`` against a plain twin, or against plain Python.

    Such tests also run with ``NUMBA_DISABLE_JIT=1``, so each takes small boards.
    """
    return pytest.mark.twin.with_args(*kernels)


def some(number: int) -> int:
    """Return how many random cases a twin tries: of ``number``, a third in plain Python.

    There kernels take a hundred times as long, and what is asked is what they reach.
    """
    return -(-number // 3) if config.DISABLE_JIT else number


def size_of(compiled: T, *, plain: T) -> T:
    """Return what a twin takes: one of two sizes, the smaller in plain Python."""
    return plain if config.DISABLE_JIT else compiled


@cache
def compiled(inner: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that Python can call, compiled once, of a kernel for other kernels."""
    called: Callable[..., Any] = njit(lambda *arguments: inner(*arguments))
    return called
