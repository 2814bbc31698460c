"""Observations of the market stand, without other players' hands and the order of the stack."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import numpy as np

from chatuchak_solver.adapters.observations.parts import Observer, Part, seats_from, to_act
from chatuchak_solver.games.market_stand.actions import PLACES
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.state import HAND_CARDS, MARKET_CARDS, MarketStandState
from chatuchak_solver.kernels.arrays import Float32s, Int8s
from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS
from chatuchak_solver.stand.space import GOODS, KIND_MASK, KINDS, has_mouse
from chatuchak_solver.stand.stand import Stand

LEFT: Final = min(place.x for place in PLACES)
TOP: Final = min(place.y for place in PLACES)
WIDTH: Final = max(place.x for place in PLACES) + CARD_COLUMNS - LEFT
HEIGHT: Final = max(place.y for place in PLACES) + CARD_COLUMNS - TOP
"""Bounding box of all stands. A card's longer side may be parallel to either axis."""

PLANES: Final = len(KINDS) + 1
"""One plane per kind of space, goods first, and one for mice."""


def observer(start: MarketStandState) -> Observer:
    """Return the observer for games with this initial state."""
    players, cards = start.num_players, len(start.deck.cards)
    slots = HAND_CARDS + MARKET_CARDS
    low, high = start.score_bounds
    parts = (
        Part("stands", (players, PLANES, HEIGHT, WIDTH)),
        Part("slots", (slots, PLANES, CARD_ROWS, CARD_COLUMNS)),
        Part("slot_cards", (slots, cards)),
        Part("unseen", (cards,)),
        Part("hand_sizes", (players,), HAND_CARDS),
        Part("announced", (players, len(GOODS))),
        Part("to_act", (players + 1,)),
        Part("scores", (players,), high, low),
    )
    place_in_deck = {card.id: index for index, card in enumerate(start.deck.cards)}
    faces = {card.id: _planes(card.rotated(0)) for card in start.deck.cards}
    # `partial` can be pickled, unlike a closure.
    return Observer(parts, partial(_write, place_in_deck, faces))


def _write(
    place_in_deck: Mapping[str, int],
    faces: Mapping[str, Float32s],
    state: MarketStandState,
    player: int,
    parts: Mapping[str, Float32s],
) -> None:
    view = observe(state, player)
    seats = seats_from(player, state.num_players)
    scores = state.scores()
    for row, seat in enumerate(seats):
        _write_stand(view.stands[seat], parts["stands"][row])
        parts["hand_sizes"][row] = view.hand_sizes[seat]
        goods = view.announced[seat] or ()
        parts["announced"][row, [GOODS.index(good) for good in goods]] = 1
        # Scores could reveal a first card that is still secret.
        parts["scores"][row] = scores[seat] if state.is_started else 0
    for first, cards in ((0, view.hand), (HAND_CARDS, view.market)):
        for slot, card in enumerate(cards, start=first):
            parts["slots"][slot] = faces[card.id]
            parts["slot_cards"][slot, place_in_deck[card.id]] = 1
    parts["unseen"][[place_in_deck[card.id] for card in view.unseen]] = 1
    to_act(state, player, parts["to_act"])


def _write_stand(stand: Stand, planes: Float32s) -> None:
    for (x, y), space in stand.visible().items():
        planes[(space & KIND_MASK) - KINDS[0], y - TOP, x - LEFT] = 1
        planes[-1, y - TOP, x - LEFT] = has_mouse(space)


def _planes(spaces: Int8s) -> Float32s:
    kinds = [(spaces & KIND_MASK) == kind for kind in KINDS]
    mice = np.vectorize(has_mouse, otypes=[bool])(spaces)
    return np.stack([*kinds, mice]).astype(np.float32)
