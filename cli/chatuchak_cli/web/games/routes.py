"""Requests of the page about games."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any, TypeAlias, TypeVar

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from chatuchak_cli.web.games import companion, requests
from chatuchak_cli.web.games.requests import JoinRequest, SeatRequest, Seen
from chatuchak_cli.web.games.rooms import HOST, Room, Rooms
from chatuchak_cli.web.games.shown import codes_shown, kinds, room_shown
from chatuchak_cli.web.limits import WorkerPool
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject, decode

ADVICE_S = 1.5
LONG = ("go", "advice")
"""The requests at a game that may take seconds."""

R = TypeVar("R")
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
Show: TypeAlias = Callable[[Room, int, str], JsonObject]
"""An answer about a game, for a seat or `HOST`, by the page's address."""
Change: TypeAlias = Callable[[Room, int, Any], JsonObject | None]
"""A change of a game, for a seat or `HOST`, by the request; returns an answer other than a view."""


def read_request(request: Request, kind: type[R]) -> R:
    """Return the content of a request."""
    return decode(request.scope["body"], kind, source="the request")


def answering(
    work: WorkerPool, answer: Callable[..., JsonObject], kind: type[Any] | None = None, *,
    is_long: bool = False, **context: Any,
) -> Handler:  # fmt: skip
    """Return a handler that runs a function in a thread.

    Its arguments are the request's content, if any, the path's parameters and ``context``.
    """

    async def handle(request: Request) -> Response:
        def job() -> Response:
            asked = [] if kind is None else [read_request(request, kind)]
            return JSONResponse(answer(*asked, **request.path_params, **context))

        with work.long_work(_client(request)) if is_long else nullcontext():
            return await work.run(job, is_long=is_long)

    return handle


class Games:
    """Handlers of requests about games."""

    def __init__(self, work: WorkerPool, box: Box) -> None:
        self._box = box
        self._rooms = Rooms(work.settings)
        self._work = work

    def routes(self) -> list[Route]:
        """Return the routes."""
        box, stop = self._box, self._work.stop(time_s=ADVICE_S)
        answer = partial(answering, self._work)
        changes: dict[str, tuple[type[Seen | SeatRequest], Change]] = {
            "act": (requests.Act, lambda room, place, asked: room.act(asked.action, place)),
            "go": (Seen, lambda room, *_: room.go_on()),
            "look": (Seen, lambda room, place, _: room.look(place)),
            "undo": (Seen, lambda room, place, _: room.undo(place)),
            "give": (SeatRequest, lambda room, _, asked: room.give(asked.seat)),
            "take": (SeatRequest, lambda room, _, asked: room.take(asked.seat)),
            "advice": (Seen, lambda room, place, _: room.advise(stop, place)),
        }
        shown: dict[str, Handler] = {
            "kinds": answer(kinds),
            "room/{room}": partial(self._show, lambda room, place, _: room_shown(room, place, box)),
            "room/{room}/file": partial(self._show, lambda room, place, _: room.document(place)),
            "room/{room}/codes": partial(self._show, codes_shown),
            "room/{room}/events": self.events,
        }
        posted: dict[str, Handler] = {
            "new": partial(self._open, requests.NewGame, requests.new_session),
            "resume": partial(self._open, requests.ResumeRequest, requests.load_session),
            "join": self.join,
            "score/{kind}": answer(requests.score_shown, requests.FinishedGame, box=box),
            "parts": answer(requests.parts_shown, requests.PartsRequest, box=box),
            "companion": answer(companion.answer, companion.CompanionRequest, box=box),
            "companion/advice": answer(
                companion.advise, companion.SessionRequest, is_long=True, stop=stop
            ),
        }
        for verb, change in changes.items():
            posted[f"room/{{room}}/{verb}"] = partial(self._change, verb in LONG, *change)
        return [
            Route(f"/table/{path}", handler, methods=[method])
            for method, handlers in (("GET", shown), ("POST", posted))
            for path, handler in handlers.items()
        ]

    async def join(self, request: Request) -> Response:
        """Return the full code of a seat by its short code: ``{"code"}``."""
        asked = await self._work.run(partial(read_request, request, JoinRequest))
        return JSONResponse({"room": self._rooms.join(asked.code, _client(request))})

    async def events(self, request: Request) -> Response:
        """Send the number of changes after each change."""
        async with self._seat(request) as (room, place):
            events = room.events(room.keys[place], self._work.is_closing)

        async def end() -> None:  # the stream of a client that left without reading
            await events.aclose()

        return StreamingResponse(
            events, media_type="text/event-stream", background=BackgroundTask(end)
        )

    async def _show(self, show: Show, request: Request) -> Response:
        """Return an answer about a game."""
        base = self._work.settings.public_url or str(request.base_url)
        async with self._seat(request) as (room, place):
            return JSONResponse(await self._work.run(lambda: show(room, place, base)))

    async def _open(
        self, kind: type[R], begin: Callable[[R, Box], requests.Begun], request: Request
    ) -> Response:
        """Open a room for a new or saved game, with the seats on phones."""
        begun = await self._work.run(lambda: begin(read_request(request, kind), self._box))
        room = self._rooms.open(_client(request), *begun)
        async with room.lock:
            return JSONResponse(await self._view(room, HOST))

    async def _change(
        self, is_long: bool, kind: type[Seen | SeatRequest], change: Change, request: Request
    ) -> Response:
        """Change a game and show it, or return the answer."""
        asked = await self._work.run(lambda: read_request(request, kind))
        async with self._seat(request, asked, is_long=is_long) as (room, place):
            if isinstance(asked, SeatRequest):  # `join` reads the codes in this thread
                answer = change(room, place, asked)
            else:
                answer = await self._work.run(lambda: change(room, place, asked), is_long=is_long)
            if answer is not None:
                return JSONResponse(answer)
            room.notify()
            return JSONResponse(await self._view(room, place))

    async def _view(self, room: Room, place: int) -> JsonObject:
        return await self._work.run(lambda: room_shown(room, place, self._box))

    @asynccontextmanager
    async def _seat(
        self, request: Request, asked: Seen | SeatRequest | None = None, *, is_long: bool = False
    ) -> AsyncIterator[tuple[Room, int]]:
        """Lock the game of a request's code; yield it with its seat.

        The code is checked under the lock, as another request may take the seat. A change requires
        that the page has seen all steps; the host alone gives seats to phones and takes them.
        """
        code = request.path_params["room"]
        room = self._rooms.find(code)
        with self._work.long_work(_client(request)) if is_long else nullcontext():
            async with room.lock:
                place = room.place_of(code)
                if isinstance(asked, SeatRequest) and place != HOST:
                    raise RefusedError("host_gives", 403)
                if isinstance(asked, Seen) and asked.steps != len(room.steps):
                    raise RefusedError("gone_on", 409, now=await self._view(room, place))
                yield room, place


def _client(request: Request) -> str:
    return request.client.host if request.client else ""
