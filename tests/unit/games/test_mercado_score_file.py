"""Finished games of Mercado de Lisboa on file."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GameRecord, InvalidInstanceError
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.mercado.score_file import ScoreFile
from chatuchak_solver.games.score_form import ScoreRequest


def ana(**changes: Any) -> dict[str, Any]:
    return {"name": "Ana", "coins": 31, "restaurants": ["pub", "pub"], "stands": 7, **changes}


def rui(**changes: Any) -> dict[str, Any]:
    return {"name": "Rui", "coins": 29, "restaurants": 0, "stands": 6, **changes}


def read(document: dict[str, Any]) -> ScoreFile:
    return mercado.read(ScoreRequest(document, "game.json"))


def test_result_has_totals_and_winners_by_name() -> None:
    assert read({"players": [ana(), rui()]}).to_dict() == {
        "players": [
            {"name": "Ana", "coins": 31, "unplaced_restaurants": 2, "stands": 7, "total": 29},
            {"name": "Rui", "coins": 29, "unplaced_restaurants": 0, "stands": 6, "total": 29},
        ],
        "winners": ["Ana"],
    }


def test_a_full_tie_is_shared() -> None:
    assert read({"players": [ana(), rui(stands=7)]}).winners == (0, 1)


def test_stands_are_required_only_in_a_tie() -> None:
    game = read({"players": [{"name": "A", "coins": 1}, rui()]})
    assert game.winners == (1,)
    assert [player["stands"] for player in game.to_dict()["players"]] == [None, 6]


def test_stands_are_counted_on_the_market() -> None:
    market = {
        "stands": {
            "a1": {"type": "fish", "owner": 1},
            "b1": {"type": "fish", "owner": 1},
            "c1": {"type": "meat", "owner": 0},
        }
    }
    players = [ana(), rui()]
    for player in players:
        del player["stands"]
    game = read({"players": players, "market": market})
    assert [player.stands for player in game.players] == [1, 2]
    assert game.winners == (1,)


def test_a_saved_game_is_scored_and_an_unfinished_one_names_the_turn() -> None:
    record = GameRecord.begin(MercadoState.new(3, rng=np.random.default_rng(1))).apply("coin")
    report = mercado.score(ScoreRequest(record.to_dict()))
    assert report.ends == ("the game is not over: it is the turn of player 2",)
    assert report.result.winners == (0,)
    assert [player.total for player in report.result.players] == [2, 1, 1]
    record = record.apply("coin").apply("coin")
    for document in (record.to_dict(), record.state.to_dict()):
        report = mercado.score(ScoreRequest(document))
        assert report.ends == ()
        assert report.result.to_dict()["winners"] == ["player 1", "player 2", "player 3"]
        assert [player.total for player in report.result.players] == [2, 2, 2]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, 'game.json: missing field "players"'),
        ({"players": [ana()]}, "invalid players .*: expected a list of 2 to 4 items"),
        ({"players": [ana(), ana()]}, r"players\[1\].name: \"Ana\" is already used"),
        (
            {"players": [ana(coins=-1), rui()]},
            r"invalid players\[0\].coins .*: expected 0 to 1000000",
        ),
        (
            {"players": [ana(coins="31"), rui()]},
            r"invalid players\[0\].coins .*: expected 0 to 1000000",
        ),
        (
            {"players": [ana(restaurants=["bar"]), rui()]},
            r"invalid players\[0\].restaurants\[0\] .*: expec",
        ),
        ({"players": [ana(tips=2), rui()]}, r"players\[0\]: unknown field \"tips\""),
        (
            {"players": [{"name": "A", "coins": 29}, rui()]},
            r"players\[0\]: missing field \"stands\".*: A and Rui tie with 29 coins",
        ),
        ({"players": [ana(), rui()], "side": 1}, "invalid side 1: expected 2 to 9"),
        (
            {"players": [ana(), rui()], "market": {"stands": {"f1": {"type": "fish", "owner": 0}}}},
            "market.stands.f1: no space 'f1'",
        ),
        (
            {"players": [ana(), rui()], "market": {"stands": {"a1": {"type": "fish", "owner": 2}}}},
            "market.stands.a1: invalid owner 2: expected 0 to 1",
        ),
        (
            {"players": [ana(), rui()], "market": {"gray": ["a1"], "restaurants": {"a1": "pub"}}},
            r"market.gray\[0\]: the space a1 is taken",
        ),
        (
            {"players": [ana(), rui()], "market": {"entrances": {"W1": "2 eel"}}},
            "market.entrances.W1: no stand type 'eel'",
        ),
        ({"players": [ana(), rui()], "market": {}}, r"players\[0\].stands: 7 stands, but the"),
        ({"game": "chatuchak", "phase": "over"}, "game.json: "),
    ],
)
def test_wrong_files_are_refused_by_their_place(document: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInstanceError, match=message):
        read(document)
