"""Observations as one array with named parts."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from chatuchak_solver.games.contract import AnyState, check_player
from chatuchak_solver.kernels.arrays import Float32s
from chatuchak_solver.puzzle import Grid


class Part(NamedTuple):
    """A part of an observation.

    ``high`` and ``low`` bound the entries.
    """

    name: str
    shape: tuple[int, ...]
    high: float = 1
    low: float = 0


Fill = Callable[[Any, int, Mapping[str, Float32s]], None]
"""Writes a player's information to parts of zeros."""


class Observer:
    """Conversion of the states of a game to arrays of fixed shape.

    ``fill`` writes the ``parts``, using only information available to the player.
    """

    def __init__(self, parts: tuple[Part, ...], fill: Fill) -> None:
        self.parts = parts
        self._fill = fill
        self._sizes = [math.prod(part.shape) for part in parts]

    @property
    def size(self) -> int:
        """Length of an observation."""
        return sum(self._sizes)

    def bounds(self) -> tuple[Float32s, Float32s]:
        """Return the lower and upper bounds of the entries."""
        low, high = (
            np.repeat(np.array(values, np.float32), self._sizes)
            for values in zip(*((part.low, part.high) for part in self.parts), strict=True)
        )
        return low, high

    def split(self, observation: Float32s) -> dict[str, Float32s]:
        """Return the named parts of an observation, reshaped, as views."""
        split: dict[str, Float32s] = {}
        start = 0
        for part, size in zip(self.parts, self._sizes, strict=True):
            split[part.name] = observation[start : start + size].reshape(part.shape)
            start += size
        return split

    def observe(self, state: AnyState, player: int) -> Float32s:
        """Return a player's information; raises InputError for an unknown player."""
        observation = np.zeros(self.size, np.float32)
        self.write(state, player, self.split(observation))
        return observation

    def write(self, state: AnyState, player: int, parts: Mapping[str, Float32s]) -> None:
        """Write a player's information to parts of zeros."""
        check_player(state, player)
        self._fill(state, player, parts)


def seats_from(player: int, num_players: int) -> list[int]:
    """Return the players in turn order, starting with ``player``."""
    return [(player + step) % num_players for step in range(num_players)]


def mark(places: Float32s, place: int | None) -> None:
    """Set a place to 1, unless None."""
    if place is not None:
        places[place] = 1


def to_act(state: AnyState, player: int, places: Float32s) -> None:
    """Mark the current player: 0 for chance, all or none, then the players from ``player`` on."""
    current = -1 if state.is_over else state.current_player
    places[0 if current < 0 else 1 + (current - player) % state.num_players] = 1


def copy(state: AnyState, parts: Mapping[str, Float32s], *names: str) -> None:
    """Write attributes of a state to parts of the same names, with 0 for None."""
    for name in names:
        parts[name].reshape(-1)[:] = getattr(state, name) or 0


def copy_by_seat(
    state: AnyState, parts: Mapping[str, Float32s], seats: Sequence[int], *names: str
) -> None:
    """Write per-player attributes or scores of a state to parts of the same names."""
    for name in names:
        values = state.scores() if name == "scores" else getattr(state, name)
        parts[name][:] = [values[seat] for seat in seats]


def grid_planes(grid: Grid) -> tuple[int, int, int]:
    """Return the shape of a grid's planes: colors and the empty spot, rows, columns."""
    return len(grid.color_masks) + 1, grid.board.rows, grid.board.columns


def write_planes(grid: Grid, planes: Float32s) -> None:
    """Write a grid to planes of zeros."""
    spots = np.arange(grid.board.spots)
    flat = planes.reshape(len(planes), -1)
    for plane, mask in zip(flat, grid.color_masks, strict=False):
        plane[:] = (mask >> spots) & 1
    flat[-1, grid.empty] = 1
