"""``playtest`` and ``--formula``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chatuchak_solver import load_start_tiles
from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak

pytestmark = pytest.mark.usefixtures("measured_once")

EVENING = EXAMPLES / "files/evening.jsonl"
FORMULA = EXAMPLES / "files/formula.json"


def test_json_has_the_fields_of_the_contract(chatuchak: Chatuchak) -> None:
    document = chatuchak("playtest", EVENING, "--json").json
    assert len(document["tiles"]) == 16
    assert sum(tile["plays"] for tile in document["tiles"]) == document["games"] == 140
    for tile in document["tiles"]:
        assert {"grid", "plays", "difficulty", "low", "high", "predicted"} <= set(tile)
        assert tile["low"] < tile["difficulty"] < tile["high"]
    measured = [tile["difficulty"] for tile in document["tiles"]]
    assert measured == sorted(measured)
    assert len(document["players"]) == 12
    for player in document["players"]:
        assert player["low"] < player["skill"] < player["high"]
    assert document["agreement"]["low"] < document["agreement"]["spearman"]
    assert document["fit"] is None


def test_a_fitted_formula_goes_to_every_command(chatuchak: Chatuchak, tmp_path: Path) -> None:
    written = tmp_path / "mine.json"
    fit = chatuchak("playtest", EVENING, "--fit", written, "--json").json["fit"]
    assert json.loads(written.read_text()) == fit
    assert (fit["name"], fit["games"]) == ("mine", 140)
    grid = str(load_start_tiles().tile(1))
    by = ("--formula", written, "--games", 20)
    ranked = chatuchak("difficulty", grid, *by, "--json").json
    assert ranked["formula"] == {"name": "mine", "games": 140}
    assert ranked["percentile"] is None
    plain = chatuchak("difficulty", grid, "--games", 20, "--json").json
    assert "formula" not in plain
    assert plain["difficulty"] != ranked["difficulty"]
    assert "fitted to 140 games" in chatuchak("difficulty", grid, *by).out
    tiles = EXAMPLES / "files/my-tiles.txt"
    for command in ("rank", "compare", "report"):
        document = chatuchak(command, tiles, *by, "--json").json
        assert document["formula"] == {"name": "mine", "games": 140}, command


def test_grids_are_made_to_a_fitted_difficulty(chatuchak: Chatuchak) -> None:
    order = ("generate", "-n", 2, "--seed", 1, "--difficulty", "40..60", "--json")
    made = chatuchak(*order, "--formula", FORMULA)
    assert "fitted to 140 games" in made.err
    for line in made.out.splitlines():
        one = json.loads(line)
        found = chatuchak("difficulty", one["grid"], "--formula", FORMULA, "--json").json
        assert found["difficulty"] == pytest.approx(one["difficulty"], abs=0.01)


def test_the_page_names_every_tile(chatuchak: Chatuchak, tmp_path: Path) -> None:
    page = tmp_path / "evening.html"
    chatuchak("playtest", EVENING, "--html", page)
    text = page.read_text(encoding="utf-8")
    for grid in load_start_tiles().grids:
        assert str(grid) in text
    assert text.count("<svg") == 3
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.jsonl",), "missing.jsonl: No such file"),
        ((EVENING, "--settle", "1", "2"), "a number needs its set"),
        ((EXAMPLES / "files/photo.jpg",), "line 1: byte 0 of the file is not text (UTF-8)"),
        ((EVENING, "--formula", EVENING), "Extra data"),
        ((EXAMPLES / "files/table.csv",), "line 2: tile: a number of a tile needs the set"),
    ],
)
def test_bad_input_is_one_line(
    chatuchak: Chatuchak, arguments: tuple[object, ...], message: str
) -> None:
    assert message in chatuchak("playtest", *arguments).error


def test_words_say_what_is_not_told_apart(chatuchak: Chatuchak) -> None:
    said = chatuchak("playtest", EVENING).out
    assert "not told apart" in said
    assert "pairs of tiles are told apart" in said
    settled = chatuchak(
        "playtest", EXAMPLES / "files/table.csv", "--tiles", EXAMPLES / "files/my-tiles.txt",
        "--settle", "1", "tile:3",
    )  # fmt: skip
    assert "The games so far settle it." in settled.out
