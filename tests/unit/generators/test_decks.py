"""Generated decks: stated composition, seeds, kinds, refusals."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chatuchak_generators.decks import DeckKind, composition, generate_deck
from chatuchak_solver import Card, InvalidInstanceError, shipped_deck
from chatuchak_solver.stand.space import EMPTIES, GOODS, KIND_MASK, has_mouse


def is_good(space: int) -> bool:
    """Whether a space shows a good, with or without a mouse."""
    return 1 <= space & KIND_MASK <= len(GOODS)


def equal_neighbors(cards: tuple[Card, ...]) -> float:
    """Return the share of neighboring goods on a card that are the same good."""
    equal = both = 0
    for card in cards:
        for place, neighbor in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)):
            left, right = card.spaces[place], card.spaces[neighbor]
            if is_good(left) and is_good(right):
                both += 1
                equal += left & KIND_MASK == right & KIND_MASK
    return equal / both


@given(st.sampled_from(DeckKind), st.integers(0, 10**6))
def test_every_deck_of_a_kind_has_the_stated_composition(kind: DeckKind, seed: int) -> None:
    deck = generate_deck(seed, kind=kind)
    counts = composition(deck.cards)
    assert [counts[good] for good in GOODS] == [28] * 5
    assert [counts[empty] for empty in EMPTIES] == [34, 33, 33]
    assert counts["*"] == 48
    goods = [sum(is_good(space) for space in card.spaces) for card in deck]
    assert sorted(goods) == [3] * 20 + [4] * 20
    assert not any(is_good(space) and has_mouse(space) for card in deck for space in card.spaces)


@pytest.mark.parametrize(
    ("cards", "first", "last"),
    [(1, "c01", "c01"), (9, "c01", "c09"), (99, "c01", "c99"), (100, "c001", "c100")],
)
def test_cards_are_numbered_with_as_many_digits_as_last(cards: int, first: str, last: str) -> None:
    names = [card.id for card in generate_deck(1, cards=cards)]
    assert (names[0], names[-1]) == (first, last)
    assert names == sorted(set(names))


def test_the_shipped_deck_agrees_with_its_provenance() -> None:
    # A change of the generator that gives other decks must not go unnoticed.
    assert shipped_deck() == generate_deck(2021)


def test_clustered_decks_repeat_neighboring_spaces() -> None:
    for seed in range(5):
        alone = equal_neighbors(generate_deck(seed).cards)
        clustered = equal_neighbors(generate_deck(seed, kind=DeckKind.CLUSTERED).cards)
        assert alone < 0.35
        assert clustered > 0.45


@given(
    st.integers(1, 60),
    st.lists(st.integers(0, 6), min_size=1, max_size=4),
    st.floats(0, 1, allow_nan=False),
)
@example(1, [3], 0.5)  # a mouse on each empty space
def test_compositions_are_exact(cards: int, goods_per_card: list[int], mouse_share: float) -> None:
    goods = sum(goods_per_card[index % len(goods_per_card)] for index in range(cards))
    mice = round(mouse_share * (6 * cards))
    if mice > 6 * cards - goods:
        with pytest.raises(InvalidInstanceError, match="invalid mouse share"):
            generate_deck(1, cards=cards, goods_per_card=goods_per_card, mouse_share=mouse_share)
        return
    deck = generate_deck(1, cards=cards, goods_per_card=goods_per_card, mouse_share=mouse_share)
    counts = composition(deck.cards)
    assert sum(counts[good] for good in GOODS) == goods
    assert max(counts[good] for good in GOODS) - min(counts[good] for good in GOODS) <= 1
    assert counts["*"] == mice
    assert len(deck) == cards
