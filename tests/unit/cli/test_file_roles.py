"""Outputs that would overwrite an input or another output are refused before any work."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from chatuchak_cli.shared.files import STDOUT, InputFile, OutputFile, label_of
from chatuchak_cli.shared.grid_argument import GridParameter
from docs.extensions.command_pages import every_command
from tests.unit.cli.conftest import Chatuchak

GRID = ".RY/YRG/RGG\n"
RANKS = '{"ranks": [{"name": "Ace"}]}'
FULL_GRID = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB\n"


def pairs() -> Iterator[object]:
    """Yield each command with an output and an input or another output of it."""
    for name, command, _ in every_command():
        path = tuple(name.split()[1:])
        params = [
            param
            for param in command.params
            if isinstance(param.type, InputFile | OutputFile) and param.type.file_okay
        ]
        params += [param for param in command.params if isinstance(param.type, GridParameter)]
        for output in params:
            if not isinstance(output.type, OutputFile) or isinstance(output, click.Argument):
                continue
            for other in params:
                if other is output or output.type.updates == label_of(other):
                    continue
                if isinstance(other.type, OutputFile) and other.type.updates == label_of(output):
                    continue
                label = f"{' '.join(path)} {label_of(output)} {label_of(other)}"
                yield pytest.param(path, output, other, id=label)


def given(param: click.Parameter, file: str) -> list[str]:
    return [file] if isinstance(param, click.Argument) else [label_of(param), file]


@pytest.mark.parametrize(("path", "output", "other"), list(pairs()))
def test_no_output_overwrites_another_file(
    chatuchak: Chatuchak,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    path: tuple[str, ...],
    output: click.Parameter,
    other: click.Parameter,
) -> None:
    monkeypatch.chdir(tmp_path)
    endings = {"--table": ".csv", "--overlay": ".png", "--review": ".html", "--fit": ".json"}
    ending = next(
        (endings[label] for label in map(label_of, (output, other)) if label in endings), ".svg"
    )
    file = Path(f"file{ending}")
    labels = {label_of(output), label_of(other)}
    content = "{}" if "--box" in labels else RANKS if "--ranks" in labels else GRID
    file.write_text(content)
    Path(f"soft{file.suffix}").symlink_to(file)
    os.link(file, f"hard{file.suffix}")
    names = (str(file), str(tmp_path / file), f"soft{file.suffix}", f"hard{file.suffix}")
    first = ("photo",) if path == ("box", "add") else ()
    for order, name in enumerate(names):
        arguments = (given(output, name), given(other, str(file)))
        error = chatuchak(*path, *first, *arguments[order % 2], *arguments[1 - order % 2]).error
        assert re.match(r"invalid .*: expected (a file other than|a name with)", error), error
    assert file.read_text() == content
    assert len(os.listdir(tmp_path)) == 3


def test_every_file_has_a_role() -> None:
    for path, command, _ in every_command():
        for param in command.params:
            is_file = re.search(r"FILE|OUT|SOURCE|PHOTO|TILES\b", param.metavar or "")
            if is_file or param.name in ("file", "files"):
                assert isinstance(param.type, InputFile | OutputFile), (path, param.name)
            assert type(param.type) is not click.Path, path


def test_standard_output_is_refused_as_an_output_file(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    redirected = tmp_path / "out"
    redirected.touch()
    monkeypatch.setattr(os, "fstat", lambda _: os.stat(redirected))
    allowed = set()
    for name, command, _ in every_command():
        for param in command.params:
            if isinstance(param.type, OutputFile):
                path, label = tuple(name.split()[1:]), label_of(param)
                first = ("photo",) if path == ("box", "add") else ()
                if param.type.allow_dash:
                    allowed.add((*path, label))
                    continue
                if param.type.file_okay:
                    error = chatuchak(*path, *first, *given(param, str(redirected))).error
                    assert error.endswith(f": expected a file other than {STDOUT}")
                error = chatuchak(*path, *first, *given(param, "-")).error
                assert error == f"invalid {label} -: expected a name, not {STDOUT}"
    assert os.listdir(tmp_path) == [redirected.name]
    assert allowed == {("render", "--out"), ("game", "mercado", "picture", "--svg")}


def test_derived_file_names_are_checked_for_conflicts(chatuchak: Chatuchak, tmp_path: Path) -> None:
    photo, other = tmp_path / "p-1.png", tmp_path / "p-2.png"
    photo.write_bytes(b"\x89PNG")
    other.write_bytes(b"\x89PNG")
    error = chatuchak("read", photo, other, "--overlay", tmp_path / "p.png").error
    assert "p-1.png: expected a file other than PHOTO" in error
    deck, request = tmp_path / "deck.json", tmp_path / "request.json"
    deck.write_text("{}")
    request.write_text('{"deck": "deck.json", "cards": []}')
    error = chatuchak("stand", "plan", request, "--certificate", deck).error
    assert "deck.json: expected a file other than the deck" in error
    problem = tmp_path / "problem.pddl"
    problem.write_text(GRID)
    error = chatuchak("export", problem, "--pddl", tmp_path).error
    assert "problem.pddl: expected a file other than GRID" in error
    tiles = tmp_path / "index.html"
    tiles.write_text(FULL_GRID)
    error = chatuchak("page", "--out", tmp_path, "--tiles", tiles).error
    assert "index.html: expected a file other than --tiles" in error
    assert (tiles.read_text(), problem.read_text()) == (FULL_GRID, GRID)


def test_redirected_standard_input_is_an_input(tmp_path: Path) -> None:
    tiles = tmp_path / "tiles.svg"
    tiles.write_text(GRID)
    command = [sys.executable, "-m", "chatuchak_cli", "solve", "-", "--svg", str(tiles)]
    with tiles.open("rb") as stdin:
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a file other than GRID" in done.stderr
    assert tiles.read_text() == GRID


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "\ud800.txt"),
        ("rank", "\ud800.txt"),
        ("read", "\ud800.png"),
        ("playtest", "\ud800.jsonl", "--html", "x\ud800.html"),
        ("solve", "tile:1", "--svg", "\ud800.svg"),
        ("stand", "plan", "\ud800.json"),
    ],
)
def test_impossible_names_are_refused(chatuchak: Chatuchak, arguments: tuple[str, ...]) -> None:
    assert "expected Unicode text" in chatuchak(*arguments).error


def test_names_that_are_not_utf_8_are_written(chatuchak: Chatuchak, tmp_path: Path) -> None:
    page = tmp_path / os.fsdecode(b"\xff.html")
    assert chatuchak("review", GRID.strip(), "6", "--html", page).code == 0
    assert page.exists()


def test_an_output_in_a_deleted_folder_is_named(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    error = chatuchak("render", "tile:1", "-o", "a.svg").error
    assert error == "a.svg: cannot write it: No such file or directory"
