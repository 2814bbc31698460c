"""The assumed parts of the box in a game."""

from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry


def assumed_in_game(state: AnyState, box: Box) -> Reasons:
    """Return the parts of a game's setup that are assumed, with the reasons.

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
    >>> tuple(assumed_in_game(new_game("mercado"), Box.default()))
    ('marked_spaces', 'customer_tiles')
    """
    shipped = game_entry(state.game).shipped_parts(state, box)
    assumed = (part for part in shipped if part == "deck" or not box.confirms(part))
    return Box.default().reasons(*assumed)
