"""Requests of the page about games."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from chatuchak_cli.web.address import bracketed, qr_svg
from chatuchak_cli.web.assets import GAMES
from chatuchak_cli.web.games import companion, requests
from chatuchak_cli.web.games.requests import R, SeatRequest, Seen, read_request
from chatuchak_cli.web.games.rooms import Room, Rooms
from chatuchak_cli.web.games.seats import HOST
from chatuchak_cli.web.games.shown import MAX_ADVISED, kinds, room_shown
from chatuchak_cli.web.limits import LOOPBACK_HOSTS, WebSettings, WorkerPool
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.registry import game_entry, score_forms
from chatuchak_solver.games.session import Session, Step

ADVICE_S: Final = 1.5

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
Change: TypeAlias = Callable[[Room, int, Any], None]
"""A change of a game for a seat or `HOST`, by the request."""
CHANGES: Final[Mapping[str, tuple[type[Seen | SeatRequest], Change]]] = {
    "act": (requests.Act, lambda room, place, request: room.act(request.action, place)),
    "go": (Seen, lambda room, *_: room.go_on()),
    "look": (Seen, lambda room, place, _: room.look(place)),
    "undo": (Seen, lambda room, place, _: room.undo(place)),
    "give": (SeatRequest, lambda room, _, request: room.give(request.seat)),
    "take": (SeatRequest, lambda room, _, request: room.take(request.seat)),
}


class Games:
    """Handlers of requests about games."""

    def __init__(self, settings: WebSettings, work: WorkerPool, box: Box) -> None:
        self._box = box
        self._rooms = Rooms(settings)
        self._settings = settings
        self._work = work

    def routes(self) -> list[Route]:
        """Return the routes."""
        shown: dict[str, Handler] = {
            "kinds": self.kinds,
            "rules/{game}/{language}": self.rules,
            "room/{room}": self.room,
            "room/{room}/file": self.file,
            "room/{room}/codes": self.codes,
            "room/{room}/events": self.events,
        }
        posted: dict[str, Handler] = {
            "new": partial(self._open, requests.NewGame, requests.new_session),
            "resume": partial(self._open, requests.ResumeRequest, requests.load_session),
            "join": self.join,
            "score/{kind}": self.score,
            "parts": partial(self._answer, requests.PartsRequest, requests.parts_shown),
            "companion": partial(
                self._answer, companion.CompanionRequest, companion.companion_answer
            ),
            "companion/advice": self.companion_advice,
            "room/{room}/advice": self.advice,
            **{f"room/{{room}}/{verb}": partial(self._change, verb) for verb in CHANGES},
        }
        return [
            Route(f"/table/{path}", handler, methods=[method])
            for method, handlers in (("GET", shown), ("POST", posted))
            for path, handler in handlers.items()
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

    async def join(self, request: Request) -> Response:
        """Return the full code of a seat by its short code: ``{"code"}``."""
        short = read_request(request, requests.JoinRequest).code
        return JSONResponse({"room": self._rooms.join(short, _client(request))})

    async def score(self, request: Request) -> Response:
        """Score a finished game: ``{"document"}``, a score file or saved game; ``box``."""
        form = score_forms().get(request.path_params["kind"])
        if form is None:
            raise HTTPException(404)
        return await self._answer(
            requests.FinishedGame, partial(requests.score_shown, form), request
        )

    async def companion_advice(self, request: Request) -> Response:
        """Return the best actions in a companion's session: ``{"session"}``."""
        answer = partial(companion.companion_advice, stop=self._work.stop(time_s=ADVICE_S))
        with self._work.long_work(_client(request)):
            return await self._answer(companion.SessionRequest, answer, request, is_long=True)

    async def room(self, request: Request) -> Response:
        """Return the view of a game."""
        async with self._seat(request) as (room, place):
            return JSONResponse(await self._view(room, place))

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

        async def leave() -> None:
            room.seats.leave(news)

        stream = room.seats.events(news, self._work.is_closing)
        return StreamingResponse(
            stream, media_type="text/event-stream", background=BackgroundTask(leave)
        )

    async def codes(self, request: Request) -> Response:
        """Return the codes and links of seats on phones, for the host."""
        base = self._settings.public_url or str(request.base_url)
        codes: list[JsonObject] = []
        async with self._seat(request, host=True) as (room, _):
            for seat in room.seats.phones:
                code, short = room.code(seat), room.seats.shorts[seat]
                url = f"{base}{GAMES}#play={code}"
                svg = qr_svg(url).decode()
                codes.append({"seat": seat, "code": code, "short": short, "url": url, "svg": svg})
        is_near = bracketed(urlsplit(base).hostname or "") in LOOPBACK_HOSTS
        return JSONResponse({"codes": codes, "near": is_near})

    async def advice(self, request: Request) -> Response:
        """Return the best actions: ``{"steps"}``."""
        asked = read_request(request, Seen)
        async with self._seat(request, asked, is_long=True) as (room, place):
            stop = self._work.stop(time_s=ADVICE_S)
            advice = await self._work.run(
                lambda: room.advise(stop, place, most=MAX_ADVISED), is_long=True
            )
        return JSONResponse(advice.to_dict())

    async def _answer(
        self, kind: type[R], answer: Callable[[R, Box], JsonObject], request: Request, *,
        is_long: bool = False,
    ) -> Response:  # fmt: skip
        asked = read_request(request, kind)
        return JSONResponse(await self._work.run(lambda: answer(asked, self._box), is_long=is_long))

    async def _open(
        self, kind: type[R], begin: Callable[[R, Box], tuple[Session, tuple[int, ...]]],
        request: Request,
    ) -> Response:  # fmt: skip
        """Open a room for a new or saved game, with the seats on phones."""
        asked = read_request(request, kind)

        def opened() -> tuple[Session, tuple[int, ...], tuple[Step, ...]]:
            session, phones = begin(asked, self._box)
            return session, phones, tuple(session.steps())

        session, phones, steps = await self._work.run(opened)
        room = self._rooms.open(session, steps, _client(request), phones)
        async with room.lock:
            return JSONResponse(await self._view(room, HOST))

    async def _change(self, verb: str, request: Request) -> Response:
        """Change a game and show it."""
        kind, change = CHANGES[verb]
        asked, is_long = read_request(request, kind), verb == "go"
        async with self._seat(request, asked, is_long=is_long) as (room, place):
            if isinstance(asked, SeatRequest):  # closes streams, whose events belong to this thread
                change(room, place, asked)
            else:
                await self._work.run(lambda: change(room, place, asked), is_long=is_long)
            room.seats.notify()
            return JSONResponse(await self._view(room, place))

    async def _view(self, room: Room, place: int) -> JsonObject:
        return await self._work.run(lambda: room_shown(room, place, self._box))

    @asynccontextmanager
    async def _seat(
        self, request: Request, asked: Seen | SeatRequest | None = None, *, host: bool = False,
        is_long: bool = False,
    ) -> AsyncIterator[tuple[Room, int]]:  # fmt: skip
        """Lock the game of a request's code; yield it with its seat.

        The code is checked under the lock, as another request may take the seat. A change requires
        that the page has seen all steps; the host alone gives seats to phones and takes them.
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
                if (host or isinstance(asked, SeatRequest)) and place != HOST:
                    raise RefusedError("host_gives", 403)
                if isinstance(asked, Seen) and asked.steps != len(room.steps):
                    raise RefusedError("gone_on", 409, now=await self._view(room, place))
                yield room, place


def _client(request: Request) -> str:
    return request.client.host if request.client else ""
