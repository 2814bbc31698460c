"""Cached machine code: allowed owners, allowed content, and readers."""

import errno
import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chatuchak_solver.io import paths
from chatuchak_solver.kernels import code_cache, machine_code
from chatuchak_solver.kernels.code_cache import MAX_BYTES, load, store
from tests.forked import run_python
from tests.kernel_copies import make_copy

KEY = b"key"
NOBODY = 65534
SOLVE = ("-m", "chatuchak_cli", "solve", ".RY/YRG/RGG", "--algorithm", "ida", "--json")
posix = pytest.mark.skipif(os.name != "posix", reason="owners, modes and pipes are POSIX")
superuser = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only the superuser can act for others"
)


@pytest.fixture
def cache_file(tmp_path: Path) -> Path:
    file = tmp_path / "cached.o"
    store([file], KEY, b"code")
    assert load([file], KEY) == b"code"
    return file


@posix
def test_cache_files_are_world_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The superuser's code serves the users of an installation or an image.
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "shipped"))
    made = json.loads(machine_code.PROVENANCE.read_text(encoding="utf-8"))["regions"]
    machine_code._object_code("regions", made)
    copy = make_copy(tmp_path / "copy")
    assert copy.outcome() == "42 compiled"
    files = [*tmp_path.rglob("*.o"), *tmp_path.rglob("*.nbc")]
    assert len(files) >= 2
    for file in files:
        assert stat.S_IMODE(file.stat().st_mode) == 0o644


@pytest.fixture
def open_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


CALL_AND_COUNT = """
from chatuchak_solver.analysis.kernels.user import twice
print(twice(40), sum(twice.stats.cache_hits.values()))
"""


@superuser
def test_code_cached_by_the_superuser_serves_another_user(open_folder: Path) -> None:
    copy = make_copy(open_folder)
    assert copy.outcome() == "42 compiled"
    try:
        done = subprocess.run(
            (sys.executable, "-c", CALL_AND_COUNT),
            cwd=open_folder, env={"PATH": os.environ["PATH"], "PYTHONPATH": str(open_folder)},
            capture_output=True, text=True, timeout=120, check=False, user=NOBODY, group=NOBODY,
        )  # fmt: skip
    except PermissionError:
        pytest.skip("others cannot run this Python")
    assert (done.stdout, done.stderr) == ("42 1\n", "")


@posix
@pytest.mark.parametrize("mode", [0o664, 0o646, 0o666])
def test_files_writable_by_other_users_are_not_loaded(cache_file: Path, mode: int) -> None:
    cache_file.chmod(mode)
    assert load([cache_file], KEY) is None


@superuser
def test_files_of_another_owner_are_not_loaded(cache_file: Path) -> None:
    os.chown(cache_file, NOBODY, NOBODY)
    assert load([cache_file], KEY) is None


@posix
def test_others_load_only_code_of_superuser(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = cache_file.stat()
    owner = status.st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert (load([cache_file], KEY) == b"code") == (owner == 0)


def as_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def as_an_endless_device(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


def as_three_gigabytes(file: Path) -> None:
    os.truncate(file, 3 << 30)  # without reading from the disk


def as_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


REPLACED = [as_a_pipe, as_an_endless_device, as_three_gigabytes, as_a_folder]


@posix
@pytest.mark.parametrize("replace", REPLACED, ids=lambda each: each.__name__)
def test_only_regular_files_of_bounded_size_are_read(
    cache_file: Path, replace: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(cache_file)
    # Reading would end neither for a pipe nor for a device.
    monkeypatch.setattr(code_cache, "_checksum", lambda *_: pytest.fail("it was read"))
    assert load([cache_file], KEY) is None


def test_growing_files_are_read_in_bounds(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_cache, "MAX_BYTES", 16)
    assert load([cache_file], KEY) is None
    assert MAX_BYTES < 1 << 30


@posix
def test_a_search_with_pipes_and_devices_in_its_cache_finds_its_answer(tmp_path: Path) -> None:
    def length() -> object:
        return json.loads(run_python(*SOLVE, NUMBA_CACHE_DIR=str(tmp_path)).stdout)["length"]

    first = length()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    for place, file in enumerate(files):
        REPLACED[place % 2](file)
    assert length() == first
    assert all(stat.S_ISREG(file.lstat().st_mode) for file in files)  # mended


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError])
def test_an_interrupted_write_leaves_no_files_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: type[BaseException]
) -> None:
    def end(*_: object) -> None:
        raise raised

    monkeypatch.setattr(os, "replace", end)
    with pytest.raises(raised):
        store([tmp_path / "kept.o"], KEY, b"code")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_is_noted_and_leaves_no_files_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(code_cache, "_notes", [])
    monkeypatch.setattr(os, "replace", fail)
    for _ in range(2):
        store([tmp_path / "kept.o"], KEY, b"code")
    assert caplog.text.count("(No space left on device): every run recompiles its kernels") == 1
    assert str(tmp_path) in caplog.text
    assert list(tmp_path.iterdir()) == []


@posix
def test_user_without_home_has_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As in a container without HOME and without a user entry: "~" is not expanded.
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "kernels" / "source.py"
    assert list(paths.cache_files(source, "code.o")) == [source.parent / "__pycache__" / "code.o"]
    monkeypatch.setenv("XDG_CACHE_HOME", "here")  # relative: to be ignored, according to XDG
    assert paths.user_folder("cache") is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert paths.user_folder("cache") == tmp_path / "chatuchak-solver"


@posix
@pytest.mark.parametrize("umask", [0, 0o002, 0o077])
def test_folders_are_writable_for_their_owner_alone(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        assert paths.can_write(tmp_path / "program" / "place")
    finally:
        os.umask(before)
    for folder in (tmp_path / "program", tmp_path / "program" / "place"):
        assert folder.stat().st_mode & 0o022 == 0
