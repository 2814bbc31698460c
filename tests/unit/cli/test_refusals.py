"""Invalid command lines are refused in one line, and write no file; `refusals.txt` lists them.

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
