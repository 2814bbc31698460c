"""Which cards may be laid, drawn and announced, and what that changes."""

from collections.abc import Callable
from operator import itemgetter
from typing import TypeVar

from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand.actions import Action, Announce, Draw, Lay, Start
from chatuchak_solver.games.market_stand.numbering import LaysOfCard
from chatuchak_solver.games.market_stand.places import with_touching
from chatuchak_solver.games.market_stand.position import Position
from chatuchak_solver.games.market_stand.setup import in_deck_order
from chatuchak_solver.games.values import put_at
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import why_not_announced
from chatuchak_solver.stand.space import GOODS

P = TypeVar("P", bound=Position)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every legal action, sorted by its text."""
    known = position.known
    if position.draws_for:
        return known.draws(position.stack)
    if position.all_complete:
        undecided = position.undecided
        found = position.choices(undecided[0]) if undecided else ()
        return tuple(sorted(map(Announce, found), key=str))
    player = position.current_player
    if not position.is_started:
        return known.starts(position.hands[player])
    actions: tuple[Action, ...] = ()
    at_places = itemgetter(*position.places[player])
    for lays in _lays(position, player):
        actions += at_places(lays)
    return actions


def pick_lay(position: Position, draw: Callable[[int], int]) -> Action | None:
    """Return one of the legal actions where a card is laid, by its index; else None."""
    if not position.is_started or position.all_complete or position.draws_for:
        return None
    player = position.current_player
    lays, places = _lays(position, player), position.places[player]
    card, place = divmod(draw(len(lays) * len(places)), len(places))
    return lays[card][places[place]]


def _lays(position: Position, player: int) -> list[LaysOfCard]:
    """Return the layings of each card on offer, wherever it would lie, sorted by their texts."""
    known = position.known
    return known.lays("hand", position.hands[player]) + known.lays("market", position.market)


def chance_outcomes(position: Position) -> tuple[tuple[Action, int], ...]:
    """Return a draw of each card of the stack, all equally likely."""
    if not position.draws_for:
        return ()
    return tuple([(action, 1) for action in legal_actions(position)])


def refusal(position: Position, action: Action) -> str | None:
    """Return the rule that forbids an action now, or None."""
    if position.is_over:
        return "the game is over"
    player = position.current_player
    if isinstance(action, Draw) or player == CHANCE:
        if not isinstance(action, Draw):
            return f"first a card is drawn from the stack for the {position.draws_for}"
        if player != CHANCE:
            return "a card is drawn only to replace one that was laid"
        return None if action.card in position.stack else "that card is not in the stack"
    if isinstance(action, Announce) or position.all_complete:
        if not isinstance(action, Announce):
            return "every stand has its 8 cards: only ties are left to announce"
        if not position.all_complete:
            return "goods are announced once every stand has its 8 cards"
        return _announce_refusal(position, action, player)
    if isinstance(action, Start) or not position.is_started:
        if not isinstance(action, Start):
            return "everybody first starts a stand with a card of the hand: start CARD"
        if position.is_started:
            return "every stand is started already"
        return _not_in_hand(position, action.card, player)
    if action.source == "hand":
        missing = _not_in_hand(position, action.card, player)
    else:
        held = ", ".join(card.id for card in position.market)
        missing = (
            None
            if action.card in position.market
            else f"card {action.card.id} is not in the market, which has {held}"
        )
    return missing or position.stands[player].why_illegal(action.placement)


def _announce_refusal(position: Position, action: Announce, player: int) -> str | None:
    if action.goods in position.choices(player):
        return None
    count = position.variant.announced
    reason = why_not_announced(position.tallies[player], action.goods, count)
    return reason or f"goods are named in the order {' '.join(GOODS)}"


def _not_in_hand(position: Position, card: Card, player: int) -> str | None:
    if card in position.hands[player]:
        return None
    held = ", ".join(held.id for held in position.hands[player])
    return f"card {card.id} is not in {seat_name(player)}'s hand, which has {held}"


def after(position: P, action: Action) -> P:
    """Return the position after a legal action."""
    if isinstance(action, Lay):
        placement = action.placement
        if action.source == "market":
            return _laid(position, placement, _without(position.market, placement.card))
        return _laid(position, placement, position.market)
    if isinstance(action, Start):
        return _laid(position, Placement(action.card, 0, 0), position.market)
    if isinstance(action, Draw):
        return _drawn(position, action.card)
    player = position.current_player
    return position.but(announced=put_at(position.announced, player, action.goods))


def _laid(position: P, placement: Placement, market: tuple[Card, ...]) -> P:
    player = position.current_player
    following = position.but(
        laid=put_at(position.laid, player, (*position.laid[player], placement)),
        hands=put_at(position.hands, player, _without(position.hands[player], placement.card)),
        market=market,
    )
    # One stand has grown; the others stay as they are.
    stands = position.stands
    known = following.__dict__
    known["stands"] = put_at(stands, player, stands[player].grown(placement))
    known["cards_laid"] = position.cards_laid + 1
    # Who plays on by ratings never asks for all places.
    places = position.__dict__.get("places")
    if places is not None:
        known["places"] = put_at(places, player, with_touching(places[player], placement))
    return following


def _drawn(position: P, card: Card) -> P:
    if position.draws_for == "market":
        return position.but(market=in_deck_order(position.deck, (*position.market, card)))
    return position.but(hands=put_at(position.hands, position.last_to_lay, (card,)))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple([other for other in cards if other.id != card.id])
