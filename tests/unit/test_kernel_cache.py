"""Compiled kernels: loaded while no source changes; folders without writing, full disks, damage."""

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from chatuchak_solver.kernels import numba_internals
from chatuchak_solver.kernels.code_cache import store
from chatuchak_solver.kernels.sources import source_hash
from tests.kernel_copies import SHARED, Copy, make_copy


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
    # The change is between import and compilation, with an old modification time.
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
    monkeypatch.setattr(numba_internals, "cache_files", lambda _, name: [f / name for f in folders])
    rebuild = SimpleNamespace(_rebuild=lambda _, *parts: {("usable",): 7}[parts])
    monkeypatch.setattr(numba_internals, "CompileResult", rebuild)
    codegen = SimpleNamespace(magic_tuple=tuple)
    context = SimpleNamespace(refresh=lambda: None, codegen=lambda: codegen)
    cache = numba_internals.KernelCache(source_hash)
    files, key = cache._place("signature", codegen)
    for file, parts in zip(files, ("unusable", "usable"), strict=True):
        store([file], key, pickle.dumps((parts,)))
    assert cache.load_overload("signature", context) == 7


def forbid(folder: Path) -> None:
    """Put a file in place of the folder: not even the superuser can write into it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("not a folder")


def test_a_read_only_installation_uses_the_cache_folder_of_the_user(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    forbid(copy.user_folder / "__pycache__")
    assert copy.outcome() == "42 compiled"
    own = tmp_path / ("cache" if sys.platform == "linux" else "home")
    assert list(own.rglob("user.twice.*.nbc"))
    assert copy.outcome() == "42 loaded"


def test_without_a_writable_folder_kernels_compile_with_one_note(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    for folder in (copy.user_folder, copy.shared_source.parent):
        forbid(folder / "__pycache__")
    for name in ("cache", "home"):
        forbid(tmp_path / name)
    done = copy.run()
    assert (done.returncode, done.stdout) == (0, "42 compiled\n"), done.stderr
    assert done.stderr.startswith("note: cannot write to ")
    assert "NUMBA_CACHE_DIR names another folder" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_was_filled_before_it_became_read_only_is_read(tmp_path: Path) -> None:
    copy = make_copy(tmp_path)
    assert copy.outcome() == "42 compiled"
    no_writing = (
        "import tempfile\n"
        "def refuse(dir): raise PermissionError(13, 'Permission denied', dir)\n"
        "tempfile.TemporaryFile = refuse\n"
    )
    assert copy.outcome(no_writing) == "42 loaded"


def flip_in_the_middle(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "flipped": flip_in_the_middle,
    "another pickle": lambda _: b"\x80\x05N.",
}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    copy = make_copy(tmp_path_factory.mktemp("copy"))
    assert copy.outcome() == "42 compiled"
    return copy


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_compiled_again(filled: Copy, damage: str) -> None:
    paths = list(filled.root.rglob("*.nbc"))
    assert len(paths) >= 2  # of the kernel that is called and of the shared one
    for path in paths:
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert filled.outcome() == "42 compiled"


def test_the_data_of_another_signature_is_not_taken(filled: Copy) -> None:
    (other, *_) = filled.shared_source.parent.rglob("shared.step.*.nbc")
    for data in filled.user_folder.rglob("user.twice.*.nbc"):
        data.write_bytes(other.read_bytes())
    assert filled.outcome() == "42 compiled"
    assert filled.outcome() == "42 loaded"
