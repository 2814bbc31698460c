"""Game setups with generated start grids."""

from functools import partial

from numpy.random import Generator

from chatuchak_generators.start_grids import Counts, bulk_start_grids
from chatuchak_solver.arguments import check_int, check_mapping, check_type
from chatuchak_solver.games.contract import AnyState, Data, Options
from chatuchak_solver.games.registry import game_entry

GRID_SEEDS = 2**63


def chatuchak_with_random_grids(
    num_players: int, *, rng: Generator, data: Data = None, options: Options = None,
    counts: Counts = None, game: str = "chatuchak",
) -> AnyState:  # fmt: skip
    """Set up Chatuchak, or another ``game`` with start grids, with random ones for each player.

    As `GameState.new`, with booths per color. Source: rulebook, Variants, New start grids.
    """
    check_type(rng, Generator, name="rng", hint="numpy.random.default_rng(1)")
    state = game_entry(game).state
    allowed = state.player_counts
    check_int(num_players, allowed.start, allowed.stop - 1, name="number of players")
    batch = bulk_start_grids(num_players, seed=int(rng.integers(GRID_SEEDS)), counts=counts)
    given = {**check_mapping(data, name="data"), "start_grids": batch.texts()}
    return state.new(num_players, rng=rng, data=given, options=options)


chatuchak_speed_with_random_grids = partial(chatuchak_with_random_grids, game="chatuchak-speed")
"""Sets up the speed game, as `chatuchak_with_random_grids`."""
