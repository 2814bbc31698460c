"""Actions of players and of chance as small numbers, which other people's learners need.

Most games number their actions few enough for that. The market stand names every card at every
place, some hundred thousand; here its actions name the slot that the card comes from, which the
observation shows in the same order.
"""

from functools import singledispatch
from typing import Any, Final, cast

from chatuchak_solver.adapters.action_space import ActionSpace, check_number
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.chatuchak_speed.actions import PlayerMove
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.market_stand.actions import ANNOUNCEMENTS, Announce, Draw, Lay, Start
from chatuchak_solver.games.market_stand.actions import Action as StandAction
from chatuchak_solver.games.market_stand.places import PLACES, place_number
from chatuchak_solver.games.market_stand.setup import HAND_CARDS, MARKET_CARDS
from chatuchak_solver.games.market_stand.state import MarketStandState

SLOTS: Final = HAND_CARDS + MARKET_CARDS
"""Where a card to lay may come from: the hand, then the market, each in the deck's order."""


class ActionCode:
    """Numbers of a game's actions, from 0, that depend on nothing but its setup and the state.

    Here they number `GameState.all_actions`, for players and chance alike.

    Attributes
    ----------
    size, chance_size
        How many numbers the players' actions have, and the outcomes of chance.
    """

    def __init__(self, start: AnyState) -> None:
        self._space = ActionSpace(start.all_actions())
        self.size: int = len(self._space)
        self.chance_size: int = self.size

    def number(self, state: AnyState, action: Any) -> int:
        """Return the number of an action, of a player's or of chance, that is legal in a state."""
        del state
        return self._space.number(action)

    def action(self, state: AnyState, number: int) -> Any:
        """Return the action of a number in a state, legal or not.

        Raises
        ------
        InputError
            If the number means nothing there.
        """
        del state
        return self._space.action(number)


class SpotNumbers(ActionCode):
    """The speed game: a move is its spot, whoever makes it.

    As all play at once, a number has no player; `action` needs the one of `SpeedState` who moves.
    """

    chance_size = 0

    def __init__(self, start: SpeedState) -> None:
        self.size: int = start.grids[0].board.spots

    def number(self, state: AnyState, action: PlayerMove) -> int:
        """Return the spot of a move."""
        del state
        return action.spot

    def action(self, state: AnyState, number: int, player: int = 0) -> PlayerMove:
        """Return a player's move of the booth on a spot."""
        del state
        check_number(number, self.size)
        return PlayerMove(player, number)


class SlotNumbers(ActionCode):
    """The market stand: begin with the card of a slot, announce, lay the card of a slot at a place.

    Slots are those of the acting player's hand, then those of the market. Chance draws a card by
    its place in the deck.
    """

    size: int = HAND_CARDS + len(ANNOUNCEMENTS) + SLOTS * len(PLACES)
    _first_lay = HAND_CARDS + len(ANNOUNCEMENTS)

    def __init__(self, start: MarketStandState) -> None:
        self.chance_size: int = len(start.deck.cards)

    def number(self, state: AnyState, action: StandAction) -> int:
        """Return the number of an action; see `ActionCode`."""
        state = cast("MarketStandState", state)
        match action:
            case Draw(card):
                return state.deck.cards.index(card)
            case Start(card):
                return _hand(state).index(card)
            case Announce():
                return HAND_CARDS + ANNOUNCEMENTS.index(action)
            case Lay(source, card, place):
                in_hand = source == "hand"
                slot = _hand(state).index(card) if in_hand else state.market.index(card)
                at = place_number(place.x, place.y, place.rotation)
                assert at is not None, "a legal placement is in the box"
                return self._first_lay + (slot + HAND_CARDS * (not in_hand)) * len(PLACES) + at

    def action(self, state: AnyState, number: int) -> StandAction:
        """Return the action of a number; see `ActionCode`."""
        state = cast("MarketStandState", state)
        if state.draws_for:
            check_number(number, self.chance_size)
            return Draw(state.deck.cards[number])
        check_number(number, self.size)
        if number < HAND_CARDS:
            return Start(_slot(_hand(state), number))
        if number < self._first_lay:
            return ANNOUNCEMENTS[number - HAND_CARDS]
        slot, at = divmod(number - self._first_lay, len(PLACES))
        if slot < HAND_CARDS:
            return Lay("hand", _slot(_hand(state), slot), PLACES[at])
        return Lay("market", _slot(state.market, slot - HAND_CARDS), PLACES[at])


def _hand(state: MarketStandState) -> tuple[Any, ...]:
    return state.hands[state.current_player]


def _slot(cards: tuple[Any, ...], slot: int) -> Any:
    if slot >= len(cards):
        raise InputError(f"no card is in slot {slot}; there are {len(cards)}")
    return cards[slot]


@singledispatch
def action_code(start: AnyState) -> ActionCode:
    """Return the numbers of the actions of a game that starts so."""
    return ActionCode(start)


action_code.register(MarketStandState, SlotNumbers)
action_code.register(SpeedState, SpotNumbers)
