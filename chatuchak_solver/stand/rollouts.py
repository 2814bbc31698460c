"""Comparison of decisions by rollouts.

All players choose greedily by the total plus the expected gain of the remaining cards (`WEIGHTS`,
found by cross-entropy search against a player who maximizes the immediate total; Rubinstein, The
cross-entropy method, 1999). Candidates share futures (common random numbers), and weaker ones are
dropped early (successive halving; Karnin, Koren, Somekh, Almost optimal exploration in multi-armed
bandits, 2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.packing import Words, pack_args
from chatuchak_solver.stand.kernels.rollouts import roll_out
from chatuchak_solver.stand.kernels.tables import (
    ALL_PLACEMENTS,
    FULL_STAND,
    MAX_PLACES,
    RIVALS_WEIGHT,
    KernelArrays,
    Policy,
)
from chatuchak_solver.stand.problem import Layout

GREEDY_WEIGHTS = np.zeros(RIVALS_WEIGHT + 1)
"""A player who maximizes the immediate total."""

WEIGHTS = np.array(
    [
        *(0.204, 0.039, 0.19, 0.054),
        *(0.183, -0.057, -0.021, 0.14),
        *(-0.045, -0.012, 0.148, 0.077),
        *(-0.234, 1.0),
    ]
)
"""The gain of each remaining card, and the weight of other players' points; see
`chatuchak_solver.stand.kernels.tables.MOUSE_WEIGHT` and ``RIVALS_WEIGHT``.
"""


class RolloutState(NamedTuple):
    """State of a game, with one sample of the hidden cards.

    Attributes
    ----------
    rules
        Cards, goods that score anyway, and announcements per player.
    layouts, counts
        Every player's layout, of shape (players, 8, 4), and the number of its cards. The first
        player with the fewest cards moves next.
    offers
        Of shape (players + 1, slots): the cards of every hand, then the market; -1 for none.
    stack
        The draw pile, in order. The hand's card that starts a stand is not replaced.
    """

    rules: Words[KernelArrays]
    layouts: Int64s
    counts: Int64s
    offers: Int64s
    stack: Int64s

    @classmethod
    def of(
        cls,
        rules: KernelArrays | Words[KernelArrays],
        laid: Sequence[Layout],
        offers: Sequence[Sequence[int]],
        stack: Sequence[int] | Int64s = (),
    ) -> RolloutState:
        """Return the state with these stands, hands and market."""
        layouts = np.zeros((len(laid), FULL_STAND, 4), dtype=np.int64)
        slots = np.full((len(offers), max(map(len, offers))), -1, dtype=np.int64)
        for player, rows in enumerate(laid):
            layouts[player, : len(rows)] = rows
        for side, cards in enumerate(offers):
            slots[side, : len(cards)] = cards
        counts = np.array([len(rows) for rows in laid], dtype=np.int64)
        return cls(pack_args(rules), layouts, counts, slots, np.array(stack, dtype=np.int64))

    def after(self, row: Int64s) -> RolloutState:
        """Return the state after the current player laid a card."""
        layouts, counts, offers = self.layouts.copy(), self.counts.copy(), self.offers.copy()
        player = int(counts.argmin())
        drawn = 1 if counts[player] and len(self.stack) else 0
        offers[offers == row[0]] = self.stack[0] if drawn else -1
        layouts[player, counts[player]] = row
        counts[player] += 1
        return RolloutState(self.rules, layouts, counts, offers, self.stack[drawn:])

    def totals(self, policy: Words[Policy], seed: int) -> Int64s:
        """Return all players' final totals; invalidates the state."""
        totals = np.zeros(len(self.counts), dtype=np.int64)
        roll_out(*self, policy, seed, totals)
        return totals

    def placement_values(self, weights: Float64s) -> tuple[Layout, Float64s, Int64s]:
        """Return every placement of the current player, its value and its visible mice."""
        every = np.tile(weights, (len(self.counts), 1))
        policy = make_policy(every, most=2 * MAX_PLACES * 2 * self.offers.shape[1])
        count = roll_out(*self, policy, 0, np.zeros(len(self.counts), dtype=np.int64))
        rows = policy.value.ranked[:count]
        return rows[:, :4], policy.value.values[:count], rows[:, 4]


def make_policy(weights: Float64s, share: int = ALL_PLACEMENTS, most: int = 1) -> Words[Policy]:
    """Return the players' policy, for many rollouts in one thread.

    Parameters
    ----------
    share
        The number of sampled placements of 1,024.
    most
        If more than one, the number of placements to list instead of a rollout.
    """
    return pack_args(Policy(weights, share, np.empty((most, 5), dtype=np.int64), np.empty(most)))


def compare_by_rollouts(
    candidates: int,
    worth: Callable[[int, int], float],
    run: Run,
    *,
    futures: int | None = None,
    prune: bool = True,
) -> tuple[list[int], list[list[float]]]:
    """Compare candidates over common futures by successive halving; return the best first.

    Parameters
    ----------
    worth
        Return a candidate's result in a future, both by index.
    run
        Its work is calls of ``worth``. The two best candidates remain to the end.
    futures
        The number of futures; None for as many as the run allows.
    prune
        False to try every candidate in every future.

    Returns
    -------
    The candidates' indices, and the results of each in its futures.
    """
    tried: list[list[float]] = [[] for _ in range(candidates)]
    sums = [0.0] * candidates  # running sums: summing thousands of futures again is slow
    ranked, alive, done, future = [*range(candidates)], candidates, 0, 0
    stop = run.stop

    def left(used: float) -> int:
        return max(2, math.ceil(candidates ** (1 - min(1.0, used)))) if prune else candidates

    total = stop.work
    if futures:
        whole = candidates + sum(min(candidates, left(n / futures)) for n in range(1, futures))
        total = min(whole, total or whole)
    while ranked and future != futures and not run.should_stop(done):
        for candidate in ranked[:alive]:
            if run.should_stop(done):
                break
            tried[candidate].append(worth(candidate, future))
            sums[candidate] += tried[candidate][-1]
            done += 1
            run.report(done, total)
        else:
            future += 1
            limits = (future, futures), (done, stop.work), (run.seconds, stop.time_s)
            used = max(spent / limit if limit else 0.0 for spent, limit in limits)
            ranked[:alive] = sorted(ranked[:alive], key=lambda candidate: -sums[candidate])
            alive = min(alive, left(used))
    if not future:  # untried candidates last
        ranked.sort(key=lambda candidate: -max(tried[candidate], default=-math.inf))
    return ranked, tried
