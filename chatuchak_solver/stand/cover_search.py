"""Proof for any layout: a branch and bound over which spaces of each card are covered.

The search decides the cards from the top of the stand downwards. What the upper cards show never
changes, so that a partial decision fixes pieces of groups and visible mice for good. A node knows
the upper cards as rigid *clusters*: cards of which one covers a part of the other lie in a known
way to each other, while clusters have no place relative to each other yet. The next card down
lies under some of the clusters, which thereby join, or apart from all. Once all cards are
decided the clusters are joined edge to edge. No coordinates and no box are involved: every stand
of the cards is the end of some branch.

A node's bound is the one of `chatuchak_solver.stand.bound`, with these refinements:

- a piece without a free space beside it is a group already;
- the biggest group is no smaller than the largest piece;
- pieces of one cluster join only by way of spaces of another cluster or of cards yet to come,
  each of which touches only pieces that have a common free space beside them; without such
  spaces they are the final groups.

Of nodes that look alike, in scoring goods and cards left, the one with the fewest mice is expanded;
in fixed order, where it settles what is legal, the cards must lie alike as well. Should that end in
a stand that has a bigger group of another good, or in free order in one that cannot be laid in any
legal order, the search begins anew and expands all.

In free order many orders show the same, because only a card that covers a visible part of another
has to be decided before it. Of these the lexicographically first is followed alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.run import Run, Stop
from chatuchak_solver.stand.bound import scoring_goods
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.kernels.cover import (
    CARDS_AT,
    FIELDS,
    FOUND,
    LEFT,
    MOST_GOODS,
    NODE_LENGTH,
    NOTHING,
    NUMBERS,
    PRUNED,
    REFUTED,
    SALT,
    STUCK,
    Task,
    make_scratch,
    search,
)
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.laying_order import legal_order
from chatuchak_solver.stand.problem import Layout, StandProblem
from chatuchak_solver.stand.showing import (
    CARD_SPACES,
    HIDDEN_MASKS,
    MOST_LATER,
    Showings,
    add_showings,
    piece_sizes,
    showings,
    unpack_pieces,
    visible_mice,
)
from chatuchak_solver.stand.space import GOODS, KIND_MASK
from chatuchak_solver.stand.stand import Stand

__all__ = ["CoverSearch"]

CAPACITY: Final = 20_000
"""Nodes that wait to be expanded, at most; depth first a few thousand are enough."""

PACE_S: Final = 0.025
"""Seconds between two looks at whether to stop."""


class CoverSearch:
    """Lowers the proven bound for one announcement, or finds a stand that reaches it.

    Parameters
    ----------
    problem
        The cards and rules.
    own
        The goods that the owner is to announce.
    upper
        A proven upper bound for that announcement.
    merging
        Whether of nodes that look alike one is expanded: less work, the same answers.

    Attributes
    ----------
    upper
        The bound proven so far, for any layout.
    expanded
        Nodes expanded so far.
    stuck
        Whether the search had to be given up because too many nodes were waiting.
    """

    def __init__(
        self, problem: StandProblem, own: Announcement, upper: int, *, merging: bool = True
    ) -> None:
        self.problem = problem
        self.own = own
        self.upper = upper
        self.stuck = False
        self._runs = 0
        self._pace = 16
        self._exactly = not merging
        self._task = _make_task(problem, own)
        self._nodes = np.zeros((CAPACITY, NODE_LENGTH), dtype=np.int16)
        self._numbers = np.zeros(NUMBERS, dtype=np.int64)
        self._scratch = make_scratch()
        self._restart()

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return int(self._numbers[1])

    def is_open(self, total: int) -> bool:
        """Whether a total above ``total`` is still possible and the search can go on."""
        return self.upper > total and not self.stuck

    def dive(self, total: int, *, stop: Stop | None = None) -> Stand | None:
        """Look once, before anything else, for a stand that scores more than ``total``.

        Either finds one, or proves that there is none, or gives up at ``stop``, whose work is
        nodes expanded.
        """
        stand = self._search(total + 1, total, (stop or Stop()).begin(), self.expanded)
        self._restart()
        return stand

    def advance(self, total: int, *, stop: Stop | None = None) -> Stand | None:
        """Go on proving that nothing surpasses ``total``.

        Parameters
        ----------
        stop
            When to end the call, not the search, which a further call resumes; its work is nodes
            expanded in this call.

        Returns
        -------
        A stand that scores `upper`, if one was found: there is none better for this
        announcement.
        """
        run = (stop or Stop()).begin()
        before = self.expanded
        stand = None
        while stand is None and self.is_open(total) and not run.must_end(self.expanded - before):
            stand = self._search(self.upper, total, run, before)
        return stand

    def _search(self, threshold: int, total: int, run: Run, before: int) -> Stand | None:
        """Look for a stand that scores ``threshold`` until refuted or the run must end.

        Where there is none, lower `upper`, and begin anew. ``before`` nodes were expanded when
        the run began.
        """
        while not run.must_end(self.expanded - before):
            status = self._expand(threshold, run.work_left(self.expanded - before))
            if status == REFUTED:
                # Nothing was left out whose bound is above the greatest one left out.
                self.upper = max(total, int(self._numbers[PRUNED]))
                self._restart()
                return None
            if status == STUCK:
                self.stuck = True
                return None
            if status == FOUND:
                stand = self._stand(self._nodes[self._numbers[0]])
                score = None if stand is None else self.problem.score(stand)[1]
                if score is not None and score >= threshold:
                    return stand
                if score is None and self.problem.fixed_order:
                    continue  # so is every other node that was taken for alike
                if not self._exactly:
                    # What looks alike in the scoring goods may yet be legal or score more.
                    self._exactly = True
                    self._restart()
                elif score is not None:
                    self._numbers[PRUNED] = max(score, self._numbers[PRUNED])
        return None

    def _expand(self, threshold: int, most: int | None) -> int:
        """Expand as many nodes as take some 25 ms, at most ``most``; return the kernel's status.

        How many that are varies a hundredfold with the cards.
        """
        start = time.perf_counter()
        budget = self._pace if most is None else min(most, self._pace)
        status = search(self._task, threshold, self._nodes, self._numbers, self._scratch, budget)
        seconds = max(time.perf_counter() - start, 1e-6)
        self._pace = max(1, min(2 * self._pace, int(budget * PACE_S / seconds)))
        return status

    def _restart(self) -> None:
        self._nodes[0] = 0
        self._nodes[0, LEFT] = (1 << len(self.problem.cards)) - 1
        self._numbers[0] = 1
        self._numbers[PRUNED] = NOTHING
        self._runs += 1
        self._numbers[SALT] = 0 if self._exactly else self._runs

    def _stand(self, node: npt.NDArray[np.int16]) -> Stand | None:
        """Return a decided node as a stand, or None if it cannot be laid so."""
        count = len(self.problem.cards)
        decided = node[CARDS_AT : CARDS_AT + 5 * count].reshape(count, 5)
        layout: Layout = decided[::-1][:, [0, 4, 2, 3]].astype(np.int64)
        layout[:, 2:] += CENTER
        placements = self.problem.placements(layout)
        if self.problem.fixed_order:
            try:
                return Stand.of(placements)
            except IllegalMoveError:
                return None
        return legal_order(placements)


def _make_task(problem: StandProblem, own: Announcement) -> Task:
    goods = scoring_goods(problem, own)
    cards = [card.spaces for card in problem.cards]
    masks = np.zeros((MOST_LATER + 1, max(map(len, HIDDEN_MASKS))), dtype=np.int64)
    for later, hidden_masks in enumerate(HIDDEN_MASKS):
        masks[later, : len(hidden_masks)] = hidden_masks
    pieces = np.zeros((len(cards), 1 << CARD_SPACES, MOST_GOODS, FIELDS), dtype=np.int64)
    mice = np.zeros((len(cards), 1 << CARD_SPACES), dtype=np.int64)
    codes = np.zeros((len(cards), CARD_SPACES), dtype=np.int64)
    for card, spaces in enumerate(cards):
        for space, code in enumerate(spaces):
            good = code & KIND_MASK
            codes[card, space] = goods.index(good) + 1 if good in goods else 0
        for hidden in range(1 << CARD_SPACES):
            mice[card, hidden] = visible_mice(spaces, hidden)
            for index, good in enumerate(goods):
                pieces[card, hidden, index] = _pieces(piece_sizes(spaces, hidden, good))
    looks = np.zeros_like(mice)
    for card in range(len(cards)):
        numbers: dict[tuple[bytes, int], int] = {}
        for hidden in range(1 << CARD_SPACES):
            look = (pieces[card, hidden].tobytes(), int(mice[card, hidden]))
            looks[card, hidden] = numbers.setdefault(look, len(numbers))
    states, spans = _states_left(problem, goods)
    return Task(
        free_order=not problem.fixed_order,
        goods=len(goods),
        owned_mask=sum(1 << at for at, good in enumerate(goods) if GOODS[good - 1] in own),
        codes=codes,
        masks=masks,
        mask_counts=np.array([len(each) for each in HIDDEN_MASKS], dtype=np.int64),
        card_pieces=pieces,
        card_mice=mice,
        card_looks=looks,
        states=states,
        spans=spans,
    )


def _pieces(sizes: list[int]) -> list[int]:
    """Return the kernels' numbers for pieces on a card, all of which can grow."""
    large = sum(size > 2 for size in sizes)
    spaces = sum(sizes)
    largest = max(sizes, default=0)
    clusters = int(spaces > 0)
    return [sizes.count(1), sizes.count(2), large, spaces, largest, 0, 0, clusters, spaces, 0, 0]


def _states_left(
    problem: StandProblem, goods: list[int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return what every set of cards left may show, and where in the rows each set's are."""
    sets = _fixed_states(problem, goods) if problem.fixed_order else _free_states(problem, goods)
    spans = np.zeros((1 << len(problem.cards), 2), dtype=np.int64)
    rows: list[list[int]] = []
    for left, states in sets.items():
        spans[left, 0] = len(rows)
        for packed, mice in states.items():
            row = [0] * (4 * MOST_GOODS + 1)
            for index in range(len(goods)):
                row[4 * index : 4 * index + 4] = unpack_pieces(packed, index)
            row[-1] = mice
            rows.append(row)
        spans[left, 1] = len(rows)
    return np.array(rows, dtype=np.int64), spans


def _fixed_states(problem: StandProblem, goods: list[int]) -> Mapping[int, Showings]:
    sets: dict[int, Showings] = {0: {0: 0}}
    for index, card in enumerate(problem.cards):
        shown = showings(card.spaces, len(problem.cards) - 1 - index, goods)
        sets[(2 << index) - 1] = add_showings(sets[(1 << index) - 1], shown)
    return sets


def _free_states(problem: StandProblem, goods: list[int]) -> Mapping[int, Showings]:
    """Return the states of every set of cards that lies under at least one card.

    Of cards under d decided ones, one has d later cards, one d + 1, and so on.
    """
    count = len(problem.cards)
    shown = [
        [showings(card.spaces, later, goods) for later in range(MOST_LATER + 1)]
        for card in problem.cards
    ]
    sets: dict[int, Showings] = {0: {0: 0}}
    for left in range(1, (1 << count) - 1):
        decided = min(count - left.bit_count(), MOST_LATER)
        # From three later cards on all are alike, and any card may be taken first.
        uppermost = [card for card in range(count) if left >> card & 1]
        if decided == MOST_LATER:
            uppermost = uppermost[-1:]
        states: dict[int, int] = {}
        for card in uppermost:
            add_showings(sets[left & ~(1 << card)], shown[card][decided], states)
        sets[left] = states
    return sets
