"""Modules of optional extras, imported on first use."""

import importlib
from typing import Any

from chatuchak_solver.errors import MissingExtraError


def imported(module: str, purpose: str, extra: str) -> Any:
    """Return a module that an extra installs.

    Raises
    ------
    MissingExtraError
        If the extra is not installed; the message tells what needs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(purpose, extra) from None
