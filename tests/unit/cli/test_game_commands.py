"""``game GAME new|legal|apply|show|simulate`` as a user meets them."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_cli.shared.runner import Job
from chatuchak_solver import GAMES
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


def test_start_grids_can_be_generated_randomly(terminal: Terminal) -> None:
    tiles = terminal.json("chatuchak", "new", "--seed", "1")["start"]["grids"]
    grids = terminal.json("chatuchak", "new", "--seed", "1", "--start", "random")["start"]["grids"]
    assert len(grids) == 2
    assert not set(grids) & set(tiles)
    speed = terminal.json("chatuchak-speed", "new", "--seed", "1", "--start", "random")
    assert speed["start"]["grids"] == grids


def test_commas_part_actions_and_chance_is_drawn(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal("chatuchak", "new", "--seed", "1", "--out", file)
    before = file.read_text(encoding="utf-8")
    moves = "move", "3,", "move", "6"
    record = terminal.json("chatuchak", "apply", file, *moves)
    assert record["log"] == ["move 3", "move 6"]
    assert record["state"]["rolling"] is True
    drawn = terminal.json("chatuchak", "apply", file, *moves, "--draw", "--seed", "5")
    assert drawn["log"][:2] == record["log"]
    assert drawn["log"][2].startswith("roll ")
    again = terminal.json("chatuchak", "apply", file, "move 3,move 6", "--draw", "--seed", "5")
    assert again == drawn
    # The file changes only where --out names it.
    assert file.read_text(encoding="utf-8") == before


def test_games_go_through_pipes(chatuchak: Chatuchak) -> None:
    saved = chatuchak("game", "mercado", "new", "--seed", 1, "--json").out
    assert "coin" in chatuchak("game", "mercado", "legal", "-", stdin=saved).out


def test_chance_is_listed_with_its_weights(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal("chatuchak", "new", "--seed", "1", "--out", file)
    terminal("chatuchak", "apply", file, "pass,pass", "--out", file)
    legal = terminal.json("chatuchak", "legal", file)
    assert legal["current_player"] == "chance"
    assert {row["weight"] for row in legal["chance"]} == {1}
    assert terminal("chatuchak", "legal", file).splitlines()[0] == "roll 1  (weight 1)"


def test_a_finished_game_is_reported_as_over(terminal: Terminal, tmp_path: Path) -> None:
    data, file = tmp_path / "short.json", tmp_path / "game.json"
    data.write_text('{"time_track": [1]}', encoding="utf-8")
    terminal("chatuchak", "new", "--seed", "1", "--data", data, "--out", file)
    over = terminal("chatuchak", "apply", file, "pass,pass,roll 1", "--out", file)
    assert "over, won by player 1 and player 2" in over
    assert terminal("chatuchak", "legal", file) == ""
    assert terminal.errors == "the game is over\n"
    document = terminal.json("chatuchak", "show", file)
    assert (document["over"], document["current_player"]) == (True, None)
    assert document["winners"] == [0, 1]


def test_simulate_takes_names_numbers_options_and_data(terminal: Terminal, tmp_path: Path) -> None:
    data = tmp_path / "short.json"
    data.write_text('{"time_track": [1, 1]}', encoding="utf-8")
    report = terminal.json(
        *("chatuchak", "simulate", "-n", "4", "--players", "greedy, random,random", "--jobs", "1"),
        *("--rule", "slide", "--data", data, "--fixed-seats", "--seed", "9"),
    )
    assert [player["player"] for player in report["players"]] == ["greedy", "random", "random"]
    assert report["length"]["mean"] == 6
    assert (report["options"], report["rotate"], report["seed"]) == ({"rule": "slide"}, False, 9)
    five = terminal.json("chatuchak", "simulate", "-n", "2", "--players", "5", "--jobs", "1")
    assert len(five["players"]) == 5
    made = terminal.json("chatuchak", "simulate", "-n", "2", "--start", "random", "--jobs", "1")
    assert made["games"] == 2


def test_interrupted_simulation_reports_its_games(
    terminal: Terminal, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "show")
    report = terminal.json("chatuchak", "simulate", "-n", 50, "--jobs", 1, code=130)
    assert 0 < report["games"] < 50
    assert report["finished"] is False
    assert terminal.errors == f"interrupted after {report['games']} of 50 games\n"
