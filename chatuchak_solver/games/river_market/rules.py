"""Which events and choices may come in each phase, and what they change."""

from functools import cache, lru_cache
from typing import Final, TypeVar

from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market import own_turn, rival
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import KINDS, Card, Counts
from chatuchak_solver.games.river_market.position import Position

P = TypeVar("P", bound=Position)

SCORES: Final = tuple(sorted(map(act.Scored, range(act.MOST_POINTS + 1)), key=str))

DUE: Final = {
    "turn": "it is your turn: report its events, then 'done'",
    "zoom": "choose first where the Rival zooms, such as 'zoom swap-meet'",
    "build": "choose first where the Rival builds, such as 'build e1'",
    "event-build": "choose first where the Rival builds the event, such as 'build e1'",
    "score": "count your score first, such as 'score 31'",
    "left-over": "choose first which of the resources tied counts",
}
"""What is due in each phase instead of something else."""


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every event or choice that can come now, sorted; at chance its outcomes."""
    match position.phase:
        case "turn":
            return own_turn.events(position)
        case "zoom":
            names = (name for name in position.river.booth_names if name != position.pawn)
            return tuple(map(act.ZoomTo, sorted(names)))
        case "build" | "event-build":
            return tuple(map(act.BuildAt, sorted(position.river.end_spots)))
        case "score":
            return SCORES
        case "left-over":
            return tuple(map(act.LeftOver, sorted(position.most_left_over)))
    return tuple([outcome for outcome, _ in chance_outcomes(position)])


def chance_outcomes(position: Position) -> tuple[tuple[Action, int], ...]:
    """Return the cards that may come, sorted by their texts, with their numbers.

    Of the deck on the table nothing is known: every card is listed with the weight 1.
    """
    if position.phase == "event":
        return tuple((act.EventUp(name), count) for name, count in position.events)
    if position.phase not in ("draw", "your-draw"):
        return ()
    if not position.setup.table:
        return _cards_up(position.deck or position.discards)
    return _table_cards(position.setup.largest_step, position.ended_by is None)


@lru_cache(maxsize=4096)
def _cards_up(cards: Counts) -> tuple[tuple[Action, int], ...]:
    # No two cards have one text, so nothing else is compared.
    found = sorted([(*_card_up(card), count) for card, count in cards])
    return tuple([(action, count) for _, action, count in found])


@cache
def _card_up(card: Card) -> tuple[str, act.CardUp]:
    action = act.CardUp(card)
    return str(action), action


@lru_cache(maxsize=256)
def _table_cards(largest_step: int, may_be_last: bool) -> tuple[tuple[Action, int], ...]:
    """Return the cards that may lie on the table's deck, the last one or not."""
    ends = (False, True) if may_be_last else (False,)
    cards = [Card(kind, step) for kind in KINDS for step in range(largest_step + 1)]
    found = sorted((act.CardUp(card, end) for card in cards for end in ends), key=str)
    return tuple((action, 1) for action in found)


def refusal(position: Position, action: Action) -> str | None:
    """Return the rule that an action breaks, or None where it is legal."""
    phase = position.phase
    if phase == "over":
        return "the game is over"
    if phase in ("your-draw", "draw", "event"):
        return _no_card(position, action)
    if phase == "turn" and isinstance(action, act.Event):
        return own_turn.event_refusal(position, action)
    match action:
        case act.ZoomTo(booth) if phase == "zoom":
            if booth == position.pawn:
                return f"the Rival zooms to another booth than its own, {booth!r}"
            if booth not in position.river.booth_names:
                return f"the river has no booth {booth!r}"
            return None
        case act.BuildAt(spot) if phase in ("build", "event-build"):
            spots = position.river.end_spots
            if spot not in spots:
                return f"the river has no end spot {spot!r}; it has: {', '.join(spots)}"
            return None
        case act.Scored(points) if phase == "score":
            known = 0 <= points <= act.MOST_POINTS
            return None if known else f"the most points are {act.MOST_POINTS}"
        case act.LeftOver(resource) if phase == "left-over":
            tied = position.most_left_over
            return None if resource in tied else f"most is left over of: {', '.join(tied)}"
    return DUE[phase]


def _no_card(position: Position, action: Action) -> str | None:
    """Return why an action is not the card that is to come, or None if it is."""
    outcomes = [outcome for outcome, _ in chance_outcomes(position)]
    if action in outcomes:
        return None
    if position.phase == "event":
        return f"an Event Booth is drawn; those left: {', '.join(dict(position.events))}"
    return f"a card of the deck is drawn first, one that it holds; such as {str(outcomes[0])!r}"


def after(position: P, action: Action) -> P:
    """Return the position after a legal event, choice or card."""
    match action:
        case act.CardUp():
            if position.phase == "your-draw":
                return own_turn.your_card_up(position, action)
            return rival.card_up(position, action)
        case act.EventUp():
            return rival.event_up(position, action)
        case act.ZoomTo():
            return rival.zoom_to(position, action)
        case act.BuildAt() if position.phase == "build":
            return rival.zoom_build(position, action)
        case act.BuildAt():
            return rival.event_build(position, action)
        case act.Scored(points):
            tied = position.most_left_over
            if len(tied) > 1:
                return position.but(score=points, phase="left-over")
            return position.but(score=points, left_over=tied[0], phase="over")
        case act.LeftOver(resource):
            return position.but(left_over=resource, phase="over")
        case _:
            return own_turn.report(position, action)
