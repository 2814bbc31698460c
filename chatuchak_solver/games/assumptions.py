"""The assumed parts of the box in a game."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from chatuchak_solver.box import Box, Part, shipped_part
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.mercado.setup import MercadoSetup
from chatuchak_solver.games.river_market.setup import SHIPPED_FIELDS as RIVER_FIELDS
from chatuchak_solver.games.river_market.setup import RiverSetup

_FIGURES: Final[tuple[Part, ...]] = (
    "time_track", "marker_stars", "token_stars", "general_denominations",
)  # fmt: skip


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
    if state.game not in _SHIPPED:
        return ()
    return tuple(part for part in _SHIPPED[state.game](state, box) if not _confirms(box, part))


def _confirms(box: Box, part: Part) -> bool:
    if part not in box.own or part in ("tiles", "deck", "river_market"):
        return False
    own = box.own[part]
    return own is None or _plain(own) == _plain(shipped_part(part))


def _plain(value: Any) -> Any:
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value


def _tiles(state: Any, box: Box) -> list[Part]:
    default = set(map(str, Box.default().tiles.grids))
    own = set(map(str, box.tiles.grids)) if "tiles" in box.own else set()
    drawn = any(str(grid) in default - own for grid in state.grids)
    return ["tiles", "tile_sides"] if drawn else []


def _chatuchak(state: Any, box: Box) -> list[Part]:
    figures, setup = load_figures()
    parts = _tiles(state, box)
    parts += [
        part for part in _FIGURES if getattr(state.table.figures, part) == getattr(figures, part)
    ]
    own = load_figures(box.data(state.game))[1] if "mix_markers" in box.own else None
    mixes = state.table.mixes
    if _fits(mixes, setup.mix_markers) and not (own and _fits(mixes, own.mix_markers)):
        parts.append("mix_markers")
    return parts


def _fits(mixes: Collection[Marker], pairs: Iterable[tuple[Marker, ...]]) -> bool:
    """Return whether one side of each mix marker is in play."""
    return all(sum(side in mixes for side in sides) == 1 for sides in pairs)


def _speed(state: Any, box: Box) -> list[Part]:
    is_shipped = state.move_limit == load_figures()[1].speed_move_limit
    return [*_tiles(state, box), *(["speed_move_limit"] if is_shipped else [])]  # type: ignore[list-item]


def _market_stand(state: Any, box: Box) -> list[Part]:
    is_own = "deck" in box.own and box.deck.cards == state.deck.cards
    return ["deck"] if state.deck.assumed and not is_own else []


def _mercado(state: Any, _: Box) -> list[Part]:
    parts: tuple[Part, ...] = ("marked_spaces", "customer_tiles")
    shipped = MercadoSetup.load()
    return [part for part in parts if getattr(state.setup, part) == getattr(shipped, part)]


def _river_market(state: Any, box: Box) -> list[Part]:
    names = RIVER_FIELDS
    if "river_market" in box.own:
        own = RiverSetup.load(box.data(state.game))
        if all(getattr(state.setup, name) == getattr(own, name) for name in names):
            return []
    shipped = RiverSetup.load()
    same = any(getattr(state.setup, name) == getattr(shipped, name) for name in names)
    return ["river_market"] if same else []


_SHIPPED: Final[Mapping[str, Callable[[AnyState, Box], list[Part]]]] = {
    "chatuchak": _chatuchak,
    "chatuchak-speed": _speed,
    "market-stand": _market_stand,
    "mercado": _mercado,
    "river-market": _river_market,
}
"""Per game, the parts for which it has the shipped value."""
