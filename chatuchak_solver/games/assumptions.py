"""The assumed parts of the box in a game."""

from typing import Any

from chatuchak_solver.box import Box, Part, shipped_part
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry


def assumed_in_game(state: AnyState, box: Box) -> tuple[Part, ...]:
    """Return the parts of a game's setup that are assumed.

    A part is assumed if the game has the shipped value and the box does not confirm it.

    Parameters
    ----------
    state
        The game, best at its start.
    box
        The box of the game's owner.

    Examples
    --------
    >>> from chatuchak_solver.games.new_game import new_game
    >>> assumed_in_game(new_game("mercado"), Box.default())
    ('marked_spaces', 'customer_tiles')
    """
    shipped = game_entry(state.game).shipped_parts(state, box)
    return tuple(part for part in shipped if not _confirms(box, part))


def _confirms(box: Box, part: Part) -> bool:
    if part not in box.own or part in ("tiles", "deck", "river_market"):
        return False
    own = box.own[part]
    return own is None or _plain(own) == _plain(shipped_part(part))


def _plain(value: Any) -> Any:
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value
