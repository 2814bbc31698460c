"""Finished games of Mercado de Lisboa on file."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GameRecord, InvalidInstanceError
from chatuchak_solver import MercadoScore as ScoreFile
from chatuchak_solver.codec import schema
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.score_form import ScoreRequest

ANA = {"name": "Ana", "coins": 31, "restaurants": ["pub", "pub"], "stands": 7}
RUI = {"name": "Rui", "coins": 29, "restaurants": 0, "stands": 6}


def two(ana: dict[str, Any] = ANA, rui: dict[str, Any] = RUI, **more: Any) -> dict[str, Any]:
    """Return the file of two players."""
    return {"players": [ana, rui], **more}


def read(document: dict[str, Any]) -> ScoreFile:
    game: ScoreFile = mercado.score(ScoreRequest(document, "game.json")).result
    return game


def test_result_has_totals_and_winners_by_name() -> None:
    assert read(two()).to_dict() == {
        "players": [
            {"name": "Ana", "coins": 31, "unplaced_restaurants": 2, "stands": 7, "total": 29},
            {"name": "Rui", "coins": 29, "unplaced_restaurants": 0, "stands": 6, "total": 29},
        ],
        "winners": ["Ana"],
    }


def test_the_total_is_required_in_json() -> None:
    required = schema(ScoreFile)["$defs"]["PlayerScore"]["required"]
    assert set(required) == {"name", "coins", "unplaced_restaurants", "stands", "total"}


def test_a_full_tie_is_shared() -> None:
    assert read(two(rui={**RUI, "stands": 7})).winners == (0, 1)


def test_stands_are_required_only_in_a_tie() -> None:
    game = read(two({"name": "A", "coins": 1}))
    assert game.winners == (1,)
    assert [player["stands"] for player in game.to_dict()["players"]] == [None, 6]
    assert read(two({"name": "A", "coins": 99})).winners == (0,)


def test_stands_are_counted_on_the_market() -> None:
    owners = {"a1": 1, "b1": 1, "c1": 0}
    market = {"stands": {space: {"type": "fish", "owner": n} for space, n in owners.items()}}
    without = (
        {name: part[name] for name in ("name", "coins", "restaurants")} for part in (ANA, RUI)
    )
    game = read(two(*without, market=market))
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
        ({"players": [ANA]}, "invalid players .*: expected a list of 2 to 4 items"),
        (two(rui=ANA), r"players\[1\].name: \"Ana\" is already used"),
        (two({**ANA, "coins": -1}), r"invalid players\[0\].coins .*: expected 0 to 1000000"),
        (two({**ANA, "coins": "31"}), r"invalid players\[0\].coins .*: expected 0 to 1000000"),
        (two({**ANA, "restaurants": ["bar"]}), r"invalid players\[0\].restaurants\[0\] .*: expec"),
        (two({**ANA, "tips": 2}), r"players\[0\]: unknown field \"tips\""),
        (
            two({"name": "A", "coins": 29}),
            r"players\[0\]: missing field \"stands\".*: A and Rui tie with 29 coins",
        ),
        (two(side=1), "invalid side 1: expected 2 to 9"),
        (
            two(market={"stands": {"f1": {"type": "fish", "owner": 0}}}),
            "market.stands.f1: no space 'f1'",
        ),
        (
            two(market={"stands": {"a1": {"type": "fish", "owner": 2}}}),
            "market.stands.a1: invalid owner 2: expected 0 to 1",
        ),
        (
            two(market={"gray": ["a1"], "restaurants": {"a1": "pub"}}),
            r"market.gray\[0\]: \"a1\" is already used at market.restaurants.a1",
        ),
        (two(market={"entrances": {"W1": "2 eel"}}), "market.entrances.W1: no stand type 'eel'"),
        (two(market={}), r"players\[0\].stands: 7 stands, but the"),
        ({"game": "chatuchak", "phase": "over"}, "game.json: "),
    ],
)
def test_wrong_files_are_refused_by_their_place(document: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInstanceError, match=message):
        read(document)
