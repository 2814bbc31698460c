"""Values answer a wrong argument with what was expected, and take whole numbers of any type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chatuchak_solver.stand import (
    Card,
    Deck,
    Entry,
    GoodTally,
    Picture,
    Placement,
    Stand,
    StandTally,
    Variant,
    find_groups,
    score,
    shipped_deck,
    tally,
)
from chatuchak_solver.stand.card import card_shape
from chatuchak_solver.stand.files import (
    PlayerStand,
    StandFile,
    StandRequest,
    load_request,
    load_stand_file,
)
from chatuchak_solver.stand.next_card import NextCard, score_placements
from chatuchak_solver.stand.placement import REACH
from chatuchak_solver.stand.post_mortem import post_mortem
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.scoring import why_not_announced
from chatuchak_solver.stand.space import good_code, has_mouse, parse_space, space_text
from chatuchak_solver.stand.stand import legal_order
from tests.wrong_arguments import WrongCalls, check_that_it_says

# Text where a number belongs, and the like: type checkers would stop the calls below.
NOTHING: Any = None
DECK: Any = shipped_deck()
CARD: Any = DECK["c01"]
STAND: Any = Stand((Placement(CARD, 0, 0),))
PICTURE: Any = STAND.picture()
TALLY: Any = tally(PICTURE)
PROBLEM: Any = StandProblem((CARD, DECK["c02"]))
GAME: Any = StandFile.from_dict(
    {
        "players": [
            {"name": "A", "visible": ["S S S", "B c c"]},
            {"name": "B", "visible": ["G G G", "B c c"]},
        ]
    }
)
NEXT: Any = NextCard
PROBLEM_OF: Any = StandProblem
PLACED: Any = Placement
SEEN: Any = Picture
ENTRY: Any = Entry
SCORE: Any = score
FILE: Any = StandFile
SEAT: Any = PlayerStand


def request(**changes: Any) -> StandRequest:
    """Return a request of nothing but these."""
    fields = {"deck": DECK, "variant": Variant.STANDARD, "stand": Stand(), "fixed_order": False}
    empty: dict[str, Any] = dict.fromkeys(("hand", "market", "cards", "announced"), ())
    return StandRequest(**{**fields, **empty, **changes})


WRONG: WrongCalls = {
    "letter": (lambda: good_code(NOTHING), "invalid good "),
    "space": (lambda: space_text(9), "space 9: expected 0 for no card or 1..8"),
    "lone mouse": (lambda: space_text(16), "invalid space 16: expected"),
    "half space": (lambda: has_mouse(16.0), r"invalid space 16.0: expected"),  # type: ignore[arg-type]
    "text of a space": (lambda: parse_space(NOTHING), "invalid space None: expected a s"),
    "shape": (lambda: card_shape(45), "rotation 45: expected 0, 90, 180 or 270"),
    "card's half space": (lambda: Card("a", (1.5,) * 6), "space 1.5: expected"),  # type: ignore[arg-type]
    "parsed id": (lambda: Card.parse(NOTHING, ["S S S"] * 2), "card's id None: expected"),
    "parsed rows": (lambda: Card.parse("a", NOTHING), "rows None: expected"),
    "card's missing space": (
        lambda: Card("a", (1, 1, 0, 1, 1, 1)),
        "card a: invalid space .: expected",
    ),
    "card's unknown space": (lambda: Card("a", (1,) * 5 + (9,)), "space 9: expected 1 to 8"),
    "deck without cards": (lambda: Deck(()), "at least one card"),
    "card twice in a deck": (lambda: Deck((CARD, CARD)), "duplicate card c01"),
    "ids for cards": (lambda: Deck.of(["c01"]), "cards.0. 'c01': expected a Card"),  # type: ignore[list-item]
    "card of a deck": (lambda: DECK[["c01"]], "unknown card"),
    "place too far": (lambda: PLACED(CARD, 0, REACH + 1), "invalid place "),
    "moved": (lambda: STAND.placements[0].moved("1", 0), "dx '1': expected"),
    "placement's text": (lambda: Placement.parse(NOTHING, DECK), "placement None: expected"),
    "placement's deck": (lambda: Placement.parse("c01@0:0r0", NOTHING), "deck None: expected"),
    "picture's rows": (lambda: SEEN(5), "rows 5: expected a list"),
    "picture's row": (lambda: SEEN((5,)), "invalid row 5: expected a list"),
    "picture's space": (lambda: SEEN(((1, 99),)), "invalid space 99: expected"),
    "half a space": (lambda: SEEN(((1.0, 2),)), "invalid space 1.0: expected"),
    "picture's text": (lambda: Picture.parse(NOTHING), "rows None: expected"),
    "picture's short row": (lambda: SEEN(((1, 1), (1,))), "row 2 has 1 spaces, the first has 2"),
    "picture without spaces": (
        lambda: SEEN.from_spaces({}),
        "no visible card: expected at least one",
    ),
    "picture's places": (lambda: SEEN.from_spaces([1]), "expected a dict by"),
    "picture's place": (lambda: SEEN.from_spaces({3: 1}), "expected integers .x, y. each"),
    "text for placements": (lambda: Stand.of("c01"), "expected a list"),  # type: ignore[arg-type]
    "why illegal": (lambda: STAND.why_illegal("c02@0:0r0"), "expected a Placement"),
    "legal placements": (lambda: STAND.legal_placements("c02"), "'c02': expected a Card"),
    "pile": (lambda: STAND.pile(0.5, 0), "x 0.5: expected"),
    "stand's text": (lambda: Stand.parse(NOTHING, DECK), "stand None: expected"),
    "stand's deck": (lambda: Stand.parse("c01@0:0r0", NOTHING), "deck None: expected"),
    "groups": (lambda: find_groups(STAND), "expected a Picture, such as Stand.picture"),
    "tally": (lambda: tally(STAND), "expected a Picture, such as Stand.picture"),
    "sizes": (lambda: GoodTally(NOTHING), "sizes None: expected"),
    "no size": (lambda: GoodTally((1, 0)), "group's size 0: expected"),
    "order of sizes": (lambda: GoodTally((1, 2)), "expected integers >= 1, largest first"),
    "tallied goods": (lambda: StandTally({}, 0), "expected a tally for each of SBGCM"),
    "tallies of goods": (lambda: StandTally(dict.fromkeys("SBGCM"), 0), "expected a GoodTally"),  # type: ignore[arg-type]
    "mice": (lambda: StandTally(TALLY.goods, -1), "number of mice -1: expected"),
    "scoring good": (lambda: TALLY.total(["X"]), "invalid good 'X': expected"),
    "scoring goods": (lambda: TALLY.total(5), "goods 5: expected a list of letters"),
    "count": (lambda: TALLY.announcements(-1), "goods announced -1: expected 0 to 5"),
    "others": (lambda: TALLY.best_announcement(("x",), 1), "invalid good 'x'"),
    "left out": (lambda: TALLY.smaller_than_left_out(["x"]), "invalid good 'x'"),
    "variant": (lambda: Variant("duel"), "variant 'duel': expected one of standard"),
    "players": (lambda: Variant.usual(7, teams=False), "number of players 7: expected 2 to 4"),
    "entry's tally": (lambda: ENTRY("A", PICTURE), "expected a StandTally"),
    "entry's name": (lambda: ENTRY(1, TALLY), "player's name 1: expected"),
    "entry's goods": (lambda: ENTRY("A", TALLY, 5), "announced goods 5"),
    "entries": (lambda: SCORE(5), "entries 5: expected"),
    "entry": (lambda: SCORE([TALLY, TALLY]), "expected a Entry"),
    "scored variant": (lambda: SCORE([Entry("A", TALLY)] * 4, "teams"), "expected a Variant"),
    "teams": (lambda: SCORE([Entry("A", TALLY)] * 4, None, 5), "teams 5: expected each"),
    "no teams": (lambda: SCORE([Entry("A", TALLY)] * 4, None, ()), r"teams \(\): expected each"),
    "uneven teams": (
        lambda: SCORE([Entry("A", TALLY)] * 4, None, ((0, 1, 2), (3,))),
        "invalid teams",
    ),
    "card twice": (lambda: PROBLEM_OF((CARD, CARD)), "duplicate card c01"),
    "own goods": (lambda: PROBLEM_OF((CARD,), own_goods=1.0), "own_goods 1.0: expected 1 or 2"),
    "solved by": (lambda: PROBLEM.is_solved_by(NOTHING), "stand None: expected"),
    "scored": (lambda: PROBLEM.score(NOTHING), "stand None: expected"),
    "look ahead": (lambda: NEXT(Stand(), [CARD]).look_ahead(-1), "number of placements -1"),
    "scored cards": (
        lambda: score_placements(PROBLEM.arrays(), np.empty((0, 4), np.int64), (2,)),
        "invalid card 2: expected 0 to 1",
    ),
    "game": (lambda: post_mortem(NOTHING, 0), "game None: expected"),
    "named seat": (lambda: post_mortem(GAME, "A"), "seat 'A': expected"),  # type: ignore[arg-type]
    "file's deck": (lambda: FILE(NOTHING, Variant.STANDARD, None, ()), "deck None: expected"),
    "file's players": (lambda: FILE(DECK, Variant.STANDARD, None, (1,)), "players.0. 1: expected"),
    "file's teams": (lambda: FILE(DECK, Variant.TEAMS, [0], ()), "teams .0.: expected"),
    "seen": (lambda: SEAT("A", STAND, None, None), "expected a Picture, such as Stand.picture"),
    "seat's goods": (lambda: SEAT("A", PICTURE, None, ("X",)), "invalid good 'X'"),
    "request": (lambda: request(hand=("c01",)), "hand.0. 'c01': expected a Card"),
    "request's deck": (lambda: request(deck="mine.json"), "deck 'mine.json': expected"),
    "path": (lambda: load_stand_file(NOTHING), "file name None: expected"),
    "laying order": (lambda: legal_order(NOTHING), "placements None: expected"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors_of_arguments_state_the_expected_value(case: str) -> None:
    check_that_it_says(*WRONG[case])


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int64, np.uint64])
def test_numbers_of_numpy_work_like_ints(kind: Any) -> None:
    placement = Placement(CARD, kind(3), kind(2), kind(90))
    assert placement == Placement(CARD, 3, 2, 90)
    assert {type(number) for number in (placement.x, placement.y, placement.rotation)} == {int}
    card = Card("a", tuple(kind(space) for space in CARD.spaces))
    assert card == Card("a", CARD.spaces)
    assert {type(space) for space in card.spaces} == {int}
    assert Picture(tuple(tuple(kind(space) for space in row) for row in PICTURE.rows)) == PICTURE


def test_files_are_named_by_texts_and_by_paths(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text('{"stand": "c01@0:0r0"}', encoding="utf-8")
    assert load_request(str(path)) == load_request(path)
    assert load_request(path).stand == Stand((Placement(DECK["c01"], 0, 0),))


def test_a_good_announced_by_two_opponents_scores_once() -> None:
    """Twice the mask's bit of one good would be the bit of the next one."""
    twice, once = (StandProblem((CARD,), announced=goods) for goods in (("S", "S"), ("S",)))
    assert twice.arrays().opponents_mask == once.arrays().opponents_mask


def test_an_empty_announcement_needs_no_good() -> None:
    assert why_not_announced(TALLY, (), 0) is None
    assert why_not_announced(TALLY, ("B",), 0) == "expected 0 goods, found 1"
