"""Seeded problems of the best stand, and their optimum by enumeration."""

from functools import cache
from itertools import permutations
from operator import itemgetter

import numpy as np
import pytest

from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver import Card, Progress, Stand
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.packing import Words, pack_args
from chatuchak_solver.stand.cover_search import CoverSearch
from chatuchak_solver.stand.kernels.tables import KernelArrays
from chatuchak_solver.stand.next_card import score_placements
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS
from tests.reference.market_stand import Spaces, best_total, every_stand, lay_all

CONTENTS = (
    # Goods per card and mice per space: nearly empty, ordinary and full cards.
    ((0, 1), 0.5),
    ((1, 2), 0.3),
    ((3, 4), 0.2),
    ((4, 5), 0.1),
    ((6,), 0.0),
)


def seeded_problem(seed: int, cards: int, *, fixed_order: bool) -> StandProblem:
    """Return a problem with cards of alternating kinds of content."""
    rng = np.random.default_rng([seed, cards])
    goods_per_card, mouse_share = CONTENTS[seed % len(CONTENTS)]
    kind = list(DeckKind)[seed % 2]
    deck = generate_deck(
        seed, kind=kind, cards=12, goods_per_card=goods_per_card, mouse_share=mouse_share
    )
    announced = sorted(rng.permutation(len(GOODS))[: rng.integers(0, 4)])
    return StandProblem(
        tuple(deck)[:cards],
        fixed_order,
        tuple(GOODS[good] for good in announced),
        int(rng.integers(1, 3)),
    )


def symmetric_problem(seed: int) -> StandProblem:
    """Return a problem of three cards with goods symmetric under half turns, but not mice."""
    rng = np.random.default_rng(seed)
    cards = []
    for name in ("a", "b", "c"):
        half = rng.choice(list("SSBcc"), 3).tolist()
        spaces = [
            space + "*" * bool(space == "c" and rng.random() < 0.5)
            for space in (*half, *reversed(half))
        ]
        cards.append(Card.parse(name, [" ".join(spaces[:3]), " ".join(spaces[3:])]))
    return StandProblem(tuple(cards), seed % 2 == 1, ("B",) if seed % 3 else ())


def dense_problem(seed: int, cards: int, *, fixed_order: bool) -> StandProblem:
    """Return a problem of one to three goods with much contact, alternately with mice."""
    rng = np.random.default_rng([seed, cards])
    letters = list(("Sc", "SSc", "SBc", "SSBBc", "SBGc")[seed % 5])
    mouse_share = (0, 0.15, 0.4)[seed % 3]
    found = []
    for number in range(cards):
        spaces = [
            str(rng.choice(letters)) + "*" * bool(rng.random() < mouse_share) for _ in range(6)
        ]
        rows = [" ".join(spaces[:3]), " ".join(spaces[3:])]
        found.append(Card.parse(f"k{number}", rows))
    announced = ((), ("S",), ("B",), ("B", "G"))[rng.integers(4)]
    return StandProblem(tuple(found), fixed_order, announced, int(rng.integers(1, 3)))


def is_open(search: CoverSearch, total: int) -> bool:
    """Return whether a total above ``total`` is possible and the search can continue."""
    return search.upper > total and not search.is_stuck


def assert_improving(seen: list[Progress]) -> None:
    """Check that no figure of the reports of a plan gets worse."""
    reports = [
        (progress.best or 0, -(progress.bound or 0), progress.work, progress.seconds)
        for progress in seen
    ]
    for numbers in zip(*reports, strict=True):
        assert list(numbers) == sorted(numbers)


def find_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weaken annealing, so that the proof finds better stands."""
    for name in ("TEMPERATURES", "STEPS"):
        monkeypatch.setattr(f"chatuchak_solver.stand.annealing.{name}", 1)


@cache
def optimum(problem: StandProblem) -> int:
    """Return the best total by enumeration of all layouts.

    Two cards have 126 layouts in fixed order, three 22,412, four 5 million; in any order n! times
    as many. The library's kernel ranks the last card's placements.
    """
    begun = np.zeros((0, 4), dtype=np.int64)
    rules = pack_args(problem.arrays())
    bests = (_best_laid(rules, begun, order) for order in orders_of(problem))
    total, layout = max(bests, key=itemgetter(0))
    assert reference_score(problem, problem.lay(layout)) == total
    return total


def orders_of(problem: StandProblem) -> list[tuple[int, ...]]:
    """Return the possible orders of the cards."""
    cards = tuple(range(len(problem.cards)))
    return [cards] if problem.fixed_order else list(permutations(cards))


def _best_laid(
    rules: Words[KernelArrays], layout: Int64s, cards: tuple[int, ...]
) -> tuple[int, Int64s]:
    """Return the best total, and a layout, of cards placed in order onto a layout."""
    rows = score_placements(rules, layout, cards[:1])
    if not len(layout):
        rows = rows[:1]  # a stand may be moved and turned as a whole
    if len(cards) == 1:
        best = rows[rows[:, 4].argmax()]
        return int(best[4]), np.concatenate((layout, best[None, :4]))
    longer = (np.concatenate((layout, row[None, :4])) for row in rows)
    return max(
        (_best_laid(rules, longer_layout, cards[1:]) for longer_layout in longer), key=itemgetter(0)
    )


BEST_OF_FOUR = {0: -4, 4: 24}
"""Optima of `seeded_problem` for four cards in fixed order, by seed; each takes five seconds."""


def reference_optimum(problem: StandProblem) -> int:
    """Return the best total by trying every layout in plain Python."""
    return max(
        best_total(stand, problem.announced, problem.own_goods)
        for order in orders_of(problem)
        for stand in every_stand([problem.cards[card].rows for card in order])
    )


def reference_score(problem: StandProblem, stand: Stand) -> int:
    """Score a stand independently of the library's rules."""
    cards: list[Card] = list(stand.cards)
    assert sorted(card.id for card in cards) == sorted(card.id for card in problem.cards)
    if problem.fixed_order:
        assert cards == list(problem.cards)
    return best_total(spaces_seen(stand), problem.announced, problem.own_goods)


def spaces_seen(stand: Stand) -> Spaces:
    """Return a stand's visible spaces by the reference."""
    placements = stand.placements
    seen = lay_all([(at.card.rows, at.x, at.y, at.rotation) for at in placements])
    assert seen is not None, f"illegal: {stand}"
    return seen
