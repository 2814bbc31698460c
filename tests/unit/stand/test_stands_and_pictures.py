"""Placements, stands and pictures: notation, layers, legality with its reason, text both ways."""

from __future__ import annotations

import pytest

from chatuchak_solver import Card, Deck, IllegalMoveError, Picture, Placement, Stand
from chatuchak_solver.stand.card import ROTATIONS, Rotation
from chatuchak_solver.stand.stand import legal_order
from tests.reference.market_stand import may_lie, under
from tests.unit.stand.problems import spaces_seen

A = Card.parse("a", ["S S B", "c c B"])
B = Card.parse("b", ["G* p S", "G C C"])
C = Card.parse("c", ["M M M", "b b b*"])
DECK = Deck.of([A, B, C, *(Card.parse(f"x{n}", ["S B G", "C M c"]) for n in range(7))])


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_placement_covers_six_spaces_and_borders_on_ten(rotation: Rotation) -> None:
    placement = Placement(B, 4, -2, rotation)
    wanted = under(B.rows, 4, -2, rotation)
    assert set(placement.positions()) == set(wanted)
    assert len(placement.border()) == 10
    for spot in placement.border():
        assert may_lie({spot: "S"}, wanted)
        assert spot not in wanted
    picture = Stand((placement,)).picture()
    assert sorted(picture.text_rows()) == sorted(B.rotated_rows(rotation))


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ("3:2 -3:-2 3:-2 -3:2", "meets the stand only at a corner; it must share an"),
        ("4:2 3:3 -4:-2 -3:-3 4:0", "lies apart from the stand; it must share an edge"),
    ],
)
def test_illegal_placements_report_the_broken_rule(places: str, wanted: str) -> None:
    for place in places.split():
        with pytest.raises(IllegalMoveError, match=f"^b@{place}r0: card b {wanted}"):
            Stand.parse(f"a@0:0r0 b@{place}r0", DECK)
        placement = Placement.parse(f"b@{place}r0", DECK)
        assert Stand((Placement(A, 0, 0),)).why_illegal(placement)


def test_a_ninth_card_is_refused() -> None:
    stand = Stand()
    for index, card in enumerate(DECK.cards[:8]):
        stand = stand.place(Placement(card, 3 * index, 0))
    assert stand.is_complete
    ninth = Placement(DECK.cards[8], 24, 0)
    assert stand.why_illegal(ninth) == "the stand has its 8 cards already"
    assert stand.legal_placements(DECK.cards[8]) == ()


def test_a_second_card_has_126_places_and_a_placed_one_none() -> None:
    stand = Stand((Placement(A, 0, 0),))
    # 63 flat and turned places, each two ways up.
    assert [len(stand.legal_placements(card)) for card in (A, B)] == [0, 126]


def test_layers_count_cards_and_the_last_is_visible() -> None:
    stand = Stand.parse("a@0:0r0 b@2:0r90 c@2:1r0", DECK)
    assert stand.layers()[2, 1] == 3
    assert [placement.card.id for placement in stand.pile(2, 1)] == ["a", "b", "c"]
    assert stand.pile(99, 99) == ()
    assert stand.top_cards()[2, 1] == 2
    assert stand.layers()[0, 0] == 1
    assert stand.visible().keys() == stand.layers().keys() == spaces_seen(stand).keys()


def test_a_stand_can_be_moved_as_a_whole() -> None:
    stand = Stand.parse("a@5:-7r90 b@5:-8r0", DECK)
    moved = stand.anchored()
    assert moved.bounds[:2] == (0, 0)
    assert moved.picture() == stand.picture()
    assert moved != stand
    assert moved.anchored() == moved
    assert Stand().anchored() == Stand()


def test_an_empty_stand_takes_a_card_in_each_rotation() -> None:
    assert str(Stand()) == ""
    assert Stand.parse("", DECK) == Stand()
    assert len(Stand().legal_placements(A)) == 4


def test_a_picture_knows_its_measures() -> None:
    picture = Picture.parse(["S S* . .", "S c* b ."])
    assert (picture.width, picture.height, picture.mice) == (4, 2, 2)
    assert picture.array().shape == (2, 4)
    assert picture.trimmed().text_rows() == ["S S* .", "S c* b"]
    assert picture.trimmed().trimmed() == picture.trimmed()


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["S S S", "S S S"], ()),
        (["S S S . S S S", "S S S . S S S"], ("its spaces do not all hang together",)),
        (["S S S S", "S S S ."], ("no card fits over the space in row 1, column 4",)),
        (["S " * 25, "S " * 25], ("50 spaces are more than 8 cards show",)),
    ],
)
def test_impossible_pictures_raise_doubts(rows: list[str], wanted: tuple[str, ...]) -> None:
    assert Picture.parse(rows).doubts() == wanted


ROWS = {"a": ["S S S", "S S S"], "b": ["B B B", "B B B"], "c": ["G G G", "G G G"]}


def placements(**columns: int) -> list[Placement]:
    """Return cards side by side, each at its column."""
    return [Placement(Card.parse(name, ROWS[name]), x, 0, 0) for name, x in columns.items()]


def test_a_covered_card_precedes_the_card_that_covers_it() -> None:
    # a and b are apart; c adjoins a and covers a part of b.
    wanted = {}
    for name, x in (("a", 0), ("b", 5), ("c", 3)):
        wanted.update(under(ROWS[name], x, 0, 0))
    found = legal_order(placements(a=0, b=5, c=3))
    assert found is not None
    assert [card.id for card in found.cards] == ["b", "c", "a"]
    visible = {}
    for placement in found.placements:
        visible.update(under(placement.card.rows, placement.x, placement.y, placement.rotation))
    assert visible == wanted


def test_cards_that_meet_only_below_a_third_have_no_order() -> None:
    assert legal_order(placements(a=0, b=4, c=2)) is None
