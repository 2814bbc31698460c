"""The rules of the market stand game; "Rulebook" cites the headings of its text.

Rules yield verdicts (see `games.verdicts`) in the order of the texts of choices.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from chatuchak_solver.errors import Sentence
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import put_at, replace
from chatuchak_solver.games.market_stand import actions as act
from chatuchak_solver.games.market_stand.state import MarketStandState, in_deck_order
from chatuchak_solver.games.verdicts import Rule, Values, Verdicts, allowed, choices, reason_against
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import why_not_announced
from chatuchak_solver.stand.space import GOODS

NOT_IN_STACK = Sentence("not_in_stack", "that card is not in the stack")


def draw(state: MarketStandState, cards: Values = None) -> Verdicts:
    """Replace the placed card by the top of the stack."""
    return choices(act.Draw, cards, _by_id(state.stack), NOT_IN_STACK)


def start(state: MarketStandState, cards: Values = None) -> Verdicts:
    """Start the stand with a card of the hand. Rulebook: Game Setup."""
    hand = state.hands[state.current_player]
    return choices(act.Start, cards, _by_id(hand), partial(_missing, state, "hand"))


def lay(
    state: MarketStandState, sources: Values = None, cards: Values = None, places: Values = None
) -> Verdicts:
    """Lay a card of the hand or market next to or over a card. Rulebook: Gameplay."""
    player = state.current_player
    stand = state.stands[player]
    near = act.places_near(stand.placements) if places is None else ()
    for source in sources or ("hand", "market"):
        offered = state.hands[player] if source == "hand" else state.market
        for card in _by_id(offered) if cards is None else cards:
            if card not in offered:
                yield _missing(state, source, card)
            elif places is None:
                yield [act.Lay(source, card, place) for place in near]
            for place in places or ():
                action = act.Lay(source, card, place)
                yield stand.why_illegal(action.placement) or [action]


def announce(state: MarketStandState, tried: Values = None) -> Verdicts:
    """Choose among goods with tied biggest groups. Rulebook: Scoring."""
    player = state.current_player

    def reason(goods: Announcement) -> str:
        fault = why_not_announced(state.tallies[player], goods, state.variant.announced)
        return fault or f"goods are named in the order {' '.join(GOODS)}"

    options = sorted(state.choices(player)) if state.undecided else ()
    return choices(act.Announce, tried, options, reason)


def _by_id(cards: Iterable[Card]) -> list[Card]:
    # In an action's text, @ can follow an id; it sorts between digits and letters.
    return sorted(cards, key=lambda card: f"{card.id}@")


def _missing(state: MarketStandState, source: act.Source, card: Card) -> str:
    player = state.current_player
    owner, cards = "the market", state.market
    if source == "hand":
        owner, cards = f"{seat_name(player)}'s hand", state.hands[player]
    return f"card {card.id} is not in {owner}, which has {', '.join(held.id for held in cards)}"


RULES: Mapping[type[Any], Rule] = {
    act.Draw: draw,
    act.Announce: announce,
    act.Start: start,
    act.Lay: lay,
}

NOT_DUE: Mapping[type[Any], str] = {
    act.Draw: "a card is drawn only to replace one that was laid",
    act.Announce: "goods are announced once every stand has its 8 cards",
    act.Start: "every stand is started already",
    act.Lay: "each player first starts a stand with a card of the hand: start CARD",
}
"""The reason against an action that is not due."""


def due(state: MarketStandState) -> type[act.Action]:
    """Return the type of the due actions."""
    if state.draws_for:
        return act.Draw
    if state.all_complete:
        return act.Announce
    return act.Lay if state.is_started else act.Start


def legal_actions(state: MarketStandState) -> tuple[act.Action, ...]:
    """Return every legal action, sorted by text."""
    return allowed([RULES[due(state)]], state)


def chance_outcomes(state: MarketStandState) -> tuple[tuple[act.Action, int], ...]:
    """Return a draw of each card of the stack, all equally likely."""
    return tuple([(action, 1) for action in allowed([draw], state)]) if state.draws_for else ()


def illegal_reason(state: MarketStandState, action: act.Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    if state.is_over:
        return "the game is over"
    kind = due(state)
    if isinstance(action, kind):
        return reason_against(RULES[kind], state, action)
    if kind is act.Draw:
        return f"first a card is drawn from the stack for the {state.draws_for}"
    if kind is act.Announce and not isinstance(action, act.Draw):
        return "every stand has its 8 cards: only ties are left to announce"
    return NOT_DUE[type(action)]


def apply_unchecked(state: MarketStandState, action: act.Action) -> MarketStandState:
    """Return the state after a legal action."""
    player = state.current_player
    match action:
        case act.Start(card):
            return _laid(state, Placement(card, 0, 0), state.market)
        case act.Lay("market", card):
            return _laid(state, action.placement, _without(state.market, card))
        case act.Lay():
            return _laid(state, action.placement, state.market)
        case act.Draw(card) if state.draws_for == "market":
            market = in_deck_order(state.deck, (*state.market, card))
            return replace(state, market=market)
        case act.Draw(card):
            hands = put_at(state.hands, state.last_to_lay, (card,))
            return replace(state, hands=hands)
        case act.Announce(goods):
            return replace(state, announced=put_at(state.announced, player, goods))


def _laid(
    state: MarketStandState, placement: Placement, market: tuple[Card, ...]
) -> MarketStandState:
    player = state.current_player
    hand = _without(state.hands[player], placement.card)
    return replace(
        state,
        stands=put_at(state.stands, player, state.stands[player].grown(placement)),
        hands=put_at(state.hands, player, hand),
        market=market,
    )


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple([other for other in cards if other.id != card.id])
