"""The web application: the page's files and the games, behind one guard."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from chatuchak_cli.web.assets import INDEX, Asset, asset_of, load_assets
from chatuchak_cli.web.connections import ConnectionLimiter
from chatuchak_cli.web.games.routes import Games
from chatuchak_cli.web.guard import SecurityMiddleware
from chatuchak_cli.web.one_file import NAME
from chatuchak_cli.web.page_data import PageData
from chatuchak_cli.web.playtest import CollectedGames
from chatuchak_cli.web.refusals import RETRY_S, RefusedError
from chatuchak_cli.web.settings import WebSettings
from chatuchak_cli.web.workers import WorkerPool
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.errors import InputError

logger = logging.getLogger(__name__)
logger.addHandler(logging.NullHandler())

AUTHORITY: Final = "certificate.crt"
"""Where phones find the certificate to trust, if the server speaks https."""

Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    settings: WebSettings | None = None, data: PageData | None = None, *,
    authority: bytes | None = None, store: PlaytestStore | None = None,
) -> Starlette:  # fmt: skip
    """Return the application.

    Parameters
    ----------
    settings
        The bounds.
    data
        What the page plays and knows; what is shipped by default.
    authority
        The certificate of this machine's own authority, for phones that are to trust it.
    store
        Where games that people give are collected; None for nowhere.
    """
    settings = settings or WebSettings()
    url, collects = settings.public_url, store is not None
    data = replace(data or PageData(), public_url=url, served=True, playtest=collects)
    assets = load_assets(data)
    if authority is not None:
        assets[AUTHORITY] = asset_of(authority, AUTHORITY)
    routes = [
        Route("/" if path == INDEX else f"/{path}", _sender(asset, to_keep=path == NAME))
        for path, asset in assets.items()
    ]
    work = WorkerPool(settings)
    if store is not None:
        routes += CollectedGames(store, work).routes()
    return guarded([*routes, *Games(settings, work, data.box).routes()], work, settings)


def guarded(routes: list[Route], work: WorkerPool, settings: WebSettings) -> Starlette:
    """Return an application of the given routes: guarded, and with errors of one line as JSON."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        work.close()

    every: list[BaseRoute] = [*routes]
    limiter = ConnectionLimiter(settings)
    app = Starlette(
        routes=every,
        lifespan=lifespan,
        middleware=[Middleware(SecurityMiddleware, settings=settings, work=work, limiter=limiter)],
        exception_handlers={
            HTTPException: _http_error,
            InputError: _input_error,
            Exception: _defect,
        },
    )
    app.state.work, app.state.limiter = work, limiter
    return app


def _sender(asset: Asset, *, to_keep: bool) -> Handler:
    """Return what answers requests for one file, which is to be saved or shown."""
    packed_etag = f'{asset.etag[:-1]}-gzip"'  # another form of a file is another one to caches

    async def send(request: Request) -> Response:
        headers = {"ETag": asset.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if to_keep:
            headers["Content-Disposition"] = f'attachment; filename="{NAME}"'
        content = asset.content
        if _takes_gzip(request) and len(asset.packed) < len(asset.content):
            headers |= {"ETag": packed_etag, "Content-Encoding": "gzip"}
            content = asset.packed
        if request.headers.get("if-none-match") in (asset.etag, packed_etag):
            headers.pop("Content-Encoding", None)
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=asset.media_type, headers=headers)

    return send


def _takes_gzip(request: Request) -> bool:
    """Return whether a client reads gzip's format, by what it says."""
    accepted = request.headers.get("accept-encoding", "").replace(" ", "").lower()
    return "gzip" in (one.removesuffix(";q=1.0") for one in accepted.split(","))


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no_address", 405: "no_method"}[error.status_code]
    return RefusedError(code, error.status_code).response(error.headers)


async def _input_error(_: Request, error: Exception) -> Response:
    if isinstance(error, RefusedError):
        return error.response({"Retry-After": RETRY_S} if error.status == 503 else None)
    return JSONResponse({"error": str(error)}, 400)


async def _defect(request: Request, error: Exception) -> Response:
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return RefusedError("defect", 500).response()
