"""Setting up a game by its name."""

from typing import Protocol

import numpy as np

from chatuchak_solver.arguments import check_int, check_mapping
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.contract import AnyState, Data, Options
from chatuchak_solver.games.registry import game_entry


class GameBox(Protocol):
    """A box of game data; see `chatuchak_solver.box.Box`."""

    def data(self, game: str) -> JsonObject:
        """Return the figures of a game that are the user's."""


def box_data(game: str, data: Data, box: GameBox | None) -> Data:
    """Return the figures of a game: those of a box, with fields of ``data`` in their place."""
    given = check_mapping(data, name="data")
    if box is None:
        return given or None
    if not callable(getattr(box, "data", None)):
        raise InputError(f"invalid box {type(box).__name__}: expected a Box")
    own = box.data(game)
    if "tiles" in given:
        own.pop("tile_sides", None)
    if "cards" in given:
        own |= {"assumed": False, "why_assumed": ""}
    return {**own, **given} or None


def new_game(
    game: str,
    num_players: int | None = None,
    *,
    seed: int = 0,
    data: Data = None,
    options: Options = None,
    box: GameBox | None = None,
) -> AnyState:
    """Set up a game and return its first state.

    Parameters
    ----------
    game
        Its name, for example ``mercado``; see `chatuchak_solver.games.registry.GAMES`.
    num_players
        The number of players; the minimum by default.
    seed
        Of everything that is shuffled, 0 or more.
    data, options
        As `chatuchak_solver.games.contract.GameState.new`; the data replace fields of the box.
    box
        The box with the figures; the default box if None.

    Raises
    ------
    InvalidInstanceError
        If the game is unknown, or an argument is invalid for it.

    Examples
    --------
    >>> state = new_game("mercado", 3, seed=1)
    >>> state.num_players, state.current_player, state.is_over
    (3, 0, False)
    """
    if check_int(seed, name="seed") < 0:
        raise InvalidInstanceError(f"invalid seed {seed}: expected 0 or more")
    data = box_data(game, data, box)
    kind = game_entry(game).state
    count = kind.player_counts.start if num_players is None else num_players
    return kind.new(count, rng=np.random.default_rng(seed), data=data, options=options)
