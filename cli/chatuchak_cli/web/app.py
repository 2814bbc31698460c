"""The web application: the page's files and its questions about grids."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chatuchak_cli.shared.assumed import assumptions
from chatuchak_cli.web.assets import INDEX, Asset, load_assets
from chatuchak_cli.web.guard import Guard
from chatuchak_cli.web.lane import BusyError
from chatuchak_cli.web.measure import Measure
from chatuchak_cli.web.messages import read_grid, read_seed
from chatuchak_cli.web.settings import WebSettings
from chatuchak_cli.web.solver_pool import SolverPool
from chatuchak_generators.start_grids import start_grid
from chatuchak_solver._version import __version__
from chatuchak_solver.analysis.difficulty_distribution import load_difficulty_distribution
from chatuchak_solver.analysis.ranking import Yardsticks
from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.start_rules import start_violations
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles
from chatuchak_solver.search.solo_ranks import SoloRanks, load_solo_ranks
from chatuchak_solver.search.solution import Solution

__all__ = ["make_app"]

logger = logging.getLogger(__name__)
logger.addHandler(logging.NullHandler())

RETRY_S: Final = "2"

Handler = Callable[[Request], Awaitable[Response]]


class Answers:
    """Answers the page's questions.

    Parameters
    ----------
    pool
        What solves.
    tiles
        The start tiles to offer.
    ranks
        The solo ranks.
    public_url
        The address to give to others; None for the one that a browser has.
    """

    def __init__(
        self, pool: SolverPool, tiles: StartTiles, ranks: SoloRanks, public_url: str | None
    ) -> None:
        self._public_url = public_url
        self._pool = pool
        self._tiles = tiles
        self._ranks = ranks
        self._yardsticks = Yardsticks(load_difficulty_distribution(), ranks)

    async def warm_up(self) -> None:
        """Solve every tile, which compiles what is not compiled yet."""
        for grid in self._tiles.grids:
            await self._pool.solve(grid)

    async def measure_tiles(self) -> None:
        """Measure how hard every tile is, one after the other."""
        for grid in self._tiles.grids:
            with suppress(BusyError):
                await self._pool.measure(grid, self._yardsticks)

    async def tiles(self, _: Request) -> Response:
        """Return every tile with its optimum and rank, and the solo ranks.

        Difficulties are null until they are measured, which starts with the server.
        """
        tiles = []
        for number, grid in enumerate(self._tiles.grids, start=1):
            solution = await self._pool.solve(grid)
            known = self._pool.known_measure(grid) or Measure()
            tiles.append(
                {
                    "tile": number,
                    "grid": str(grid),
                    **self._length(solution),
                    **known.to_dict(),
                    "measured": self._pool.known_measure(grid) is not None,
                }
            )
        ranks = [{"name": rank.name, "most": rank.most} for rank in self._ranks.ranks]
        why = assumptions(self._tiles.why_assumed, self._ranks.why_assumed)
        return JSONResponse({"tiles": tiles, "ranks": ranks, **why})

    async def random(self, request: Request) -> Response:
        """Return a random start grid by the rulebook's procedure."""
        seed = read_seed(request.query_params.get("seed"))
        made = await self._pool.run(lambda: start_grid(seed, 0), client=_client(request))
        return JSONResponse({"grid": str(made.grid), "seed": seed, "fallback": made.fallback})

    async def solve(self, request: Request) -> Response:
        """Return a shortest solution of a grid."""
        grid = read_grid(await request.body())
        solution = await self._pool.solve(grid, client=_client(request))
        return JSONResponse({**solution.to_dict(), **self._length(solution)})

    async def hint(self, request: Request) -> Response:
        """Return one move that keeps the optimum, and how many moves remain with it."""
        grid = read_grid(await request.body())
        solution = await self._pool.solve(grid, client=_client(request))
        move = solution.moves[0] if solution.moves else None
        proven = solution.gap == 0
        return JSONResponse({"move": move, "remaining": solution.length, "proven": proven})

    async def difficulty(self, request: Request) -> Response:
        """Return how hard a grid is."""
        grid = read_grid(await request.body())
        measured = await self._pool.measure(grid, self._yardsticks, client=_client(request))
        return JSONResponse(measured.to_dict())

    async def check(self, request: Request) -> Response:
        """Return whether a grid keeps the rules of start grids."""
        grid = read_grid(await request.body())
        violations = [
            {"rule": one.rule, "spots": list(one.spots)} for one in start_violations(grid)
        ]
        return JSONResponse({"valid": not violations, "violations": violations})

    async def about(self, _: Request) -> Response:
        """Return that the server is ready, its version, and the address to give to others."""
        return JSONResponse({"ready": True, "version": __version__, "address": self._public_url})

    def _length(self, solution: Solution) -> JsonObject:
        rank = self._ranks.of_game(solution.length, rule=solution.rule, board=solution.grid.board)
        return {
            "optimal_length": solution.length if solution.gap == 0 else None,
            "rank": rank,
        }


def make_app(
    settings: WebSettings | None = None,
    *,
    tiles: StartTiles | None = None,
    ranks: SoloRanks | None = None,
) -> Starlette:
    """Return the application.

    Its start-up solves every tile once, so that everything is compiled before the first request.

    Parameters
    ----------
    settings
        The bounds.
    tiles, ranks
        The start tiles and solo ranks; the shipped ones by default.
    """
    settings = settings or WebSettings()
    pool = SolverPool(settings)
    tiles, ranks = tiles or load_start_tiles(), ranks or load_solo_ranks()
    answers = Answers(pool, tiles, ranks, settings.public_url)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await answers.warm_up()
        measuring = asyncio.create_task(answers.measure_tiles())
        yield
        pool.close()
        pool.interrupt()
        measuring.cancel()

    assets = load_assets(tiles, ranks, public_url=settings.public_url, served=True)
    routes = [
        Route("/" if path == INDEX else f"/{path}", _sender(asset))
        for path, asset in assets.items()
    ]
    routes += [
        Route("/api/about", answers.about),
        Route("/api/tiles", answers.tiles),
        Route("/api/random", answers.random),
        Route("/api/solve", answers.solve, methods=["POST"]),
        Route("/api/hint", answers.hint, methods=["POST"]),
        Route("/api/difficulty", answers.difficulty, methods=["POST"]),
        Route("/api/check", answers.check, methods=["POST"]),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings, is_closed=lambda: pool.closed)],
        exception_handlers={
            HTTPException: _http_error,
            InputError: _input_error,
            BusyError: _busy_error,
            Exception: _defect,
        },
    )
    app.state.pool = pool
    return app


def _client(request: Request) -> str:
    """Return who asks: the address, since a client has no other name."""
    return request.client.host if request.client else ""


def _sender(asset: Asset) -> Handler:
    """Return what answers requests for one file."""
    headers = {"ETag": asset.etag, "Cache-Control": "no-cache"}

    async def send(request: Request) -> Response:
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        return Response(asset.content, media_type=asset.media_type, headers=headers)

    return send


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "this address takes another method"}
    message = words.get(error.status_code, error.detail)
    return JSONResponse({"error": message}, error.status_code, headers=error.headers)


async def _input_error(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _busy_error(_: Request, __: Exception) -> Response:
    message = "too many grids are being solved; try again in a moment"
    return JSONResponse({"error": message}, 503, headers={"Retry-After": RETRY_S})


async def _defect(request: Request, error: Exception) -> Response:
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return JSONResponse({"error": "something went wrong here; the server goes on"}, 500)
