"""Compiled kernels are loaded while no kernel source changes, and compiled again once one does."""

import pickle
from pathlib import Path
from types import SimpleNamespace

import pytest

from chatuchak_solver.kernels import numba_cache
from chatuchak_solver.kernels.code_cache import store
from chatuchak_solver.kernels.sources import source_hash
from tests.kernel_copies import SHARED, make_copy


def test_a_change_in_a_shared_kernel_recompiles_its_users(tmp_path: Path) -> None:
    copy = make_copy(tmp_path, "chatuchak_generators.kernels")
    assert copy.outcome() == "42 compiled"
    assert copy.outcome() == "42 loaded"
    copy.shared_source.write_text(SHARED.replace("return 1", "return 5"))
    assert copy.outcome() == "50 compiled"


def test_a_change_in_the_compiler_recompiles(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    assert copy.outcome() == "42 compiled"
    with (tmp_path / "chatuchak_solver" / "kernels" / "jit.py").open("a") as source:
        source.write("changed = True\n")
    assert copy.outcome() == "42 compiled"


def test_code_is_not_cached_if_its_sources_change_meanwhile(tmp_path: Path) -> None:
    # The change comes between the import and the compilation, with an old modification time.
    copy = make_copy(tmp_path)
    newer = SHARED.replace("return 1", "return 5")
    change = (
        f"import os, {copy.user}.user\nopen({str(copy.shared_source)!r}, 'w').write({newer!r})\n"
        f"os.utime({str(copy.shared_source)!r}, (1, 1))\n"
    )
    assert copy.outcome(change) == "42 compiled"
    assert copy.outcome() == "50 compiled"


def test_code_is_not_loaded_if_its_sources_vanish_meanwhile(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    vanish = f"import os, {copy.user}.user\nos.remove({str(copy.shared_source)!r})\n"
    assert copy.outcome(vanish) == "42 compiled"
    copy.shared_source.write_text(SHARED)
    assert copy.outcome() == "42 compiled"


def test_a_folder_of_the_users_choice_is_the_only_one(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    copy.environment["NUMBA_CACHE_DIR"] = str(tmp_path / "chosen")
    assert copy.outcome() == "42 compiled"
    assert list((tmp_path / "chosen").rglob("user.twice.*.nbc"))
    assert not list((tmp_path / "chatuchak_solver").rglob("*.nbc"))


def test_without_compilation_kernels_are_plain_functions(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    copy.environment["NUMBA_DISABLE_JIT"] = "1"
    assert copy.outcome() == "42 compiled"
    assert not list(tmp_path.rglob("*.nbc"))


def test_unusable_code_leads_to_next_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    monkeypatch.setattr(numba_cache, "cache_folders", lambda _: folders)
    monkeypatch.setattr(numba_cache, "deserialize", lambda _, parts: {"usable": 7}[parts])
    codegen = SimpleNamespace(magic_tuple=tuple)
    context = SimpleNamespace(refresh=lambda: None, codegen=lambda: codegen)
    cache = numba_cache.KernelCache(source_hash)
    files, key = cache._place("signature", codegen)
    for file, parts in zip(files, ("unusable", "usable"), strict=True):
        store([file], key, pickle.dumps(parts))
    assert cache.load_overload("signature", context) == 7
