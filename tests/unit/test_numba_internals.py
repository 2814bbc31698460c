"""What is private of numba is as it was when it was tried, in the versions that are allowed."""

import operator
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite.binding import ffi
from numba import njit, types
from numba.core.compiler import Flags
from numba.core.typing import npydecl
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


def test_a_compiled_kernel_is_taken_apart_and_put_together_again() -> None:
    compiled: Any = njit(add)
    compiled.compile((types.int64,))
    (whole,) = compiled.overloads.values()
    parts = numba_internals.serialize(whole)
    assert parts is not None
    again: Any = numba_internals.deserialize(whole.target_context, parts)
    assert again.signature == whole.signature
    assert numba_internals.dumps(parts)


def test_numba_skips_work_that_does_not_affect_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    numba_internals.compile_quickly()  # as it is for all tests
    assert not ffi.lib._lock._cblist
    new: Any = Flags
    usual, same, other = new(), new(), new()
    usual.nrt = same.nrt = other.nrt = True
    other.release_gil = True
    assert usual == same
    assert hash(usual) == hash(same)
    assert usual != other
    same.release_gil = False  # as it is unless it is set
    assert usual == same

    def fill(array: Any, numbers: Any) -> None:
        array[:] = numbers

    compiled: Any = njit(fill)
    array = np.zeros(2)
    compiled(array, np.array([4.0, 5.0]))
    assert array.tolist() == [4, 5]
    compiled(array, array + 1)
    with monkeypatch.context() as patch:
        patch.setattr(npydecl, "ufunc_find_matching_loop", None)  # not asked for of numbers
        rules: Any = npydecl.NumpyRulesArrayOperator
        plus = type("plus", (rules,), {"key": operator.add})
        assert plus(None).generic((types.int64, types.int64), {}) is None
    total: Any = njit(add)
    assert total(array).tolist() == [6, 7]
    with pytest.raises(ValueError, match=r"^cannot assign slice from input of different size$"):
        compiled(array, np.zeros(3))


def test_indices_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    before = arrayobj.fix_integer_index
    monkeypatch.setattr(arrayobj, "fix_integer_index", before)

    def item(array: Any, index: int) -> Any:
        return array[index]

    def branches() -> int:
        compiled: Any = njit(item)
        kinds = (types.Array(types.int64, 1, "C"), types.int64)
        compiled.compile(kinds)
        assert compiled(np.array([4, 5]), 1) == 5
        return int(compiled.inspect_llvm(kinds).count("select"))

    wrapped = branches()
    numba_internals.disable_negative_indices()
    assert arrayobj.fix_integer_index is not before
    assert branches() < wrapped


WRITTEN = """
import sys
from numba import njit, types
from numba.core.codegen import JitEngine
from chatuchak_solver.kernels import numba_internals

translated = []
finalize = JitEngine.finalize_object
JitEngine.finalize_object = lambda engine: (translated.append(engine), finalize(engine))[1]
if sys.argv[1] == "code alone":
    numba_internals.emit_ir_only()
def add(number):
    return number + 1

compiled = njit(nogil=True)(add)
compiled.compile((types.int64,))
print(bool(translated), compiled(1))
alone = njit(nogil=True, no_cpython_wrapper=True)(add)
alone.compile((types.int64,))
is_written = "_ZN7cpython" in compiled.inspect_llvm((types.int64,))
print(is_written, alone.inspect_llvm((types.int64,)))
"""


@pytest.mark.slow
def test_code_is_written_without_machine_code_and_is_the_same() -> None:
    usual, alone = (
        subprocess.run(
            [sys.executable, "-c", WRITTEN, how], capture_output=True, check=True, text=True
        ).stdout.partition("\n")
        for how in ("as usual", "code alone")
    )
    assert usual[0] == "True 2"
    assert alone[0] == "False None", "nothing is translated, and there is nothing to call"
    assert usual[2].startswith("True ")
    assert alone[2] == usual[2].replace("True", "False", 1), "nor is a way in from Python written"
    assert "define" in alone[2]
