"""What lies on a real table before the first action, told by people instead of drawn here.

A game's setup has parts, such as the market's cards or a player's start grid. Any of them may be
given; the rest stays as it was drawn, or is redrawn where what is given takes its pieces.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from numpy.random import Generator

from chatuchak_solver.box import Box
from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import quoted
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.market_stand.setup import HAND_CARDS, MARKET_CARDS
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.tiles import STANDS
from chatuchak_solver.games.river_market.river import River
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles

Given = Mapping[str, Sequence[str]]
S = TypeVar("S", bound=AnyState)


@dataclass(frozen=True, slots=True)
class SetupPart(Jsonable):
    """One part of a setup.

    Attributes
    ----------
    name
        Its name: ``market``, ``hand``, ``tiles``, ``display``, ``customers``, ``grid``, ``mixes``
        or ``river``; behind a blank the player, or the number of customers.
    what
        What its pieces are, in the plural; the singular where it has but one.
    count
        How many pieces it has.
    pieces
        Each piece that it may have, and how many of it the game has; empty where any text is
        read that ``check`` takes.
    example
        How it is written.
    secret
        The player who alone sees it, or None.
    check
        Returns a text as it is kept, or raises InputError; used where there are no ``pieces``.
    """

    written = "name count pieces=pairs example secret"

    name: str
    what: str
    count: int
    pieces: Mapping[str, int] = field(default_factory=dict)
    example: str = ""
    secret: int | None = None
    check: Callable[[str], str] | None = None

    def pairs(self) -> tuple[tuple[str, int], ...]:
        """Return each piece that it may have, and how many of it the game has."""
        return tuple(self.pieces.items())

    def read(self, text: str) -> tuple[str, ...]:
        """Return the pieces that a person names, separated by commas or, without them, by blanks.

        A number before a piece repeats it, as in ``2 fish, meat``; capital and small
        letters are one.

        Raises
        ------
        InputError
            If they are not as many as expected, or one is unknown or named too often; the message
            says what was expected.
        """
        if self.check is not None:
            return (self.check(text.strip()),)
        if "," in text or any(" " in piece for piece in self.pieces):
            words = [word.strip() for word in text.split(",")]
        else:
            words = re.findall(r"\d+ +\S+|\S+", text)
        return self.checked([piece for word in words for piece in self._named(word)])

    def checked(self, pieces: Sequence[str]) -> tuple[str, ...]:
        """Return pieces that are known to be possible; raises as `read`."""
        if self.check is not None:
            return (self.check(" ".join(pieces)),)
        for piece, count in Counter(pieces).items():
            if piece not in self.pieces:
                none = f"no {self.what}" if self.count == 1 else f"none of the {self.what}"
                raise InputError(f"{quoted(piece)} is {none}: {', '.join(self.pieces)}")
            if count > self.pieces[piece]:
                raise InputError(f"{count} times {piece}; the game has {self.pieces[piece]}")
        if len(pieces) != self.count:
            raise InputError(
                f"expected {self.count} {self.what}, such as {self.example}; found {len(pieces)}"
            )
        return tuple(pieces)

    def _named(self, word: str) -> list[str]:
        number, _, piece = word.partition(" ")
        several = number.isascii() and number.isdecimal() and len(number) < 3
        whole, counted = self._meant(word), self._meant(piece.strip())
        if whole is None and several and counted is not None:
            return [counted] * int(number)
        return [word if whole is None else whole]

    def _meant(self, word: str) -> str | None:
        if word in self.pieces:
            return word
        alike = [name for name in self.pieces if name.casefold() == word.casefold()]
        return alike[0] if len(alike) == 1 else None


def parts_of(start: AnyState, box: Box | None = None) -> tuple[SetupPart, ...]:
    """Return the parts of a game's setup, in the order in which people lay them.

    Parameters
    ----------
    start
        A game before its first action.
    box
        The box with the numbered start tiles; the default box if None.
    """
    if start.game not in _TABLES:
        return ()
    return _TABLES[start.game][0](start, box or Box.default())


def laid(start: S, given: Given, rng: Generator, box: Box | None = None) -> S:
    """Return a start with some parts as they lie on the table.

    Parameters
    ----------
    start
        A game before its first action.
    given
        The pieces of parts by the parts' names.
    rng
        Draws what is neither given nor can stay.
    box
        As for `parts_of`.

    Raises
    ------
    InputError
        If a part is unknown, its pieces are impossible, or parts together take more than the
        game has; the message names the part.
    """
    parts = {part.name: part for part in parts_of(start, box)}
    pieces: dict[str, tuple[str, ...]] = {}
    for name, named in given.items():
        if name not in parts:
            raise InputError(f"{start.game} has no {quoted(name)}; it has: {', '.join(parts)}")
        try:
            pieces[name] = parts[name].checked(named)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    if not pieces:
        return start
    document = start.to_dict()
    _TABLES[start.game][1](start, document, pieces, rng)
    return type(start).from_dict(document)


def _grid(tiles: StartTiles, text: str) -> str:
    if text.isascii() and text.isdecimal():
        if len(text) > 4 or not 1 <= int(text) <= len(tiles):
            raise InputError(f"no start grid {text[:4]}; they are 1 to {len(tiles)}")
        return str(tiles.tile(int(text)))
    try:
        return str(Grid.parse(text))
    except InputError as error:
        raise InputError(
            f"expected a grid, such as {tiles.tile(1)}, or a tile's number, 1 to {len(tiles)}: "
            f"{error}"
        ) from None


def _grid_parts(start: ChatuchakState | SpeedState, box: Box) -> tuple[SetupPart, ...]:
    example, check = str(box.tiles.tile(1)), partial(_grid, box.tiles)
    return tuple(
        SetupPart(f"grid {seat}", "start grid", 1, example=example, check=check)
        for seat in range(start.num_players)
    )


def _chatuchak_parts(start: ChatuchakState, box: Box) -> tuple[SetupPart, ...]:
    mixes = sum(marker.kind == "mix" for marker in start.table.markers)
    pieces = {marker.name: 1 for marker in ALL_MIXES}
    example = " ".join(list(pieces)[:mixes])
    return (*_grid_parts(start, box), SetupPart("mixes", "mix markers", mixes, pieces, example))


def _lay_grids(_: AnyState, document: JsonObject, given: Given, __: Generator) -> None:
    for seat in range(len(document["grids"])):
        if f"grid {seat}" in given:
            document["grids"][seat] = given[f"grid {seat}"][0]
    if "mixes" in given:
        order = [marker.name for marker in ALL_MIXES].index
        others = [one for one in document["markers"] if not one["marker"].startswith("mix:")]
        mixes = [
            {"marker": name, "holder": None, "token": None}
            for name in sorted(given["mixes"], key=order)
        ]
        document["markers"] = [*others, *mixes]


def _stand_parts(start: MarketStandState, _: Box) -> tuple[SetupPart, ...]:
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


def _lay_cards(start: AnyState, document: JsonObject, given: Given, rng: Generator) -> None:
    assert isinstance(start, MarketStandState)
    taken: set[str] = set()
    for name, cards in given.items():
        twice = taken & set(cards)
        if twice:
            raise InputError(f"{name}: {min(twice)} lies elsewhere already")
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


def _mercado_parts(start: MercadoState, _: Box) -> tuple[SetupPart, ...]:
    tiles = {name: n for name, n in zip(STANDS, start.setup.stand_tiles, strict=True) if n}
    kinds = list(tiles)
    parts = [
        SetupPart(name, "stand tiles", STARTING_TILES, tiles, f"2 {kinds[0]}, {kinds[-1]}")
        for name in (*(f"tiles {seat}" for seat in range(start.num_players)), "display")
    ]
    for customers in sorted({tile.customers for tile in start.shown}):
        shown = sum(tile.customers == customers for tile in start.shown)
        pile = {str(t): n for t, n in start.setup.customer_tiles if t.customers == customers}
        example = ", ".join(list(pile)[:shown])
        parts.append(SetupPart(f"customers {customers}", "customer tiles", shown, pile, example))
    return tuple(parts)


def _lay_tiles(start: AnyState, document: JsonObject, given: Given, rng: Generator) -> None:
    assert isinstance(start, MercadoState)
    places = [*(f"tiles {seat}" for seat in range(start.num_players)), "display"]
    if any(place in given for place in places):
        bag = Counter(dict(zip(STANDS, start.setup.stand_tiles, strict=True)))
        lies: dict[str, Counter[str]] = {}
        for place in sorted(places, key=lambda place: place not in given):
            if place in given:
                lies[place] = Counter(given[place])
            else:
                rest = sorted(bag.elements())
                drawn = rng.choice(len(rest), size=STARTING_TILES, replace=False)
                lies[place] = Counter(rest[int(index)] for index in drawn)
            bag.subtract(lies[place])
            for name, count in bag.items():
                if count < 0:
                    raise InputError(f"{place}: more {name} than the game has, with what was given")
        for seat in range(start.num_players):
            document["players"][seat]["tiles"] = dict(lies[f"tiles {seat}"])
        document["display"], document["bag"] = dict(lies["display"]), dict(+bag)
    shown = list(map(str, start.shown))
    for name, pieces in given.items():
        if name.startswith("customers "):
            number = name.removeprefix("customers ")
            shown = [tile for tile in shown if tile.partition(" ")[0] != number]
            shown += pieces
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)


def _river(text: str) -> str:
    return str(River.parse(text))


def _river_parts(start: RiverMarketState, _: Box) -> tuple[SetupPart, ...]:
    return (SetupPart("river", "river", 1, example=str(start.river), check=_river),)


def _lay_river(_: AnyState, document: JsonObject, given: Given, __: Generator) -> None:
    document["setup"]["river"] = document["river"] = given["river"][0]


_Lay = Callable[[AnyState, JsonObject, Given, "Generator"], None]

_TABLES: Final[Mapping[str, tuple[Callable[[Any, Box], tuple[SetupPart, ...]], _Lay]]] = {
    ChatuchakState.game: (_chatuchak_parts, _lay_grids),
    SpeedState.game: (_grid_parts, _lay_grids),
    MercadoState.game: (_mercado_parts, _lay_tiles),
    MarketStandState.game: (_stand_parts, _lay_cards),
    RiverMarketState.game: (_river_parts, _lay_river),
}
