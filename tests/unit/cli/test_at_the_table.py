"""What people at a table do with saved games, stands and the companion."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import load_start_tiles, new_game, solve
from chatuchak_solver.games.contract import CHANCE, AnyState, sample_chance
from chatuchak_solver.puzzle.notation import format_moves
from tests.unit.cli.conftest import Chatuchak

RIVER = "swap-meet [e1] mill=you [e2]"


def saved(game: str, path: Path, *, actions: int, players: int = 2) -> AnyState:
    """Save a game after so many actions of its players."""
    state, rng = new_game(game, players, seed=1), np.random.default_rng(1)
    while actions:
        if state.current_player == CHANCE:
            state = state.apply(str(sample_chance(state, rng)))
        else:
            state, actions = state.apply(state.legal_texts()[0]), actions - 1
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    return state


@pytest.mark.parametrize(
    ("game", "name"), [("chatuchak", "chatuchak"), ("market-stand", "stand"), ("mercado",) * 2]
)
def test_saved_games_are_scored(game: str, name: str, chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    state = saved(game, path, actions=3)
    outcome = chatuchak("score", name, path, "--json")
    assert outcome.code == 0
    assert [player["total"] for player in outcome.json["players"]] == list(state.scores())
    assert "the game is not over: it is the turn of player" in outcome.err
    assert chatuchak("score", name, path).code == 0


def test_a_game_that_has_hardly_begun_is_scored_too(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path, picture = tmp_path / "game.json", tmp_path / "game.svg"
    saved("market-stand", path, actions=1)
    outcome = chatuchak("score", "stand", path, "--picture", picture)
    assert outcome.code == 0
    assert "the game is not over: it is the turn of player 2" in outcome.err
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    path.write_text(json.dumps(new_game("river-market", seed=1).to_dict()), encoding="utf-8")
    solo = chatuchak("score", "river-market", path, "--json", "--picture", picture)
    assert (solo.json["score"], solo.json["title"], solo.json["titles"]) == (None, None, {})
    assert "the game is not over: your turn 1" in solo.err
    assert "house row" in chatuchak("score", "river-market", path).out


def test_markers_and_tokens_have_separate_columns(chatuchak: Chatuchak) -> None:
    player = {
        "name": "Amy",
        "grid": "RR.YYY/BBGGPP",
        "markers": [{"marker": "path"}],
        "tokens": [{"token": "general", "stars": 4}],
    }
    lines = chatuchak("score", "chatuchak", "-", stdin=json.dumps({"players": [player]})).out
    head, row = lines.splitlines()[:2]
    assert head.split()[:5] == ["player", "marker", "stars", "token", "stars"]
    assert row.split()[:3] == ["Amy", "1", "4"]


def test_four_players_without_teams_get_a_note(chatuchak: Chatuchak) -> None:
    players = [{"name": name, "visible": ["S S c", "B c c"]} for name in "ABCD"]
    note = 'add "teams": [[0, 2], [1, 3]]'
    alone: dict[str, object] = {"players": players}
    assert note in chatuchak("score", "stand", "-", stdin=json.dumps(alone)).err
    for named in ({"variant": "standard"}, {"variant": "teams"}, {"teams": [[0, 2], [1, 3]]}):
        assert note not in chatuchak("score", "stand", "-", stdin=json.dumps(alone | named)).err


def test_a_played_game_has_its_rank(chatuchak: Chatuchak) -> None:
    moves = solve(load_start_tiles().tile(1)).moves
    assert moves is not None
    command = ("verify", "tile:1", format_moves(moves))
    assert chatuchak(*command, "--json").json["rank"] == "Market Master"
    assert "Solo rank of these moves: Market Master" in chatuchak(*command).out
    unsolved = chatuchak("verify", "tile:1", format_moves(moves[:3]), "--json").json
    assert "rank" not in unsolved


def test_at_the_opening_the_hand_alone_is_ranked(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    state = saved("market-stand", path, actions=0)
    request = chatuchak("game", "market-stand", "view", path, "--request").out
    places = chatuchak("stand", "place", "-", "--json", stdin=request).json["placements"]
    assert {placement["from"] for placement in places} == {"hand"}
    # A first card lies the same however it is turned.
    assert sorted(f"start {placement['card']}" for placement in places) == sorted(
        state.legal_texts()
    )
    advice = chatuchak("game", "market-stand", "advise", path, "--playouts", 9, "--json").json
    assert sorted(action["action"] for action in advice["actions"]) == sorted(state.legal_texts())


def test_event_is_asked_by_name_and_taken_as_written(chatuchak: Chatuchak, tmp_path: Path) -> None:
    command = ("game", "river-market", "companion", "--file", tmp_path / "tonight.json")
    typed = "".join("done\nhelper 1\n" for _ in range(5))
    setup = ("--cards", "table", "--river", RIVER)
    output = chatuchak(*command, *setup, stdin=typed).out
    names = output.partition("type which came up: ")[2].splitlines()[0].split(", ")
    written = names[0].replace("-", " ").title()
    taken = chatuchak(*command, *setup, stdin=f"{written}\nquit\n")
    assert taken.code == 0, taken.err
    assert f"choose an end spot for the Rival's {names[0]}" in taken.out


def test_a_move_reports_the_markers_it_won(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    state: Any = saved("chatuchak", path, actions=0)
    messages = {}
    for action in state.legal_texts():
        won = state.apply(action).markers != state.markers
        outcome = chatuchak("game", "chatuchak", "apply", path, *action.split())
        messages[won] = outcome.err
        assert (f"{action}: " in outcome.err and "from the center" in outcome.err) == won
    assert set(messages) == {False, True}
