"""The names at the top of the library and of the generators."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

import chatuchak_generators
import chatuchak_solver
from chatuchak_solver.front import homes

FRONTS = [chatuchak_solver, chatuchak_generators]
LINES_OF_A_JOB = 5


@pytest.mark.parametrize("front", FRONTS)
def test_every_name_is_there_and_is_defined_at_home(front: ModuleType) -> None:
    for name in front.__all__:
        home = importlib.import_module(homes(front.__file__ or "")[name])
        value = getattr(front, name)
        assert value is getattr(home, name)
        assert name in dir(front)
        assert not isinstance(value, type | FunctionType) or value.__module__ == home.__name__


@pytest.mark.parametrize("front", FRONTS)
def test_fronts_know_their_own_package_alone(front: ModuleType) -> None:
    found = homes(front.__file__ or "")
    assert len(found) > 10
    assert {home.split(".")[0] for home in found.values()} == {front.__name__}


@pytest.mark.parametrize("front", FRONTS)
def test_every_job_takes_five_lines_at_most(front: ModuleType) -> None:
    examples = doctest.DocTestParser().get_examples(front.__doc__ or "")
    begun = [number for number, one in enumerate(examples) if one.source.startswith("from ")]
    assert begun[0] == 0
    lengths = [end - start for start, end in zip(begun, [*begun[1:], len(examples)], strict=True)]
    assert max(lengths) <= LINES_OF_A_JOB
    assert all(one.source.count("\n") == 1 for one in examples)


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        getattr(chatuchak_solver, "solver")  # noqa: B009 - type checkers know it is not there


@pytest.mark.parametrize("front", FRONTS)
def test_importing_a_front_imports_nothing_heavy(front: ModuleType) -> None:
    heavy = "{'numba', 'numpy', 'ortools', 'networkx', 'rich'}"
    code = f"import sys, {front.__name__}; print(sorted({heavy} & set(sys.modules)))"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "[]"
