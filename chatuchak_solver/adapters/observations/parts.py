"""Observations as one array with named parts."""

import math
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from chatuchak_solver.games.contract import AnyState, check_player
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.kernels.arrays import Float32s

Read: TypeAlias = Callable[[Any, Sequence[int]], Any]
"""Returns the entries of a part: called with a state and the seats, the player's first."""


class Part(NamedTuple):
    """A part of an observation.

    ``high`` and ``low`` bound the entries, which ``read`` returns; by default they are the state's
    attribute of this name.
    """

    name: str
    shape: tuple[int, ...]
    high: float = 1
    low: float = 0
    read: Read | None = None


class Observer:
    """Conversion of the states of a game to arrays of fixed shape.

    ``parts`` use only information available to the player; ``start`` is a state of the setup.

    Attributes
    ----------
    size
        Length of an observation.
    """

    def __init__(self, start: AnyState, parts: Sequence[Part]) -> None:
        self._start = start
        self.parts = tuple(parts)
        self._sizes = [math.prod(part.shape) for part in parts]
        self.size: int = sum(self._sizes)
        ends = pairwise(accumulate(self._sizes, initial=0))
        self._places = [(part, slice(*place)) for part, place in zip(parts, ends, strict=True)]

    def __reduce__(self) -> Any:
        return observer_of, (self._start,)

    def bounds(self) -> tuple[Float32s, Float32s]:
        """Return the lower and upper bounds of the entries."""
        ends = np.array([(part.low, part.high) for part in self.parts], np.float32)
        low, high = np.repeat(ends, self._sizes, axis=0).T.copy()
        return low, high

    def split(self, observation: Float32s) -> dict[str, Float32s]:
        """Return the named parts of an observation, reshaped, as views."""
        return {part.name: observation[at].reshape(part.shape) for part, at in self._places}

    def observe(self, state: AnyState, player: int) -> Float32s:
        """Return a player's information; raises InputError for an unknown player."""
        observation = np.empty(self.size, np.float32)
        self.write(state, player, observation)
        return observation

    def write(self, state: AnyState, player: int, observation: Float32s) -> None:
        """Write a player's information to an array of `size`."""
        check_player(state, player)
        seats = [*range(player, state.num_players), *range(player)]
        for part, place in self._places:
            found = part.read(state, seats) if part.read else getattr(state, part.name) or 0
            observation[place] = np.reshape(found, -1)


def observer_of(start: AnyState) -> Observer:
    """Return the observer for games with this initial state.

    By default it is in the module named like the game.
    """
    make: Callable[[Any], Observer] | None = game_entry(start.game).observer
    if make is None:
        make = import_module(f"{__package__}.{start.game.replace('-', '_')}").observer
    return make(start)


def by_seat(
    start: AnyState, name: str, high: float = 1, low: float = 0, shape: tuple[int, ...] = (),
    of: Callable[[Any], Any] = lambda value: value, attribute: str = "",
) -> Part:  # fmt: skip
    """Return a part with a state's values per player, from an attribute or method.

    ``of`` returns the entries of a value. The attribute has the part's name by default.
    """

    def read(state: Any, seats: Sequence[int]) -> list[Any]:
        values = getattr(state, attribute or name)
        values = values() if callable(values) else values
        return [of(values[seat]) for seat in seats]

    return Part(name, (start.num_players, *shape), high, low, read)


def to_act(start: AnyState) -> Part:
    """Return the current player: 0 for chance, all or none, then the players in turn order."""

    def read(state: AnyState, seats: Sequence[int]) -> Float32s:
        current = -1 if state.is_over else state.current_player
        return marks([0 if current < 0 else 1 + seats.index(current)], len(seats) + 1)

    return Part("to_act", (start.num_players + 1,), read=read)


def choice(name: str, options: Iterable[Any]) -> Part:
    """Return an attribute as the mark of one of its ``options``; none for another value."""
    numbers = {option: number for number, option in enumerate(options)}
    return Part(name, (len(numbers),), read=lambda state, _: marks(
        [numbers.get(getattr(state, name))], len(numbers)
    ))  # fmt: skip


def counts(
    name: str, kinds: Iterable[Any], high: float = math.inf, of: Callable[[Any], Any] = dict,
    attribute: str = "",
) -> Part:  # fmt: skip
    """Return the numbers of pieces of each kind; ``of`` counts the attribute's pieces or pairs.

    The attribute has the part's name by default.
    """
    numbers = {kind: number for number, kind in enumerate(kinds)}

    def read(state: Any, _: object) -> Float32s:
        found = np.zeros(len(numbers), np.float32)
        for kind, count in of(getattr(state, attribute or name)).items():
            found[numbers[kind]] = count  # fails for a piece that is not among the kinds
        return found

    return Part(name, (len(numbers),), high, read=read)


def marks(values: Iterable[int | None], count: int) -> Float32s:
    """Return a row for each number below ``count``, with 1 at its places in ``values``."""
    places = list(values)
    found = np.zeros((count, len(places)), np.float32)
    for place, value in enumerate(places):
        if value is not None:
            found[value, place] = 1
    return found


def grids_part(start: Any) -> Part:
    """Return the players' grids as planes: the colors and the empty spot."""
    board, colors = start.grids[0].board, max(len(grid.color_masks) for grid in start.grids)
    spots = np.arange(board.spots)

    def read(state: Any, seats: Sequence[int]) -> Float32s:
        planes = np.zeros((len(seats), colors + 1, board.spots), np.float32)
        for own, grid in zip(planes, (state.grids[seat] for seat in seats), strict=True):
            for plane, mask in zip(own, grid.color_masks, strict=False):
                plane[:] = (mask >> spots) & 1
            own[-1, grid.empty] = 1
        return planes

    return Part("grids", (start.num_players, colors + 1, board.rows, board.columns), read=read)
