"""What may come of a decision: games played on to their ends, and who is tried how often.

Everybody lays what promises most: the total at once, and what the rest of the cards usually add to
what the stand shows (`WEIGHTS`, found by cross-entropy search over whole games against a player
who takes the greatest total; Rubinstein, The cross-entropy method, 1999). Candidates are compared
in the same futures, so that luck weighs on all alike, and the less often the worse they do
(successive halving; Karnin, Koren, Somekh, Almost optimal exploration in multi-armed bandits,
2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.kernels.precompiled.words import Named, Words, in_words
from chatuchak_solver.stand.kernels.interface import ALL, FULL, MOST_PLACES, RIVALS, Mind
from chatuchak_solver.stand.problem import RULES, KernelArrays, Layout

PLAY_ON: Final = ShippedKernel(
    *("playing_on", "chatuchak_solver.stand.kernels.playing_on", "play_on"),
    *(RULES, "int64[3] int64[1] int64[2] int64[1]"),
    Named(Mind, ("float64[2] int64 int64[2] float64[1]",)),
    "int64 int64[1]",
)
AT_ONCE: Final = np.zeros(RIVALS + 1)
"""The weights of who takes the greatest total at once."""

WEIGHTS: Final = np.array(
    [
        *(0.204, 0.039, 0.19, 0.054),
        *(0.183, -0.057, -0.021, 0.14),
        *(-0.045, -0.012, 0.148, 0.077),
        *(-0.234, 1.0),
    ]
)
"""What each card still to be laid adds, and what the others' points count, see
`chatuchak_solver.stand.kernels.interface.MOUSE` and ``RIVALS``."""


class Moment(NamedTuple):
    """Where everything of a game is, one guess of the hidden cards included.

    Attributes
    ----------
    rules
        Cards, goods that score whatever the players announce, and how many each announces.
    layouts, counts
        Every player's layout, of shape (players, 8, 4), and how many of its rows are laid. It is
        the turn of the first who has the fewest.
    offers
        Of shape (players + 1, slots): the cards in every hand and at last the market; -1 where
        there is none.
    stack
        The cards to be drawn, in their order. None replaces a card of the hand that starts a
        stand.
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
    ) -> Moment:
        """Return the moment when every player has laid so much, with these hands and market."""
        layouts = np.zeros((len(laid), FULL, 4), dtype=np.int64)
        slots = np.full((len(offers), max(map(len, offers))), -1, dtype=np.int64)
        for player, rows in enumerate(laid):
            layouts[player, : len(rows)] = rows
        for side, cards in enumerate(offers):
            slots[side, : len(cards)] = cards
        counts = np.array([len(rows) for rows in laid], dtype=np.int64)
        return cls(in_words(rules), layouts, counts, slots, np.array(stack, dtype=np.int64))

    def after(self, row: Int64s) -> Moment:
        """Return the moment after the player whose turn it is laid a card of those on offer."""
        layouts, counts, offers = self.layouts.copy(), self.counts.copy(), self.offers.copy()
        player = int(counts.argmin())
        drawn = 1 if counts[player] and len(self.stack) else 0
        offers[offers == row[0]] = self.stack[0] if drawn else -1
        layouts[player, counts[player]] = row
        counts[player] += 1
        return Moment(self.rules, layouts, counts, offers, self.stack[drawn:])

    def totals(self, mind: Words[Mind], seed: int) -> Int64s:
        """Return everybody's totals once it is played on; the moment is used up.

        Parameters
        ----------
        mind
            As of `mind_of`.
        """
        totals = np.zeros(len(self.counts), dtype=np.int64)
        PLAY_ON(*self, mind, seed, totals)
        return totals

    def promises(self, weights: Float64s) -> tuple[Layout, Float64s]:
        """Return every placement of the player whose turn it is, and what it promises."""
        every = np.tile(weights, (len(self.counts), 1))
        mind = mind_of(every, most=2 * MOST_PLACES * 2 * self.offers.shape[1])
        count = PLAY_ON(*self, mind, 0, np.zeros(len(self.counts), dtype=np.int64))
        return mind.value.ranked[:count], mind.value.values[:count]


def mind_of(weights: Float64s, share: int = ALL, most: int = 1) -> Words[Mind]:
    """Return how everybody chooses, for many games of one thread.

    Parameters
    ----------
    weights
        Every player's.
    share
        How many of 1,024 placements, drawn at random, a player looks at.
    most
        How many placements are listed, instead of a game played, if it is more than one.
    """
    return in_words(Mind(weights, share, np.empty((most, 4), dtype=np.int64), np.empty(most)))


def compared(
    candidates: int,
    worth: Callable[[int, int], float],
    run: Run,
    *,
    futures: int | None = None,
    prune: bool = True,
) -> tuple[list[int], list[list[float]]]:
    """Try candidates in one future after the other, always fewer of them; return the best first.

    Parameters
    ----------
    worth
        Returns what a candidate, by its number, comes to in a future, by its number.
    run
        When it ends, and who hears of it; its work is calls of ``worth``. The two best are tried
        to the end.
    futures
        How many there are; None for all that the run allows.
    prune
        False to try every candidate in every future.

    Returns
    -------
    The candidates' numbers, and what each came to in the futures in which it was tried.
    """
    tried: list[list[float]] = [[] for _ in range(candidates)]
    sums = [0.0] * candidates  # to add up again what thousands of futures gave takes time
    alive, out, done, future = list(range(candidates)), list[int](), 0, 0
    stop = run.stop

    def left(used: float) -> int:
        return max(2, math.ceil(candidates ** (1 - min(1.0, used)))) if prune else candidates

    total = stop.work
    if futures:
        whole = candidates + sum(min(candidates, left(n / futures)) for n in range(1, futures))
        total = min(whole, total or whole)
    while alive and future != futures and not run.must_end(done):
        for one in alive:
            if run.must_end(done):
                break
            tried[one].append(worth(one, future))
            sums[one] += tried[one][-1]
            done += 1
            run.tell(done, total)
        else:
            future += 1
            used = future / futures if futures else 0.0
            used = max(used, done / stop.work if stop.work else 0.0)
            used = max(used, run.seconds / stop.time_s if stop.time_s else 0.0)
            alive.sort(key=lambda one: -sums[one])
            out[:0], alive = alive[left(used) :], alive[: left(used)]
    if not future:  # who was not tried comes last
        alive.sort(key=lambda one: -tried[one][0] if tried[one] else math.inf)
    return alive + out, tried
