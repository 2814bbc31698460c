"""``review``: its inputs, its answers and its pictures."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from chatuchak_cli.shared.puzzle_words import move_words
from chatuchak_solver import Grid, load_start_tiles, review
from chatuchak_solver.puzzle import Color
from tests.unit.cli.conftest import Chatuchak

GRID = "RY/YR/.G/GG"


def test_the_contract(chatuchak: Chatuchak) -> None:
    document = chatuchak("review", GRID, "0,4,2,0,4", "--json").json
    summary = {
        name: document[name] for name in ("grid", "optimal_length", "length", "lost", "solved")
    }
    assert summary == {"grid": GRID, "optimal_length": 3, "length": 5, "lost": 2, "solved": True}
    moves = [
        [move[name] for name in ("spot", "remaining", "lost", "best")] for move in document["moves"]
    ]
    assert moves == [
        [0, 2, 0, [0, 2]], [4, 3, 2, [2]], [2, 2, 0, [0, 2]], [0, 1, 0, [0]], [4, 0, 0, [4]],
    ]  # fmt: skip


def test_saved_games_and_links_are_reviewed(chatuchak: Chatuchak, tmp_path: Path) -> None:
    wanted = chatuchak("review", ".RY/YRG/RGG", "6,7,8,2", "--json").json["moves"]
    link = "https://example.org/puzzle/#grid=.RY/YRG/RGG&moves=6,7,8,2"
    assert chatuchak("review", link, "--json").json["moves"] == wanted
    saved = tmp_path / "game.json"
    document = {
        "format": "chatuchak-solo-game", "version": 1, "grid": ".RY/YRG/RGG", "rule": "jump",
        "moves": [6, 7, 8, 2], "undone": [],
    }  # fmt: skip
    saved.write_text(json.dumps(document, indent=1), encoding="utf-8")
    assert chatuchak("review", saved, "--json").json["moves"] == wanted
    solution = chatuchak("solve", "tile:1", "--json").out
    reviewed = chatuchak("review", "-", "--json", stdin=solution).json
    assert (reviewed["lost"], reviewed["kept_share"], reviewed["first_loss"]) == (0, 1.0, None)


def test_several_games(chatuchak: Chatuchak) -> None:
    lines = f'{{"grid":"{GRID}","moves":[0]}}\n{{"grid":"{GRID}","moves":[2]}}\n'
    reviews = chatuchak("review", "-", "--json", stdin=lines).out.splitlines()
    assert [json.loads(line)["length"] for line in reviews] == [1, 1]


def test_the_summary_of_several_games(chatuchak: Chatuchak) -> None:
    lines = f'{{"grid":"{GRID}","moves":[0,4,2,0,4]}}\n' * 2
    output = chatuchak("review", "-", stdin=lines).out
    assert "2 games; lost moves: 2, 2." in output
    assert "took back the previous move: 4." in output
    assert "Lost moves in the first third: 4; middle: 0; last: 0." in output


def test_games_without_a_proven_loss_have_no_averages(chatuchak: Chatuchak) -> None:
    lines = f'{{"grid":"{load_start_tiles().tile(1)}","moves":[1,2],"rule":"slide"}}\n' * 2
    outcome = chatuchak("review", "-", "--time-limit", 0, stdin=lines)
    assert "\n\nNo game has a proven loss.\n" in outcome.out
    assert "On average" not in outcome.out


def test_pictures(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg, html = tmp_path / "curve.svg", tmp_path / "review.html"
    outcome = chatuchak("review", GRID, "0,4,2,0,4", "--svg", svg, "--html", html)
    assert outcome.code == 0
    root = ET.parse(svg).getroot()
    described = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert described.splitlines()[:3] == [
        "start: 3 left", "move 1: 2 left", "move 2: 3 left, lost 2",
    ]  # fmt: skip
    page = html.read_text(encoding="utf-8")
    assert page.count('class="position"') == 6
    assert "Move 2: red from row 3, column 1 took back the previous move; 3 left, lost 2." in page
    assert 'data-at="1"' in page
    nowhere = chatuchak("review", GRID, "0", "--html", "/no/such/folder/x.html")
    assert (nowhere.code, "cannot write it" in nowhere.err) == (2, True)


def test_colors_that_lost_their_place_are_listed() -> None:
    grid = Grid.parse(GRID)
    (move,) = review(grid, [0]).moves
    listed = ("red", "red and yellow", "red, yellow and green")
    for count, names in enumerate(listed, start=1):
        colors = tuple(map(Color, range(count)))
        words = move_words(msgspec.structs.replace(move, given_up=colors), 1, grid)
        assert words.endswith(f"It gave up the place of {names}.")
    assert "gave up" not in move_words(msgspec.structs.replace(move, given_up=()), 1, grid)


def test_slides_within_a_limit(chatuchak: Chatuchak) -> None:
    outcome = chatuchak(
        "review", "tile:1", "1,2", "--rule", "slide", "--time-limit", "0.5", "--json"
    )
    assert outcome.code == 3
    assert outcome.json["optimal_length"] is None
    assert outcome.err.endswith("came before everything was proven\n")
