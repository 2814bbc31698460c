"""Random play, and counts of game trees to pin down rules engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import pytest

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.games.contract import CHANCE, AnyState, sample_chance
from chatuchak_solver.games.players import Player, RandomPlayer

if TYPE_CHECKING:
    from numpy.random import Generator

S = TypeVar("S", bound=AnyState)


def play_on(
    state: S,
    rng: Generator,
    until: Callable[[S], bool] = lambda state: state.is_over,
    players: Sequence[Player] = (RandomPlayer(),),
) -> S:
    """Return the state after chance and ``players``, repeated around the table, act."""
    while not until(state):
        mover = state.current_player
        if mover == CHANCE:
            action = sample_chance(state, rng)
        else:
            action = players[max(mover, 0) % len(players)].choose(state, mover, rng)
        state = state.apply_unchecked(action)
    return state


def play_at_least(
    state: S, rng: Generator, actions: int, until: Callable[[S], bool] = lambda _: True
) -> S:
    """Return the state of random play after so many actions or more, once ``until`` holds."""
    steps = iter(range(actions))
    return play_on(state, rng, lambda state: next(steps, None) is None and until(state))


def refused(state: AnyState, action: str, rule: str) -> None:
    """Check that an action is neither listed nor applied, for this reason."""
    assert action not in state.legal_texts()
    with pytest.raises(IllegalMoveError, match=rule):
        state.apply(action)


@dataclass(frozen=True, slots=True)
class PerftCount:
    """Counts at one depth of a game tree; chance outcomes count as actions.

    Attributes
    ----------
    leaves
        The states at the depth, and final states before it.
    finished
        The final states among the leaves.
    score_sum
        The sum of all players' scores over all leaves, which detects differences in scoring.
    """

    leaves: int
    finished: int
    score_sum: int

    def __add__(self, other: PerftCount) -> PerftCount:
        return PerftCount(
            self.leaves + other.leaves,
            self.finished + other.finished,
            self.score_sum + other.score_sum,
        )


def perft(state: AnyState, depth: int) -> PerftCount:
    """Count the game tree below ``state`` to ``depth`` actions."""
    if depth == 0 or state.is_over:
        return PerftCount(1, int(state.is_over), sum(state.scores()))
    total = PerftCount(0, 0, 0)
    for action in state.legal_actions():
        total += perft(state.apply_unchecked(action), depth - 1)
    return total


def divide(state: AnyState, depth: int) -> dict[str, PerftCount]:
    """Return the count below each legal action, to locate a difference."""
    return {
        state.format(action): perft(state.apply_unchecked(action), depth - 1)
        for action in state.legal_actions()
    }
