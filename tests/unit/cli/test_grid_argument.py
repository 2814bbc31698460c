"""GRID: notation, files, standard input and tiles, with the error messages."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from chatuchak_cli.shared.grid_argument import GridSource
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.saved_grids import iter_saved_grids
from tests.unit.cli.conftest import Chatuchak

GRID = ".RY/YRG/RGG"


def test_notation_of_several_lines(chatuchak: Chatuchak) -> None:
    assert chatuchak("check", ".RY\nYRG\nRGG", "--json") == chatuchak("check", GRID, "--json")


@pytest.mark.parametrize(
    "data",
    [
        b".RY/YRG/RGG",
        b"# mine\n\n.ry/yrg/rgg\n",
        b".RY\nYRG\nRGG\n",
        b"\xef\xbb\xbf.RY\r\nYRG\r\nRGG\r\n",
    ],
)
def test_files_and_standard_input(chatuchak: Chatuchak, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "grid.txt"
    path.write_bytes(data)
    expected = chatuchak("check", GRID, "--json")
    assert chatuchak("check", path, "--json") == expected
    assert chatuchak("check", "-", "--json", stdin=data) == expected


def test_a_pipe_is_a_file_too(chatuchak: Chatuchak, tmp_path: Path) -> None:
    # As in `chatuchak check <(generate ...)`.
    reader, writer = os.pipe()
    os.write(writer, GRID.encode())
    os.close(writer)
    try:
        assert chatuchak("check", f"/dev/fd/{reader}", "--json").code == 1
    finally:
        os.close(reader)


def test_a_file_takes_precedence_over_notation(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "RR").mkdir()
    (tmp_path / "RR" / "Y.").write_text("nonsense")
    assert "RR/Y., line 1: row 1, column 1" in chatuchak("check", "RR/Y.").error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tile:" + "9" * 5000, "invalid tile"),
        ("R" * 5000, "single row of"),
        ("x" * 5000, "invalid grid"),
        ("\0", "invalid grid"),
    ],
)
def test_long_and_odd_grids_are_refused_in_one_line(
    chatuchak: Chatuchak, text: str, message: str
) -> None:
    error = chatuchak("check", text).error
    assert message in error
    assert len(error) < 250


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[" * 90 + b"]" * 90, "line 1: [0]: missing grid"),
        (b"[" * 300_000, "invalid document: nested too deeply"),
        (b"\x89MNG\r\n\x1a\n\0\0", "line 1: byte 1 is not text (UTF-8)"),
        (b"\nRY/\0Y\n", r"line 2: row 2, column 1: invalid letter '\x00'"),
        (b"R" * 9000, "line 1 is longer than 4096 characters"),
    ],
)
def test_wrong_lines_are_named(
    chatuchak: Chatuchak, tmp_path: Path, data: bytes, message: str
) -> None:
    path = tmp_path / "grids"
    path.write_bytes(data)
    for label, source in ((str(path), path), ("standard input", "-")):
        error = chatuchak("check", source, stdin=data).error
        assert error.startswith(label)
        assert message in error


def test_a_closed_standard_input(chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        GridSource("standard input").only()


def test_grids_of_a_file_are_counted_for_the_progress_bar(tmp_path: Path) -> None:
    path = tmp_path / "grids.txt"
    path.write_text(f"{GRID}\nnonsense\n\n{GRID}\n")
    assert GridSource("grids.txt", path=path).count() == 3
    assert GridSource("standard input").count() is None
    path.write_bytes(b"\xff\n")
    assert GridSource("grids.txt", path=path).count() is None


def test_the_puzzle_of_no_day_is_that_of_today(chatuchak: Chatuchak) -> None:
    today = date.today()
    named = [chatuchak("check", name, "--json") for name in ("daily", f"daily:{today}")]
    if date.today() == today:  # midnight may pass
        assert named[0] == named[1]
    assert named[0].code == 0


def test_no_document_is_read_without_end() -> None:
    def endless() -> Iterator[str]:
        yield "[\n"
        for _ in range(600_000):
            yield '"RX/YZ",\n'
        pytest.fail("more than 4 MiB were read")

    with pytest.raises(
        InputError, match=r"a file: invalid document: expected at most 4,194,304 bytes"
    ):
        next(iter_saved_grids(endless(), source="a file"))
