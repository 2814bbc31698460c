"""Modules of optional extras, imported on first use."""

import importlib
from typing import Any

from chatuchak_solver.errors import MissingExtraError


def imported(module: str, purpose: str, extra: str) -> Any:
    """Import a module of an optional extra."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(purpose, extra) from None
