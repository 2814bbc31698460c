"""Precompiled code: conditions of use, caching, and calls of kernels."""

import json
import sys
import time
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from chatuchak_solver.errors import VerificationError
from chatuchak_solver.kernels import machine_code
from chatuchak_solver.kernels.compilation import on_compile, seconds_compiling
from chatuchak_solver.kernels.jit import FAILED, PrecompiledKernel
from chatuchak_solver.kernels.packing import pack_args
from chatuchak_solver.search.kernels.regions import list_regions

MADE = json.loads(machine_code.PROVENANCE.read_text(encoding="utf-8"))
needs_its_platform = pytest.mark.skipif(
    sys.platform not in machine_code.PLATFORMS, reason="numba compiles all kernels there"
)


def test_numba_compiles_if_machine_code_is_outdated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "source_hash", lambda _: "others")
    assert machine_code._machine_code.__wrapped__("regions") is None
    monkeypatch.setattr(machine_code, "machine_code", lambda _: None)
    listing = PrecompiledKernel(list_regions.py_func, "regions")
    assert all(listing._function(kinds) is None for kinds in listing.variants)
    sizes, found = np.array([2]), np.empty(18, np.uint64)
    count = listing(sizes, sizes, 1, 3, found, np.empty(1, np.int64))
    assert found[:count].tolist() == [0b11, 0b110]


@needs_its_platform
def test_older_llvm_unused(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert machine_code._provenance("regions") is not None
    newest = llvm.llvm_version_info[0]
    monkeypatch.setattr(llvm, "llvm_version_info", (newest - 1, 0, 0))
    monkeypatch.setattr(machine_code, "compiling", lambda: pytest.fail("it was asked"))
    assert machine_code._machine_code.__wrapped__("regions") is None
    assert capfd.readouterr().err == ""


def test_other_platforms_use_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert machine_code._machine_code.__wrapped__("regions") is None


@needs_its_platform
def test_cached_code_is_rebuilt_if_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compilations: list[str] = []
    with on_compile(lambda: compilations.append("compiles")):
        made = machine_code._object_code("regions", MADE["regions"])
        (cached,) = tmp_path.rglob("*.o")
        assert machine_code._object_code("regions", MADE["regions"]) == made
        assert len(compilations) == 1
        whole = cached.read_bytes()
        for damaged in (b"", whole[:-1], whole[:50] + b"?" + whole[51:]):
            cached.write_bytes(damaged)
            assert machine_code._object_code("regions", MADE["regions"]) == made
            assert cached.read_bytes() == whole
    assert len(compilations) == 4
    assert list(cached.parent.iterdir()) == [cached]


@needs_its_platform
def test_code_of_processors_is_separate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    own = machine_code._object_code("regions", MADE["regions"])
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    machine_code._object_code("regions", MADE["regions"])
    assert machine_code._processor() == ("generic", "")
    assert len(list(tmp_path.rglob("*.o"))) == 2
    monkeypatch.delenv("NUMBA_CPU_NAME")
    assert machine_code._object_code("regions", MADE["regions"]) == own


@needs_its_platform
def test_another_shipped_file_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with pytest.raises(ValueError, match="differs from its provenance"):
        machine_code._object_code("regions", MADE["regions"] | {"sha256": "0" * 64})


def test_arguments_are_packed_as_in_numba() -> None:
    array = np.zeros((2, 3), np.int16)
    address = array.__array_interface__["data"][0]
    flat = pack_args((array, (7, -1)))
    assert flat.kind == "int16[2] int64 int64 "
    words = np.frombuffer(flat.words, np.uint64).tolist()
    assert words == [0, 0, 6, 2, address, 2, 3, 6, 2, 7, (1 << 64) - 1]
    with pytest.raises(TypeError, match="not contiguous"):
        pack_args(array[:, ::2])


@needs_its_platform
def test_other_types_than_the_kernels_are_refused() -> None:
    with pytest.raises(TypeError, match="list_regions takes int64"):
        list_regions(*np.zeros((2, 1), np.uint32), 1, 1, np.zeros(1, np.uint64), 0)


def test_an_exception_in_a_kernel_is_a_defect_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> int:
        return number

    kernel = PrecompiledKernel(fail, "regions")
    monkeypatch.setattr(kernel, "_functions", {"int64 ": lambda _: FAILED})
    with pytest.raises(VerificationError, match="ended with an exception"):
        kernel(0)


def test_loading_counts_as_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "machine_code", lambda _: time.sleep(0.01))
    before = seconds_compiling()
    kernel = PrecompiledKernel(list_regions.py_func, "regions")
    assert kernel._function(*kernel.variants) is None
    assert seconds_compiling() >= before + 0.01
