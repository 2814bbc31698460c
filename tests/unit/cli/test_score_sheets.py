"""Score sheets in the terminal: answers become a file that is scored, kept and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Chatuchak, chatuchak, compiled

__all__ = ["chatuchak", "compiled"]

GRID = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP."

ANSWERS = {
    "chatuchak": ("2", "Ana", "", GRID, "group:R path", "group:R general", GRID, "", ""),
    "stand": ("2", "Ola", "Jan", "S S B", "G . C*", "", "c07@0:0r0 c08@2:0r90", ""),
    "mercado": ("2", "Ana", "Rui", "31", "1", "30", "", "7", "6"),
    "river-market": ("3", "30", "", "2", "", "", "", "2", "deck", "coins"),
}
WON = {"chatuchak": ["Ana"], "stand": ["Ola"], "mercado": ["Ana"]}


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_sheet_is_scored_and_kept_as_a_file_that_is_scored_alike(
    chatuchak: Chatuchak, tmp_path: Path, kind: str
) -> None:
    file, picture = tmp_path / "game.json", tmp_path / "game.svg"
    stdin = "\n".join(ANSWERS[kind]) + "\n"
    told = chatuchak(
        "score", kind, "--sheet", "--json", "--out", file, "--picture", picture, stdin=stdin
    )
    assert told.code == 0, told.err
    assert told.json.get("winners") == WON.get(kind)
    assert chatuchak("score", kind, file, "--json").json == told.json
    assert picture.read_text("utf-8").startswith("<svg")
    drawn = tmp_path / "drawn.svg"
    assert chatuchak("render", file, "-o", drawn).code == 0
    if kind != "stand":  # whose picture of a file tells what every good would be worth
        assert drawn.read_text("utf-8") == picture.read_text("utf-8")


def test_what_the_answers_say_is_in_the_file(chatuchak: Chatuchak, tmp_path: Path) -> None:
    stdin = "\n".join(ANSWERS["river-market"]) + "\n"
    told = chatuchak("score", "river-market", "--sheet", "--out", tmp_path / "r.json", stdin=stdin)
    assert "Penny Polisher" in told.out
    document = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert document["left_over"]["fish"] == 2
    assert document["choose"] == "coins"


def test_stands_are_asked_of_those_who_tie_alone(chatuchak: Chatuchak, tmp_path: Path) -> None:
    answers = ("3", "Ana", "Rui", "Eva", "30", "", "12", "", "33", "3", "4", "5")
    file = tmp_path / "m.json"
    told = chatuchak("score", "mercado", "--sheet", "--out", file, stdin="\n".join(answers) + "\n")
    assert told.code == 0, told.err
    stands = [one.get("stands") for one in json.loads(file.read_text("utf-8"))["players"]]
    assert stands == [4, None, 5]


def test_what_counts_as_most_is_asked_only_where_it_is_open(
    chatuchak: Chatuchak, tmp_path: Path
) -> None:
    answers = ("", "30", "", "2", "", "", "", "1", "deck")
    file = tmp_path / "r.json"
    stdin = "\n".join(answers) + "\n"
    told = chatuchak("score", "river-market", "--sheet", "--out", file, stdin=stdin)
    assert told.code == 0, told.err
    assert "choose" not in json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("kind", ["stand", "mercado"])
def test_these_games_have_no_solo_sheet(chatuchak: Chatuchak, kind: str) -> None:
    error = chatuchak("score", kind, "--sheet", stdin="1\n").err
    assert "line 1: '1' is no number from 2 to 4" in error


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [
        (("2", "Ana", "", "RYG"), "line 4: "),
        (("9",), "line 1: '9' is no number from 1 to 5"),
        (("9" * 5000,), f"line 1: '{'9' * 20}' is no number from 1 to 5"),
        (("2", "Ana", "Ana"), "line 3: 'Ana' is there already"),
        (("1", "", GRID, "group:X"), "line 4: 'group:X' is no marker"),
        (("1", ""), "line 3: the input ends"),
    ],
)
def test_a_wrong_answer_that_nobody_can_mend_names_its_line(
    chatuchak: Chatuchak, answers: tuple[str, ...], wrong: str
) -> None:
    told = chatuchak("score", "chatuchak", "--sheet", stdin="\n".join(answers) + "\n")
    assert told.code == 2
    assert told.out == ""
    assert told.err.rpartition("error: ")[2].startswith(wrong)


def test_without_a_file_and_a_terminal_the_sheet_is_named(chatuchak: Chatuchak) -> None:
    assert "--sheet asks" in chatuchak("score", "mercado").error
    assert "expected one" in chatuchak("score", "mercado", "game.json", "--sheet").error


def test_a_picture_that_moves_is_refused(chatuchak: Chatuchak, tmp_path: Path) -> None:
    stdin = "\n".join(ANSWERS["mercado"]) + "\n"
    told = chatuchak("score", "mercado", "--sheet", "--picture", tmp_path / "a.gif", stdin=stdin)
    assert told.code == 2
    assert "expected svg or png" in told.err
