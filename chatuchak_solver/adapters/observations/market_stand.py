"""Observations of the market stand, without other players' hands and the order of the stack."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from chatuchak_solver.adapters.action_codes import SLOTS, slots
from chatuchak_solver.adapters.observations.parts import Observer, Part, to_act
from chatuchak_solver.games.market_stand.actions import PLACES
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.state import HAND_CARDS, MarketStandState
from chatuchak_solver.kernels.arrays import Float32s, Int8s
from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS
from chatuchak_solver.stand.space import GOODS, KIND_MASK, KINDS, has_mouse

LEFT = min(place.x for place in PLACES)
TOP = min(place.y for place in PLACES)
WIDTH = max(place.x for place in PLACES) + CARD_COLUMNS - LEFT
HEIGHT = max(place.y for place in PLACES) + CARD_COLUMNS - TOP
"""Bounding box of all stands. A card's longer side may be parallel to either axis."""

PLANES = len(KINDS) + 1
"""One plane per kind of space, goods first, and one for mice."""


def observer(start: MarketStandState) -> Observer:
    """Return the observer for games with this initial state."""
    players, deck = start.num_players, start.deck.cards
    low, high = start.score_bounds
    faces: dict[Any, Float32s] = {card: _planes(card.rotated(0)) for card in deck}
    no_card = np.zeros((PLANES, CARD_ROWS, CARD_COLUMNS), np.float32)

    def hidden(state: MarketStandState, seat: int, seats: Sequence[int]) -> bool:
        return not state.is_started and seat != seats[0]

    def stands(state: MarketStandState, seats: Sequence[int]) -> Float32s:
        planes = np.zeros((players, PLANES, HEIGHT, WIDTH), np.float32)
        for own, seat in zip(planes, seats, strict=True):
            seen = {} if hidden(state, seat, seats) else state.stands[seat].visible()
            for (x, y), space in seen.items():
                own[(space & KIND_MASK) - KINDS[0], y - TOP, x - LEFT] = 1
                own[-1, y - TOP, x - LEFT] = has_mouse(space)
        return planes

    def unseen(state: MarketStandState, seats: Sequence[int]) -> list[bool]:
        cards = set(observe(state, seats[0]).unseen)
        return [card in cards for card in deck]

    return Observer(start, (
        Part("stands", (players, PLANES, HEIGHT, WIDTH), read=stands),
        Part("slots", (SLOTS, PLANES, CARD_ROWS, CARD_COLUMNS), read=lambda state, seats: [
            faces.get(card, no_card) for card in slots(state, seats[0])
        ]),
        Part("slot_cards", (SLOTS, len(deck)), read=lambda state, seats: [
            [card == slot for card in deck] for slot in slots(state, seats[0])
        ]),
        Part("unseen", (len(deck),), read=unseen),
        Part("hand_sizes", (players,), HAND_CARDS, read=lambda state, seats: [
            HAND_CARDS if hidden(state, seat, seats) else len(state.hands[seat]) for seat in seats
        ]),
        Part("announced", (players, len(GOODS)), read=lambda state, seats: [
            [good in (state.announced[seat] or ()) for good in GOODS] for seat in seats
        ]),
        to_act(start),
        # Scores could reveal a first card that is still secret.
        Part("scores", (players,), high, low, lambda state, seats: (
            operator.itemgetter(*seats)(state.scores()) if state.is_started else [0] * players
        )),
    ))  # fmt: skip


def _planes(spaces: Int8s) -> Float32s:
    kinds = [(spaces & KIND_MASK) == kind for kind in KINDS]
    mice = np.vectorize(has_mouse, otypes=[bool])(spaces)
    return np.stack([*kinds, mice]).astype(np.float32)
