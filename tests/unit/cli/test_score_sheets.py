"""Score sheets in the terminal: answers become a file that is scored, stored and drawn."""

import json
from pathlib import Path

import pytest

from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak, Outcome

GRID = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP."
START = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"

ANSWERS = {
    "chatuchak": ("2", "Ana", "", GRID, "group:R path", "group:R general", GRID, "", ""),
    "chatuchak-speed": ("2", "Ana", "Rui", GRID, "21", START, ""),
    "stand": ("2", "Ola", "Jan", "S S B", "G . C*", "", "c07@0:0r0 c08@2:0r90", ""),
    "mercado": ("2", "Ana", "Rui", "31", "1", "30", "", "7", "6"),
    "river-market": ("3", "30", "", "2", "", "", "", "2", "deck", "coins"),
}
WON = {"chatuchak": ["Ana"], "chatuchak-speed": ["Ana"], "stand": ["Ola"], "mercado": ["Ana"]}


def fill_in(chatuchak: Chatuchak, kind: str, answers: tuple[str, ...], *options: object) -> Outcome:
    """Type the answers of a sheet, one a line."""
    return chatuchak("score", kind, "--sheet", *options, stdin="\n".join(answers) + "\n")


@pytest.mark.parametrize("kind", ANSWERS)
def test_sheets_saved_to_a_file_score_equally(
    chatuchak: Chatuchak, tmp_path: Path, kind: str
) -> None:
    file, picture = tmp_path / "game.json", tmp_path / "game.svg"
    outcome = fill_in(chatuchak, kind, ANSWERS[kind], "--json", "--out", file, "--picture", picture)
    assert outcome.code == 0, outcome.err
    assert outcome.json.get("winners") == WON.get(kind)
    assert chatuchak("score", kind, file, "--json").json == outcome.json
    assert picture.read_text("utf-8").startswith("<svg")
    drawn = tmp_path / "drawn.svg"
    assert chatuchak("render", file, "-o", drawn).code == 0
    if kind != "stand":  # the picture of a file shows the value of every good
        assert drawn.read_text("utf-8") == picture.read_text("utf-8")


def test_picture_tells_markers_in_the_grid_from_those_beside(
    chatuchak: Chatuchak, tmp_path: Path
) -> None:
    form = json.loads((EXAMPLES / "chatuchak.json").read_text("utf-8"))
    form["players"][0]["markers"][1]["in_grid"] = False
    file, picture = tmp_path / "game.json", tmp_path / "game.svg"
    file.write_text(json.dumps(form), "utf-8")
    assert chatuchak("score", "chatuchak", file, "--picture", picture).code == 0
    text = picture.read_text("utf-8")
    assert "group:R, path" not in text
    assert "beside the grid: path" in text
