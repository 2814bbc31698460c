"""The one contract that every game's state fulfils.

A state is an immutable value. An *action* is its own notation: a short text such as ``jump 15``
or ``pass``, so that logs, files and the command line all speak the language that the rules
engine checks. Chance is explicit: where the game rolls a die or draws from a stack, the current
player is `CHANCE` and `GameState.chance_outcomes` lists every outcome with its weight, so that
a game replays exactly from its seed or from its log of actions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Self, TypeVar

import numpy as np

__all__ = ["CHANCE", "GameState", "replay", "sample_chance"]

CHANCE: Final = -1
"""`GameState.current_player` where the next action is an outcome of chance."""


class GameState(ABC):
    """An immutable position of one game.

    Subclasses are frozen, slotted dataclasses; equality and hashing are by value.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The game's name on the command line, such as ``mercado``."""

    @property
    @abstractmethod
    def num_players(self) -> int:
        """The number of players."""

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The player to act, 0 for the start player, or `CHANCE`; the last actor when over."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def legal_actions(self) -> tuple[str, ...]:
        """Return every legal action, sorted, each once; empty exactly when the game is over.

        At a chance event these are the outcomes.
        """

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return each outcome with its positive integer weight; empty where no chance acts."""

    @abstractmethod
    def apply(self, action: str) -> Self:
        """Return the state after ``action``.

        Raises
        ------
        IllegalMoveError
            If the action cannot be read or is illegal; the message says which rule it breaks.
        """

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Return each player's points as if the game ended now."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Return the players who win if the game ends now, ascending; several share a tie."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description that `from_dict` reads back to an equal state."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a state from `to_dict`'s form.

        Raises
        ------
        InvalidInstanceError
            If a field is missing, unknown or breaks a rule; the message names the field.
        """

    @abstractmethod
    def __str__(self) -> str:
        """Return the position as a person reads it, over several lines."""


def sample_chance(state: GameState, rng: np.random.Generator) -> str:
    """Draw one outcome of the chance event that ``state`` waits for, by its weights."""
    outcomes = state.chance_outcomes()
    ticket = int(rng.integers(sum(weight for _, weight in outcomes)))
    for action, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return action
    raise AssertionError("the weights of the outcomes add up")


S = TypeVar("S", bound="GameState")


def replay(state: S, log: Iterable[str]) -> S:
    """Return the state after every action of ``log``, chance outcomes included."""
    for action in log:
        state = state.apply(action)
    return state
