"""A position of the market stand game as a JSON document; every one that play can reach."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from chatuchak_solver.document import Node, fields_of, names_of
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand import setup
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.scoring import Variant, why_not_announced
from chatuchak_solver.stand.space import GOODS, read_goods
from chatuchak_solver.stand.stand import STAND_CARDS, Stand


class MarketStandDocument(TypedDict):
    """A position of the market stand game."""

    game: str
    deck: Deck
    """The deck that is played with."""
    stands: tuple[Stand, ...]
    """Every player's stand: its cards in the order laid."""
    hands: list[list[str]]
    """The cards in every player's hand."""
    market: list[str]
    """The cards face up in the middle."""
    announced: tuple[Announcement | None, ...]
    """What players chose to announce where goods tie; null where nobody chose."""


def state_to_dict(state: MarketStandState) -> MarketStandDocument:
    """Return the document of a state; it shows the hidden hands."""
    return fields_of(
        MarketStandDocument,
        state,
        hands=[[card.id for card in hand] for hand in state.hands],
        market=[card.id for card in state.market],
    )


def state_from_dict(data: Mapping[str, object]) -> MarketStandState:
    """Read a position that play can reach.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or wrong, a card comes twice, or the numbers of cards fit
        no moment of a game; the message names the place.
    """
    fields = Node(dict(data)).fields(names_of(MarketStandDocument))
    fields["game"].choice((MarketStandState.game,))
    deck = fields["deck"].blamed(Deck.from_dict, fields["deck"].value)
    stand_nodes = fields["stands"].items(least=setup.PLAYERS[0], most=setup.PLAYERS[-1])
    count = len(stand_nodes)
    if len(deck) < setup.cards_needed(count):
        raise fields["deck"].error(
            f"{count} players need at least {setup.cards_needed(count)} cards, found {len(deck)}"
        )
    stands = tuple(_read_stand(node, deck) for node in stand_nodes)
    hand_nodes = fields["hands"].items(least=count, most=count)
    hands = [_read_cards(node, deck, most=setup.HAND_CARDS) for node in hand_nodes]
    market = _read_cards(fields["market"], deck, most=setup.MARKET_CARDS)
    _check_cards_once(fields, stands, hands, market)
    _check_moment(fields, stands, hands, market)
    announced = _read_announced(fields["announced"], stands)
    ordered = tuple(setup.in_deck_order(deck, hand) for hand in hands)
    return MarketStandState(deck, stands, ordered, setup.in_deck_order(deck, market), announced)


def _read_stand(node: Node, deck: Deck) -> Stand:
    stand = Stand.from_list(node.value, deck, path=node.path)
    if len(stand):
        first = stand.placements[0]
        if (first.x, first.y, first.rotation) != (0, 0, 0):
            raise node.child(0, None).error("the first card lies at x 0, y 0, rotation 0")
    return stand


def _read_cards(node: Node, deck: Deck, *, most: int) -> list[Card]:
    return [item.read(deck.__getitem__) for item in node.items(most=most)]


def _check_cards_once(
    fields: dict[str, Node],
    stands: Sequence[Stand],
    hands: Sequence[Sequence[Card]],
    market: Sequence[Card],
) -> None:
    used: list[tuple[Node, str]] = []
    for name, groups in (("stands", [stand.cards for stand in stands]), ("hands", hands)):
        for seat, cards in enumerate(groups):
            base = fields[name].child(seat, None)
            used += [(base.child(index, None), card.id) for index, card in enumerate(cards)]
    used += [(fields["market"].child(index, None), card.id) for index, card in enumerate(market)]
    list(fields["stands"].distinct(used))


def _check_moment(
    fields: dict[str, Node],
    stands: Sequence[Stand],
    hands: Sequence[Sequence[Card]],
    market: Sequence[Card],
) -> None:
    """Raise unless the numbers of cards are those of some moment of a game."""
    players = len(stands)
    laid = sum(len(stand) for stand in stands)
    for seat, stand in enumerate(stands):
        expected = laid // players + (seat < laid % players)
        if len(stand) != expected:
            place = fields["stands"].child(seat, None)
            raise place.error(
                f"players lay cards by turns from player 1 on: with {laid} cards laid, this stand "
                f"has {expected}, found {len(stand)}"
            )
    # After a turn one card is missing, in the mover's hand or in the market, until it is drawn.
    mover = (laid - 1) % players if laid > players else None
    gaps = 0
    for seat, (stand, hand) in enumerate(zip(stands, hands, strict=True)):
        size = setup.HAND_CARDS if not len(stand) else 1
        if len(hand) == size - 1 and seat == mover:
            gaps += 1
        elif len(hand) != size:
            place = fields["hands"].child(seat, None)
            raise place.error(f"expected {size} card{'s' * (size != 1)}, found {len(hand)}")
    place = fields["market"]
    if len(market) == setup.MARKET_CARDS - 1 and mover is not None:
        gaps += 1
    elif len(market) != setup.MARKET_CARDS:
        raise place.error(f"expected {setup.MARKET_CARDS} cards, found {len(market)}")
    if gaps > 1:
        raise place.error(
            f"a card is missing here and in the hand of {seat_name(mover or 0)}: one at most"
        )
    if laid == STAND_CARDS * players and not gaps:
        raise place.error("the last card laid is not replaced: here or in the hand is one too many")


def _read_announced(node: Node, stands: Sequence[Stand]) -> tuple[Announcement | None, ...]:
    """Read the announcements made by choice; they are made in seat order once all is laid."""
    count = Variant.usual(len(stands), teams=True).announced
    announced: list[Announcement | None] = []
    waiting = not all(stand.is_complete for stand in stands)
    for item, stand in zip(node.items(least=len(stands), most=len(stands)), stands, strict=True):
        if item.value is None:
            announced.append(None)
            if not waiting:
                waiting = len(tally(stand.picture()).announcements(count)) > 1
            continue
        if waiting:
            raise item.error("not announced yet: expected null")
        goods = read_goods([part.choice(GOODS) for part in item.items()], item.path)
        one = tally(stand.picture())
        reason = why_not_announced(one, goods, count)
        if reason:
            raise item.error(reason)
        if len(one.announcements(count)) == 1:
            raise item.error("nothing ties, so there is nothing to announce: expected null")
        announced.append(goods)
    return tuple(announced)
