"""The cards that people may set up: the market and the hands."""

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.market_stand.setup import HAND_CARDS, MARKET_CARDS
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.sentences import Sentence


def setup_parts(start: MarketStandState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the market and the hands."""
    cards = {card.id: 1 for card in start.deck}
    names = list(cards)
    return (
        SetupPart("market", "cards", MARKET_CARDS, cards, " ".join(names[:MARKET_CARDS])),
        *(
            SetupPart(
                f"hand {seat}", "cards", HAND_CARDS, cards, " ".join(names[:HAND_CARDS]), seat
            )
            for seat in range(start.num_players)
        ),
    )


def lay_parts(start: MarketStandState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put cards into a start's document; cards that they take elsewhere are redrawn."""
    taken: set[str] = set()
    for name, cards in given.items():
        twice = taken & set(cards)
        if twice:
            text = f"{name}: {min(twice)} lies elsewhere already"
            raise InputError(Sentence("elsewhere", text, a=min(twice)))
        taken |= set(cards)
    drawn = {"market": document["market"]}
    drawn |= {f"hand {seat}": hand for seat, hand in enumerate(document["hands"])}
    kept = {
        name: [card for card in cards if card not in taken]
        for name, cards in drawn.items()
        if name not in given
    }
    away = taken.union(*kept.values())
    stack = [card.id for card in start.deck if card.id not in away]
    order = [stack[index] for index in rng.permutation(len(stack))]
    for name, cards in kept.items():
        while len(cards) < len(drawn[name]):
            cards.append(order.pop())
    lies = {**kept, **given}
    document["market"] = list(lies["market"])
    document["hands"] = [list(lies[f"hand {seat}"]) for seat in range(start.num_players)]
