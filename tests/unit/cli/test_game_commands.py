"""``game GAME new|legal|apply|show|simulate`` and ``score`` as a user meets them."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_cli.shared.runner import Job
from chatuchak_solver import GAMES, new_game
from chatuchak_solver.games.contract import AnyState
from tests.unit.cli.conftest import Chatuchak, PressIn

GAME_NAMES = [entry.name for entry in GAMES]


class Terminal:
    """Runs commands of games and takes what they print."""

    def __init__(self, chatuchak: Chatuchak) -> None:
        self._chatuchak = chatuchak

    def __call__(self, *arguments: object, code: int = 0) -> str:
        """Run a command that ends with ``code`` and return its output."""
        done = self._chatuchak("game", *arguments)
        assert done.code == code
        self.errors = done.err
        return done.out

    def json(self, *arguments: object, code: int = 0) -> Any:
        """Run a command and read the one JSON document that it prints."""
        return json.loads(self(*arguments, "--json", code=code))


@pytest.fixture
def terminal(chatuchak: Chatuchak) -> Terminal:
    return Terminal(chatuchak)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_games_are_set_up_saved_and_played(game: str, terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    output = terminal(game, "new", "--seed", "3", "--out", file)
    assert terminal(game, "show", file) == output
    for _ in range(6):
        legal = terminal.json(game, "legal", file)
        lines = terminal(game, "legal", file).splitlines()
        assert [line.split("  (weight")[0] for line in lines] == legal["actions"]
        assert legal["over"] is False
        action = legal["actions"][len(legal["actions"]) // 2]
        terminal(game, "apply", file, *action.split(), "--out", file)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert len(record["log"]) == 6
    shown_record = terminal.json(game, "show", file)
    assert shown_record["state"] == record["state"]
    assert shown_record["actions_played"] == 6
    assert terminal.json(game, "show", file, "--after", "0")["state"] == record["start"]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_can_be_simulated(game: str, terminal: Terminal) -> None:
    report = terminal.json(game, "simulate", "-n", "3", "--jobs", "1")
    assert report["games"] == 3
    assert report["finished"] is True
    text = terminal(game, "simulate", "-n", "3", "--jobs", "1")
    assert text.startswith(f"{game}: 3 games, seed 0")
    assert "wins (95% interval)" in text


def test_the_same_seed_gives_the_same_game(terminal: Terminal) -> None:
    first = terminal("chatuchak", "new", "--players", "4", "--seed", "11", "--json")
    assert terminal("chatuchak", "new", "--players", "4", "--seed", "11", "--json") == first
    assert terminal("chatuchak", "new", "--players", "4", "--seed", "12", "--json") != first
    # Without a seed one is drawn, and told, so that the game can be had again.
    drawn = terminal("chatuchak", "new", "--json")
    seed = terminal.errors.split()[1]
    assert terminal("chatuchak", "new", "--seed", seed, "--json") == drawn


def test_interrupted_simulation_reports_its_games(
    terminal: Terminal, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "show")
    report = terminal.json("chatuchak", "simulate", "-n", 50, "--jobs", 1, code=130)
    assert 0 < report["games"] < 50
    assert report["finished"] is False
    assert terminal.errors == f"interrupted after {report['games']} of 50 games\n"


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
    # A first card lies the same however it is turned.
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
