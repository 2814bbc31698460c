"""Atomic writes, appends, locks and bounded reads; foreign text in messages."""

import io
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.files import append, locked_file, rewrite, write_file
from chatuchak_solver.io.untrusted import MAX_BYTES, escape, quote, read_file, read_stream

ADD_LINES = """
import sys
from pathlib import Path
from chatuchak_solver.io.files import append, locked_file, rewrite

path, way = Path(sys.argv[1]), sys.argv[2]
for number in range(100):
    with locked_file(path) as file:
        if way == "append":
            append(file, b"line\\n")
        else:
            rewrite(file, path, file.read() + b"line\\n")
"""


def replace_under_lock(path: Path, content: str) -> None:
    with locked_file(path) as file:
        rewrite(file, path, content.encode())


WRITERS = pytest.mark.parametrize("write", [write_file, replace_under_lock])


@WRITERS
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o660, 0o755])
def test_writing_keeps_mode_and_owner(
    tmp_path: Path, mode: int, write: Callable[[Path, str], None]
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    if hasattr(os, "chown") and os.geteuid() == 0:  # only the superuser can write it then
        os.chown(path, 65534, 65534)
    path.chmod(mode)
    owner = path.stat().st_uid
    write(path, "new")
    assert path.read_text() == "new"
    assert (stat.S_IMODE(path.stat().st_mode), path.stat().st_uid) == (mode, owner)


@pytest.mark.parametrize("write", [write_file, lambda path, _: locked_file(path).__enter__()])
def test_a_write_protected_file_remains(tmp_path: Path, write: Callable[[Path, str], None]) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises((InputError, PermissionError), match="Permission denied"):
        write(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.skipif(sys.platform == "win32", reason="devices in folders are POSIX")
def test_a_device_is_not_locked() -> None:
    with pytest.raises(OSError, match="not a regular file"), locked_file(Path("/dev/null")):
        pass


@WRITERS
@pytest.mark.parametrize("length", [1, 245, 255])
def test_long_names_are_saved(
    tmp_path: Path, length: int, write: Callable[[Path, str], None]
) -> None:
    path = tmp_path / ("n" * length)
    for content in ("first", "second"):
        write(path, content)
        assert path.read_text() == content
    assert len(os.listdir(tmp_path)) == 1


@WRITERS
def test_links_are_written_through(tmp_path: Path, write: Callable[[Path, str], None]) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(Path("folder", "target"))
    for content in ("first", "second"):  # the link dangles at first
        write(link, content)
        assert link.is_symlink()
        assert target.read_text() == content


@pytest.mark.parametrize("way", ["append", "rewrite"])
def test_concurrent_writes_lose_no_lines(tmp_path: Path, way: str) -> None:
    path = tmp_path / "file"
    command = [sys.executable, "-c", ADD_LINES, str(path), way]
    programs = [subprocess.Popen(command) for _ in range(2)]
    assert [program.wait(60) for program in programs] == [0, 0]
    assert path.read_bytes() == b"line\n" * 200
    assert os.listdir(tmp_path) == ["file"]


def test_failed_append_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old\n")

    class FullDisk:
        def __init__(self, file: object) -> None:
            self.file = file

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

        def write(self, data: bytes) -> int:
            if len(data) > 2:
                return int(self.file.write(data[:2]))  # type: ignore[attr-defined]
            raise OSError(28, "No space left on device")

    with locked_file(path) as file, pytest.raises(OSError, match="No space"):
        append(FullDisk(file), b"new\n")  # type: ignore[arg-type]
    assert path.read_text() == "old\n"


@given(text=st.text(max_size=200), limit=st.integers(10, 80))
def test_foreign_text_is_printable_and_short(text: str, limit: int) -> None:
    assert escape(text, limit).isprintable()
    assert len(escape(text, limit)) <= limit
    assert quote(text, limit).isprintable()
    if text.isprintable() and len(text) <= limit:
        assert escape(text, limit) == text


def test_quoted_texts_are_like_repr() -> None:
    assert quote("a\n") == r"'a\n'"
    assert len(quote("x" * 1000)) == 62


def test_files_and_streams_are_read_in_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long\n"
    path.write_bytes(b"x" * MAX_BYTES)
    assert len(read_file(path)) == MAX_BYTES
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInstanceError, match=r"^long\\n is longer than 4,194,304 bytes$"):
        read_file(Path("long\n"))
    with pytest.raises(InvalidInstanceError, match=r"^standard input is longer"):
        read_stream(io.BytesIO(b"x" * 5_000_000), source="standard input")
