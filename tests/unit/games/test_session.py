"""Sessions of people and computer players: turns, repeatable chance and hidden cards."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from chatuchak_solver import GameRecord, new_game
from chatuchak_solver.errors import IllegalMoveError, InputError, InvalidInstanceError
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.session import Session


def session(game: str, *seats: str, typed: bool = False) -> Session:
    start = new_game(game, len(seats), seed=7)
    return Session(GameRecord.begin(start), seats, 5, typed)


def played(current: Session, actions: int) -> Session:
    """Return the session after some actions; people take the first that is legal."""
    for _ in range(actions):
        if current.awaits_human:
            current = current.apply(current.state.legal_texts()[0])
        else:
            current, _ = current.advance()
    return current


def test_a_session_awaits_humans_and_advances_computers() -> None:
    current = session("chatuchak", "human", "greedy")
    assert current.awaits_human
    with pytest.raises(InputError, match="no computer player"):
        current.advance()
    with pytest.raises(IllegalMoveError):
        current.apply("move 0")
    current, step = current.apply("move 1").advance()
    assert (step.player, step.action) == (1, current.record.log[-1])
    current, step = current.advance()
    assert (step.player, current.current_player) == (CHANCE, 0)
    typing = session("chatuchak", "greedy", "greedy", typed=True)
    typing = typing.advance()[0].advance()[0]
    assert typing.current_player == CHANCE
    assert typing.awaits_human


def test_undo_returns_to_a_human_turn_and_repeats_the_same_chance() -> None:
    original = played(session("chatuchak", "human", "greedy"), 6)
    back = original.undo()
    assert back.record.log == original.record.log[:3]
    assert back.awaits_human
    assert played(back, 3) == original
    assert back.undo().record.log == ()
    with pytest.raises(InputError, match="no action to undo"):
        back.undo().undo()


def test_a_session_resumes_from_its_document() -> None:
    original = played(session("mercado", "human", "greedy"), 9)
    record = GameRecord.from_dict(original.to_dict())
    again = Session.of_record(record, seed=1)
    assert again == replace(original, record=record)
    named = Session(original.record, original.seats, 3, typed=True, names=("Ana", ""))
    record = GameRecord.from_dict(named.to_dict())
    assert Session.of_record(record, seed=1) == replace(named, record=record)
    assert record.names == ("Ana", "player 2")
    assert played(again, 9).record.log == played(original, 9).record.log
    other = Session.of_record(GameRecord.begin(original.state), seed=5)
    assert (other.seats, other.seed) == (("human", "advisor"), 5)
    broken = {**original.to_dict(), "table": {"seats": ["human", 3], "seed": 1, "typed": False}}
    with pytest.raises(InvalidInstanceError, match=r"invalid table.seats\[1\] 3: expected a text"):
        Session.of_record(GameRecord.from_dict(broken), seed=1)


def test_players_have_their_names_or_numbers() -> None:
    start = GameRecord.begin(new_game("mercado", 2))
    named = Session(start, ("human", "human"), 1, names=("x" * 24, ""))
    assert [named.name_of(seat) for seat in range(2)] == ["x" * 24, "player 2"]


def test_chance_picks_the_next_player_in_simultaneous_games() -> None:
    finished = played(session("chatuchak-speed", "random", "random"), 30)
    movers = {step.player for step in finished.steps()}
    assert movers == {0, 1}
    assert all(step.action.startswith(f"{step.player} ") for step in finished.steps())


def test_a_view_shows_no_hidden_card() -> None:
    state = new_game("market-stand", 3, seed=2)
    rng = np.random.default_rng(1)
    for player in range(3):
        view = state.view(player)
        assert view == state.sample_hidden(player, rng).view(player) != str(state)
        assert view.count(": 0 (2)") == 3
        assert re.search(rf"player \d {{5,}}player \d {{5,}}player {player + 1}, you\n", view)
    with pytest.raises(InputError, match="invalid player 3: expected 0 to 2"):
        state.view(3)
    open_game = new_game("mercado", 2)
    assert open_game.view(1) == str(open_game)


def test_a_record_is_read_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = GameRecord.begin(new_game("mercado", seed=1))
    path.write_text(json.dumps(record.to_dict()))
    assert GameRecord.read(path) == GameRecord.read(str(path)) == record
    with pytest.raises(FileNotFoundError):
        GameRecord.read(tmp_path / "missing.json")
