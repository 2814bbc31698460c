"""Final scores and new games by one call each."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chatuchak_cli.shared.score_forms import score_forms
from chatuchak_solver import (
    GAMES,
    InvalidInstanceError,
    game_entry,
    new_game,
    score_chatuchak,
    score_chatuchak_speed,
    score_stand,
)
from chatuchak_solver.games.score_form import Number

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"

AMY: Mapping[str, Any] = {"name": "Amy", "grid": ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"}


def test_numbers_on_sheets_reach_as_far_as_a_game_may() -> None:
    reach = {
        (form.name, field.name): (field.read.least, field.read.most)
        for form in score_forms().values()
        for field in (*form.of_player, *form.of_game)
        if isinstance(field.read, Number)
    }
    most = 1_000_000
    assert reach == {
        ("chatuchak-speed", "moves"): (0, most),
        ("mercado", "coins"): (0, most),
        ("mercado", "restaurants"): (0, 100),
        ("mercado", "stands"): (0, 100),
        ("river-market", "helpers"): (0, most),
        ("river-market", "score"): (0, 300),  # as in play
        ("river-market", "left_over"): (0, most),
    }


def test_a_deck_path_is_relative_to_its_stand_file(tmp_path: Path) -> None:
    deck = {"cards": [{"id": "a", "rows": ["S S c*", "c c c"]}]}
    (tmp_path / "own.json").write_text(json.dumps(deck))
    placed = [{"card": "a", "x": 0, "y": 0, "rotation": 0}]
    players = [{"name": "Ola", "placements": placed}, {"name": "Kim", "visible": ["B"]}]
    (tmp_path / "game.json").write_text(json.dumps({"deck": "own.json", "players": players}))
    assert [player.name for player in score_stand(tmp_path / "game.json").players] == ["Ola", "Kim"]


def test_figures_of_ones_own_take_the_place_of_the_shipped_ones() -> None:
    markers = [{"marker": "group:R", "in_grid": True}]
    game = {"players": [{**AMY, "markers": markers}]}
    shipped, own = (
        score_chatuchak(game, data=data).to_dict()["players"][0]["stars"]
        for data in (None, {"marker_stars": {"group": 9, "mix": 1, "path": 1, "rectangle": 1}})
    )
    assert own == 9 != shipped


DONE = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP."
CLOSE = "RRRRRR/YYYYYY/GGGGGG/BBBBB./PPPPPB"


def speed(*grids: str, **more: object) -> Any:
    players = [{"name": f"{at}", "grid": grid} for at, grid in enumerate(grids)]
    return score_chatuchak_speed({"players": players, **more})


def test_a_speed_game_has_a_winner_and_ranks_the_rest_by_surplus() -> None:
    game = speed(AMY["grid"], CLOSE, DONE)
    assert [player.too_many for player in game.players] == [24, 1, 0]
    assert game.to_dict()["standing"] == ["2", "1", "0"]
    assert (game.winners, game.doubts()) == ((2,), [])
    unfinished = speed(AMY["grid"], CLOSE)
    assert (unfinished.is_over, unfinished.winners, unfinished.standing) == (False, (), (1, 0))
    assert unfinished.doubts() == ["the game is not over: nobody is done yet"]


def test_with_several_finishers_the_first_must_be_named() -> None:
    assert speed(DONE, DONE).winners == (0, 1)
    assert "say who was the first" in speed(DONE, DONE).doubts()[0]
    named = speed(DONE, DONE, first="1")
    assert (named.winners, named.standing, named.doubts()) == ((1,), (1, 0), [])
    for first, message in (("0", "first: the grid of 0 is not"), ("2", "first: expected one of 0")):
        with pytest.raises(InvalidInstanceError, match=message):
            speed(CLOSE, DONE, first=first)


def test_a_speed_game_of_which_no_move_is_left_is_called_off() -> None:
    document: dict[str, Any] = {
        "game": "chatuchak-speed", "rule": "jump", "move_limit": 3, "last_player": 0,
        "grids": ["RY/YR/G./BG/GB"] * 2,
    }  # fmt: skip
    game = score_chatuchak_speed({**document, "moves": [3, 3]})
    assert (game.is_over, game.winners) == (True, ())
    assert "called off" in game.doubts()[0]
    assert not score_chatuchak_speed({**document, "moves": [3, 2]}).is_over


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_new_games_are_those_of_the_games_own_classes(game: str) -> None:
    kind = game_entry(game).state
    least, most = kind.player_counts.start, kind.player_counts.stop - 1
    assert new_game(game).num_players == least
    assert new_game(game, most, seed=5) == kind.new(most, rng=np.random.default_rng(5))
