"""Finished games of Mercado de Lisboa on file."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GameRecord
from chatuchak_solver import MercadoScore as ScoreFile
from chatuchak_solver.codec import schema
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.mercado.score_file import FORM
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


@pytest.mark.parametrize(
    ("coins", "are_asked"), [((9, 9, 1), (True, True, False)), ((9, 8, 8), (False,) * 3)]
)
def test_a_form_asks_for_stands_if_the_best_tie(
    coins: tuple[int, ...], are_asked: tuple[bool, ...]
) -> None:
    (question,) = (question for question in FORM.of_player if question.name == "stands")
    players = [{"coins": own, "restaurants": 0} for own in coins]
    assert question.when is not None
    for player, is_asked in zip(players, are_asked, strict=True):
        assert question.when({"players": players}, player) == is_asked


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
