"""Ranked placements against the plain twin, which tries every place and scores by hand."""

import numpy as np
import pytest

from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver import InvalidInstanceError, NextCard
from chatuchak_solver.stand import Card, Placement, Stand
from chatuchak_solver.stand.kernels.rollouts import roll_out
from tests.reference.market_stand import Spaces, best_total, may_lie, mice, places_beside, under
from tests.twins import reference_for
from tests.unit.stand.problems import spaces_seen


def random_stand(seed: int, cards: int) -> tuple[Stand, list[Card]]:
    """Return a random legal stand and the cards of its deck that are left."""
    rng = np.random.default_rng([seed, cards])
    deck = list(generate_deck(seed, kind=list(DeckKind)[seed % 2], cards=14))
    stand = Stand()
    for card in deck[:cards]:
        choices = stand.legal_placements(card) if len(stand) else (Placement(card, 5, -3, 90),)
        stand = stand.place(choices[rng.integers(len(choices))])
    return stand, deck[cards:]


def with_card(stand: Spaces, card: Card, x: int, y: int, turn: int) -> Spaces | None:
    placed = under(card.rows, x, y, turn)
    return {**stand, **placed} if may_lie(stand, placed) else None


@reference_for(roll_out)
@pytest.mark.parametrize("num_cards", range(1, 8))
@pytest.mark.parametrize("symmetric", [False, True])
def test_every_legal_placement_is_ranked_with_its_total(num_cards: int, symmetric: bool) -> None:
    stand, rest = random_stand(num_cards, num_cards)
    if symmetric:
        rest[0] = Card.parse("twin", ["S p* B", "B p* S"])
    announced, own_goods = (("B", "G"), 1) if num_cards % 2 else (("S",), 2)
    found = NextCard(stand, rest[:2], announced=announced, own_goods=own_goods)
    plain = spaces_seen(stand)
    wanted = set()
    count = 0
    for card in rest[:2]:
        looks_the_same = card.rotated_rows(180) == card.rows
        for x, y, turn in places_beside(plain):
            after = with_card(plain, card, x, y, turn)
            if after is not None:
                count += not looks_the_same or turn < 180
                total = best_total(after, announced, own_goods)
                wanted.add((card.id, frozenset(after.items()), total, mice(after)))
    ranked = []
    for candidate in found.ranked:
        place = candidate.placement
        after = with_card(plain, place.card, place.x, place.y, place.rotation)
        assert after is not None
        ranked.append((place.card.id, frozenset(after.items()), candidate.total, candidate.mice))
    assert set(ranked) == wanted
    # A card that looks the same turned by half comes once at a place, any other twice.
    assert len(ranked) == count
    order = [(-candidate.total, candidate.mice) for candidate in found.ranked]
    assert order == sorted(order)


def test_the_first_card_has_its_rotations() -> None:
    _, rest = random_stand(1, 0)
    found = NextCard(Stand(), rest[:3])
    assert {(candidate.placement.x, candidate.placement.y) for candidate in found.ranked} == {
        (0, 0)
    }
    assert len(found.ranked) == 12


def test_the_outlook_is_the_mean_of_the_best_totals_after_one_more() -> None:
    stand, rest = random_stand(3, 2)
    hand, unseen = rest[:2], rest[2:5]
    found = NextCard(stand, hand, announced=("B",), unseen=unseen).look_ahead(3)
    outlooks = [candidate.outlook or 0.0 for candidate in found]
    assert outlooks == sorted(outlooks, reverse=True)
    for candidate in found:
        place = candidate.placement
        after = with_card(spaces_seen(stand), place.card, place.x, place.y, place.rotation)
        assert after is not None
        other = next(card for card in hand if card.id != place.card.id)
        drawn = [max(best_after(after, other), best_after(after, card)) for card in unseen]
        assert candidate.outlook == pytest.approx(np.mean(drawn))


def best_after(stand: Spaces, card: Card) -> int:
    """Return the best total with one more card."""
    afters = (with_card(stand, card, *place) for place in places_beside(stand))
    return max(best_total(after, ("B",), 1) for after in afters if after is not None)


@pytest.mark.parametrize(("laid", "unseen"), [(7, 3), (2, 0)])
def test_with_the_last_known_card_the_outlook_is_the_total(laid: int, unseen: int) -> None:
    stand, rest = random_stand(5, laid)
    found = NextCard(stand, rest[:1], unseen=rest[1 : 1 + unseen]).look_ahead(5)
    assert [candidate.outlook for candidate in found] == [candidate.total for candidate in found]


def test_invalid_questions_are_refused() -> None:
    stand, rest = random_stand(5, 7)
    with pytest.raises(InvalidInstanceError, match="no card to place: expected a hand or a market"):
        NextCard(stand, [])
    with pytest.raises(InvalidInstanceError, match=f"duplicate card {rest[0].id}"):
        NextCard(stand, [rest[0], rest[0]])
    whole = stand.place(stand.legal_placements(rest[0])[0])
    with pytest.raises(InvalidInstanceError, match="the stand has its 8 cards already"):
        NextCard(whole, rest[1:2])
