"""The requests of the page about games."""

import secrets
from typing import Annotated, Literal, TypeAlias

import numpy as np
from msgspec import Meta

from chatuchak_cli.shared.score_forms import score_forms
from chatuchak_cli.shared.screen import seats_from_start
from chatuchak_cli.web.games.rooms import MAX_STEPS
from chatuchak_cli.web.refusals import RefusedError, describe_message
from chatuchak_solver import Box, GameRecord, InputError
from chatuchak_solver.codec import Count, Form, JsonObject, Label, error_context, to_builtins
from chatuchak_solver.games.game import ADVISOR
from chatuchak_solver.games.registry import assumed_in_game, game_entry, new_game
from chatuchak_solver.games.score_form import ScoreRequest
from chatuchak_solver.games.session import HUMAN, AnyRecord, Session, Step, read_record
from chatuchak_solver.rendering.scores import report_svg

MAX_PLAYERS = 5
MAX_PLAYOUTS = 400
"""Maximum simulated games per decision."""
SEED_BITS = 53
"""Bits of the largest exact integer in browsers."""

Begun: TypeAlias = tuple[Session, tuple[Step, ...], tuple[int, ...]]
"""A session with the steps of its log, and its seats on phones."""

PHONE = "phone"
"""Seat kind of a player with a separate phone."""

Piece = Annotated[str, Meta(min_length=1, max_length=2000)]
Seat = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]


class Setup(Form, frozen=True, kw_only=True):
    """The choices before a game."""

    game: str
    options: dict[str, str] = {}  # noqa: RUF012 -- msgspec copies it
    box: JsonObject | None = None


class NewGame(Setup, frozen=True, kw_only=True):
    """Set up a game; ``start`` is the first seat, or ``drawn``."""

    seats: Annotated[tuple[Label, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]
    typed: bool
    seed: Annotated[int, Meta(ge=0, le=2**SEED_BITS - 1)] | None = None
    setup: dict[str, Annotated[tuple[Piece, ...], Meta(max_length=9)]] = {}  # noqa: RUF012
    start: Literal["listed", "drawn"] = "listed"
    names: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None


class PartsRequest(Setup, frozen=True, kw_only=True):
    """Return the parts of a setup."""

    players: Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]


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


def new_session(request: NewGame, box: Box) -> Begun:
    """Return a new game and its seats on phones."""
    kinds, names, setup = request.seats, request.names or (), request.setup
    seed = secrets.randbits(SEED_BITS) if request.seed is None else request.seed
    if request.start == "drawn":
        kinds, names = seats_from_start(kinds, seed), names and seats_from_start(names, seed)
    phones = tuple(seat for seat, kind in enumerate(kinds) if kind == PHONE)
    seats = tuple(HUMAN if kind == PHONE else kind for kind in kinds)
    box = with_box(request.box, box)
    start = new_game(request.game, len(seats), seed=seed, options=request.options, box=box)
    rng = np.random.default_rng((seed, len(setup)))
    start = game_entry(start.game).with_setup(start, setup, rng, box.tiles)
    session = Session(GameRecord.begin(start), seats, seed, request.typed, names)
    return _begun(session, phones, is_known=request.seed is not None or bool(setup))


def load_session(request: ResumeRequest, _: Box) -> Begun:
    """Return the game of a saved file and its seats on phones."""
    log = request.record.get("log")
    if isinstance(log, list) and len(log) > MAX_STEPS:
        raise InputError(f"the file: log: expected at most {MAX_STEPS} items, found {len(log)}")
    record: AnyRecord = read_record(request.record, source="the file")
    session = Session.of_record(record, seed=secrets.randbits(SEED_BITS))
    return _begun(session, request.phones, is_known=True)


def _begun(session: Session, phones: tuple[int, ...], *, is_known: bool) -> Begun:
    """Return a session; RefusedError if a person may know the cards that phones shall hide."""
    if phones and is_known and session.state.codec.observe is not None:
        raise RefusedError("dealt_here")
    for seat in session.seats:
        if (match := ADVISOR.fullmatch(seat)) and int(match[1]) > MAX_PLAYOUTS:
            raise RefusedError("playouts", n=MAX_PLAYOUTS)
    return session, tuple(session.steps()), phones


def parts_shown(request: PartsRequest, box: Box) -> JsonObject:
    """Return the parts at the start of a game."""
    box = with_box(request.box, box)
    start = new_game(request.game, request.players, options=request.options, box=box)
    game = game_entry(start.game)
    words, parts = dict(game.words(start)), game.setup_parts(start, box.tiles)
    return {
        "parts": [{**part.to_dict(), "words": words} for part in parts],
        "assumed": list(assumed_in_game(start, box)),
    }


def with_box(document: JsonObject | None, box: Box) -> Box:
    """Return the server's box with the request's parts."""
    if document is None:
        return box
    with error_context("the box"):
        return box.with_parts(Box.from_dict(document).own)


def score_shown(request: FinishedGame, box: Box, *, kind: str) -> JsonObject:
    """Return a finished game's scores, with reasons and a picture."""
    form = score_forms().get(kind)
    if form is None:
        raise RefusedError("no_address", 404)
    if isinstance(request.document.get("deck"), str):
        raise RefusedError("no_files")
    box = with_box(request.box, box)
    report = form.score(ScoreRequest(request.document, "the sheet", box=box))
    return {
        "tables": to_builtins(report.tables),
        "winners": list(report.winners),
        "doubts": [describe_message(note) for note in (*report.notes, *report.ends)],
        "picture": str(report_svg(report)),
        "assumed": list(report.assumed),
    }
