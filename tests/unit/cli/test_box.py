"""``box``: a file of the user's own game data."""

import json
from pathlib import Path

import pytest

from chatuchak_solver.box import PARTS
from tests.unit.cli.conftest import Chatuchak


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CHATUCHAK_BOX", raising=False)


def test_a_new_box_is_valid_and_all_assumed(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    assert chatuchak("box", "new", "-o", path).code == 0
    assert chatuchak("box", "check", path, "--json").json == {"valid": True, "faults": []}
    contents = chatuchak("box", "show", "--box", path, "--json").json
    assert contents["assumed_parts"] == list(PARTS)
    assert all(part["assumed"] and part["why_assumed"] for part in contents["parts"])
    assert chatuchak("box", "new", "-o", path).code == 2
    assert chatuchak("box", "new", "-o", path, "--force").code == 0


def test_own_parts_and_all_faults_are_reported(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    path.write_text(json.dumps({"ranks": [{"name": "Ace"}], "// note": "mine"}))
    outcome = chatuchak("box", "show", "--box", path)
    assert "ranks                 your own" in outcome.out
    assert "counts                assumed: " in outcome.out
    path.write_text(json.dumps({"ranks": [], "counts": [9, 9, 9, 9, 9], "time_track": [13]}))
    checked = chatuchak("box", "check", path)
    assert checked.code == 1
    starts = ("invalid counts", "ranks: invalid ranks", "invalid time_track[0] 13")
    for line, start in zip(checked.out.splitlines()[:3], starts, strict=True):
        assert line.startswith(start)


def test_a_selected_box_is_used_until_it_is_gone(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "selected.json"
    path.write_text(json.dumps({"ranks": [{"name": "Ace"}]}))
    assert chatuchak("box", "use", path).code == 0
    assert chatuchak("box", "show").out.startswith(f"box: {path}")
    path.unlink()
    assert "'chatuchak box use --none'" in chatuchak("box", "show").err
    assert chatuchak("box", "use", "--none").code == 0
    assert chatuchak("box", "show").out.startswith("box: the assumed data")
