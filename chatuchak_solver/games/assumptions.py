"""The assumed parts of the box in a game."""

from collections.abc import Collection, Iterable
from typing import Any

from chatuchak_solver.box import GAME_PARTS, Box, Part, Reasons
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.mercado.setup import MercadoSetup
from chatuchak_solver.games.river_market.setup import SHIPPED_FIELDS as RIVER_FIELDS
from chatuchak_solver.games.river_market.setup import RiverSetup


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
    parts = GAME_PARTS.get(state.game, ())
    return Box.default().reasons(*(part for part in parts if _is_assumed(part, state, box)))


def _is_assumed(part: Part, state: Any, box: Box) -> bool:
    if part in ("tiles", "tile_sides"):
        shipped = Box.default().tiles.grids
        own = () if box.assumed_parts("tiles") else box.tiles.grids
        known = {*shipped} - {*own}
        if part == "tile_sides" and len(own) == len(shipped):
            known |= {*own}
        return (part == "tiles" or part not in box.own) and not known.isdisjoint(state.grids)
    if part == "deck":
        is_own = part in box.own and box.deck.cards == state.deck.cards
        return state.deck.assumed and not is_own
    if part == "mix_markers":
        pairs, shipped_pairs = (
            load_figures(data)[1].mix_markers for data in (box.data(state.game), None)
        )
        is_own = part in box.own and _fits(state.table.mixes, pairs)
        return _fits(state.table.mixes, shipped_pairs) and not is_own
    if box.confirms(part):
        return False
    if part == "river_market":
        names, setup, shipped_setup = RIVER_FIELDS, state.setup, RiverSetup.load()
        own_setup = RiverSetup.load(box.data(state.game))
        if part in box.own and all(_same(name, setup, own_setup) for name in names):
            return False
        return any(_same(name, setup, shipped_setup) for name in names)
    if part == "speed_move_limit":
        return bool(state.move_limit == load_figures()[1].speed_move_limit)
    if state.game == "mercado":
        return _same(part, state.setup, MercadoSetup.load())
    return _same(part, state.table.figures, load_figures()[0])


def _same(name: str, setup: object, other: object) -> bool:
    return bool(getattr(setup, name) == getattr(other, name))


def _fits(mixes: Collection[Marker], pairs: Iterable[tuple[Marker, ...]]) -> bool:
    """Return whether one side of each mix marker is in play."""
    return all(sum(side in mixes for side in sides) == 1 for sides in pairs)
