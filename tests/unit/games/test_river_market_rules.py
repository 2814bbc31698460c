"""The rules of River Market's solo game, one test each; docs/rules.md maps rules to tests."""

from dataclasses import replace
from typing import Any

import pytest

from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.river_market import River, RiverMarketState
from chatuchak_solver.games.river_market.game import observe
from chatuchak_solver.games.river_market.players import rate
from chatuchak_solver.games.river_market.setup import Card, House
from chatuchak_solver.games.river_market.title import TITLES, most_left_over
from tests.game_tree import refused

RIVER = "swap-meet [e1] mill=you [e2] dock [e3] forge=rival [e4]"
CARDS = {
    **{f"{kind} {step}": 2 for kind in ("booth", "helper", "other") for step in (1, 2, 3, 4, 5)},
    **{f"{kind} zoom": 2 for kind in ("booth", "helper", "other")},
}


def position(river: str = RIVER, **changes: Any) -> RiverMarketState:
    """Return the Rival about to draw, its pawn on the Swap Meet, with the whole row."""
    data = {"river": river, "cards": CARDS, "events": {"Regatta": 1, "Lantern Night": 2}}
    state = RiverMarketState.new(data=data)
    return replace(state, **{"phase": "draw", **changes})


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


RIVAL_FIRST: tuple[House, ...] = ("rival", "neutral", "rival", "neutral", "rival")
LAST_HOUSE = ("rival",)


# Setup


def test_event_booths_have_a_separate_deck() -> None:
    state = RiverMarketState.new()
    assert sum(count for _, count in state.events) == 6
    assert not any("Event" in str(card) for card, _ in state.deck)


def test_both_pawns_start_on_the_swap_meet() -> None:
    state = RiverMarketState.new()
    assert (state.pawn, state.your_pawn) == ("swap-meet", "swap-meet")
    with pytest.raises(InvalidInstanceError, match="river: the river has no booth 'swap-meet'"):
        RiverMarketState.new(data={"river": "mill [e1]"})


def test_house_row_is_ten_houses_by_turns_with_a_neutral_one_first() -> None:
    assert RiverMarketState.new().row == ("neutral", "rival") * 5


def test_actions_count_booths_of_the_setup_that_are_named_like_new_ones() -> None:
    state = position(RIVER.replace("dock", "you-1"))
    named = [action.value for action in state.all_actions() if "moved you" in str(action)]
    assert sorted(named) == sorted(f"you-{number}" for number in range(1, state.setup.houses + 2))


def test_the_player_begins_and_the_rivals_turn_follows() -> None:
    state = RiverMarketState.new()
    assert state.phase == "turn"
    assert state.apply("done").current_player == CHANCE


# Cards that are no booths


def test_a_card_that_is_no_booth_joins_the_collection_and_moves_the_pawn() -> None:
    # Four booths clockwise of the four there are: one past the start.
    state = position(pawn="mill").apply("card helper 2")
    assert state.collection == cards("helper 2")
    assert state.pawn == "forge"
    assert state.phase == "turn"


def test_the_pawn_walks_from_booth_to_booth_over_end_spots_and_round() -> None:
    river = River.parse(RIVER)
    walked = " ".join(river.walk("dock", steps) for steps in range(1, 6))
    assert walked == "forge swap-meet mill dock forge"


def test_the_pawn_may_end_on_its_start_space() -> None:
    state = position(pawn="dock").apply("card other 4")
    assert state.pawn == "dock"
    assert state.phase == "turn"


def test_zoom_moves_to_any_booth_but_its_own() -> None:
    state = position(pawn="dock").apply("card other zoom")
    assert state.current_player == 0
    assert state.legal_texts() == ("zoom forge", "zoom mill", "zoom swap-meet")
    refused(state, "zoom dock", "another booth than its own")
    refused(state, "zoom nowhere", "no booth 'nowhere'")
    refused(state, "done", "choose first where the Rival zooms")
    assert state.apply("zoom forge").pawn == "forge"


def test_zoom_with_a_single_booth_stays() -> None:
    # Decided: there is no other booth to go to.
    state = position("swap-meet [e1]").apply("card other zoom")
    assert state.phase == "turn"
    assert state.collection == cards("other zoom")


def test_you_gain_the_owner_bonus_if_the_pawn_ends_on_your_booth() -> None:
    assert position().apply("card helper 1").bonuses == 1
    assert position().apply("card helper 2").bonuses == 0
    assert position().apply("card helper 3").bonuses == 0
    assert position(pawn="mill").apply("card helper 4").bonuses == 1
    assert position().apply("card helper zoom").apply("zoom mill").bonuses == 1
    assert position().apply("card helper zoom").apply("zoom dock").bonuses == 0


def test_a_pawn_that_does_not_move_brings_no_bonus() -> None:
    state = position(pawn="mill").apply("card booth 1")
    assert state.bonuses == 0


# Booths


def test_a_booth_with_a_neutral_house_first_discards_house_card_and_collection() -> None:
    state = position(collection=cards("helper 2", "other 1")).apply("card booth 3")
    assert state.row == ("rival", "neutral") * 4 + ("rival",)
    assert state.collection == ()
    assert dict(state.discards) == dict.fromkeys(cards("helper 2", "other 1", "booth 3"), 1)
    assert state.river == River.parse(RIVER)
    assert state.pawn == "swap-meet"


def test_a_booth_with_a_rivals_house_first_is_built_with_it() -> None:
    # Three end spots clockwise from the pawn, as in the rulebook's example.
    state = position(row=RIVAL_FIRST, collection=cards("other 1")).apply("card booth 3")
    assert str(state.river) == ("swap-meet [e1] mill=you [e2] dock rival-1=rival forge=rival [e4]")
    assert state.row == RIVAL_FIRST[1:]
    assert state.collection == ()
    # The card is a booth in the river now; only the collection is discarded.
    assert dict(state.discards) == {Card.parse("other 1"): 1}
    assert state.pawn == "swap-meet"


@pytest.mark.parametrize(
    ("pawn", "steps", "spot"),
    [
        ("dock", 1, "e3"),
        ("dock", 3, "e1"),
        ("forge", 1, "e4"),
        ("mill", 4, "e1"),
        ("mill", 5, "e2"),
    ],
)
def test_end_spots_are_counted_clockwise_from_the_pawn(pawn: str, steps: int, spot: str) -> None:
    assert River.parse(RIVER).count_end_spots(pawn, steps) == spot


def test_you_choose_the_end_spot_of_a_zoom_booth() -> None:
    state = position(row=RIVAL_FIRST, collection=cards("other 1")).apply("card booth zoom")
    assert state.legal_texts() == ("build e1", "build e2", "build e3", "build e4")
    refused(state, "build e9", "no end spot 'e9'")
    state = state.apply("build e2")
    assert state.river.owner("rival-1") == "rival"
    assert state.river.end_spots == ("e1", "e3", "e4")
    assert state.row == RIVAL_FIRST[1:]
    assert state.collection == ()


def test_without_an_end_spot_no_booth_is_built_and_the_house_stays() -> None:
    # Decided: the card and the collection are discarded all the same.
    state = position("swap-meet mill", row=RIVAL_FIRST).apply("card booth zoom")
    assert state.phase == "turn"
    assert state.row == RIVAL_FIRST
    assert dict(state.discards) == {Card.parse("booth zoom"): 1}


def test_an_end_spot_is_used_up_or_stays_behind_the_booth() -> None:
    data = {"river": RIVER, "cards": CARDS}
    for after_build, expected in (
        ("spot-used", "swap-meet rival-1=rival mill=you"),
        ("spot-stays", "swap-meet rival-1=rival [e1] mill=you"),
    ):
        state = RiverMarketState.new(data={**data, "after_build": after_build})
        state = replace(state, row=RIVAL_FIRST, phase="draw").apply("card booth 1")
        assert str(state.river).startswith(expected)


# Events


FOUR = cards("helper 1", "other 2", "other 3", "other 4")


def test_five_collected_cards_are_discarded_after_the_move_for_an_event() -> None:
    state = position(row=RIVAL_FIRST, collection=FOUR).apply("card other 1")
    assert state.pawn == "mill"
    assert state.bonuses == 1
    assert state.collection == ()
    assert sum(count for _, count in state.discards) == 5
    assert state.chance_texts() == (("event Lantern Night", 2), ("event Regatta", 1))
    state = state.apply("event Regatta")
    assert dict(state.events) == {"Lantern Night": 2}
    refused(state, "done", "choose first where the Rival builds the event")
    state = state.apply("build e3")
    assert state.river.owner("event-1") == "rival"
    assert state.row == RIVAL_FIRST[1:]
    assert state.phase == "turn"


def test_a_neutral_house_ahead_is_discarded_with_the_event() -> None:
    state = position(collection=FOUR).apply("card other 1").apply("event Regatta")
    assert state.apply("build e1").row == ("neutral", "rival") * 4


def test_a_fifth_card_with_zoom_moves_before_the_event() -> None:
    state = position(collection=FOUR).apply("card other zoom")
    assert state.phase == "zoom"
    assert len(state.collection) == 5
    state = state.apply("zoom mill")
    assert state.phase == "event"
    assert state.bonuses == 1


def test_four_cards_make_no_event() -> None:
    assert position(collection=FOUR[:3]).apply("card other 1").phase == "turn"


def test_an_empty_event_deck_builds_no_booth() -> None:
    # Decided: the five cards are discarded and no house is used.
    state = position(collection=FOUR, events=()).apply("card other 1")
    assert state.phase == "turn"
    assert state.collection == ()
    assert len(state.row) == 10


# The end


def test_your_last_house_triggers_the_end() -> None:
    state = position(phase="turn", houses=1).apply("built e1")
    assert state.ended_by == "your-houses"
    assert state.zoom_tokens == 1
    assert state.houses == 0
    refused(state, "built e2", "no house left")


def test_the_rivals_last_house_triggers_the_end() -> None:
    state = position(row=LAST_HOUSE).apply("card booth 1")
    assert state.ended_by == "rival-houses"
    assert state.row == ()
    by_event = position(row=("neutral", "rival"), collection=FOUR).apply("card other 1")
    assert by_event.apply("event Regatta").apply("build e1").ended_by == "rival-houses"


def test_the_last_card_of_the_deck_triggers_the_end() -> None:
    deck = ((Card.parse("other 1"), 1),)
    assert position(deck=deck).apply("card other 1").ended_by == "deck"
    yours = position(deck=deck, phase="turn").apply("drew 1").apply("card other 1")
    assert yours.ended_by == "deck"
    assert yours.phase == "turn"


def test_the_first_end_condition_ends_the_game() -> None:
    # The last card is drawn before it is built with the last house.
    state = position(deck=((Card.parse("booth 1"), 1),), row=LAST_HOUSE).apply("card booth 1")
    assert state.ended_by == "deck"
    assert state.zoom_tokens == 1


def to_the_score(state: RiverMarketState) -> tuple[int, int]:
    """Return the number of your turns and of the Rival's before scoring."""
    yours = rivals = 0
    while state.phase != "score":
        if state.phase == "turn":
            yours, state = yours + 1, state.apply("done")
        elif state.phase == "draw":
            rivals, state = rivals + 1, state.apply(state.legal_texts()[0])
        else:
            state = state.apply(state.legal_texts()[0])
    return yours, rivals


def test_two_more_turns_follow_each_with_the_rivals() -> None:
    # Triggered in the Rival's turn: two of yours. In yours: this one, then two.
    assert to_the_score(position(row=LAST_HOUSE).apply("card booth 1")) == (2, 2)
    assert to_the_score(position(phase="turn", houses=1).apply("built e1")) == (3, 3)


def test_the_end_is_triggered_only_once() -> None:
    state = position(row=LAST_HOUSE).apply("card booth 1")
    state = replace(state, houses=1).apply("built e2")
    assert state.ended_by == "rival-houses"
    assert state.zoom_tokens == 1
    assert state.turns_left == 1


def test_the_discards_are_reshuffled_when_the_deck_is_out() -> None:
    state = position(deck=((Card.parse("other 1"), 1),), discards=((Card.parse("helper 2"), 3),))
    state = state.apply("card other 1").apply("done")
    assert state.chance_texts() == (("card helper 2", 3),)
    state = state.apply("card helper 2")
    assert dict(state.deck) == {Card.parse("helper 2"): 2}
    assert state.discards == ()


def test_a_rival_without_a_house_skips_building() -> None:
    state = position(row=(), ended_by="rival-houses", turns_left=1, zoom_tokens=1)
    after = state.apply("card booth 2")
    assert after.river == state.river
    assert dict(after.discards) == {Card.parse("booth 2"): 1}
    no_event = replace(state, collection=FOUR).apply("card other 1")
    assert no_event.phase == "turn"
    assert no_event.events == state.events


def test_without_any_card_the_rivals_turn_is_over() -> None:
    # Decided: without cards to draw or to reshuffle.
    state = position(phase="turn", deck=(), ended_by="deck", turns_left=0, zoom_tokens=1)
    assert state.apply("done").phase == "score"


# Your events


def test_events_are_taken_down() -> None:
    state = position(phase="turn")
    for action in ("moved dock", "hired 2", "gained fish 3", "spent fish 1", "built e2"):
        state = state.apply(action)
    assert state.your_pawn == "dock"
    assert state.helpers == 2
    assert state.resources == (0, 2, 0, 0, 0, 0)
    assert state.houses == 4
    assert state.river.owner("you-1") == "you"


def test_events_that_cannot_be_are_refused() -> None:
    state = position(phase="turn")
    refused(state, "moved nowhere", "no booth 'nowhere'")
    refused(state, "built e9", "no end spot 'e9'; it has: e1, e2, e3, e4")
    refused(state, "spent fish 1", "you have 0 fish")
    refused(state, "gained fish 21", "1 to 20 of a resource")
    refused(state, "gained gold 1", "invalid resource 'gold'")
    refused(state, "hired 0", "1 to 9 helpers")
    refused(state, "hired 01", "invalid number '01'")
    refused(state, "drew 10", "1 to 9 cards")
    refused(state, "discarded helper 1", "no card 'helper 1'")
    refused(state, "deck-out", "the deck is followed here")
    refused(state, "zoom mill", "it is your turn")
    refused(state.apply("moved dock"), "moved mill", "once a turn")


def test_your_cards_leave_the_deck_until_discarded() -> None:
    state = position(phase="turn").apply("drew 2")
    assert state.current_player == CHANCE
    state = state.apply("card helper 1").apply("card booth 2")
    assert dict(state.hand) == dict.fromkeys(cards("helper 1", "booth 2"), 1)
    assert dict(state.deck)[Card.parse("helper 1")] == 1
    state = state.apply("discarded helper 1")
    assert dict(state.discards) == {Card.parse("helper 1"): 1}


def test_with_the_deck_on_the_table_you_enter_the_drawn_cards() -> None:
    data = {"river": RIVER, "largest_step": 2}
    state = RiverMarketState.new(data=data, options={"cards": "table"})
    assert state.max_actions is None
    drawing = state.apply("done")
    assert "card helper 2" in drawing.legal_texts()
    assert "last-card booth zoom" in drawing.legal_texts()
    refused(drawing, "card helper 3", "a card of the deck is drawn first")
    after = drawing.apply("last-card helper 2")
    assert after.ended_by == "deck"
    assert after.collection == cards("helper 2")
    refused(state, "drew 1", "the deck lies on the table")
    refused(state, "discarded helper 2", "the deck lies on the table")
    out = state.apply("deck-out")
    assert out.ended_by == "deck"
    refused(out, "deck-out", "triggered already")
    assert "last-card helper 2" not in out.apply("done").legal_texts()


def test_a_deck_on_the_table_is_no_reason_against_the_last_answers() -> None:
    start = RiverMarketState.new(options={"cards": "table"})
    state = replace(start, phase="score", resources=(0, 2, 0, 2, 0, 1))
    state = replace(state, ended_by="deck", turns_left=0, zoom_tokens=1)
    refused(state, "score 301", "the most points are 300")
    refused(state.apply("score 30"), "left-over coins", "most is left over of: fish, tools")


def test_reported_events_of_a_file_are_in_any_order() -> None:
    state = RiverMarketState.new().apply("moved swap-meet").apply("gained fish 2")
    document = state.to_dict()
    document["reported"].reverse()
    assert RiverMarketState.from_dict(document) == state
    document["reported"].append("hired 1")
    with pytest.raises(InvalidInstanceError, match="invalid reported 'hired 1': expected"):
        RiverMarketState.from_dict(document)


def test_the_river_can_be_stated_again() -> None:
    state = position(pawn="dock")
    river = River.parse("swap-meet dock [e9]")
    assert state.with_river(river).apply("card other 1").pawn == "swap-meet"
    with pytest.raises(
        InvalidInstanceError, match="invalid pawn 'dock': expected one of swap-meet, mill"
    ):
        state.with_river(River.parse("swap-meet mill"))


# The title


def phrases(question: str, *answers: Any) -> list[str]:
    """Return the phrases of a question for its answers."""
    usual: dict[str, Any] = {"helpers": 0, "score": 0, "left_over": "fish", "ended_by": "deck"}
    titles = [TITLES.title(**{**usual, question: answer}) for answer in answers]
    return [getattr(title, question) for title in titles]


def test_first_phrase_by_helpers() -> None:
    most = ["ruggedly", "ruggedly", "amiably", "charmingly", "irresistably", "irresistably"]
    assert phrases("helpers", 0, 1, 2, 3, 4, 11) == [f"The most {word}" for word in most]


@pytest.mark.parametrize(
    ("scores", "phrase"),
    [
        ((-3, 0, 25), "Chilled-out"),
        ((26, 32), "Bright-eyed"),
        ((33, 40), "Deal-minded"),
        ((41, 48), "Hard-bargaining"),
        ((49, 300), "Entrepreneurial"),
    ],
)
def test_second_phrase_by_final_score(scores: tuple[int, ...], phrase: str) -> None:
    assert phrases("score", *scores) == [phrase] * len(scores)


def test_third_phrase_by_resource_left_over() -> None:
    assert phrases("left_over", "veggies", "fish", "cloth", "tools", "lilies", "coins") == [
        *("Carrot Pickler", "Minnow Wrangler", "Blanket Hog"),
        *("Do-It-Yourself-er", "Pond Hopper", "Penny Polisher"),
    ]


def test_fourth_phrase_by_end_condition() -> None:
    expected = ["of the summer!", "we've seen in years!", "in River Market History!"]
    assert phrases("ended_by", "deck", "rival-houses", "your-houses") == expected


def test_the_rulebooks_example_title() -> None:
    title = TITLES.title(helpers=3, score=30, left_over="fish", ended_by="rival-houses")
    assert str(title) == "The most charmingly Bright-eyed Minnow Wrangler we've seen in years!"


def test_ties_of_resources_are_your_choice() -> None:
    amounts = {"fish": 2, "tools": 2, "coins": 1}
    assert most_left_over(amounts) == ("fish", "tools")
    assert most_left_over(amounts, "tools") == ("tools",)
    with pytest.raises(InputError, match="'coins' is not left over most; fish, tools: 2"):
        most_left_over(amounts, "coins")
    state = position(
        phase="score", resources=(0, 2, 0, 2, 0, 1), ended_by="deck", turns_left=0, zoom_tokens=1
    )
    state = state.apply("score 30")
    assert state.legal_texts() == ("left-over fish", "left-over tools")
    refused(state, "left-over coins", "most is left over of: fish, tools")
    state = state.apply("left-over tools")
    assert state.is_over
    assert str(state.title()) == ("The most ruggedly Bright-eyed Do-It-Yourself-er of the summer!")


def test_without_a_tie_the_score_settles_the_title() -> None:
    state = position(
        phase="score", resources=(0, 2, 0, 3, 0, 1), ended_by="deck", turns_left=0, zoom_tokens=1
    )
    state = state.apply("score 12")
    assert state.is_over
    assert state.scores() == (12,)
    assert state.left_over == "tools"


# The designer's table and the players


@pytest.mark.parametrize(
    ("changes", "action", "discards"),
    [
        ({}, "card booth 3", True),
        ({}, "card helper 1", False),
        ({"phase": "event-build", "event": "Regatta"}, "build e1", False),
    ],
)
def test_neutral_houses_discarded_by_booth_cards_are_counted(
    changes: dict[str, Any], action: str, discards: bool
) -> None:
    before = position(**changes)
    assert before.row[0] == "neutral"
    events = [event for event, _ in observe(before, before.parse(action), before.apply(action))]
    assert ("Rival discards a neutral house" in events) == discards


def test_a_pawn_on_the_only_booth_stays_there() -> None:
    actions, ratings = rate(RiverMarketState.new(data={"river": "swap-meet [e1]"}), 0)
    assert [str(action) for action in actions] == ["done"]
    assert len(ratings) == 1


def test_a_plausible_score_counts_resources_booths_and_bonuses() -> None:
    state = position(phase="score", resources=(2, 0, 1, 0, 0, 0), bonuses=5)
    actions, _ = rate(state, 0)
    assert [str(action) for action in actions] == [f"score {2 + 1 + 3 + 5}"]
