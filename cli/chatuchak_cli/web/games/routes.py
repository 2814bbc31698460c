"""Requests of the page about games."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from chatuchak_cli.web.address import qr_svg
from chatuchak_cli.web.games.companion import companion_advice, companion_answer
from chatuchak_cli.web.games.requests import (
    Act,
    JoinRequest,
    SeatRequest,
    Seen,
    load_session,
    new_session,
    parts_shown,
    read_request,
    score_shown,
)
from chatuchak_cli.web.games.rooms import ConflictError, Room, Rooms
from chatuchak_cli.web.games.seats import HOST
from chatuchak_cli.web.games.shown import MAX_ADVISED, kinds, room_shown
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.registry import game_entry, score_forms
from chatuchak_solver.games.session import Session

ADVICE_S: Final = 1.5

GAMES_PAGE: Final = "games.html"


Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
Change: TypeAlias = Callable[[Room, int], None]
"""A change of a game, for a seat or `HOST`."""


class Games:
    """Handlers of requests about games."""

    def __init__(self, settings: WebSettings, work: WorkerPool, box: Box) -> None:
        self._box = box
        self._rooms = Rooms(settings)
        self._settings = settings
        self._work = work

    def routes(self) -> list[Route]:
        """Return the routes."""
        posted: dict[str, Handler] = {
            "new": self.new,
            "resume": self.resume,
            "join": self.join,
            "score/{kind}": self.score,
            "parts": partial(self._answer, parts_shown),
            "companion": partial(self._answer, companion_answer),
            "companion/advice": self.companion_advice,
            "room/{room}/act": self.act,
            "room/{room}/go": partial(self._step, lambda room, _: room.go_on(), is_long=True),
            "room/{room}/look": partial(self._step, Room.look),
            "room/{room}/undo": partial(self._step, Room.undo),
            "room/{room}/advice": self.advice,
            "room/{room}/give": partial(self._hand, Room.give),
            "room/{room}/take": partial(self._hand, Room.take),
        }
        return [
            Route("/table/kinds", self.kinds),
            Route("/table/rules/{game}/{language}", self.rules),
            Route("/table/room/{room}", self.room),
            Route("/table/room/{room}/file", self.file),
            Route("/table/room/{room}/codes", self.codes),
            Route("/table/room/{room}/events", self.events),
            *(Route(f"/table/{path}", answer, methods=["POST"]) for path, answer in posted.items()),
        ]

    async def kinds(self, _: Request) -> Response:
        """Return the games and their score forms."""
        sheets = {name: form.to_dict() for name, form in score_forms().items()}
        return JSONResponse({"games": kinds(), "sheets": sheets})

    async def rules(self, request: Request) -> Response:
        """Return a game's short rules."""
        try:
            game = game_entry(request.path_params["game"])
            return JSONResponse(game.short_rules(request.path_params["language"]).to_dict())
        except InputError:
            raise HTTPException(404) from None

    async def new(self, request: Request) -> Response:
        """Set up a game: ``{"game", "seats", "typed"}``; ``options``, ``seed``.

        Seats are kinds of players, or ``phone`` for a person with a separate screen. The first seat
        starts, or a random one with ``"start": "drawn"``. ``setup`` has the real table's pieces by
        part. ``box`` is a box file that replaces the server's parts.
        """
        body = await request.body()
        session, phones = await self._work.run(lambda: new_session(body, self._box))
        return await self._opened(request, session, phones)

    async def resume(self, request: Request) -> Response:
        """Resume a saved game: ``{"record"}``; ``phones`` are seats on phones."""
        body = await request.body()
        session, phones = await self._work.run(lambda: load_session(body))
        return await self._opened(request, session, phones)

    async def join(self, request: Request) -> Response:
        """Return the full code of a seat by its short code: ``{"code"}``."""
        short = read_request(await request.body(), JoinRequest).code
        return JSONResponse({"room": self._rooms.join(short, _client(request))})

    async def score(self, request: Request) -> Response:
        """Score a finished game: ``{"document"}``, a score file or saved game; ``box``."""
        kind, body = request.path_params["kind"], await request.body()
        if kind not in score_forms():
            raise HTTPException(404)
        return JSONResponse(await self._work.run(lambda: score_shown(kind, body, self._box)))

    async def companion_advice(self, request: Request) -> Response:
        """Return the best actions in a companion's session: ``{"session"}``."""
        body = await request.body()
        stop = self._work.stop(time_s=ADVICE_S)
        with self._work.long_work(_client(request)):
            advised = await self._work.run(lambda: companion_advice(body, stop), is_long=True)
        return JSONResponse(advised)

    async def room(self, request: Request) -> Response:
        """Return the view of a game."""
        async with self._seat(request) as (room, place):
            return await self._shown(room, place)

    async def file(self, request: Request) -> Response:
        """Return a game as a file that all commands read."""
        async with self._seat(request) as (room, place):
            if not room.may_save(place):
                raise RefusedError("file_hides", 403)
            document = await self._work.run(room.session.to_dict)
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        name = f"{room.session.state.game}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/json", headers=headers)

    async def events(self, request: Request) -> Response:
        """Send the number of changes after each change."""
        async with self._seat(request) as (room, place):
            news = self._rooms.listen(room, place)
        stream = room.seats.events(news, self._work.is_closing)
        return _Stream(stream, lambda: room.seats.leave(news))

    async def codes(self, request: Request) -> Response:
        """Return the codes and links of seats on phones, for the host."""
        async with self._seat(request, host=True) as (room, _):
            seats = [(seat, room.code(seat), room.seats.short(seat)) for seat in room.seats.phones]
        base = self._settings.public_url or str(request.base_url)
        codes: list[JsonObject] = []
        for seat, code, short in seats:
            url = f"{base}{GAMES_PAGE}#play={code}"
            svg = qr_svg(url).decode()
            codes.append({"seat": seat, "code": code, "short": short, "url": url, "svg": svg})
        return JSONResponse({"codes": codes, "near": _is_near(base)})

    async def act(self, request: Request) -> Response:
        """Apply a person's action: ``{"action", "steps"}``."""
        asked = read_request(await request.body(), Act)
        return await self._change(request, asked, lambda room, place: room.act(asked.action, place))

    async def _step(self, change: Change, request: Request, *, is_long: bool = False) -> Response:
        """Continue a game: ``{"steps"}``."""
        seen = read_request(await request.body(), Seen)
        return await self._change(request, seen, change, is_long=is_long)

    async def advice(self, request: Request) -> Response:
        """Return the best actions: ``{"steps"}``."""
        seen = read_request(await request.body(), Seen)
        async with self._seat(request, is_long=True) as (room, place):
            room.check(seen.steps)
            stop = self._work.stop(time_s=ADVICE_S)
            advice = await self._work.run(
                lambda: room.advise(stop, place, most=MAX_ADVISED), is_long=True
            )
        return JSONResponse(advice.to_dict())

    async def _answer(
        self, answer: Callable[[bytes, Box], JsonObject], request: Request
    ) -> Response:
        body = await request.body()
        return JSONResponse(await self._work.run(lambda: answer(body, self._box)))

    async def _hand(self, hand: Change, request: Request) -> Response:
        """Give a seat to a phone or take it, for the host: ``{"seat"}``."""
        seat = read_request(await request.body(), SeatRequest).seat
        async with self._seat(request, host=True) as (room, place):
            hand(room, seat)
            room.seats.notify()
            return await self._shown(room, place)

    async def _change(
        self, request: Request, seen: Seen, change: Change, *, is_long: bool = False
    ) -> Response:
        """Change a room if the page has seen all steps, and show it."""
        async with self._seat(request, is_long=is_long) as (room, place):
            try:
                room.check(seen.steps)
            except ConflictError as error:
                shown = await self._work.run(lambda: room_shown(room, place, self._box))
                return error.response(now=shown)
            await self._work.run(lambda: change(room, place), is_long=is_long)
            room.seats.notify()
            return await self._shown(room, place)

    async def _opened(
        self, request: Request, session: Session, phones: tuple[int, ...] = ()
    ) -> Response:
        steps = await self._work.run(lambda: tuple(session.steps()))
        room = self._rooms.open(session, steps, _client(request), phones)
        async with room.lock:
            return await self._shown(room, HOST)

    async def _shown(self, room: Room, place: int) -> Response:
        return JSONResponse(await self._work.run(lambda: room_shown(room, place, self._box)))

    @asynccontextmanager
    async def _seat(
        self, request: Request, *, host: bool = False, is_long: bool = False
    ) -> AsyncIterator[tuple[Room, int]]:
        """Lock the game of a request's code; yield it with its seat.

        The code is checked under the lock, as another request may take the seat.
        """
        code = request.path_params["room"]
        room = self._rooms.find(code)
        if room is None:
            raise RefusedError("gone", 410)
        with self._work.long_work(_client(request)) if is_long else nullcontext():
            async with room.lock:
                place = room.place_of(code)
                if place is None:
                    raise RefusedError("gone", 410)
                if host and place != HOST:
                    raise RefusedError("host_gives", 403)
                yield room, place


class _Stream(StreamingResponse):
    """Server-sent events; the stream is removed when the client disconnects."""

    def __init__(self, events: AsyncIterator[str], leave: Callable[[], None]) -> None:
        super().__init__(events, media_type="text/event-stream")
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client disconnects or the game is removed."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


def _client(request: Request) -> str:
    return request.client.host if request.client else ""


def _is_near(url: str) -> bool:
    name = urlsplit(url).hostname or ""
    return name in ("localhost", "127.0.0.1", "::1")
