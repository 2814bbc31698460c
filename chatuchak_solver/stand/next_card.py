"""Ranking of placements of the next card, by immediate total, lookahead and rollouts."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import permutations
from typing import ClassVar, Self

import numpy as np

from chatuchak_solver.arguments import check_all, check_int, check_type
from chatuchak_solver.codec import Count, JsonObject
from chatuchak_solver.errors import InputError, InvalidInstanceError, VerificationError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.packing import Words, pack_args
from chatuchak_solver.stand.card import ROTATIONS, Card, check_distinct
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.kernels.tables import CENTER, KernelArrays
from chatuchak_solver.stand.placement import Placement, PlacementAnswer
from chatuchak_solver.stand.problem import Layout, check_own_goods, kernel_arrays, layout_of
from chatuchak_solver.stand.rollouts import (
    GREEDY_WEIGHTS,
    WEIGHTS,
    RolloutState,
    compare_by_rollouts,
    make_policy,
)
from chatuchak_solver.stand.space import check_goods
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

Z95 = 1.96
"""Standard errors in half of a 95% interval."""


def score_placements(
    arrays: KernelArrays | Words[KernelArrays], layout: Layout, cards: Iterable[int]
) -> Int64s:
    """Score every legal placement of cards that are not laid, without duplicates in appearance.

    Parameters
    ----------
    arrays
        `pack_args` of them is quicker for many calls.
    layout
        The laid cards; may be empty.
    cards
        At least one card, by its index in the arrays.

    Returns
    -------
    Of shape (placements, 6): card, quarter turns, row, column, total, visible mice.
    """
    rules = pack_args(arrays)
    cards = [check_int(card, 0, len(rules.value.turned) - 1, name="card") for card in cards]
    if not cards:
        raise InputError("no card to place: expected at least one")
    state = RolloutState.of(rules, [layout], [cards, []])
    placed, totals, mice = state.placement_values(GREEDY_WEIGHTS)
    rows = np.column_stack((placed, totals.astype(np.int64), mice))
    if not len(layout):  # the first card is listed without its quarter turns
        rows = np.concatenate((rows, rows + np.array([0, 1, 0, 0, 0, 0])))
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
    return rows


class RankedPlacementAnswer(PlacementAnswer, frozen=True, kw_only=True):
    """The JSON form of a `RankedPlacement`."""

    total: int
    mice: Count
    outlook: float | None
    low: float | None = None
    high: float | None = None
    futures: Count | None = None
    digits: ClassVar[dict[str, int]] = {"outlook": 4, "low": 4, "high": 4}


@dataclass(frozen=True, slots=True)
class RankedPlacement:
    """A legal placement and its value.

    Attributes
    ----------
    total
        The owner's total if the game ended then, with the best announcement.
    mice
        Visible mice then.
    outlook
        The expected best total after one more card, chosen from the other cards at hand and one
        random unseen card. Equals `total` for the eighth card; None if not computed. After
        `NextCard.play_on`: the mean total of the complete stand.
    low, high
        The 95% interval of that mean; None if not computed.
    futures
        The number of rollouts; None if not computed.
    """

    placement: Placement
    total: int
    mice: int
    outlook: float | None = None
    low: float | None = None
    high: float | None = None
    futures: int | None = None

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return RankedPlacementAnswer.of(self, **self.placement.to_dict()).to_dict()

    @classmethod
    def from_dict(cls, document: object, deck: Deck) -> Self:
        """Return the placement of a JSON form."""
        answer = RankedPlacementAnswer.from_dict(document)
        placement = Placement(deck[answer.card], answer.x, answer.y, answer.rotation)
        return cls(placement, *(getattr(answer, name) for name in cls.__match_args__[1:]))


def best_placements(
    stand: Stand, cards: Sequence[Card], *, announced: Announcement = (), own_goods: int = 1
) -> tuple[RankedPlacement, ...]:
    """Return every legal placement of the next card, best first.

    Arguments, order and errors as in `NextCard`.

    Examples
    --------
    >>> cards = (Card.parse("a", ["S S c*", "c c c*"]), Card.parse("b", ["S p p", "b b S"]))
    >>> best = best_placements(Stand(), cards)[0]
    >>> best.placement.card.id, best.total
    ('b', 2)
    """
    return NextCard(stand, cards, announced=announced, own_goods=own_goods).ranked


@dataclass(unsafe_hash=True)
class NextCard:
    """All placements of the cards at hand, by total.

    Attributes
    ----------
    stand
        The laid cards, at most seven; may be empty.
    cards
        From hand and market; at least one, none of them laid.
    announced
        Goods that other players announce, which score anyway.
    own_goods
        The number of goods that the owner announces, 1 or 2.
    unseen
        Cards that may still be drawn.
    ranked
        Every legal placement, without duplicates in appearance, by descending total, then ascending
        mice. On an empty stand each card has its rotations at (0, 0).
    stopped_by
        The reason if the last `look_ahead` ended early, or None.

    Raises
    ------
    InvalidInstanceError
        If the stand is complete, there is no card, a card occurs twice, or the number of own goods
        is not 1 or 2.
    """

    stand: Stand
    cards: Sequence[Card]
    _: KW_ONLY
    announced: Announcement = ()
    own_goods: int = 1
    unseen: Sequence[Card] = ()
    ranked: tuple[RankedPlacement, ...] = field(init=False, repr=False, compare=False)
    stopped_by: StopReason | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_type(self.stand, Stand, name="stand", hint="Stand()")
        self.cards = check_all(self.cards, Card, name="cards", hint="deck[id]")
        self.unseen = check_all(self.unseen, Card, name="unseen cards", hint="deck[id]")
        if self.stand.is_complete:
            raise InvalidInstanceError(f"the stand has its {STAND_CARDS} cards already")
        if not self.cards:
            raise InvalidInstanceError("no card to place: expected a hand or a market")
        self.announced = check_goods(self.announced)
        self.own_goods = check_own_goods(self.own_goods)
        self._cards = (*self.stand.cards, *self.cards, *self.unseen)
        check_distinct(self._cards)
        unseen = len(self._cards) - len(self.unseen)
        self._offered = range(len(self.stand), unseen)
        self._unseen = range(unseen, len(self._cards))
        self._rules = pack_args(kernel_arrays(self._cards, self.announced, self.own_goods))
        self._layout = layout_of(self.stand.placements, range(len(self.stand)))
        rows = score_placements(self._rules, self._layout, self._offered)
        self._rows = rows[np.lexsort((rows[:, 5], -rows[:, 4]))]
        self.ranked = tuple(map(self._ranked_placement, self._rows.tolist()))
        self._check(self.ranked[0])

    def look_ahead(self, most: int, *, stop: Stop | None = None) -> tuple[RankedPlacement, ...]:
        """Return the ``most`` best placements by total with their outlooks, best outlook first.

        Takes about 2 ms per placement. Ignores cards that other players may take from the market.
        The work of ``stop`` is placements; `stopped_by` has the reason for an early end.
        """
        most = check_int(most, 0, name="number of placements")
        run = Run.begin(stop)
        outlooks: list[float] = []
        for row in self._rows[:most]:
            if run.should_stop(len(outlooks)):
                break
            outlooks.append(self._outlook(row))
        self.stopped_by = run.stopped_by
        ranked = zip(outlooks, self.ranked[: len(outlooks)], strict=True)
        found = sorted(ranked, key=lambda pair: (-pair[0], -pair[1].total, pair[1].mice))
        return tuple(replace(placement, outlook=outlook) for outlook, placement in found)

    def play_on(
        self,
        most: int,
        *,
        samples: int = 100,
        seed: int = 0,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> tuple[RankedPlacement, ...]:
        """Return the ``most`` most promising placements with the expected total of the whole stand.

        Rollouts complete each stand to eight cards: in every order of the unseen cards if there are
        at most ``samples`` orders, otherwise in that many random orders, the same for all
        placements. Less promising placements get fewer rollouts. Cards are laid greedily; see
        `chatuchak_solver.stand.rollouts`. Ignores cards that other players may take from the
        market. The work of ``stop`` is stands; `stopped_by` has the reason for an early end.
        """
        most = check_int(most, 0, name="number of placements")
        samples = check_int(samples, 1, name="number of samples")
        seed = check_int(seed, 0, name="seed")
        run = Run.begin(stop, on_progress)
        state, every = self._futures(samples, seed)
        known = {tuple(row[:4]): index for index, row in enumerate(self._rows.tolist())}
        here = RolloutState.of(self._rules, [self._layout], [self._offered, []])
        rows, promises, _ = here.placement_values(WEIGHTS)
        rows = rows[np.argsort(-promises, kind="stable")]
        if not len(self.stand):
            rows = rows[rows[:, 1] == 0]
        policy = make_policy(WEIGHTS[None])

        def worth(candidate: int, future: int) -> float:
            return float(state(future).after(rows[candidate]).totals(policy, future)[0])

        ranked, tried = compare_by_rollouts(
            min(most, len(rows)), worth, run, futures=every or samples, prune=not every
        )
        self.stopped_by = run.stopped_by
        found = []
        for candidate in filter(tried.__getitem__, ranked):
            mean, futures = float(np.mean(tried[candidate])), len(tried[candidate])
            error = float(np.std(tried[candidate])) / math.sqrt(max(1, futures - 1))
            half = 0.0 if futures == every else Z95 * error
            placement = self.ranked[known[tuple(rows[candidate])]]
            low, high = mean - half, mean + half
            found.append(replace(placement, outlook=mean, low=low, high=high, futures=futures))
        return tuple(found)

    def _futures(self, samples: int, seed: int) -> tuple[Callable[[int], RolloutState], int]:
        missing = 0 if len(self.stand) else max(0, 5 - len(self._offered))
        draws = min(missing + STAND_CARDS - 1 - max(1, len(self.stand)), len(self._unseen))
        every: list[tuple[int, ...]] = []
        if math.perm(len(self._unseen), draws) <= samples:
            every = list(permutations(self._unseen, draws))

        def state(future: int) -> RolloutState:
            rng = np.random.default_rng((seed, future))
            drawn = list(every[future]) if every else rng.permutation(self._unseen).tolist()
            offers = [[*self._offered, *drawn[:missing]], []]
            return RolloutState.of(self._rules, [self._layout], offers, drawn[missing:])

        return state, len(every)

    def _outlook(self, row: Int64s) -> float:
        others = [card for card in self._offered if card != row[0]]
        drawn = list(self._unseen) or others
        if len(self.stand) + 1 == STAND_CARDS or not drawn:
            return float(row[4])
        layout = np.vstack((self._layout, row[:4]))
        rows = score_placements(self._rules, layout, {*others, *drawn})
        best = np.full(len(self._cards), rows[:, 4].min())
        np.maximum.at(best, rows[:, 0], rows[:, 4])
        return float(np.mean([best[[*others, card]].max() for card in drawn]))

    def _ranked_placement(self, row: Sequence[int]) -> RankedPlacement:
        card, quarter, y, x, total, mice = row
        for first in self.stand.placements[:1]:
            x, y = x + first.x, y + first.y
        placement = Placement(self._cards[card], x - CENTER, y - CENTER, ROTATIONS[quarter])
        return RankedPlacement(placement, total, mice)

    def _check(self, best: RankedPlacement) -> None:
        if reason := self.stand.why_illegal(best.placement):
            raise VerificationError(f"an illegal placement was ranked best: {reason}")
        found = tally(self.stand.grown(best.placement).picture())
        _, total = found.best_announcement(self.announced, self.own_goods)
        if (total, found.mice) != (best.total, best.mice):
            raise VerificationError(
                f"{best.placement} scores {total} with {found.mice} mice, but {best.total} with "
                f"{best.mice} was claimed"
            )
