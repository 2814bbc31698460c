"""Game setups with generated start grids."""

from numpy.random import Generator

from chatuchak_generators.start_grids import Counts, bulk_start_grids
from chatuchak_solver.arguments import check_int, check_mapping, check_type
from chatuchak_solver.games.contract import AnyState, Data, Options
from chatuchak_solver.games.registry import game_entry

GRID_SEEDS = 2**63


def chatuchak_with_random_grids(
    num_players: int,
    *,
    rng: Generator,
    data: Data = None,
    options: Options = None,
    counts: Counts = None,
) -> AnyState:
    """Set up Chatuchak with a random start grid for each player.

    As `GameState.new`, with booths per color. Source: rulebook, Variants, New start grids.
    """
    return _with_random_grids("chatuchak", num_players, rng, data, options, counts)


def chatuchak_speed_with_random_grids(
    num_players: int,
    *,
    rng: Generator,
    data: Data = None,
    options: Options = None,
    counts: Counts = None,
) -> AnyState:
    """Set up the speed game with random start grids; as `GameState.new`."""
    return _with_random_grids("chatuchak-speed", num_players, rng, data, options, counts)


def _with_random_grids(
    game: str, num_players: int, rng: Generator, data: Data, options: Options, counts: Counts
) -> AnyState:
    check_type(rng, Generator, name="rng", hint="numpy.random.default_rng(1)")
    state = game_entry(game).state
    allowed = state.player_counts
    check_int(num_players, allowed.start, allowed.stop - 1, name="number of players")
    batch = bulk_start_grids(num_players, seed=int(rng.integers(GRID_SEEDS)), counts=counts)
    given = {**check_mapping(data, name="data"), "start_grids": batch.texts()}
    return state.new(num_players, rng=rng, data=given, options=options)
