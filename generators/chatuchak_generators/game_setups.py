"""Setting up games with things that the generators make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry

if TYPE_CHECKING:
    import numpy as np


__all__ = ["chatuchak_speed_with_random_grids", "chatuchak_with_random_grids"]

GRID_SEEDS = 2**63


def chatuchak_with_random_grids(
    num_players: int,
    *,
    rng: np.random.Generator,
    data: Mapping[str, object] | None = None,
    options: Mapping[str, str] | None = None,
) -> AnyState:
    """Set up Chatuchak where all players draw their own start grids, booth after booth.

    As `GameState.new`. Source: rulebook, Variants, New start grids.
    """
    return _with_random_grids("chatuchak", num_players, rng, data, options)


def chatuchak_speed_with_random_grids(
    num_players: int,
    *,
    rng: np.random.Generator,
    data: Mapping[str, object] | None = None,
    options: Mapping[str, str] | None = None,
) -> AnyState:
    """Set up the speed game where all players draw their own start grids; as `GameState.new`."""
    return _with_random_grids("chatuchak-speed", num_players, rng, data, options)


def _with_random_grids(
    game: str,
    num_players: int,
    rng: np.random.Generator,
    data: Mapping[str, object] | None,
    options: Mapping[str, str] | None,
) -> AnyState:
    made = generate_start_grids(num_players, seed=int(rng.integers(GRID_SEEDS)))
    grids = [str(start.grid) for start in made]
    state = game_entry(game).load_state()
    return state.new(
        num_players, rng=rng, data={**(data or {}), "start_grids": grids}, options=options
    )
