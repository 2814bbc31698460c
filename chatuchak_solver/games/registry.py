"""The games by name, registered ones included, and new games of them.

A game's package is imported on first use. `register` adds an external game to the command line, the
simulator and the adapters.
"""

from functools import cache
from importlib import import_module

import numpy as np

from chatuchak_solver.arguments import check_int, check_mapping, check_type
from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.contract import AnyState, Data, Options
from chatuchak_solver.games.game import Game
from chatuchak_solver.io.untrusted import describe

_games: dict[str, str | Game] = {
    "chatuchak": ".chatuchak.game",
    "chatuchak-speed": ".chatuchak_speed.game",
    "mercado": ".mercado.game",
    "river-market": ".river_market.game",
    "market-stand": ".market_stand.game",
}
"""The modules of the library's games, in order of presentation, and the registered games."""

GAMES: tuple[Game, ...]
"""The games of the library, imported on first access."""


@cache
def __getattr__(name: str) -> tuple[Game, ...]:
    """Return `GAMES`."""
    if name == "GAMES":
        return tuple(game_entry(name) for name, game in _games.items() if isinstance(game, str))
    raise AttributeError(name)


def game_entry(name: str) -> Game:
    """Return a game's descriptor."""
    if not isinstance(name, str) or name not in _games:
        known = ", ".join(_games)
        raise InvalidInstanceError(f"invalid game {describe(name)}: expected one of {known}")
    game = _games[name]
    found: Game = import_module(game, __package__).GAME if isinstance(game, str) else game
    return found


def every_game() -> tuple[Game, ...]:
    """Return the games of the library, then the registered ones."""
    return tuple(map(game_entry, _games))


def register(game: Game) -> Game:
    """Register an external game and return it."""
    if isinstance(_games.get(game.name), str):
        raise InputError(f"invalid game name '{game.name}': expected a new name")
    _games[game.name] = game
    return game


def assumed_in_game(state: AnyState, box: Box) -> Reasons:
    """Return the assumed parts of a game's setup, with the reasons.

    A part is assumed if it has the shipped value, not confirmed by the owner's box.

    Examples
    --------
    >>> from chatuchak_solver.games.registry import new_game
    >>> tuple(assumed_in_game(new_game("mercado"), Box.default()))
    ('marked_spaces', 'customer_tiles')
    """
    shipped = game_entry(state.game).shipped_parts(state, box)
    assumed = (part for part in shipped if part == "deck" or not box.confirms(part))
    return Box.default().reasons(*assumed)


def box_data(game: str, data: Data, box: Box | None) -> Data:
    """Return the figures of a box with fields replaced by ``data``."""
    given = check_mapping(data, name="data")
    if box is None:
        return given or None
    own = check_type(box, Box, name="box", hint="load_box(path)").data(game)
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
    box: Box | None = None,
) -> AnyState:
    """Return the first state of a new game.

    Parameters
    ----------
    game
        Its name, for example ``mercado``; see `chatuchak_solver.games.registry.GAMES`.
    num_players
        The minimum by default.
    seed
        The seed of the setup, at least 0.
    data, options
        As for `chatuchak_solver.games.contract.GameState.new`; the data replace fields of the box.
    box
        None for the default box.

    Raises
    ------
    InvalidInstanceError
        If the game is unknown or an argument is invalid.

    Examples
    --------
    >>> state = new_game("mercado", 3, seed=1)
    >>> state.num_players, state.current_player, state.is_over
    (3, 0, False)
    """
    if check_int(seed, name="seed") < 0:
        raise InvalidInstanceError(f"invalid seed {seed}: expected 0 or more")
    data = box_data(game, data, box)
    rng = np.random.default_rng(seed)
    return game_entry(game).state.new(num_players, rng=rng, data=data, options=options)
