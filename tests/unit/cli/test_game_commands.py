"""``game GAME new|legal|apply|show|simulate`` and ``score`` from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_cli.shared.runner import Job
from chatuchak_solver import GAMES, new_game
from chatuchak_solver.games.contract import AnyState
from tests.unit.cli.conftest import Chatuchak, PressIn

GAME_NAMES = [entry.name for entry in GAMES]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_games_are_set_up_saved_and_played(game: str, chatuchak: Chatuchak, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    start = chatuchak("game", game, "new", "--seed", "3", "--out", file)
    assert chatuchak("game", game, "show", file) == start
    for _ in range(6):
        legal = chatuchak("game", game, "legal", file, "--json").json
        lines = chatuchak("game", game, "legal", file).out.splitlines()
        assert [line.split("  (weight")[0] for line in lines] == legal["actions"]
        assert legal["over"] is False
        action = legal["actions"][len(legal["actions"]) // 2]
        assert chatuchak("game", game, "apply", file, *action.split(), "--out", file).code == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    assert len(record["log"]) == 6
    shown_record = chatuchak("game", game, "show", file, "--json").json
    assert shown_record["state"] == record["state"]
    assert shown_record["actions_played"] == 6
    first = chatuchak("game", game, "show", file, "--after", "0", "--json").json
    assert first["state"] == record["start"]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_can_be_simulated(game: str, chatuchak: Chatuchak) -> None:
    arguments = ("game", game, "simulate", "-n", "3", "--jobs", "1")
    report = chatuchak(*arguments, "--json").json
    assert report["games"] == 3
    assert report["finished"] is True
    text = chatuchak(*arguments).out
    assert text.startswith(f"{game}: 3 games, seed 0")
    assert "wins (95% interval)" in text


def test_the_same_seed_gives_the_same_game(chatuchak: Chatuchak) -> None:
    new = ("game", "chatuchak", "new", "--json", "--seed")
    first = chatuchak(*new, "11").json
    assert chatuchak(*new, "11").json == first
    assert chatuchak(*new, "12").json != first
    # Without a seed, one is drawn and printed, so that the game can be repeated.
    drawn = chatuchak(*new[:-1])
    assert chatuchak(*new, drawn.err.split()[1]).json == drawn.json


def test_interrupted_simulation_reports_its_games(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "show")
    outcome = chatuchak("game", "chatuchak", "simulate", "-n", 50, "--jobs", 1, "--json")
    assert outcome.code == 130
    report = outcome.json
    assert 0 < report["games"] < 50
    assert report["finished"] is False
    assert outcome.err == f"interrupted after {report['games']} of 50 games\n"


def saved(game: str, path: Path) -> AnyState:
    """Save a game of two that begins."""
    state = new_game(game, 2, seed=1)
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    return state


def test_at_the_opening_the_hand_alone_is_ranked(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    state = saved("market-stand", path)
    request = chatuchak("game", "market-stand", "view", path, "--request").out
    places = chatuchak("stand", "place", "-", "--json", stdin=request).json["placements"]
    assert {placement["from"] for placement in places} == {"hand"}
    # A first card is the same in both orientations.
    assert sorted(f"start {placement['card']}" for placement in places) == sorted(
        state.legal_texts()
    )
    advice = chatuchak("game", "market-stand", "advise", path, "--playouts", 9, "--json").json
    assert sorted(action["action"] for action in advice["actions"]) == sorted(state.legal_texts())


def test_a_move_reports_the_markers_it_won(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    state: Any = saved("chatuchak", path)
    messages = {}
    for action in state.legal_texts():
        won = state.apply(action).markers != state.markers
        outcome = chatuchak("game", "chatuchak", "apply", path, *action.split())
        messages[won] = outcome.err
        assert (f"{action}: " in outcome.err and "from the center" in outcome.err) == won
    assert set(messages) == {False, True}
