"""The rules of the market stand game; "Rulebook" cites the headings of its text.

A rule tries choices and yields, for each, the action or the reason why it is illegal.
`legal_actions` lets it try all choices, in the order of their texts; `illegal_reason` lets it try
one.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import put_at, replace
from chatuchak_solver.games.market_stand.actions import Action, Announce, Draw, Lay, Source, Start
from chatuchak_solver.games.market_stand.places import PLACES, Place, places_near
from chatuchak_solver.games.market_stand.setup import in_deck_order
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.sentences import Sentence
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import why_not_announced
from chatuchak_solver.stand.space import GOODS

Verdicts: TypeAlias = Iterator[Action | str]

NOT_IN_STACK: Final = Sentence("not_in_stack", "that card is not in the stack")


def draw(state: MarketStandState, cards: Iterable[Card] | None = None) -> Verdicts:
    """Replace the placed card by the top card of the stack."""
    stack = state.stack
    if cards is None:
        yield from map(Draw, _by_id(stack))
    else:
        yield from (Draw(c) if c in stack else NOT_IN_STACK for c in cards)


def start(state: MarketStandState, cards: Iterable[Card] | None = None) -> Verdicts:
    """Start the stand with one of the two cards in the hand. Rulebook: Game Setup."""
    hand = state.hands[state.current_player]
    for card in _by_id(hand) if cards is None else cards:
        yield Start(card) if card in hand else _missing(state, "hand", card)


def lay(
    state: MarketStandState,
    source: Source,
    cards: Iterable[Card] | None = None,
    places: Iterable[Place] | None = None,
) -> Verdicts:
    """Lay a card of the hand or of the market: next to or over a card. Rulebook: Gameplay."""
    player = state.current_player
    offered = state.hands[player] if source == "hand" else state.market
    stand = state.stands[player]
    if places is None:
        places = [PLACES[number] for number in places_near(stand.placements)]
    for card in _by_id(offered) if cards is None else cards:
        if card not in offered:
            yield _missing(state, source, card)
        elif cards is None:
            yield from map(partial(Lay, source, card), places)
        else:
            for place in places:
                action = Lay(source, card, place)
                yield stand.why_illegal(action.placement) or action


def announce(state: MarketStandState, choices: Iterable[Announcement] | None = None) -> Verdicts:
    """Choose among goods whose biggest groups tie. Rulebook: Scoring."""
    player = state.current_player
    allowed = state.choices(player) if state.undecided else ()
    for goods in sorted(allowed) if choices is None else choices:
        if goods in allowed:
            yield Announce(goods)
        else:
            count = state.variant.announced
            reason = why_not_announced(state.tallies[player], goods, count)
            yield reason or f"goods are named in the order {' '.join(GOODS)}"


def _by_id(cards: Iterable[Card]) -> list[Card]:
    # An id may be followed by @ in an action's text, which sorts between digits and letters.
    return sorted(cards, key=lambda card: f"{card.id}@")


def _missing(state: MarketStandState, source: Source, card: Card) -> str:
    player = state.current_player
    owner, cards = "the market", state.market
    if source == "hand":
        owner, cards = f"{seat_name(player)}'s hand", state.hands[player]
    return f"card {card.id} is not in {owner}, which has {', '.join(held.id for held in cards)}"


def legal_actions(state: MarketStandState) -> tuple[Action, ...]:
    """Return every legal action, sorted by its text."""
    if state.draws_for:
        verdicts = [*draw(state)]
    elif state.all_complete:
        verdicts = [*announce(state)]
    elif not state.is_started:
        verdicts = [*start(state)]
    else:
        verdicts = [*lay(state, "hand"), *lay(state, "market")]
    return tuple([verdict for verdict in verdicts if not isinstance(verdict, str)])


def chance_outcomes(state: MarketStandState) -> tuple[tuple[Action, int], ...]:
    """Return a draw of each card of the stack, all equally likely."""
    return tuple([(action, 1) for action in legal_actions(state)]) if state.draws_for else ()


def illegal_reason(state: MarketStandState, action: Action) -> str | None:
    """Return the rule that forbids an action now, or None."""
    if state.is_over:
        return "the game is over"
    match action:
        case Draw(card):
            if not state.draws_for:
                return "a card is drawn only to replace one that was laid"
            verdicts = draw(state, [card])
        case _ if state.draws_for:
            return f"first a card is drawn from the stack for the {state.draws_for}"
        case Announce(goods):
            if not state.all_complete:
                return "goods are announced once every stand has its 8 cards"
            verdicts = announce(state, [goods])
        case _ if state.all_complete:
            return "every stand has its 8 cards: only ties are left to announce"
        case Start(card):
            if state.is_started:
                return "every stand is started already"
            verdicts = start(state, [card])
        case Lay(source, card, place):
            if not state.is_started:
                return "everybody first starts a stand with a card of the hand: start CARD"
            verdicts = lay(state, source, [card], [place])
    verdict = next(verdicts)
    return verdict if isinstance(verdict, str) else None


def apply_unchecked(state: MarketStandState, action: Action) -> MarketStandState:
    """Return the state after a legal action."""
    player = state.current_player
    match action:
        case Start(card):
            return _laid(state, Placement(card, 0, 0), state.market)
        case Lay("market", card):
            return _laid(state, action.placement, _without(state.market, card))
        case Lay():
            return _laid(state, action.placement, state.market)
        case Draw(card) if state.draws_for == "market":
            market = in_deck_order(state.deck, (*state.market, card))
            return replace(state, market=market)
        case Draw(card):
            hands = put_at(state.hands, state.last_to_lay, (card,))
            return replace(state, hands=hands)
        case Announce(goods):
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
