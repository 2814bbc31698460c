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
    """Rejects requests that do not come from a page of this server, or after ``work`` is closed."""

    def __init__(
        self, app: ASGIApp, settings: WebSettings, work: WorkerPool, limiter: ConnectionLimiter
    ) -> None:
        self._app = app
        self._settings = settings
        self._work = work
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host, port = scope.get("client") or ("", 0)
        peer = str(host), int(port)
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
            refusal, body = self._refusal(scope, Headers(scope=scope)), b""
            if refusal is None:
                async for part in Request(scope, receive).stream():
                    body += part
                    if len(body) > self._settings.body_bytes:
                        refusal = _refused("too_long", 413, n=self._settings.body_bytes)
                        break
            with self._limiter.busy(peer):
                if refusal is not None:
                    await refusal(scope, receive, send_guarded)
                else:
                    await self._app(scope, _replay(body, receive), send_guarded)
        except ClientDisconnect:
            pass
        except asyncio.CancelledError:  # the server shuts down, and this took too long
            if not started:
                await _refused("ending", 503)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        if self._work.is_closing():
            return _refused("ending", 503)
        client = scope["client"][0] if scope.get("client") else ""
        if self._settings.private_only and not is_of_private_network(client):
            return _refused("stranger", 403)
        hosts = self._settings.hosts
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if hosts is not None and name.lower() not in hosts:
            return _refused("other_name", 421)
        if scope["method"] == "POST":
            origin = headers.get("origin", f"://{host}")
            is_own = origin.partition("://")[2] == host or f"{origin}/" == self._settings.public_url
            site = headers.get("sec-fetch-site", "same-origin")
            if not is_own or site not in ("same-origin", "none"):
                return _refused("other_site", 403)
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return _refused("not_json", 415)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return _refused("no_length", 400)
        if len(length) > 9 or int(length) > self._settings.body_bytes:
            return _refused("too_long", 413, n=self._settings.body_bytes)
        return None


def _refused(code: str, status: int, **values: int) -> JSONResponse:
    return RefusedError(code, status, **values).response({"Connection": "close"})


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that yields the body, then later messages."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again
