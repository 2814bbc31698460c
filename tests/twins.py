"""The mark of tests that hold kernels against plain twins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

__all__ = ["twin_of"]


def twin_of(*kernels: Callable[..., Any]) -> pytest.MarkDecorator:
    """Mark a test that holds ``kernels`` against a plain twin, or against plain Python.

    Such tests also run with ``NUMBA_DISABLE_JIT=1``, so each takes small boards.
    """
    return pytest.mark.twin.with_args(*kernels)
