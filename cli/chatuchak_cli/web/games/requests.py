"""The requests of the page about games."""

import secrets
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeVar

import numpy as np
from msgspec import Meta
from starlette.requests import Request

from chatuchak_cli.web.games.rooms import MAX_STEPS, check_seats
from chatuchak_cli.web.refusals import RefusedError, describe_message
from chatuchak_solver.box import Box, Part, box_from_document
from chatuchak_solver.codec import Count, Form, JsonObject, Label, decode, to_builtins
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.new_game import assumed_in_game, setup_parts, with_setup
from chatuchak_solver.games.record import AnyRecord, GameRecord, read_record
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.score_form import ScoreForm, ScoreRequest
from chatuchak_solver.games.session import HUMAN, Session, seats_from_start
from chatuchak_solver.rendering.score_table import report_svg

MAX_PLAYERS: Final = 5
SEED_BITS: Final = 53
"""Bits of the largest exact integer in browsers."""

PHONE: Final = "phone"
"""Seat kind of a player with a separate phone."""

R = TypeVar("R")
Piece = Annotated[str, Meta(min_length=1, max_length=2000)]
Seat = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]


class NewGame(Form, frozen=True, kw_only=True):
    """Set up a game; ``start`` is the first seat, or ``drawn``."""

    game: str
    seats: Annotated[tuple[Label, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]
    typed: bool
    options: dict[str, str] = {}  # noqa: RUF012 -- msgspec copies it
    seed: Annotated[int, Meta(ge=0, le=2**SEED_BITS - 1)] | None = None
    setup: dict[str, Annotated[tuple[Piece, ...], Meta(max_length=9)]] | None = None
    start: Literal["listed", "drawn"] = "listed"
    names: tuple[str, ...] | None = None
    box: JsonObject | None = None


class PartsRequest(Form, frozen=True, kw_only=True):
    """Return the parts of a setup."""

    game: str
    players: Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
    options: dict[str, str] = {}  # noqa: RUF012
    box: JsonObject | None = None


class ResumeRequest(Form, frozen=True):
    """Resume a saved game, with some seats on phones."""

    record: JsonObject
    phones: Annotated[tuple[Seat, ...], Meta(max_length=MAX_PLAYERS)] = ()


class FinishedGame(Form, frozen=True):
    """Score a score file or a saved game."""

    document: JsonObject
    box: JsonObject | None = None


class JoinRequest(Form, frozen=True):
    """Take the seat with a short code."""

    code: Label


class Seen(Form, frozen=True, kw_only=True):
    """A request at a game after a number of steps."""

    steps: Count


class Act(Seen, frozen=True, kw_only=True):
    """Apply an action."""

    action: Label


class SeatRequest(Form, frozen=True):
    """Give or take a seat."""

    seat: Seat


def read_request(request: Request, kind: type[R]) -> R:
    """Return the content of a request."""
    return decode(request.scope["body"], kind, source="the request")


def new_session(request: NewGame, box: Box) -> tuple[Session, tuple[int, ...]]:
    """Return a new game and its seats on phones."""
    entry, kinds = game_entry(request.game), request.seats
    names = ("",) * len(kinds) if request.names is None else request.names
    if len(names) != len(kinds):
        raise InputError(f"the request: names: expected {len(kinds)} items, found {len(names)}")
    seed = secrets.randbits(SEED_BITS) if request.seed is None else request.seed
    if request.start == "drawn":
        kinds, names = seats_from_start(kinds, seed), seats_from_start(names, seed)
    phones = tuple(seat for seat, kind in enumerate(kinds) if kind == PHONE)
    seats = check_seats(tuple(HUMAN if kind == PHONE else kind for kind in kinds))
    box = with_box(request.box, box)
    data, rng = box.data(entry.name), np.random.default_rng(seed)
    start = entry.state.new(len(seats), rng=rng, data=data, options=request.options)
    if request.setup is not None:
        start = with_setup(start, request.setup, rng, box.tiles)
    known_deal = request.seed is not None or request.setup is not None
    if phones and start.codec.observe is not None and known_deal:
        raise RefusedError("dealt_here")
    names = names if any(names) else ()
    return Session(GameRecord.begin(start), seats, seed, request.typed, names), phones


def parts_shown(request: PartsRequest, box: Box) -> JsonObject:
    """Return the parts at the start of a game."""
    entry, box = game_entry(request.game), with_box(request.box, box)
    rng, data = np.random.default_rng(0), box.data(entry.name)
    start = entry.state.new(request.players, rng=rng, data=data, options=request.options)
    words = dict(entry.words(start))
    return {
        "parts": [{**part.to_dict(), "words": words} for part in setup_parts(start, box.tiles)],
        "assumed": list(assumed_in_game(start, box)),
    }


def with_box(document: JsonObject | None, box: Box) -> Box:
    """Return the server's box with the request's parts."""
    if document is None:
        return box
    own = box_from_document(document, source="the box")
    for fault in own.faults():
        raise InputError(f"the box: {fault}")
    parts: dict[Part, Any] = {**box.own, **own.own}
    if "tiles" in own.own:
        parts["tiles"] = own.tiles.grids
        parts["tile_sides"] = own.own.get("tile_sides")
    return replace(box, own=parts)


def load_session(request: ResumeRequest, _: Box) -> tuple[Session, tuple[int, ...]]:
    """Return the game of a saved file and its seats on phones."""
    document = request.record
    log = document.get("log")
    if isinstance(log, list) and len(log) > MAX_STEPS:
        raise InputError(f"the file: log: expected at most {MAX_STEPS} items, found {len(log)}")
    record: AnyRecord = read_record(document, source="the file")
    session = Session.of_record(record, seed=secrets.randbits(SEED_BITS))
    check_seats(session.seats)
    if request.phones and session.state.codec.observe is not None:
        raise RefusedError("dealt_here")
    return session, request.phones


def score_shown(form: ScoreForm, request: FinishedGame, box: Box) -> JsonObject:
    """Return a finished game's scores, with reasons and a picture."""
    document, box = request.document, with_box(request.box, box)
    if isinstance(document.get("deck"), str):
        raise RefusedError("no_files")
    report = form.score(ScoreRequest(document, "the sheet", box=box))
    return {
        "result": report.result.to_dict(),
        "tables": to_builtins(report.tables),
        "winners": list(report.winners),
        "doubts": [describe_message(note) for note in (*report.notes, *report.ends)],
        "picture": str(report_svg(report)),
        "assumed": list(report.assumed),
    }
