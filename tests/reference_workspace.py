"""The cover search's workspace for kernels that run as plain Python, which is what it costs them.

A field of numpy's records is looked up in Python, and a kernel that is not compiled does little
else. Here each field is an attribute: an array, or a number of 64 bits as in the record.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from chatuchak_solver.stand.kernels.cover_search import workspace


class ReferenceWorkspace:
    """A workspace's arrays and numbers as attributes."""

    def __init__(self) -> None:
        for name, shape in workspace.SHAPES.items():
            object.__setattr__(self, name, np.zeros(shape, np.int64)[()])

    def __setattr__(self, name: str, value: int) -> None:
        assert workspace.SHAPES[name] == (), f"{name} is an array"
        object.__setattr__(self, name, np.int64(value))

    def __index__(self) -> int:
        """Take the place of an address, which nobody asks for where nothing is compiled."""
        return 0


def use_reference_workspaces() -> None:
    """Make such workspaces, in whatever makes some, for the rest of the process."""
    records: Any = workspace.make_workspace
    for module in list(sys.modules.values()):
        if getattr(module, "make_workspace", None) is records:
            module.make_workspace = ReferenceWorkspace  # type: ignore[attr-defined]
