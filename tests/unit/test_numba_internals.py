"""The private parts of numba are unchanged in all allowed versions."""

import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.np import arrayobj

from chatuchak_solver.kernels import numba_internals
from chatuchak_solver.kernels.compilation import on_compile

ROOT = Path(__file__).parents[2]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".")[:2])


def test_the_numba_at_hand_is_within_the_bounds() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["dependencies"]
    (bounds,) = (each.removeprefix("numba") for each in wanted if each.startswith("numba"))
    lowest, above = bounds.removeprefix(">=").split(",<")
    assert numbers(lowest) <= numbers(version("numba")) < numbers(above)


def add(number: int) -> int:
    return number + 1


def test_compilations_are_reported_and_constants_share_one_kernel() -> None:
    compilations: list[str] = []
    inner: Any = njit(add)
    numba_internals.without_literals(inner)

    def outer() -> int:
        return int(inner(1) + inner(2))

    compiled: Any = njit(outer)
    with on_compile(lambda: compilations.append("compiles")):
        assert compiled() == 5
    assert compilations
    assert inner.signatures == [(types.int64,)]


def test_indices_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    before = arrayobj.fix_integer_index
    for name in ("fix_integer_index", "raise_with_shape_context"):
        monkeypatch.setattr(arrayobj, name, getattr(arrayobj, name))

    def item(array: Any, index: int) -> Any:
        return array[index]

    def branches() -> int:
        compiled: Any = njit(item)
        kinds = (types.Array(types.int64, 1, "C"), types.int64)
        compiled.compile(kinds)
        assert compiled(np.array([4, 5]), 1) == 5
        return int(compiled.inspect_llvm(kinds).count("select"))

    wrapped = branches()
    numba_internals.simplify_arrays()
    assert arrayobj.fix_integer_index is not before
    assert branches() < wrapped
