"""The River Market companion on the page: the page keeps the session, each question brings it."""

import secrets
from typing import Final

import numpy as np

from chatuchak_cli.web.games.boards import boards_of
from chatuchak_cli.web.games.rooms import MOST_STEPS
from chatuchak_cli.web.games.shown import MOST_ADVISED
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.box import Box
from chatuchak_solver.document import JsonObject, Node, parse_json
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.contract import CHANCE, AnyState
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.players import suggested_choice
from chatuchak_solver.jsonable import plain

CARDS: Final = ("dealt", "table")
MOST_LOGGED: Final = 60
FIELDS: Final = ("session", "action", "river", "undo")


def companion_answer(body: bytes, box: Box) -> JsonObject:
    """Return a session a step further, and what it means at the table.

    The request is ``{"begin": {"cards", "river", "houses"}}``, or ``{"session"}`` with one of
    ``action`` (its text), ``river`` (as it is now) and ``undo`` (true), or none of them to see how
    the session stands.

    Raises
    ------
    InputError
        If anything in it is wrong.
    """
    request = parse_json(body, source="the request")
    if "begin" in request.mapping():
        return _shown(_begun(request.fields(("begin",))["begin"], box), ())
    fields = request.fields(FIELDS[:1], FIELDS[1:])
    session = _read(fields["session"])
    lines: tuple[str, ...] = ()
    if "undo" in fields:
        session = session.undo()
    if "river" in fields:
        session = session.with_river(fields["river"].text())
    if "action" in fields:
        if session.num_steps >= MOST_STEPS:
            raise RefusedError("steps", n=MOST_STEPS)
        session, step = session.apply(fields["action"].label())
        lines = step.lines
    return _shown(session, lines)


def companion_advice(body: bytes, stop: Stop) -> JsonObject:
    """Return advice for the player's own decision: ``{"session"}``.

    Raises
    ------
    InputError
        If none is due.
    """
    fields = parse_json(body, source="the request").fields(("session",))
    state: AnyState = _read(fields["session"]).state
    if state.is_over or state.current_player == CHANCE:
        raise RefusedError("cards_do")
    adviser = game_entry(state.game).load_adviser()
    rng = np.random.default_rng(0)
    return adviser.advise(state, 0, rng=rng, stop=stop, most=MOST_ADVISED).to_dict()


def _begun(node: Node, box: Box) -> Companion:
    fields = node.fields(("cards",), ("river", "houses"))
    data = box.data("river-market")
    if "river" in fields:
        data["river"] = fields["river"].text()
    if "houses" in fields:
        data["houses"] = fields["houses"].integer(least=1, most=100)
    options = {"cards": fields["cards"].choice(CARDS)}
    start = RiverMarketState.new(data=data, options=options)
    return Companion.begin(start, seed=secrets.randbits(32))


def _read(node: Node) -> Companion:
    document = Node(node.value, source="the session")
    chapters = document.mapping().get("chapters")
    if chapters is not None:
        logs = [item.mapping().get("log") for item in chapters.items()]
        steps = sum(len(log.items()) for log in logs if log is not None)
        if steps > MOST_STEPS:
            raise RefusedError("steps", n=MOST_STEPS)
    return Companion.from_node(document)


def _shown(session: Companion, lines: tuple[str, ...]) -> JsonObject:
    """Deal what is due, and return how the session stands then."""
    while session.is_dealing:
        session, step = session.deal()
        lines = (*lines, *step.lines)
    state = session.state
    title, choice = state.title(), suggested_choice(state)
    entries = list(session.log())[-MOST_LOGGED:]
    return {
        "session": session.to_dict(),
        "lines": list(lines),
        "phase": state.phase,
        "turn": state.turn,
        "over": state.is_over,
        "asks_cards": state.current_player == CHANCE,
        "can_undo": session.num_steps > 0,
        "actions": list(state.legal_texts()),
        "suggested": None if choice is None else str(choice),
        "river": str(state.river),
        "boards": boards_of(state, 0, state.current_player),
        "facts": plain(state.facts()),
        "title": None if title is None else str(title),
        "log": plain(entries[::-1]),
    }
