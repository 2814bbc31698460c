"""Environments are set up from the box."""

from typing import Any

from chatuchak_solver import Box, new_game
from chatuchak_solver.adapters.gymnasium import PuzzleEnv
from chatuchak_solver.adapters.pettingzoo import env
from tests.unit.test_box import OWN

BOX = Box({"marked_spaces": OWN["marked_spaces"], "tiles": OWN["tiles"]})


def test_games_and_environments_have_the_figures_of_the_box() -> None:
    wanted = OWN["marked_spaces"]
    state: Any = new_game("mercado", box=BOX)
    assert state.to_dict()["setup"]["marked_spaces"] == wanted
    market: Any = env("mercado", 2, box=BOX)
    market.reset(seed=1)
    setup = market.unwrapped.game_state.to_dict()["setup"]
    assert setup["marked_spaces"] == wanted
    replaced: Any = new_game("mercado", box=BOX, data={"marked_spaces": ["c3"]})
    assert replaced.to_dict()["setup"]["marked_spaces"] == ["c3"]


def test_the_puzzle_draws_the_tiles_of_the_box() -> None:
    _, info = PuzzleEnv(box=BOX).reset(seed=1)
    assert info["grid"] in OWN["tiles"]
