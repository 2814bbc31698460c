"""Compact action numbers and final rewards for learning libraries.

Most games number all actions of their setup. The market stand, with some hundred thousand actions,
numbers the slots of cards, in the order of the observation.
"""

from functools import singledispatch
from typing import Any, Literal, TypeAlias, cast, get_args

from chatuchak_solver.arguments import check_choice, check_int
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.market_stand import actions as act
from chatuchak_solver.games.market_stand.state import HAND_CARDS, MARKET_CARDS, MarketStandState
from chatuchak_solver.stand.card import Card

SLOTS = HAND_CARDS + MARKET_CARDS
"""Sources of a card: hand, then market, each in deck order."""


class ActionCode:
    """Action numbers from 0 that depend only on the setup and the state.

    By default, the numbers of `GameState.all_actions`, shared by players and chance. In
    simultaneous games all players have the numbers of the first, whose actions `action` returns.

    Attributes
    ----------
    size, chance_size
        Numbers of player actions and of chance outcomes.
    """

    def __init__(self, start: AnyState) -> None:
        self._actions: tuple[Any, ...] = tuple(start.all_actions())
        self._numbers = {action: number for number, action in enumerate(self._actions)}
        sharing = start.num_players if start.is_simultaneous else 1
        self.size: int = len(self._actions) // sharing
        self.chance_size: int = self.size

    def number(self, state: AnyState, action: Any) -> int:
        """Return the number of a legal action or chance outcome."""
        del state
        return self._numbers[action] % self.size

    def action(self, state: AnyState, number: int) -> Any:
        """Return the action of a number, legal or not."""
        del state
        return self._actions[_check_number(number, self.size)]


class SlotCode(ActionCode):
    """Actions of the market stand: start with a slot's card, announce, or lay a slot's card.

    Chance outcomes are positions in the deck.
    """

    size: int = HAND_CARDS + len(act.ANNOUNCEMENTS) + SLOTS * len(act.PLACES)
    _first_lay = HAND_CARDS + len(act.ANNOUNCEMENTS)

    def __init__(self, start: MarketStandState) -> None:
        self.chance_size: int = len(start.deck.cards)

    def number(self, state: AnyState, action: act.Action) -> int:
        """Return an action's number; see `ActionCode`."""
        state = cast("MarketStandState", state)
        match action:
            case act.Draw(card):
                return state.deck.cards.index(card)
            case act.Announce():
                return HAND_CARDS + act.ANNOUNCEMENTS.index(action)
            case act.Start(card):
                return slots(state).index(card)
            case act.Lay(_, card, place):
                at = act.PLACE_NUMBERS[place]
                return self._first_lay + slots(state).index(card) * len(act.PLACES) + at

    def action(self, state: AnyState, number: int) -> act.Action:
        """Return a number's action; see `ActionCode`."""
        state = cast("MarketStandState", state)
        if state.draws_for:
            return act.Draw(state.deck.cards[_check_number(number, self.chance_size)])
        if HAND_CARDS <= _check_number(number, self.size) < self._first_lay:
            return act.ANNOUNCEMENTS[number - HAND_CARDS]
        starts = number < HAND_CARDS
        slot, at = (number, 0) if starts else divmod(number - self._first_lay, len(act.PLACES))
        card = slots(state)[slot]
        if card is None:
            raise InputError(f"invalid action {number}: expected a card in slot {slot}")
        source: act.Source = "hand" if slot < HAND_CARDS else "market"
        return act.Start(card) if starts else act.Lay(source, card, act.PLACES[at])


def slots(state: MarketStandState, player: int | None = None) -> list[Card | None]:
    """Return the card in each slot: a player's hand, by default the current one's, and the market.

    Each is in deck order; the remaining slots are empty.
    """
    hand = state.hands[state.current_player if player is None else player]
    sizes = ((hand, HAND_CARDS), (state.market, MARKET_CARDS))
    return [card for cards, size in sizes for card in (*cards, *[None] * (size - len(cards)))]


def _check_number(number: int, size: int) -> int:
    return check_int(number, 0, size - 1, name="action")


@singledispatch
def action_code(start: AnyState) -> ActionCode:
    """Return the action numbers of games with this initial state."""
    return ActionCode(start)


action_code.register(MarketStandState, SlotCode)


Reward: TypeAlias = Literal["outcome", "score"]
"""``outcome``: 1 shared by the winners, negative for the losers; ``score``: the points."""


def check_reward(reward: str) -> Reward:
    """Return a reward; raises InputError if unknown."""
    return cast("Reward", check_choice(reward, get_args(Reward), name="reward"))


def outcome(num_players: int, winners: tuple[int, ...]) -> tuple[float, ...]:
    """Return rewards from -1 to 1 with sum 0, for 2 or more players.

    A sole winner has 1, a loser at most 0. No winners or only winners are a draw.

    Examples
    --------
    >>> outcome(2, (1,)), outcome(3, (0, 2))
    ((-1.0, 1.0), (0.25, -0.5, 0.25))
    """
    losers = num_players - len(winners)
    if not winners or not losers:
        return (0.0,) * num_players
    lost = 1 / (num_players - 1)
    won = losers * lost / len(winners)
    return tuple(won if player in winners else -lost for player in range(num_players))


def final_rewards(state: AnyState, reward: Reward) -> tuple[float, ...]:
    """Return each player's reward in a finished game. A single player gets the points."""
    if reward == "score" or state.num_players == 1:
        return tuple(map(float, state.scores()))
    return outcome(state.num_players, state.winners())
