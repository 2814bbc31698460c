"""All actions of the market stand game: some hundred thousand, so made as they are asked for."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.market_stand import actions as act
from chatuchak_solver.games.market_stand.places import PLACES, place_number
from chatuchak_solver.games.numbering import check_number
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.space import GOODS

ANNOUNCEMENTS: Final = tuple(
    act.Announce(goods) for count in (1, 2) for goods in combinations(GOODS, count)
)

SOURCES: Final[tuple[act.Source, ...]] = ("hand", "market")


class LaysOfCard(dict[int, act.Lay]):
    """The layings of one card from one source by the number of the place."""

    def __init__(self, source: act.Source, card: Card) -> None:
        super().__init__()
        self._source = source
        self._card = card

    def __missing__(self, number: int) -> act.Lay:
        lay = self[number] = act.Lay(self._source, self._card, PLACES[number])
        return lay


class StandActions:
    """A `Numbering` of the actions with a deck's cards.

    In this order: ``start`` and ``draw`` of each card, the announcements of one good and of two,
    then ``hand`` and ``market`` of each card at every place of `PLACES`.
    """

    def __init__(self, deck: Deck) -> None:
        cards = deck.cards
        self._deck = deck
        self._cards = cards
        self._place_in_deck = {card.id: index for index, card in enumerate(cards)}
        self._starts = {card.id: act.Start(card) for card in cards}
        self._draws = {card.id: act.Draw(card) for card in cards}
        self._lays = {(s, card.id): LaysOfCard(s, card) for s in SOURCES for card in cards}
        self._few: tuple[act.Action, ...] = (
            *self._starts.values(),
            *self._draws.values(),
            *ANNOUNCEMENTS,
        )
        self._numbers = {action: number for number, action in enumerate(self._few)}

    def __reduce__(self) -> tuple[object, ...]:
        return actions_of_deck, (self._deck,)

    def __len__(self) -> int:
        return len(self._few) + len(SOURCES) * len(self._cards) * len(PLACES)

    def number(self, action: act.Action) -> int:
        """Return an action's number.

        Raises
        ------
        InputError
            If the card is none of the deck's or lies where no card of a stand can.
        """
        if not isinstance(action, act.Lay):
            number = self._numbers.get(action)
        else:
            place = place_number(action.place.x, action.place.y, action.place.rotation)
            card = self._place_in_deck.get(action.card.id)
            number = None
            if place is not None and card is not None and self._cards[card] == action.card:
                row = SOURCES.index(action.source) * len(self._cards) + card
                number = len(self._few) + row * len(PLACES) + place
        if number is None:
            raise InputError(f"{action} is none of the actions that this deck ever offers")
        return number

    def action(self, number: int) -> act.Action:
        """Return the action of a number.

        Raises
        ------
        InputError
            If there is none.
        """
        check_number(number, len(self))
        if number < len(self._few):
            return self._few[number]
        row, place = divmod(number - len(self._few), len(PLACES))
        source, card = divmod(row, len(self._cards))
        return self._lays[SOURCES[source], self._cards[card].id][place]

    def starts(self, cards: Iterable[Card]) -> tuple[act.Start, ...]:
        """Return the starts with cards, sorted by their texts."""
        return tuple([self._starts[name] for name in sorted([card.id for card in cards])])

    def draws(self, cards: Iterable[Card]) -> tuple[act.Draw, ...]:
        """Return the draws of cards, sorted by their texts."""
        return tuple([self._draws[name] for name in sorted([card.id for card in cards])])

    def lays(self, source: act.Source, cards: Iterable[Card]) -> list[LaysOfCard]:
        """Return the layings of cards, in the order of their texts."""
        # A place's text starts with @, which comes after digits and before letters.
        ordered = sorted(cards, key=lambda card: f"{card.id}@")
        return [self._lays[source, card.id] for card in ordered]


@lru_cache(maxsize=4)
def actions_of_deck(deck: Deck) -> StandActions:
    """Return the actions with a deck's cards."""
    return StandActions(deck)
