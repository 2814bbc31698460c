"""The names at the top of the library."""

from __future__ import annotations

import subprocess
import sys

import pytest

import chatuchak_solver


@pytest.mark.parametrize("name", chatuchak_solver.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(chatuchak_solver, name) is not None
    assert name in dir(chatuchak_solver)


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        chatuchak_solver.solver  # noqa: B018


def test_importing_the_library_imports_nothing_heavy() -> None:
    heavy = "{'numba', 'numpy', 'ortools', 'networkx', 'rich'}"
    code = f"import sys, chatuchak_solver; print(sorted({heavy} & set(sys.modules)))"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "[]"
