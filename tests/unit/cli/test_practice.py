"""``practice``: exercises as JSON, asked in the terminal, and one's own mistakes."""

import json
from pathlib import Path

import pytest

from chatuchak_solver import Grid
from tests.unit.cli.conftest import Chatuchak


def exercises(chatuchak: Chatuchak, *options: object) -> list[dict[str, object]]:
    out = chatuchak("practice", "--seed", 1, "--json", *options).out
    return [json.loads(line) for line in out.splitlines()]


def test_the_contract(chatuchak: Chatuchak) -> None:
    drawn_exercises = exercises(chatuchak, "-n", 4, "--remaining", "3..4")
    assert len(drawn_exercises) == 4
    assert drawn_exercises == exercises(chatuchak, "-n", 4, "--remaining", "3..4")
    for exercise in drawn_exercises:
        assert exercise["remaining"] in (3, 4)
        move = chatuchak("hint", exercise["grid"], "--json").json
        assert [move["move"]] == exercise["best"]
        assert move["remaining"] == exercise["remaining"]


def test_answers_in_the_terminal(chatuchak: Chatuchak, tmp_path: Path) -> None:
    first, second = exercises(chatuchak, "-n", 2)
    progress = tmp_path / "practice.json"
    wrong, right = first["natural"][0], [exercise["best"][0] for exercise in (first, second)]  # type: ignore[index]
    lines = f"99\n{wrong}\n{right[0]}\n{right[1]}\n"
    outcome = chatuchak("practice", "-n", 2, "--seed", 1, "--progress", progress, stdin=lines)
    assert outcome.code == 0
    assert "Invalid move: expected one of" in outcome.out
    assert "Wrong: " in outcome.out
    assert f"spot {right[0]} " not in outcome.out.split("Correct:")[0]  # the answer stays hidden
    assert "1 of 2 correct at the first attempt." in outcome.out
    assert json.loads(progress.read_text(encoding="utf-8"))["tries"] == 2


def test_mistakes_are_offered_and_missed_repeated(chatuchak: Chatuchak, tmp_path: Path) -> None:
    progress, games = tmp_path / "practice.json", tmp_path / "games.jsonl"
    start, moves = ".RY/YRG/RGG", [6, 7, 8, 2]
    games.write_text(json.dumps({"grid": start, "moves": moves}), encoding="utf-8")
    reviewed_moves = chatuchak("review", games, "--json").json["moves"]
    missed = [move for move in reviewed_moves if move["lost"]]
    assert len(missed) == 2
    # The first one at once, the second one with a hint.
    lines = f"{missed[0]['best'][0]}\nh\n{missed[1]['best'][-1]}\n"
    arguments = ("practice", "--mistakes", games, "--progress", progress)
    outcome = chatuchak(*arguments, stdin=lines)
    assert "2 positions to practice today." in outcome.out
    cards = json.loads(progress.read_text(encoding="utf-8"))["cards"]
    grid = Grid.parse(start)
    positions = [str(grid)]
    for spot in moves:
        grid = grid.move(spot)
        positions.append(str(grid))
    lost = [positions[at] for at, move in enumerate(reviewed_moves) if move["lost"]]
    assert [(card["grid"], card["box"]) for card in cards] == [(lost[0], 1), (lost[1], 0)]
    assert "0 positions to practice today." in chatuchak(*arguments).out


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000])
def test_odd_numbers_and_bytes_are_wrong(typed: str, chatuchak: Chatuchak, tmp_path: Path) -> None:
    arguments = ("practice", "-n", 1, "--seed", 2, "--progress", tmp_path / "progress.json")
    outcome = chatuchak(*arguments, stdin=f"{typed}\nq\n")
    assert "Invalid move: expected one of" in outcome.out
    outcome = chatuchak(*arguments, stdin=b"\xff\n")
    assert outcome.code == 2
    assert outcome.err == "error: a line is not text (UTF-8): expected one spot per line\n"
