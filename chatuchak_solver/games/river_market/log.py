"""Instructions of every step: the Rival's log and the player's tasks."""

from collections.abc import Iterable, Iterator
from typing import Any, Self

from chatuchak_solver.codec import Form
from chatuchak_solver.errors import Sentence
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.setup import Card
from chatuchak_solver.games.river_market.state import COLLECTION_LIMIT, LAST_TURNS, RiverMarketState
from chatuchak_solver.games.river_market.text import TEXTS


class LogEntry(Form, frozen=True):
    """One step of the game.

    Attributes
    ----------
    turn
        The number of your current or last turn.
    action
        The action's text.
    rival
        Whether it belongs to the Rival's turn.
    lines
        The events, and the tasks with cards, houses and pawns.
    """

    turn: int
    action: str
    rival: bool
    lines: tuple[str, ...]

    @classmethod
    def of_step(cls, before: RiverMarketState, action: str, after: RiverMarketState) -> Self:
        """Return the entry of a legal action."""
        lines = instructions(before, action, after)
        return cls(before.turn, action, before.is_rivals_turn, lines)


def rival_log(start: RiverMarketState, actions: Iterable[str]) -> tuple[LogEntry, ...]:
    """Return an entry for each action from ``start``."""
    entries = []
    state = start
    for action in actions:
        after = state.apply(action)
        entries.append(LogEntry.of_step(state, action, after))
        state = after
    return tuple(entries)


class _Number(int):
    """A number, formatted as the noun of the counted things."""

    def __format__(self, noun: str) -> str:
        return str(int(self)) if not noun else f"{int(self)} {noun}{'s' * (self != 1)}"


def _sentence(code: str, **values: Any) -> Sentence:
    known = {k: v if isinstance(v, int) else str(v) for k, v in values.items()}
    numbers = {k: _Number(v) if isinstance(v, int) else v for k, v in known.items()}
    return Sentence(code, TEXTS.instructions[code].format(**numbers), "", **known)


def instructions(
    before: RiverMarketState, action: str, after: RiverMarketState
) -> tuple[Sentence, ...]:
    """Return the meaning of a legal action at the table, one sentence per line."""
    lines = list(_events(before, act.NOTATION.parse(action), after))
    if after.ended_by is not None and before.ended_by is None:
        lines.append(_sentence(f"end-{after.ended_by}", a=LAST_TURNS))
    drawn = before.phase in ("draw", "your-draw")
    if drawn and not before.deck and not before.setup.table:
        lines.insert(0, _sentence("shuffle"))
    return tuple(lines)


def _events(
    before: RiverMarketState, action: act.Action, after: RiverMarketState
) -> Iterator[Sentence]:
    match action:
        case act.CardUp(card) if before.phase == "your-draw":
            yield _sentence("you_draw", a=card)
        case act.CardUp(card) if card.is_booth:
            yield from _booth_card(before, card, after)
        case act.CardUp(card):
            count = len(before.collection) + 1
            yield _sentence("keeps", a=card, b=count, c=COLLECTION_LIMIT)
            if after.phase == "zoom":
                yield _sentence("zoom", a=before.pawn)
                return
            if card.is_zoom:
                yield _sentence("zoom_stays")
            else:
                yield _sentence("moves", n=card.step, a=before.pawn, b=after.pawn)
            yield from _end_of_move(before, after, count)
        case act.ZoomTo(booth):
            yield _sentence("zooms", a=before.pawn, b=booth)
            yield from _end_of_move(before, after, len(before.collection))
        case act.EventUp(name):
            yield _sentence("event", a=name)
        case act.BuildAt(spot):
            if before.event is not None and before.row[0] == "neutral":
                yield _sentence("neutral")
            yield from _built(before, after, spot, before.event or before.booth_card)
            if before.booth_card is not None:
                yield from _collection(before)
        case act.Gained(resource, _) | act.Spent(resource, _):
            amount = after.resources[act.RESOURCES.index(resource)]
            yield _sentence("have", a=amount, b=resource)
        case act.Hired():
            yield _sentence("hired", n=after.helpers)
        case act.Built(spot):
            yield _sentence("you_build", a=spot, b=before.river.new_name("you"), n=after.houses)


def _booth_card(
    before: RiverMarketState, card: Card, after: RiverMarketState
) -> Iterator[Sentence]:
    if not before.row:
        yield _sentence("row_empty", a=card)
    elif before.row[0] == "neutral":
        yield _sentence("row_neutral", a=card)
    elif not before.river.end_spots:
        yield _sentence("no_spot", a=card)
    elif after.phase == "build":
        yield _sentence("choose_spot", a=card)
        return
    else:
        spot = before.river.count_end_spots(before.pawn, card.step)
        yield _sentence("count", a=card, n=card.step, b=before.pawn, c=spot)
        yield from _built(before, after, spot, card)
    yield from _collection(before)


def _built(
    before: RiverMarketState, after: RiverMarketState, spot: str, card: str | Card | None
) -> Iterator[Sentence]:
    name = before.river.new_name("event" if before.event is not None else "rival")
    yield _sentence("build", a=card, b=spot, c=name)
    yield _sentence("houses_left", n=after.row.count("rival"))


def _collection(before: RiverMarketState) -> Iterator[Sentence]:
    if before.collection:
        yield _sentence("discard", n=len(before.collection))


def _end_of_move(
    before: RiverMarketState, after: RiverMarketState, count: int
) -> Iterator[Sentence]:
    if after.bonuses > before.bonuses:
        yield _sentence("bonus", a=after.pawn)
    if count < COLLECTION_LIMIT:
        return
    yield _sentence("fifth")
    if after.phase == "event":
        yield _sentence("event_booth")
    elif "rival" not in before.row:
        yield _sentence("no_house")
    elif not before.events:
        yield _sentence("no_event")
    else:
        yield _sentence("no_event_spot")
