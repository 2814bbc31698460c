"""The legal events and choices of each phase and their effects."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias, TypeVar

from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market import own_turn, rival
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import KINDS, Card, Counts
from chatuchak_solver.games.river_market.position import CHANCE_PHASES, Position

P = TypeVar("P", bound=Position)

Verdicts: TypeAlias = Iterator[Action | str]

POINTS_RANGE: Final = range(act.MAX_POINTS + 1)
POINTS: Final = tuple(sorted(POINTS_RANGE, key=str))

DUE: Final = {
    "turn": "it is your turn: report its events, then 'done'",
    "zoom": "choose first where the Rival zooms, such as 'zoom swap-meet'",
    "build": "choose first where the Rival builds, such as 'build e1'",
    "event-build": "choose first where the Rival builds the event, such as 'build e1'",
    "score": "count your score first, such as 'score 31'",
    "left-over": "choose first which of the resources tied counts",
}
"""The message for an action of another phase."""


def zoom(position: Position, booths: Iterable[str] | None = None) -> Verdicts:
    """Choose the booth that the Rival zooms to: any other than its own."""
    names = position.river.booth_names
    others = sorted(name for name in names if name != position.pawn)
    for booth in others if booths is None else booths:
        if booth == position.pawn:
            yield f"the Rival zooms to another booth than its own, {booth!r}"
        elif booth not in names:
            yield f"the river has no booth {booth!r}"
        else:
            yield act.ZoomTo(booth)


def build_for_rival(position: Position, spots: Iterable[str] | None = None) -> Verdicts:
    """Choose the end spot of a Zoom booth or of an Event Booth."""
    free = position.river.end_spots
    for spot in sorted(free) if spots is None else spots:
        if spot in free:
            yield act.BuildAt(spot)
        else:
            yield f"the river has no end spot {spot!r}; it has: {', '.join(free)}"


def count_score(_: Position, numbers: Iterable[int] = POINTS) -> Verdicts:
    """Report your final score."""
    for points in numbers:
        if points in POINTS_RANGE:
            yield act.Scored(points)
        else:
            yield f"the most points are {act.MAX_POINTS}"


def settle_left_over(position: Position, resources: Iterable[str] | None = None) -> Verdicts:
    """Choose among the resources of which most is left over."""
    tied = position.most_left_over
    for resource in sorted(tied) if resources is None else resources:
        if resource in tied:
            yield act.LeftOver(resource)
        else:
            yield f"most is left over of: {', '.join(tied)}"


CHOICES: Final[Mapping[str, tuple[type[Any], Callable[..., Verdicts]]]] = {
    "zoom": (act.ZoomTo, zoom),
    "build": (act.BuildAt, build_for_rival),
    "event-build": (act.BuildAt, build_for_rival),
    "score": (act.Scored, count_score),
    "left-over": (act.LeftOver, settle_left_over),
}
"""By phase, the kind of the choice that is due, and its rule."""


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return the legal events and choices, sorted, or the outcomes of chance."""
    if position.phase == "turn":
        return own_turn.events(position)
    if position.phase in CHOICES:
        verdicts = CHOICES[position.phase][1](position)
        return tuple([verdict for verdict in verdicts if not isinstance(verdict, str)])
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
    # Texts of cards are unique, so the comparison uses them only.
    found = sorted([(*_card_up(card), count) for card, count in cards])
    return tuple([(action, count) for _, action, count in found])


@cache
def _card_up(card: Card) -> tuple[str, act.CardUp]:
    action = act.CardUp(card)
    return str(action), action


@lru_cache(maxsize=256)
def _table_cards(largest_step: int, may_be_last: bool) -> tuple[tuple[Action, int], ...]:
    """Return the possible cards of the table's deck, last or not."""
    ends = (False, True) if may_be_last else (False,)
    cards = [Card(kind, step) for kind in KINDS for step in range(largest_step + 1)]
    found = sorted((act.CardUp(card, end) for card in cards for end in ends), key=str)
    return tuple((action, 1) for action in found)


def illegal_reason(position: Position, action: Action) -> str | None:
    """Return the rule that an action breaks, or None if it is legal."""
    phase = position.phase
    if phase == "over":
        return "the game is over"
    if phase in CHANCE_PHASES:
        return _no_card(position, action)
    if phase == "turn":
        known = isinstance(action, act.Event)
        return own_turn.illegal_event(position, action) if known else DUE[phase]
    kind, rule = CHOICES[phase]
    if not isinstance(action, kind):
        return DUE[phase]
    verdict = next(rule(position, [getattr(action, action.__match_args__[0])]))
    return verdict if isinstance(verdict, str) else None


def _no_card(position: Position, action: Action) -> str | None:
    """Return the reason against a drawn card; None if it is legal."""
    outcomes = [outcome for outcome, _ in chance_outcomes(position)]
    if action in outcomes:
        return None
    if position.phase == "event":
        return f"an Event Booth is drawn; those left: {', '.join(dict(position.events))}"
    return f"a card of the deck is drawn first, one that it holds; such as {str(outcomes[0])!r}"


def apply_unchecked(position: P, action: Action) -> P:
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
                return replace(position, score=points, phase="left-over")
            return replace(position, score=points, left_over=tied[0], phase="over")
        case act.LeftOver(resource):
            return replace(position, left_over=resource, phase="over")
        case _:
            return own_turn.report(position, action)
