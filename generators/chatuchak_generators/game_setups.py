"""Game setups with generated start grids.

Source: rulebook, Variants, New start grids.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.arguments import check_int, check_mapping, check_type
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry

GRID_SEEDS = 2**63


def with_random_grids(
    game: str,
    num_players: int,
    *,
    rng: np.random.Generator,
    data: Mapping[str, object] | None = None,
    options: Mapping[str, str] | None = None,
    counts: tuple[int, ...] | None = None,
) -> AnyState:
    """Set up a game with a random start grid for each player.

    As `GameState.new`, with booths per color.
    """
    check_type(rng, np.random.Generator, name="rng", hint="numpy.random.default_rng(1)")
    given = check_mapping(data, name="data")
    state = game_entry(game).state
    players = state.player_counts
    check_int(num_players, players.start, players.stop - 1, name="number of players")
    made = generate_start_grids(num_players, seed=int(rng.integers(GRID_SEEDS)), counts=counts)
    grids = [str(start.grid) for start in made]
    return state.new(num_players, rng=rng, data={**given, "start_grids": grids}, options=options)


chatuchak_with_random_grids = partial(with_random_grids, "chatuchak")
chatuchak_speed_with_random_grids = partial(with_random_grids, "chatuchak-speed")
