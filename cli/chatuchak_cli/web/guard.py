"""What every request passes: host, origin and size, and the headers of the answer."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chatuchak_cli.web.address import is_of_private_network
from chatuchak_cli.web.settings import WebSettings

SECURITY_HEADERS: Final = (
    (
        "Content-Security-Policy",
        (
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
            "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
            "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
)

GAMES: Final = "/table/"
"""Where questions about games are asked, which may hold a saved game."""

ENDING: Final = "the server is ending"


class Guard:
    """Refuses what no page of this server sends, before anything else looks at it.

    Parameters
    ----------
    app
        What answers the requests that pass.
    settings
        The bounds.
    is_closed
        Tells whether the server is about to end; it then takes no request.
    """

    def __init__(self, app: ASGIApp, settings: WebSettings, is_closed: Callable[[], bool]) -> None:
        self._app = app
        self._settings = settings
        self._is_closed = is_closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS:
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._answer(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # The server ends, and this took longer than it waits.
            if not started:
                await _error(503, ENDING)(scope, receive, send_with_headers)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, most = b"", self._most(scope)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            try:
                async for part in Request(scope, receive).stream():
                    body += part
                    if len(body) > most:
                        refusal = _too_long(most)
                        break
            except ClientDisconnect:
                return
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._answer_who_stays(scope, body, receive, send)

    async def _answer_who_stays(
        self, scope: Scope, body: bytes, receive: Receive, send: Send
    ) -> None:
        """Answer a whole request; give it up, waiting or under way, once its client is gone."""
        gone = scope["chatuchak.gone"] = threading.Event()
        answering = asyncio.ensure_future(self._app(scope, _once(body, receive), send))
        leaving = asyncio.ensure_future(_until_gone(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
                return
            gone.set()
            answering.cancel()
            with suppress(asyncio.CancelledError):
                await answering
        except asyncio.CancelledError:
            answering.cancel()
            raise
        finally:
            leaving.cancel()

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        """Return why a request is refused by its headers alone, or None."""
        if self._is_closed():
            return _error(503, ENDING)
        client = scope["client"][0] if scope.get("client") else ""
        if self._settings.private_only and not is_of_private_network(client):
            return _error(403, "only machines of the same network are answered")
        hosts = self._settings.hosts
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if hosts is not None and name.lower() not in hosts:
            return _error(421, "this server is not called by that name")
        if scope["method"] == "POST":
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return _error(403, "requests from other sites are not answered")
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return _error(415, "expected a body of type application/json")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return _error(400, "the content length is no number")
        if len(length) > 9 or int(length) > self._most(scope):
            return _too_long(self._most(scope))
        return None

    def _most(self, scope: Scope) -> int:
        """Return how long a request's body may be."""
        about_games = scope["path"].startswith(GAMES)
        return self._settings.file_bytes if about_games else self._settings.body_bytes


async def _until_gone(receive: Receive) -> None:
    """Return once a client whose request has wholly come is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _too_long(most: int) -> JSONResponse:
    return _error(413, f"the request is longer than {most} bytes")


def _error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status, headers={"Connection": "close"})


def _once(body: bytes, receive: Receive) -> Receive:
    """Return a channel that first gives the whole body, then what comes after it."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
