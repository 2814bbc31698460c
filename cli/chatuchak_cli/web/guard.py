"""Checks of requests (host, origin, size) and headers of responses."""

import asyncio
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chatuchak_cli.web.address import is_of_private_network
from chatuchak_cli.web.connections import ConnectionLimiter
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.refusals import RefusedError

SECURITY_HEADERS: Final = {
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


class SecurityMiddleware:
    """Rejects requests that do not come from a page of this server, or after ``work`` is closed.

    The body of an accepted request is ``scope["body"]``.
    """

    def __init__(
        self, app: ASGIApp, settings: WebSettings, work: WorkerPool, limiter: ConnectionLimiter
    ) -> None:
        self._app = app
        self._settings = settings
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
                app = _response(error)
            with self._limiter.busy((str(host), int(port))):
                await app(scope, receive, send_guarded)
        except ClientDisconnect:
            pass
        except asyncio.CancelledError:  # the server shuts down, and this took too long
            if not started:
                await _response(RefusedError("ending", 503))(scope, receive, send_guarded)

    def _check(self, scope: Scope, client: str) -> None:
        """Raise RefusedError for a request that is refused by its head."""
        headers, settings = Headers(scope=scope), self._settings
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
        if length > self._settings.body_bytes:
            raise RefusedError("too_long", 413, n=self._settings.body_bytes)


def _response(error: RefusedError) -> JSONResponse:
    return error.response({"Connection": "close"})
