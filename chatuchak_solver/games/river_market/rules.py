"""The legal events and choices of each phase and their effects."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market import own_turn, rival
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import KINDS, Card, Counts
from chatuchak_solver.games.river_market.state import CHANCE_PHASES, RiverMarketState
from chatuchak_solver.games.verdicts import Rule, Verdicts, allowed, reason_against

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


def zoom(state: RiverMarketState, booths: Iterable[str] | None = None) -> Verdicts:
    """Choose the booth that the Rival zooms to: any other than its own."""
    names = state.river.booth_names
    others = sorted(name for name in names if name != state.pawn)
    for booth in others if booths is None else booths:
        if booth == state.pawn:
            yield f"the Rival zooms to another booth than its own, {booth!r}"
        elif booth not in names:
            yield f"the river has no booth {booth!r}"
        else:
            yield [act.ZoomTo(booth)]


def build_for_rival(state: RiverMarketState, spots: Iterable[str] | None = None) -> Verdicts:
    """Choose the end spot of a Zoom booth or of an Event Booth."""
    free = state.river.end_spots
    for spot in sorted(free) if spots is None else spots:
        if spot in free:
            yield [act.BuildAt(spot)]
        else:
            yield f"the river has no end spot {spot!r}; it has: {', '.join(free)}"


def count_score(_: RiverMarketState, numbers: Iterable[int] = POINTS) -> Verdicts:
    """Report your final score."""
    for points in numbers:
        if points in POINTS_RANGE:
            yield [act.Scored(points)]
        else:
            yield f"the most points are {act.MAX_POINTS}"


def settle_left_over(
    state: RiverMarketState, resources: Iterable[act.Resource] | None = None
) -> Verdicts:
    """Choose among the resources of which most is left over."""
    tied = state.most_left_over
    for resource in sorted(tied) if resources is None else resources:
        if resource in tied:
            yield [act.LeftOver(resource)]
        else:
            yield f"most is left over of: {', '.join(tied)}"


CHOICES: Final[Mapping[str, tuple[type[Any], Rule]]] = {
    "zoom": (act.ZoomTo, zoom),
    "build": (act.BuildAt, build_for_rival),
    "event-build": (act.BuildAt, build_for_rival),
    "score": (act.Scored, count_score),
    "left-over": (act.LeftOver, settle_left_over),
}
"""By phase, the kind of the choice that is due, and its rule."""


def legal_actions(state: RiverMarketState) -> tuple[Action, ...]:
    """Return the legal events and choices, sorted, or the outcomes of chance."""
    if state.phase == "turn":
        return allowed(own_turn.RULES.values(), state)
    if state.phase in CHOICES:
        return allowed(CHOICES[state.phase][1:], state)
    return tuple([outcome for outcome, _ in chance_outcomes(state)])


def chance_outcomes(state: RiverMarketState) -> tuple[tuple[Action, int], ...]:
    """Return the possible cards, sorted by their texts, with their numbers.

    The deck on the table is unknown: every card is listed with the weight 1.
    """
    if state.phase == "event":
        return tuple((act.EventUp(name), count) for name, count in state.events)
    if state.phase not in ("draw", "your-draw"):
        return ()
    if not state.setup.table:
        return _cards_up(state.deck or state.discards)
    return _table_cards(state.setup.largest_step, state.ended_by is None)


@lru_cache(maxsize=4096)
def _cards_up(cards: Counts) -> tuple[tuple[Action, int], ...]:
    # Texts of cards are unique, so the comparison uses only these.
    found = sorted([(*_card_up(card), count) for card, count in cards])
    return tuple([(action, count) for _, action, count in found])


@cache
def _card_up(card: Card) -> tuple[str, act.CardUp]:
    action = act.CardUp(card)
    return str(action), action


@lru_cache(maxsize=256)
def _table_cards(largest_step: int, may_be_last: bool) -> tuple[tuple[Action, int], ...]:
    ends = (False, True) if may_be_last else (False,)
    cards = [Card(kind, step) for kind in KINDS for step in range(largest_step + 1)]
    found = sorted((act.CardUp(card, end) for card in cards for end in ends), key=str)
    return tuple((action, 1) for action in found)


def illegal_reason(state: RiverMarketState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None if it is legal."""
    phase = state.phase
    if phase == "over":
        return "the game is over"
    if phase in CHANCE_PHASES:
        return _no_card(state, action)
    rules = own_turn.RULES if phase == "turn" else dict([CHOICES[phase]])
    rule = rules.get(type(action))
    return DUE[phase] if rule is None else reason_against(rule, state, action)


def _no_card(state: RiverMarketState, action: Action) -> str | None:
    outcomes = [outcome for outcome, _ in chance_outcomes(state)]
    if action in outcomes:
        return None
    if state.phase == "event":
        return f"an Event Booth is drawn; those left: {', '.join(dict(state.events))}"
    return f"a card of the deck is drawn first, one that it holds; such as {str(outcomes[0])!r}"


def apply_unchecked(state: RiverMarketState, action: Action) -> RiverMarketState:
    """Return the state after a legal event, choice or card."""
    match action:
        case act.CardUp():
            if state.phase == "your-draw":
                return own_turn.your_card_up(state, action)
            return rival.card_up(state, action)
        case act.EventUp():
            return rival.event_up(state, action)
        case act.ZoomTo(booth):
            return rival.arrive(state, booth)
        case act.BuildAt() if state.phase == "build":
            return rival.zoom_build(state, action)
        case act.BuildAt():
            return rival.event_build(state, action)
        case act.Scored(points):
            tied = state.most_left_over
            if len(tied) > 1:
                return replace(state, score=points, phase="left-over")
            return replace(state, score=points, left_over=tied[0], phase="over")
        case act.LeftOver(resource):
            return replace(state, left_over=resource, phase="over")
        case _:
            return own_turn.report(state, action)
