"""Marker of tests that compare kernels with references."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest
from numba import njit
from numba.core import config

import chatuchak_solver.kernels.numba_internals  # noqa: F401 (the instructions of `bits`)

T = TypeVar("T")


def reference_for(*kernels: Callable[..., Any]) -> pytest.MarkDecorator:
    """Mark a test that compares ``kernels`` with a reference or with plain Python.

    The tests also run with ``NUMBA_DISABLE_JIT=1`` and need small boards.
    """
    return pytest.mark.twin.with_args(*kernels)


def some(number: int) -> int:
    """Return the number of random cases: ``number``, or a third in plain Python.

    Kernels take a hundred times as long there, and only coverage matters.
    """
    return -(-number // 3) if config.DISABLE_JIT else number


def size_of(compiled: T, *, plain: T) -> T:
    """Return one of two sizes, the smaller in plain Python."""
    return plain if config.DISABLE_JIT else compiled


@cache
def compiled(inner: Callable[..., Any]) -> Callable[..., Any]:
    """Return a Python wrapper of an inner kernel, compiled once."""
    return njit(lambda *arguments: inner(*arguments))  # type: ignore[no-any-return]
