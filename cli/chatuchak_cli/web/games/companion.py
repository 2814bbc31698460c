"""The River Market companion. The page stores the session and sends it along."""

import secrets
from typing import Annotated, Any, Literal

from msgspec import Meta

from chatuchak_cli.web.games.requests import with_box
from chatuchak_cli.web.games.rooms import MAX_ADVISED, MAX_STEPS
from chatuchak_cli.web.games.shown import MAX_LOGGED, boards_of, position_shown
from chatuchak_cli.web.refusals import RefusedError, describe_message
from chatuchak_solver import Box, Stop, new_game
from chatuchak_solver.codec import Form, JsonObject, Label, to_builtins
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion, session_record
from chatuchak_solver.games.river_market.text import LogEntry


class Begin(Form, frozen=True, kw_only=True):
    """Begin a session."""

    cards: Literal["dealt", "table"]
    river: str | None = None
    houses: Annotated[int, Meta(ge=1, le=100)] | None = None
    box: JsonObject | None = None


class SessionRequest(Form, frozen=True):
    """Continue a session."""

    session: JsonObject


class CompanionRequest(Form, frozen=True, kw_only=True):
    """Begin a session, or continue one by an action, the present river, or a step back."""

    begin: Begin | None = None
    session: JsonObject | None = None
    action: Label | None = None
    river: str | None = None
    undo: bool = False

    def __post_init__(self) -> None:
        steps = sum(step is not None for step in (self.begin, self.action, self.river)) + self.undo
        if (self.begin is None) is (self.session is None) or steps > 1:
            raise ValueError("expected begin alone, or a session and at most one step")


def answer(request: CompanionRequest, box: Box) -> JsonObject:
    """Return the session after a request, and its instructions."""
    lines: tuple[str, ...] = ()
    session = _begun(request.begin, box) if request.begin else _read(request.session)
    if request.undo:
        session = session.undo()
    elif (request.river or request.action) and len(session.record.log) >= MAX_STEPS:
        raise RefusedError("steps", n=MAX_STEPS)
    elif request.river is not None:
        session = session.with_river(request.river)
    elif request.action is not None:
        session, step = session.step(request.action)
        lines = LogEntry.of_step(step).lines
    return _shown(session, lines, box)


def advise(request: SessionRequest, *, stop: Stop) -> JsonObject:
    """Return advice for the player's decision.

    Raises
    ------
    InputError
        If none is due.
    """
    session = _read(request.session)
    if session.state.is_over or session.state.current_player == CHANCE:
        raise RefusedError("cards_do")
    return session.advise(stop, most=MAX_ADVISED).to_dict()


def _begun(begin: Begin, box: Box) -> Companion:
    given = {"river": begin.river, "houses": begin.houses}
    data = {name: value for name, value in given.items() if value is not None}
    box, options = with_box(begin.box, box), {"cards": begin.cards}
    start: Any = new_game(RiverMarketState.game, data=data, options=options, box=box)
    return Companion.begin(start, seed=secrets.randbits(32))


def _read(document: JsonObject | None) -> Companion:
    record = session_record(document, source="the session")
    log = record.get("log")
    if isinstance(log, list) and len(log) > MAX_STEPS:
        raise RefusedError("steps", n=MAX_STEPS)
    return Companion.from_dict(record, source="the session")


def _shown(session: Companion, lines: tuple[str, ...], box: Box) -> JsonObject:
    while session.is_dealing:
        session, step = session.advance()
        lines = (*lines, *LogEntry.of_step(step).lines)
    state = session.state
    return position_shown(state, session.record.start, box) | {
        "session": session.to_dict(),
        "lines": list(map(describe_message, lines)),
        "phase": state.phase,
        "turn": state.turn,
        "asks_cards": state.current_player == CHANCE,
        "steps": len(session.record.log),
        "actions": list(state.legal_texts()),
        "suggested": session.suggested,
        "river": str(state.river),
        "boards": boards_of(state, 0, state.current_player),
        "log": [
            {**to_builtins(entry), "lines": list(map(describe_message, entry.lines))}
            for entry in reversed(session.log()[-MAX_LOGGED:])
        ],
    }
