"""The web application: page and games behind one guard."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from chatuchak_cli.web.assets import Asset, asset_of, load_assets
from chatuchak_cli.web.connections import ConnectionLimiter
from chatuchak_cli.web.games.requests import read_request
from chatuchak_cli.web.games.routes import Games
from chatuchak_cli.web.guard import SecurityMiddleware
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.page_data import PageData
from chatuchak_cli.web.page_html import INDEX, NAME
from chatuchak_cli.web.refusals import RETRY_S, RefusedError, describe_message
from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.codec import Form, JsonObject
from chatuchak_solver.errors import InputError

logger = logging.getLogger(__name__)
logger.addHandler(logging.NullHandler())

AUTHORITY: Final = "certificate.crt"
"""Path of the certificate for phones."""

Handler = Callable[[Request], Awaitable[Response]]


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
        assets[AUTHORITY] = asset_of(authority, AUTHORITY)
    routes: list[BaseRoute] = [
        Route("/" if path == INDEX else f"/{path}", _sender(asset, is_download=path == NAME))
        for path, asset in assets.items()
    ]
    work = WorkerPool(settings)
    if store is not None:
        routes += collecting_routes(store, work)
    return guarded([*routes, *Games(settings, work, data.box).routes()], work, settings)


def guarded(routes: Sequence[BaseRoute], work: WorkerPool, settings: WebSettings) -> Starlette:
    """Return a guarded application of routes, with one-line errors as JSON."""
    limiter = ConnectionLimiter(settings)
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityMiddleware, settings=settings, work=work, limiter=limiter),
            Middleware(ProxyHeadersMiddleware),
            Middleware(GZipMiddleware, compresslevel=6),
        ],
        exception_handlers={
            HTTPException: _http_error,
            InputError: _input_error,
            Exception: _defect,
        },
    )
    app.state.work, app.state.limiter = work, limiter
    return app


def _sender(asset: Asset, *, is_download: bool) -> Handler:
    headers = {"ETag": asset.etag, "Cache-Control": "no-cache"}
    if is_download:
        headers["Content-Disposition"] = f'attachment; filename="{NAME}"'

    async def send(request: Request) -> Response:
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        return Response(asset.content, media_type=asset.media_type, headers=headers)

    return send


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no_address", 405: "no_method"}[error.status_code]
    return RefusedError(code, error.status_code).response(error.headers)


async def _input_error(_: Request, error: Exception) -> Response:
    if isinstance(error, RefusedError):
        return error.response({"Retry-After": RETRY_S} if error.status == 503 else None)
    return JSONResponse(describe_message(error.args[0], "error"), 400)


async def _defect(request: Request, error: Exception) -> Response:
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return RefusedError("defect", 500).response()


class _Sender(Form, frozen=True):
    key: str


class _GivenGame(_Sender, frozen=True):
    game: JsonObject


def collecting_routes(store: PlaytestStore, work: WorkerPool) -> list[Route]:
    """Return the routes by which people send games (with a secret key) and withdraw them."""

    async def add(request: Request) -> Response:
        given = read_request(request, _GivenGame)

        def store_game() -> None:
            store.add(given.key, PlayedGame.from_dict(given.game, source="the request"))

        await work.run(store_game)
        return JSONResponse({"kept": True})

    async def withdraw(request: Request) -> Response:
        key = read_request(request, _Sender).key
        return JSONResponse({"withdrawn": await work.run(lambda: store.withdraw(key))})

    return [
        Route("/playtest", add, methods=["POST"]),
        Route("/playtest/withdraw", withdraw, methods=["POST"]),
    ]
