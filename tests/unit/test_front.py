"""The names at the top of the library and of the generators."""

from __future__ import annotations

import doctest
import importlib
import itertools
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from types import FunctionType, ModuleType

import pytest

import chatuchak_generators
import chatuchak_solver
from chatuchak_solver.lazy_exports import homes
from chatuchak_solver.stand.problem import KernelArrays

FRONTS = [chatuchak_solver, chatuchak_generators]
LINES_OF_A_JOB = 5
HOMES = [front.__name__ for front in FRONTS]
INTERNAL = {KernelArrays}
"""Types of methods that only the library calls."""
GAME_PACKAGES = re.compile(r"chatuchak_solver\.games\.\w+\.")
"""Packages of single games, which have names of their own."""


@pytest.mark.parametrize("front", FRONTS)
def test_every_name_is_there_and_is_defined_at_home(front: ModuleType) -> None:
    for name in front.__all__:
        module, original = homes(front.__file__ or "")[name]
        home = importlib.import_module(module)
        value = getattr(front, name)
        assert value is getattr(home, original)
        assert name in dir(front)
        assert not isinstance(value, type | FunctionType) or value.__module__ == home.__name__


@pytest.mark.parametrize("front", FRONTS)
def test_fronts_know_their_own_package_alone(front: ModuleType) -> None:
    found = homes(front.__file__ or "")
    assert len(found) > 10
    assert {module.split(".")[0] for module, _ in found.values()} == {front.__name__}


@pytest.mark.parametrize("front", FRONTS)
def test_every_job_takes_five_lines_at_most(front: ModuleType) -> None:
    examples = doctest.DocTestParser().get_examples(front.__doc__ or "")
    begun = [number for number, one in enumerate(examples) if one.source.startswith("from ")]
    assert begun[0] == 0
    lengths = [end - start for start, end in zip(begun, [*begun[1:], len(examples)], strict=True)]
    assert max(lengths) <= LINES_OF_A_JOB
    assert all(one.source.count("\n") == 1 for one in examples)


def test_renamed_exports_work_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match=r"chatuchak_generators\.Wanted is now Range"):
        assert getattr(chatuchak_generators, "Wanted") is chatuchak_generators.Range  # noqa: B009


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


def named_types(annotation: object) -> Iterator[type]:
    """Yield the project's types in an annotation."""
    for part in typing.get_args(annotation):
        yield from (
            one for p in (part if isinstance(part, list) else [part]) for one in named_types(p)
        )
    if isinstance(annotation, type) and annotation.__module__.split(".")[0] in HOMES:
        yield typing.get_origin(annotation) or annotation


def signatures(value: object) -> Iterator[FunctionType]:
    """Yield a function, or the public methods of a class."""
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, type) and not issubclass(value, Enum | Exception):
        for name, member in vars(value).items():
            function = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
            if isinstance(function, FunctionType) and (name == "__init__" or name[0] != "_"):
                yield function


def test_types_in_public_signatures_are_exported() -> None:
    public = [getattr(front, name) for front in FRONTS for name in front.__all__]
    exported = {value for value in public if isinstance(value, type)}
    for function in itertools.chain.from_iterable(map(signatures, public)):
        if GAME_PACKAGES.match(f"{function.__module__}."):
            continue
        with suppress(NameError):  # a type that only type checkers import
            hints = typing.get_type_hints(function).values()
            found = {kind for hint in hints for kind in named_types(hint)}
            assert found <= exported | INTERNAL, f"{function.__qualname__}: {found - exported}"
