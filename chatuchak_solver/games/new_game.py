"""Setting up a game by its name."""

import numpy as np

from chatuchak_solver.arguments import checked_mapping, checked_whole
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import AnyState, Data, Options
from chatuchak_solver.games.registry import game_entry


def new_game(
    game: str,
    num_players: int | None = None,
    *,
    seed: int = 0,
    data: Data = None,
    options: Options = None,
) -> AnyState:
    """Set up a game and return its first state.

    Parameters
    ----------
    game
        Its name, such as ``mercado``; `chatuchak_solver.games.registry.GAMES` has them all.
    num_players
        How many play; the fewest who can by default.
    seed
        Of everything that is shuffled, 0 or more.
    data, options
        As `chatuchak_solver.games.contract.GameState.new`.

    Raises
    ------
    InvalidInstanceError
        If there is no such game, or an argument is not allowed in it.

    Examples
    --------
    >>> state = new_game("mercado", 3, seed=1)
    >>> state.num_players, state.current_player, state.is_over
    (3, 0, False)
    """
    if checked_whole(seed, what="seed") < 0:
        raise InvalidInstanceError(f"seed {seed}; expected 0 or more")
    checked_mapping(data, what="the data")
    kind = game_entry(game).state
    count = kind.player_counts.start if num_players is None else num_players
    return kind.new(count, rng=np.random.default_rng(seed), data=data, options=options)
