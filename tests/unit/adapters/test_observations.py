"""Observations as arrays: bounds, distinct positions and hidden information."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GAMES, Game, InputError, new_game
from chatuchak_solver.adapters.observations.parts import Observer, observer_of
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS
from tests.conformance.setups import SETUPS, Setup, playout

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def some_states(setup: Setup, seed: int) -> tuple[Observer, list[AnyState]]:
    steps = playout(setup, seed)
    states = [state for state, _ in steps[:: max(1, len(steps) // 10)]]
    return observer_of(steps[0][0]), [*states, steps[-1][0]]


@every_setup
def test_observations_distinguish_positions_without_hidden_information(setup: Setup) -> None:
    observer, states = some_states(setup, seed=0)
    rng = np.random.default_rng(1)
    for player in range(setup.num_players):
        documents: dict[bytes, object] = {}
        for state in states:
            observation = observer.observe(state, player)
            # Redrawn values are hidden from the player and appear nowhere.
            assert np.array_equal(
                observation, observer.observe(state.sample_hidden(player, rng), player)
            )
            # Observations are equal only if the visible positions are.
            known = documents.setdefault(observation.tobytes(), state.observation(player))
            assert known == state.observation(player)


@every_setup
def test_entries_are_within_their_bounds_and_parts_cover_them(setup: Setup) -> None:
    observer, states = some_states(setup, seed=0)
    low, high = observer.bounds()
    assert low.shape == high.shape == (observer.size,)
    for state in states:
        for player in reversed(range(state.num_players)):
            observation = observer.observe(state, player)
            assert observation.dtype == np.float32
            assert np.all((low <= observation) & (observation <= high))
    parts = observer.split(observation)
    assert list(parts) == [part.name for part in observer.parts]
    assert np.array_equal(np.concatenate([part.ravel() for part in parts.values()]), observation)
    seats = range(setup.num_players)
    for part in observer.parts:  # a single value would fill a larger part
        read = part.read(states[-1], seats) if part.read else getattr(states[-1], part.name)
        assert np.size(read) == parts[part.name].size
    with pytest.raises(InputError, match=r"invalid player .*: expected 0"):
        observer.observe(states[-1], setup.num_players)


def test_the_own_seat_is_first() -> None:
    state: Any = new_game("chatuchak", 3, seed=4)
    observer = observer_of(state)
    for player in range(3):
        parts = observer.split(observer.observe(state, player))
        for row in range(3):
            grid = state.grids[(player + row) % 3]
            planes = parts["grids"][row]
            for color, mask in enumerate(grid.color_masks):
                spots = np.flatnonzero(planes[color])
                assert sum(1 << int(spot) for spot in spots) == mask
            assert np.flatnonzero(planes[-1]).tolist() == [grid.empty]
        # Player 0 begins: the previous player sees the next player act.
        assert parts["to_act"].tolist() == np.eye(4)[[1, 3, 2][player]].tolist()


def values_by_seat(state: Any, name: str) -> Sequence[Any]:
    """Return a value per player: a state's attribute, scores, or Mercado's possessions."""
    if name == "scores" or state.game != "mercado":
        return state.scores() if name == "scores" else getattr(state, name)  # type: ignore[no-any-return]
    if name == "coins":
        return [own.coins for own in state.players]
    if name == "tiles":
        return [[own.tiles.get(kind, 0) for kind in STANDS] for own in state.players]
    return [[own.restaurants.get(kind, 0) for kind in RESTAURANTS] for own in state.players]


@every_setup
def test_values_per_player_begin_with_the_observer(setup: Setup) -> None:
    observer, states = some_states(setup, seed=0)
    names = {"coins", "tiles", "unplaced", "general_tokens", "passed", "moves", "solved", "scores"}
    for state in states:
        for player in range(state.num_players):
            around = [*range(player, state.num_players), *range(player)]
            parts = observer.split(observer.observe(state, player))
            for name in names.intersection(parts):
                if (state.game, name) == ("market-stand", "scores"):
                    continue  # hidden until the first cards are turned up
                of_all = values_by_seat(state, name)
                assert parts[name].tolist() == np.array([of_all[n] for n in around]).tolist()


def test_planes_of_a_stand_match_its_picture() -> None:
    state: Any = new_game("market-stand", seed=1)
    while len(state.stands[0]) < 3:
        state = state.apply_unchecked(state.legal_actions()[-1])
    planes = observer_of(state).split(observer_of(state).observe(state, 0))["stands"][0]
    picture = state.stands[0].picture()
    rows = np.array(picture.rows)
    ys, xs = np.nonzero(planes[:-1].any(axis=0))
    top, left = ys.min(), xs.min()
    window = planes[:, top : top + rows.shape[0], left : left + rows.shape[1]]
    for kind in range(1, 9):
        assert np.array_equal(window[kind - 1], (rows & 15) == kind)
    assert np.array_equal(window[-1], rows >= 16)


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_the_page_names_every_part(entry: Game) -> None:
    page = (Path(__file__).parents[3] / "docs" / "pettingzoo.md").read_text(encoding="utf-8")
    section = page.split("## Observations")[1]
    row = next(line for line in section.splitlines() if line.startswith(f"| `{entry.name}`"))
    parts = observer_of(new_game(entry.name)).parts
    assert re.findall(r"`([a-z_]+)`", row.split("|")[2]) == [part.name for part in parts]
