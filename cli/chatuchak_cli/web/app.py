"""The web application: page and games behind checks of requests (host, origin, size)."""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from mimetypes import MimeTypes

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from chatuchak_cli.web.address import is_of_private_network
from chatuchak_cli.web.assets import INDEX, NAME, load_assets
from chatuchak_cli.web.games.routes import Games, answering
from chatuchak_cli.web.limits import ConnectionLimiter, WebSettings, WorkerPool
from chatuchak_cli.web.page_data import PageData
from chatuchak_cli.web.refusals import RefusedError, describe_message
from chatuchak_solver import InputError, PlayedGame
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.codec import Form, JsonObject

logger = logging.getLogger(__name__)
logger.addHandler(logging.NullHandler())

AUTHORITY = "certificate.crt"
"""Path of the certificate for phones."""

TYPES = MimeTypes()
"""Python's own, regardless of the system."""
TYPES.add_type("application/x-x509-ca-cert", ".crt")
TYPES.add_type("text/javascript", ".js")

CLOSE = {"Connection": "close"}
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
}


def make_app(
    settings: WebSettings | None = None, data: PageData | None = None, *,
    authority: bytes | None = None, store: PlaytestStore | None = None,
) -> Starlette:  # fmt: skip
    """Return the application.

    Parameters
    ----------
    data
        By default the shipped data.
    authority
        The certificate of this machine's authority, for phones.
    store
        Collects games, if any.
    """
    settings = settings or WebSettings()
    url, collects = settings.public_url, store is not None
    data = replace(data or PageData(), public_url=url, served=True, playtest=collects)
    assets = load_assets(data)
    if authority is not None:
        assets[AUTHORITY] = authority
    work = WorkerPool(settings)
    routes = [_file_route(path, content) for path, content in assets.items()]
    routes += Games(work, data.box).routes()
    if store is not None:
        routes += collecting_routes(store, work)
    return guarded(routes, work)


def guarded(routes: Sequence[BaseRoute], work: WorkerPool) -> Starlette:
    """Return a guarded application of routes, with one-line errors as JSON."""
    limiter = ConnectionLimiter(work.settings)
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityMiddleware, work=work, limiter=limiter),
            Middleware(ProxyHeadersMiddleware),
            Middleware(GZipMiddleware, compresslevel=6),
        ],
        exception_handlers=dict.fromkeys((HTTPException, InputError, 500), _answer_error),
    )
    app.state.work, app.state.limiter = work, limiter
    return app


def _file_route(path: str, content: bytes) -> Route:
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if path == NAME:
        headers["Content-Disposition"] = f'attachment; filename="{NAME}"'
    media_type, _ = TYPES.guess_type(path)

    async def send(request: Request) -> Response:
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=media_type, headers=headers)

    return Route("/" if path == INDEX else f"/{path}", send)


async def _answer_error(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        code = {404: "no_address", 405: "no_method"}[error.status_code]
        return RefusedError(code, error.status_code).response(error.headers)
    if isinstance(error, RefusedError):
        return error.response()
    if isinstance(error, InputError):
        return JSONResponse(describe_message(error.args[0], "error"), 400)
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return RefusedError("defect", 500).response()


class SecurityMiddleware:
    """Rejects requests that do not come from a page of this server, or after ``work`` is closed.

    The body of an accepted request is ``scope["body"]``.
    """

    def __init__(self, app: ASGIApp, work: WorkerPool, limiter: ConnectionLimiter) -> None:
        self._app = app
        self._work = work
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        host, port = scope.get("client") or ("", 0)
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            app = self._app
            try:
                self._check(scope, host)
                scope["body"] = await self._read(Request(scope, receive))
            except RefusedError as error:
                app = error.response(CLOSE)
            with self._limiter.busy((str(host), int(port))):
                await app(scope, receive, send_guarded)
        except ClientDisconnect:
            pass
        except asyncio.CancelledError:  # the server shuts down, and this took too long
            if not started:
                ending = RefusedError("ending", 503).response(CLOSE)
                await ending(scope, receive, send_guarded)

    def _check(self, scope: Scope, client: str) -> None:
        """Raise RefusedError for a request that is refused by its head."""
        headers, settings = Headers(scope=scope), self._work.settings
        if self._work.is_closing():
            raise RefusedError("ending", 503)
        if settings.private_only and not is_of_private_network(client):
            raise RefusedError("stranger", 403)
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if settings.hosts is not None and name.lower() not in settings.hosts:
            raise RefusedError("other_name", 421)
        if scope["method"] == "POST":
            origin = headers.get("origin", f"://{host}")
            is_own = origin.partition("://")[2] == host or f"{origin}/" == settings.public_url
            site = headers.get("sec-fetch-site", "same-origin")
            if not is_own or site not in ("same-origin", "none"):
                raise RefusedError("other_site", 403)
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise RefusedError("not_json", 415)
        self._check_length(int(headers.get("content-length", "0")))

    async def _read(self, request: Request) -> bytes:
        body = b""
        async for part in request.stream():
            body += part
            self._check_length(len(body))
        return body

    def _check_length(self, length: int) -> None:
        if length > (most := self._work.settings.body_bytes):
            raise RefusedError("too_long", 413, n=most)


class _Sender(Form, frozen=True):
    key: str


class _GivenGame(_Sender, frozen=True):
    game: JsonObject


def collecting_routes(store: PlaytestStore, work: WorkerPool) -> list[Route]:
    """Return the routes by which people send games (with a secret key) and withdraw them."""

    def add(given: _GivenGame) -> JsonObject:
        store.add(given.key, PlayedGame.from_dict(given.game, source="the request"))
        return {"kept": True}

    def withdraw(sender: _Sender) -> JsonObject:
        return {"withdrawn": store.withdraw(sender.key)}

    return [
        Route("/playtest", answering(work, add, _GivenGame), methods=["POST"]),
        Route("/playtest/withdraw", answering(work, withdraw, _Sender), methods=["POST"]),
    ]
