"""An observation as one array of named parts."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from chatuchak_solver.games.contract import AnyState, check_player
from chatuchak_solver.kernels.arrays import Float32s


class Part(NamedTuple):
    """A part of an observation.

    Attributes
    ----------
    name
        What it tells.
    shape
        The numbers of its entries along each axis.
    high, low
        No entry is higher or lower.
    """

    name: str
    shape: tuple[int, ...]
    high: float = 1
    low: float = 0


Fill = Callable[[Any, int, Mapping[str, Float32s]], None]
"""Writes what a player knows of a state into parts that hold zeros."""


class Observer:
    """Turns states of one game into arrays of one shape.

    Parameters
    ----------
    parts
        What an observation consists of.
    fill
        What writes them; it sees only what the player may see.
    """

    def __init__(self, parts: tuple[Part, ...], fill: Fill) -> None:
        self.parts = parts
        self._fill = fill
        self._sizes = [math.prod(part.shape) for part in parts]

    @property
    def size(self) -> int:
        """The length of an observation."""
        return sum(self._sizes)

    def bounds(self) -> tuple[Float32s, Float32s]:
        """Return, per entry, the lowest and the highest value."""
        low, high = (
            np.repeat(np.array(values, np.float32), self._sizes)
            for values in zip(*((part.low, part.high) for part in self.parts), strict=True)
        )
        return low, high

    def split(self, observation: Float32s) -> dict[str, Float32s]:
        """Return an observation's parts by their names, each in its shape, as views."""
        split: dict[str, Float32s] = {}
        start = 0
        for part, size in zip(self.parts, self._sizes, strict=True):
            split[part.name] = observation[start : start + size].reshape(part.shape)
            start += size
        return split

    def observe(self, state: AnyState, player: int) -> Float32s:
        """Return what a player knows of a state.

        Raises
        ------
        InputError
            If there is no such player.
        """
        observation = np.zeros(self.size, np.float32)
        self.write(state, player, self.split(observation))
        return observation

    def write(self, state: AnyState, player: int, parts: Mapping[str, Float32s]) -> None:
        """Write what a player knows of a state into parts that hold zeros."""
        check_player(state, player)
        self._fill(state, player, parts)


def seats_from(player: int, num_players: int) -> list[int]:
    """Return the players as one of them sees them: itself, then the others in turn."""
    return [(player + step) % num_players for step in range(num_players)]


def mark(places: Float32s, place: int | None) -> None:
    """Put a 1 at a place, or nowhere."""
    if place is not None:
        places[place] = 1


def to_act(state: AnyState, player: int, places: Float32s) -> None:
    """Mark whose turn it is: 0 for chance, everybody or nobody, then the players from one on."""
    mover = -1 if state.is_over else state.current_player
    places[0 if mover < 0 else 1 + (mover - player) % state.num_players] = 1


def copy(state: AnyState, parts: Mapping[str, Float32s], *names: str) -> None:
    """Write attributes of a state to the parts of their names; 0 for None."""
    for name in names:
        parts[name].reshape(-1)[:] = getattr(state, name) or 0


def copy_by_seat(
    state: AnyState, parts: Mapping[str, Float32s], seats: Sequence[int], *names: str
) -> None:
    """Write what a state has a player, or its scores, to the parts of their names."""
    for name in names:
        of_all = state.scores() if name == "scores" else getattr(state, name)
        parts[name][:] = [of_all[seat] for seat in seats]
