"""What the page asks about games, and the answers."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chatuchak_cli.shared.score_sheets import SCORERS, scored
from chatuchak_cli.web.games.companion import companion_advice, companion_answer
from chatuchak_cli.web.games.rooms import (
    MOST_STEPS,
    ConflictError,
    Room,
    Rooms,
    checked_seats,
)
from chatuchak_cli.web.games.shown import MOST_ADVISED, PLAYED, advice_shown, kinds, room_shown
from chatuchak_cli.web.settings import WebSettings
from chatuchak_cli.web.work import Work
from chatuchak_solver.document import JsonObject, Node, parse_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.real_table import laid, parts_of
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.session import HUMAN, Session, seats_from_start
from chatuchak_solver.games.sheets import SHEETS
from chatuchak_solver.jsonable import plain

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["Games"]

T = TypeVar("T")

MOST_PLAYERS: Final = 5
MOST_SEED: Final = 2**32 - 1
ADVICE_S: Final = 1.5

OF_THE_TABLE: Final = MappingProxyType(
    {"chatuchak": ("start_grids", "mix_markers"), "chatuchak-speed": ("start_grids",)}
)
"""What of a game's figures a request may give, as it lies on the real table."""

STARTS: Final = ("listed", "drawn")
"""Who begins: the first seat, or whoever luck names."""

GONE: Final = "chatuchak.gone"
"""Where a request says that its client is gone."""

MISSING: Final = "this game is not here any more; a saved file goes on"


class Games:
    """Answers what the page asks about games.

    Parameters
    ----------
    settings
        The bounds.
    work
        What the answers are worked out by.
    """

    def __init__(self, settings: WebSettings, work: Work) -> None:
        self._rooms = Rooms(settings)
        self._work = work

    def routes(self) -> list[Route]:
        """Return where each question is asked."""
        at_room = {"act": self.act, "go": self.go, "look": self.look, "undo": self.undo,
                   "advice": self.advice}  # fmt: skip
        return [
            Route("/table/kinds", self.kinds),
            Route("/table/parts", self.parts, methods=["POST"]),
            Route("/table/new", self.new, methods=["POST"]),
            Route("/table/resume", self.resume, methods=["POST"]),
            Route("/table/score/{kind}", self.score, methods=["POST"]),
            Route("/table/companion", self.companion, methods=["POST"]),
            Route("/table/companion/advice", self.companion_advice, methods=["POST"]),
            Route("/table/room/{room}", self.room),
            Route("/table/room/{room}/file", self.file),
            *(
                Route(f"/table/room/{{room}}/{verb}", answer, methods=["POST"])
                for verb, answer in at_room.items()
            ),
        ]

    async def kinds(self, _: Request) -> Response:
        """Return the games, and what their score sheets ask for."""
        return JSONResponse({"games": kinds(), "sheets": plain(SHEETS)})

    async def parts(self, request: Request) -> Response:
        """Return what lies on the table at the start: ``{"game", "players"}``; ``options``."""
        body = await request.body()
        return JSONResponse(await self._run(request, lambda: _parts(body)))

    async def new(self, request: Request) -> Response:
        """Set up a game: ``{"game", "seats", "typed"}``; ``options``, ``seed``, ``data``.

        The first of the seats begins, or with ``"start": "drawn"`` whoever luck names. With
        ``setup``: what lies on the real table, as lists of pieces by the parts' names.
        """
        body = await request.body()
        session = await self._run(request, lambda: _new_session(body))
        return await self._opened(request, session)

    async def resume(self, request: Request) -> Response:
        """Go on with a saved game: ``{"record"}``."""
        body = await request.body()
        session = await self._run(request, lambda: _kept_session(body))
        return await self._opened(request, session)

    async def score(self, request: Request) -> Response:
        """Score a finished game: ``{"document"}``, a score file or a saved game."""
        kind, body = request.path_params["kind"], await request.body()
        if kind not in SCORERS:
            raise HTTPException(404)
        return JSONResponse(await self._run(request, lambda: _scored(kind, body)))

    async def companion(self, request: Request) -> Response:
        """Go on with a companion's session, which the page keeps; see `companion_answer`."""
        body = await request.body()
        return JSONResponse(await self._run(request, lambda: companion_answer(body)))

    async def companion_advice(self, request: Request) -> Response:
        """Return the best actions in a companion's session: ``{"session"}``."""
        body = await request.body()
        stop = self._work.stop(time_s=ADVICE_S, gone=request.scope.get(GONE))
        advised = await self._run(request, lambda: companion_advice(body, stop), is_long=True)
        return JSONResponse(advised)

    async def room(self, request: Request) -> Response:
        """Return how a game stands."""
        room = self._find(request)
        async with room.latch.held(_client(request)):
            return await self._shown(request, room)

    async def file(self, request: Request) -> Response:
        """Return a game as a file that all commands read."""
        room = self._find(request)
        async with room.latch.held(_client(request)):
            document = await self._run(request, room.session.to_dict)
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        name = f"{room.session.state.game}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/json", headers=headers)

    async def act(self, request: Request) -> Response:
        """Do what a person chose: ``{"action", "steps"}``."""
        fields = _fields(await request.body(), ("action", "steps"))
        action, seen = fields["action"].label(), fields["steps"].integer(least=0)
        return await self._change(request, seen, lambda room: room.act(action))

    async def go(self, request: Request) -> Response:
        """Let the computer player that is next act: ``{"steps"}``."""
        seen = _steps(await request.body())
        return await self._change(request, seen, Room.go_on, is_long=True)

    async def look(self, request: Request) -> Response:
        """Show the screen to whoever has to take it: ``{"steps"}``."""
        return await self._change(request, _steps(await request.body()), _look)

    async def undo(self, request: Request) -> Response:
        """Take back the last action of a person: ``{"steps"}``."""
        return await self._change(request, _steps(await request.body()), Room.undo)

    async def advice(self, request: Request) -> Response:
        """Return the best actions: ``{"steps"}``."""
        seen = _steps(await request.body())
        room = self._find(request)
        stop = self._work.stop(time_s=ADVICE_S, gone=request.scope.get(GONE))
        async with room.latch.held(_client(request)):
            room.check(seen)
            advice = await self._run(
                request, lambda: room.advise(stop, most=MOST_ADVISED), is_long=True
            )
        return JSONResponse(advice_shown(advice))

    async def _change(
        self,
        request: Request,
        seen: int,
        change: Callable[[Room], None],
        *,
        is_long: bool = False,
    ) -> Response:
        """Change a room of which the page has seen so many steps, and show it."""
        room = self._find(request)
        async with room.latch.held(_client(request)):
            try:
                room.check(seen)
            except ConflictError as error:
                shown = await self._run(request, lambda: room_shown(room))
                return JSONResponse({"error": str(error), "now": shown}, 409)
            await self._run(request, lambda: change(room), is_long=is_long)
            return await self._shown(request, room)

    async def _opened(self, request: Request, session: Session) -> Response:
        steps = await self._run(request, lambda: tuple(session.steps()))
        room = self._rooms.open(session, steps, _client(request))
        async with room.latch.held(_client(request)):
            return await self._shown(request, room)

    async def _shown(self, request: Request, room: Room) -> Response:
        return JSONResponse(await self._run(request, lambda: room_shown(room)))

    async def _run(self, request: Request, job: Callable[[], T], *, is_long: bool = False) -> T:
        return await self._work.run(job, client=_client(request), is_long=is_long)

    def _find(self, request: Request) -> Room:
        room = self._rooms.find(request.path_params["room"])
        if room is None:
            raise HTTPException(410, MISSING)
        return room


def _client(request: Request) -> str:
    return request.client.host if request.client else ""


def _fields(
    body: bytes, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Node]:
    return parse_json(body, source="the request").fields(required, optional)


def _steps(body: bytes) -> int:
    return _fields(body, ("steps",))["steps"].integer(least=0)


def _look(room: Room) -> None:
    room.screen = room.screen.taken()


def _new_session(body: bytes) -> Session:
    fields = _fields(
        body, ("game", "seats", "typed"), ("options", "seed", "data", "setup", "start")
    )
    entry = game_entry(fields["game"].choice(PLAYED))
    seats = _seats(fields["seats"])
    seed = _seed(fields.get("seed"))
    if "start" in fields and fields["start"].choice(STARTS) == "drawn":
        seats = seats_from_start(seats, seed)
    options = _options(fields)
    data = None
    if "data" in fields:
        known = OF_THE_TABLE.get(entry.name, ())
        data = {name: node.value for name, node in fields["data"].fields(optional=known).items()}
    rng = np.random.default_rng(seed)
    start = entry.load_state().new(len(seats), rng=rng, data=data, options=options)
    if "setup" in fields:
        given = fields["setup"].mapping().items()
        pieces = {
            name: [piece.label(longest=2000) for piece in node.items(most=9)]
            for name, node in given
        }
        start = laid(start, pieces, rng)
    return Session(GameRecord.begin(start), seats, seed, fields["typed"].boolean())


def _parts(body: bytes) -> JsonObject:
    fields = _fields(body, ("game", "players"), ("options",))
    kind = game_entry(fields["game"].choice(PLAYED)).load_state()
    players = fields["players"].integer(least=1, most=MOST_PLAYERS)
    start = kind.new(players, rng=np.random.default_rng(0), options=_options(fields))
    words: dict[str, str] = {}
    if isinstance(start, MarketStandState):
        words = {card.id: " / ".join(card.rows) for card in start.deck}
    return {
        "parts": [
            {
                "name": part.name,
                "count": part.count,
                "pieces": [[piece, most] for piece, most in part.pieces.items()],
                "words": words,
                "example": part.example,
                "secret": part.secret,
            }
            for part in parts_of(start)
        ]
    }


def _options(fields: dict[str, Node]) -> dict[str, str]:
    if "options" not in fields:
        return {}
    return {name: node.text() for name, node in fields["options"].mapping().items()}


def _kept_session(body: bytes) -> Session:
    fields = _fields(body, ("record",))
    document = Node(fields["record"].value, source="the file")
    parts = document.mapping()
    if "log" in parts:
        parts["log"].items(most=MOST_STEPS)
    record = GameRecord.read(document)
    if record.start.game not in PLAYED:
        raise InputError(f"the page does not play {record.start.game}")
    kept = Session.of_record(record)
    if kept is not None:
        checked_seats(kept.seats)
        return kept
    seats = (HUMAN, *["advisor"] * (record.start.num_players - 1))
    return Session(record, seats, _seed(None))


def _scored(kind: str, body: bytes) -> JsonObject:
    fields = _fields(body, ("document",))
    document = Node(fields["document"].value, source="the sheet")
    deck = document.mapping().get("deck")
    if deck is not None and isinstance(deck.value, str):
        raise deck.error("the page reads no files; expected the deck itself")
    found = scored(kind, document)
    document_of: JsonObject = plain(
        {
            "result": found.result,
            "tables": found.tables,
            "winners": found.winners,
            "doubts": (*found.notes, *found.ends),
            "picture": found.picture(),
        }
    )
    return document_of


def _seats(node: Node) -> tuple[str, ...]:
    return checked_seats(tuple(item.label() for item in node.items(least=1, most=MOST_PLAYERS)))


def _seed(node: Node | None) -> int:
    return secrets.randbits(32) if node is None else node.integer(least=0, most=MOST_SEED)
