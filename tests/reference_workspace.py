"""The cover search's workspace for kernels in plain Python.

Kernels without compilation spend most time on field access of numpy records. Here each field is an
attribute: an array, or a number of 64 bits as in the record.
"""

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
        """Return a dummy address, unused without compilation."""
        return 0


def use_reference_workspaces() -> None:
    """Replace `make_workspace` in all modules, for the rest of the process."""
    records: Any = workspace.make_workspace
    for module in list(sys.modules.values()):
        if getattr(module, "make_workspace", None) is records:
            module.make_workspace = ReferenceWorkspace  # type: ignore[attr-defined]
