"""The market stand's rules of play, one test each; docs/rules.md lists all."""

import json
from typing import Any

import numpy as np
import pytest

from chatuchak_generators.decks import generate_deck
from chatuchak_solver import InvalidInstanceError, Stand, Variant
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.market_stand import GAME, MarketStandState, observe
from chatuchak_solver.games.market_stand.state import cards_needed
from chatuchak_solver.stand.files import StandRequest
from tests.game_tree import play_at_least, play_on, refused


def new(num_players: int = 3, seed: int = 1, **data: Any) -> MarketStandState:
    return MarketStandState.new(num_players, rng=np.random.default_rng(seed), data=data or None)


def started(num_players: int = 3, seed: int = 1) -> MarketStandState:
    """Return a game in which every player has started a stand."""
    state = new(num_players, seed)
    for _ in range(num_players):
        state = state.apply(state.legal_texts()[0])
    return state


def played(state: MarketStandState, count: int | None = None, seed: int = 1) -> MarketStandState:
    """Return the state after ``count`` random actions, or at the end of the game."""
    rng = np.random.default_rng(seed)
    return play_on(state, rng) if count is None else play_at_least(state, rng, count)


def ids(cards: Any) -> list[str]:
    return [card.id for card in cards]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_three_cards_face_up_and_two_in_each_hand(num_players: int) -> None:
    state = new(num_players)
    assert len(state.market) == 3
    assert [len(hand) for hand in state.hands] == [2] * num_players
    assert len(state.stack) == 40 - 3 - 2 * num_players
    dealt = [*ids(state.market), *ids(state.stack), *(c for h in state.hands for c in ids(h))]
    assert sorted(dealt) == ids(state.deck)


def test_each_player_starts_the_stand_with_one_of_two_hand_cards() -> None:
    state = new()
    first, second = state.hands[0]
    assert state.legal_texts() == tuple(sorted((f"start {first.id}", f"start {second.id}")))
    state = state.apply(f"start {second.id}")
    assert state.hands[0] == (first,)
    assert str(state.stands[0]) == f"{second.id}@0:0r0"
    assert state.current_player == 1


def test_pieces_have_the_places_of_their_actions() -> None:
    state = new()
    hand = {piece.name: piece.places for piece in GAME.pieces(state, 0) if piece.source == "hand"}
    assert hand == {card: {f"start {card}": (0, 0, 0)} for card in ids(state.hands[0])}


def test_the_first_card_counts_as_one_of_the_eight() -> None:
    state = played(new(2))
    assert [len(stand) for stand in state.stands] == [8, 8]
    assert len(state.stack) == 40 - 3 - 2 * 9 + 1


def test_a_turn_lays_one_card_from_the_hand_or_the_market() -> None:
    state = started()
    words = {tuple(action.split("@")[0].split(" ")) for action in state.legal_texts()}
    assert words == {
        ("hand", state.hands[0][0].id),
        *(("market", card.id) for card in state.market),
    }
    assert len(state.legal_texts()) == 4 * 126


def test_after_a_hand_card_a_card_is_drawn_to_the_hand() -> None:
    state = started()
    card = state.hands[0][0]
    state = state.apply(f"hand {card.id}@3:0r0")
    assert state.current_player == CHANCE
    assert state.draws_for == "hand"
    assert [weight for _, weight in state.chance_texts()] == [1] * len(state.stack)
    drawn = state.stack[0]
    state = state.apply(f"draw {drawn.id}")
    assert state.hands[0] == (drawn,)
    assert drawn not in state.stack
    assert state.current_player == 1


def test_after_a_market_card_the_market_is_refilled() -> None:
    state = started()
    card = state.market[1]
    hand = state.hands[0]
    state = state.apply(f"market {card.id}@3:0r0")
    assert state.draws_for == "market"
    drawn = state.stack[-1]
    state = state.apply(f"draw {drawn.id}")
    assert len(state.market) == 3
    assert drawn in state.market
    assert state.hands[0] == hand
    assert state.current_player == 1


def test_turns_go_round() -> None:
    state = started(4)
    seats: list[int] = []
    while not state.is_over and len(seats) < 12:
        if state.current_player != CHANCE:
            seats.append(state.current_player)
        state = played(state, 1)
    assert seats == [0, 1, 2, 3] * 3


def test_placements_follow_the_rules_of_laying() -> None:
    state = started()
    card = state.hands[0][0].id
    refused(state, f"hand {card}@3:2r0", f": card {card} meets the stand only at")
    refused(state, f"hand {card}@9:9r0", f": card {card} lies apart from the sta")
    for placement in ("0:0r180", "2:1r90", "3:-1r0"):
        assert state.apply(f"hand {card}@{placement}").cards_laid == 4


def test_only_own_and_market_cards_can_be_laid() -> None:
    state = started()
    other = state.hands[1][0].id
    own = state.hands[0][0].id
    held = f"card {other} is not in player 1's hand, which has {own}$"
    refused(state, f"hand {other}@3:0r0", held)
    market = ", ".join(ids(state.market))
    refused(state, f"market {own}@3:0r0", f"card {own} is not in the market, which has {market}$")


def test_untimely_actions_name_the_expected_action() -> None:
    state = new()
    card = state.hands[0][0].id
    refused(state, f"hand {card}@0:0r0", "each player first starts a stand")
    refused(state, f"draw {state.stack[0].id}", "drawn only to replace")
    refused(state, "announce S", "once every stand has its 8 cards")
    state = started()
    card = state.hands[0][0].id
    refused(state, f"start {card}", "every stand is started already$")
    state = state.apply(f"hand {card}@3:0r0")
    wanted = "first a card is drawn from the stack for the hand$"
    refused(state, f"market {state.market[0].id}@3:0r0", wanted)
    refused(state, f"draw {card}", "that card is not in the stack$")
    refused(played(new()), "announce S", "the game is over$")
    refused(state, "lay c01", ": the actions are start CARD, hand CARD@X:Y")


def test_the_game_is_over_when_every_player_has_eight_cards() -> None:
    for seed in range(6):
        state = played(new(3, seed), seed=seed)
        assert all(stand.is_complete for stand in state.stands)
        assert state.legal_texts() == ()


def test_the_last_card_laid_is_not_replaced() -> None:
    state = played(new(2))
    assert sum(map(len, state.hands)) + len(state.market) == 2 + 3 - 1


def complete(*rows: list[str]) -> MarketStandState:
    """Return a game with one card left and stands that show ``rows``.

    Each stand is a row of adjacent cards: the first one as given, the rest empty.
    """
    empty = ["c c c", "c c c"]
    count = len(rows)
    cards = [{"id": f"e{n}", "rows": empty} for n in range(cards_needed(count))]
    stands: list[list[dict[str, Any]]] = []
    for seat, face in enumerate(rows):
        mine = [{"id": f"p{seat}", "rows": face}]
        names = [f"p{seat}", *(f"e{seat * 7 + n}" for n in range(7))]
        cards += mine
        stands.append(
            [{"card": name, "x": 3 * n, "y": 0, "rotation": 0} for n, name in enumerate(names)]
        )
    free = [f"e{n}" for n in range(7 * count, len(cards) - count)]
    last = stands[-1].pop()
    hands = [[free.pop()] for _ in range(count)]
    hands[-1] = [last["card"]]
    document = {
        "game": "market-stand",
        "deck": {"name": "d", "cards": cards},
        "stands": stands,
        "hands": hands,
        "market": [free.pop() for _ in range(3)],
        "announced": [None] * count,
    }
    state = MarketStandState.from_dict(json.loads(json.dumps(document)))
    return state.apply(f"hand {last['card']}@{last['x']}:0r0")


def test_ties_are_announced_by_their_players_in_seat_order() -> None:
    state = complete(["S S B", "c c B"], ["G c c", "c c c"], ["C M c", "c c c"])
    assert not state.is_over
    assert state.current_player == 0
    assert state.legal_texts() == ("announce B", "announce S")
    refused(state, "announce C", r"no carrot \(C\) is visible in the stand$")
    state = state.apply("announce B")
    assert state.current_player == 2
    assert state.legal_texts() == ("announce C", "announce M")
    state = state.apply("announce M")
    assert state.is_over
    assert state.current_player == 2
    assert state.announced == (("B",), None, ("M",))
    assert state.scores() == (2, 1, 1)
    assert state.winners() == (0,)


def test_without_ties_no_announcement_is_needed() -> None:
    state = complete(["S S B", "c c c"], ["G c c", "c c c"], ["C C M", "c c c"])
    assert state.is_over
    assert state.scores() == (2, 1, 2)
    assert state.winners() == (0, 2)


def test_two_players_announce_two_goods() -> None:
    state = complete(["S S B", "S c G"], ["G c c", "c c c"])
    assert state.variant is Variant.TWO_PLAYER
    assert state.legal_texts() == ("announce S B", "announce S G")
    refused(state, "announce S", "expected 2 goods, found 1$")
    refused(state, "announce B S", "goods are named in the order S B G C M$")
    state = state.apply("announce S B")
    assert state.scores() == (3 + 1 + 1, 1)


def test_four_players_score_as_teams_of_opposite_seats() -> None:
    state = complete(
        ["S S S", "c c c"], ["S S c", "c c c"], ["S c c", "c c c"], ["S S S", "c c c*"]
    )
    assert state.variant is Variant.TEAMS
    assert state.scores() == (4, 3, 4, 3)
    assert state.winners() == (0, 2)
    assert [(team.players, team.mice) for team in state.final_score().teams] == [
        ((0, 2), 0),
        ((1, 3), 1),
    ]


def test_a_player_sees_no_other_hand_and_no_order_of_the_stack() -> None:
    state = played(started(3), 7)
    for player in range(3):
        view = observe(state, player)
        text = json.dumps(view.to_dict())
        assert view.hand == state.hands[player]
        assert view.market == state.market
        assert view.stands == state.stands
        assert view.stack_size == len(state.stack)
        hidden = [card for seat, hand in enumerate(state.hands) if seat != player for card in hand]
        assert set(view.unseen) == {*hidden, *state.stack}
        assert ids(view.unseen) == sorted(ids(view.unseen))
        for card in hidden:
            assert text.count(card.id) == 1, "only among the unseen cards"


def test_first_cards_are_chosen_in_secret() -> None:
    state = new(3)
    state = state.apply(state.legal_texts()[0])
    view = observe(state, 1)
    assert view.stands == (Stand(),) * 3
    assert view.hand_sizes == (2, 2, 2)
    assert observe(state, 0).stands[0] == state.stands[0]
    card = state.stands[0].placements[0].card
    assert card in view.unseen


def test_an_own_deck_can_be_played_with() -> None:
    deck = generate_deck(4, cards=30)
    state = new(3, **deck.to_dict())
    assert state.deck == deck


def test_the_smallest_deck_lasts_to_the_end() -> None:
    for num_players in (2, 3, 4):
        deck = generate_deck(4, cards=cards_needed(num_players))
        assert played(new(num_players, **deck.to_dict())).stack == ()


def position() -> dict[str, Any]:
    return json.loads(json.dumps(played(started(3), 8).to_dict()))  # type: ignore[no-any-return]


def test_the_last_card_laid_must_be_missing_at_the_end() -> None:
    document = played(new(2)).to_dict()
    free = {card["id"] for card in document["deck"]["cards"]}
    free -= {card for hand in document["hands"] for card in hand} | set(document["market"])
    free -= {placement["card"] for stand in document["stands"] for placement in stand}
    for group, size in ((document["market"], 3), *((hand, 1) for hand in document["hands"])):
        if len(group) < size:
            group.append(min(free))
    with pytest.raises(InvalidInstanceError, match="the last card laid is not replaced"):
        MarketStandState.from_dict(document)


def test_invalid_announcements_are_refused() -> None:
    state = complete(["S S B", "c c B"], ["G c c", "c c c"], ["C M c", "c c c"])
    for announced, wanted in (
        ([["C"], None, None], r"announced\[0\]: no carrot \(C\) is visible"),
        ([["S"], ["G"], None], r"announced\[1\]: nothing ties"),
        ([None, None, ["C"]], r"announced\[2\]: not announced yet"),
    ):
        with pytest.raises(InvalidInstanceError, match=wanted):
            MarketStandState.from_dict({**state.to_dict(), "announced": announced})


def test_a_view_is_a_request_for_the_next_card() -> None:
    state = played(started(2), 6)
    view = observe(state, 0)
    document = json.loads(json.dumps(view.to_request()))
    request = StandRequest.from_dict(document)
    assert request.stand == state.stands[0]
    assert request.candidates == (*state.hands[0], *state.market)
    assert request.variant is Variant.TWO_PLAYER
    assert set(request.announced) == view.expected_goods()
    assert request.deck == state.deck
    opening = observe(MarketStandState.new(2, rng=np.random.default_rng(1)), 0).to_request()
    assert len(opening["hand"]) == 2
    assert opening["market"] == opening["announced"] == []


def test_expected_goods_are_all_goods_other_players_could_announce() -> None:
    state = complete(["S S B", "c c B"], ["G c c", "c c c"], ["C M c", "c c c"])
    assert observe(state, 0).expected_goods() == {"G", "C", "M"}
    assert observe(state, 1).expected_goods() == {"S", "B", "C", "M"}


def test_views_fit_a_terminal_and_end_with_the_own_stand() -> None:
    state = started(seed=3)
    while not (state := played(state, 1, seed=3)).is_over:
        if state.current_player == CHANCE:
            continue
        *lines, unseen = state.view(state.current_player).splitlines()
        assert unseen.startswith("stack: ")
        assert "; unseen cards: " in unseen
        assert max(map(len, lines)) <= 80
        (own,) = (at for at, line in enumerate(lines) if ", you" in line)
        assert len(lines) - own <= 20


def test_only_the_own_stand_has_coordinates() -> None:
    lines = started(seed=3).view(0).splitlines()
    first = lines.index("player 2   player 3   player 1, you")
    assert lines[first + 1 : first + 4] == [
        "C b c      B  b* c       0  1  2",
        "M G S      M  G  M    0  G  M  b*",
        "                      1  p* S  S",
    ]
