"""The Gymnasium environment passes Gymnasium's own test, and its optimum is the solver's."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from chatuchak_solver import Grid, load_start_tiles, solve
from chatuchak_solver.adapters.gymnasium import ENV_ID, MAX_STEPS, PALETTE, PuzzleEnv

SMALL = ".RY/YRG/RGG"


@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array", "human"])
def test_checker(mode: Any, capsys: pytest.CaptureFixture[str]) -> None:
    small: dict[str, Any] = {"grids": [SMALL], "rule": "slide", "optimum": "each"}
    for arguments in ({}, small) if mode is None else (small,):
        env = gymnasium.make(ENV_ID, render_mode=mode, **arguments)
        check_env(env.unwrapped, skip_render_check=mode is None)


def test_a_shortest_solution_earns_the_optimum() -> None:
    puzzle = gymnasium.make(ENV_ID, optimum="each")
    _, info = puzzle.reset(seed=7)
    solution = solve(Grid.parse(info["grid"]))
    assert (info["optimum"], info["optimum_is_bound"]) == (solution.length, False)
    assert solution.moves is not None
    earned, done = 0.0, False
    for left, move in reversed(list(enumerate(reversed(solution.moves)))):
        assert not done
        assert info["action_mask"][move]
        _, reward, done, _, info = puzzle.step(move)
        earned += float(reward)
        assert (info["remaining"], info["remaining_is_bound"]) == (left, False)
        assert info["legal"]
    assert done
    assert earned == -info["optimum"] == -info["moves"]
    assert puzzle.reset()[1]["moves"] == 0


def test_seeds_draw_all_tiles_and_options_choose() -> None:
    puzzle = PuzzleEnv(optimum="never")
    drawn = {puzzle.reset(seed=seed)[1]["grid"] for seed in range(100)}
    assert drawn == set(map(str, load_start_tiles().grids))
    first = [puzzle.reset(seed=1)[1]["grid"], *(puzzle.reset()[1]["grid"] for _ in range(4))]
    again = [puzzle.reset(seed=1)[1]["grid"], *(puzzle.reset()[1]["grid"] for _ in range(4))]
    assert first == again
    tile = str(load_start_tiles().tile(9))
    observation, info = puzzle.reset(options={"grid": tile})
    assert info["grid"] == tile
    assert "optimum" not in info
    letters = np.array(list(".RYGBP"))[observation]
    assert "/".join(map("".join, letters)) == tile


def test_an_illegal_action_is_penalized_and_changes_no_state() -> None:
    puzzle = gymnasium.make(ENV_ID, grids=[SMALL])
    before, _ = puzzle.reset(seed=1)
    after, reward, done, cut, info = puzzle.step(8)
    assert np.array_equal(before, after)
    assert (reward, done, cut, info["legal"], info["moves"]) == (-1.0, False, False, False, 0)


def test_episodes_are_cut_short() -> None:
    puzzle = gymnasium.make(ENV_ID, grids=[SMALL], optimum="never")
    puzzle.reset(seed=1)
    cuts = [puzzle.step(8)[3] for _ in range(MAX_STEPS)]
    assert cuts == [False] * (MAX_STEPS - 1) + [True]


def test_pictures_show_the_colors() -> None:
    puzzle = gymnasium.make(ENV_ID, grids=[SMALL], render_mode="rgb_array")
    observation, _ = puzzle.reset(seed=1)
    picture: Any = puzzle.render()
    assert np.array_equal(picture[12::24, 12::24], PALETTE[observation])
    text = gymnasium.make(ENV_ID, grids=[SMALL], render_mode="ansi")
    text.reset(seed=1)
    rendering: Any = text.render()
    assert rendering == ". R Y\nY R G\nR G G"
