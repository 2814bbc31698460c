"""Invalid command lines, listed in `refusals.txt`, are refused in one line and write no file.

A case is a command line after ``$``, lines of standard input after ``<``, and a part of the error.
"""

import json
import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from chatuchak_cli.grids.generate import parse_range
from chatuchak_solver import GAMES, GameRecord, new_game
from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak

CASES = re.findall(
    r"^\$ (.*)\n((?:< .*\n)*)(.+)$",
    Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the examples, new games and wrong files."""
    path = tmp_path_factory.mktemp("refusals")
    shutil.copytree(EXAMPLES, path / "docs/examples")
    shutil.copytree(EXAMPLES / "files", path, dirs_exist_ok=True)
    sides = {"tile_sides": [[1, 99]]}
    files: dict[str, Any] = {"figures": {"time_track": [0]}, "wrong-sides": sides}
    files |= {"unfinished": {"format": 1}}
    files["wrong-box"] = {"ranks": [], "counts": [9] * 5, **sides}
    for entry in GAMES:
        files[entry.name] = GameRecord.begin(new_game(entry.name, seed=1)).to_dict()
    files["illegal"] = {**files["chatuchak"], "log": ["move 3", "roll 4"]}
    for name, content in files.items():
        (path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    (path / "bad.json").write_text("{oops", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "typed", "message"), CASES, ids=[line[:50] for line, _, _ in CASES]
)
def test_invalid_command_lines_are_refused(
    chatuchak: Chatuchak,
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    line: str,
    typed: str,
    message: str,
) -> None:
    monkeypatch.chdir(folder)
    before = sorted(os.listdir())
    stdin = re.sub("^< ?", "", typed, flags=re.MULTILINE)
    outcome = chatuchak(*shlex.split(line), stdin=stdin)
    if typed and re.search(r"\bplay\b|--sheet", line):  # which asks for each line
        assert outcome.code == 2
        assert message in outcome.err.rpartition("error: ")[2]
    else:
        assert message in outcome.error
    assert sorted(os.listdir()) == before


LARGE = (
    ".RGYVYTV/BGBPRVYT/VYRVBRVG/PTYRYTBR/VGTPGYPB/YBPRTRGP/GPGBPVTG/TRYPTBVB",
    ".TYGBGRT/VYTPVYVP/TGRBRBGV/VBVYPRBT/PRYRTGRY/RTVTPYPB/PGBVYGTP/YPGRGBVB",
)
ON_A_LARGE_BOARD = ("--board", "8x8", "--counts", "9,9,9,9,9,9,9", "--seed", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        ("rank", "{file}"),
        ("rank", "--tiles", "{file}"),
        ("difficulty", LARGE[0]),
        ("report", "{file}"),
        ("compare", *LARGE),
        ("solutions", LARGE[0]),
        ("sheet", "{file}", "-o", "{folder}/a.pdf", "--back", "difficulty"),
        ("sheet", "{file}", "-o", "{folder}/a.pdf", "--back", "solution"),
        ("generate", *ON_A_LARGE_BOARD, "--difficulty", "50"),
        ("survey", *ON_A_LARGE_BOARD, "-n", "2", "--features", "--out", "{folder}/a.sqlite"),
    ],
    ids=" ".join,
)
def test_boards_out_of_range_are_refused_before_any_work(
    arguments: tuple[str, ...],
    chatuchak: Chatuchak,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("a search was begun")

    for module in ("solver.analysis.ranking", "solver.analysis.optimal_paths",
                   "solver.search.batch", "cli.puzzle.solutions"):  # fmt: skip
        monkeypatch.setattr(f"chatuchak_{module}.solve", search, raising=False)
    monkeypatch.setattr("chatuchak_cli.shared.runner.search_many", search)
    file = tmp_path / "grids.txt"
    file.write_text("\n".join(LARGE))
    words = [word.format(file=file, folder=tmp_path) for word in arguments]
    error = chatuchak(*words).error
    assert "up to 7 colors on 32 spots; the grid has 7 on 64" in error
    assert list(tmp_path.iterdir()) == [file]


def test_other_names_of_files_are_accepted(chatuchak: Chatuchak, tmp_path: Path) -> None:
    for name in ("sheet.pdf", "sheet.PDF", "sheet", "sheet.out"):
        assert chatuchak("sheet", "--scores", "stand", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")


def test_a_single_difficulty_has_a_tolerance_and_a_single_length_none() -> None:
    assert parse_range("50", whole=False) == (49.5, 50.5)
    assert parse_range("-3.5", whole=False) == (-4, -3)
    assert parse_range("21", whole=True) == (21, 21)
    assert parse_range("50..50", whole=False) == (50, 50)


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000])
def test_odd_numbers_and_bytes_are_no_spots(
    typed: str, chatuchak: Chatuchak, tmp_path: Path
) -> None:
    arguments = ("practice", "-n", 1, "--seed", 2, "--progress", tmp_path / "progress.json")
    outcome = chatuchak(*arguments, stdin=f"{typed}\nq\n")
    assert "Invalid move: expected one of" in outcome.out
    outcome = chatuchak(*arguments, stdin=b"\xff\n")
    assert outcome.code == 2
    assert outcome.err == "error: a line is not text (UTF-8): expected one spot per line\n"
