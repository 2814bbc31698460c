"""Games of the phones at a table, collected for a playtest."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chatuchak_cli.web.workers import WorkerPool
from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.codec import Form, JsonObject, decode


class _Sender(Form, frozen=True):
    key: str


class _GivenGame(_Sender, frozen=True):
    game: JsonObject


class CollectedGames:
    """Collects games of people, and deletes them on withdrawal.

    Parameters
    ----------
    store
        The store.
    work
        The worker pool.
    """

    def __init__(self, store: PlaytestStore, work: WorkerPool) -> None:
        self._store = store
        self._work = work

    def routes(self) -> list[Route]:
        """Return the routes for sending and withdrawing games."""
        return [
            Route("/playtest", self.add, methods=["POST"]),
            Route("/playtest/withdraw", self.withdraw, methods=["POST"]),
        ]

    async def add(self, request: Request) -> Response:
        """Store a game: ``{"key", "game"}``; the key is the sender's secret."""
        given = decode(await request.body(), _GivenGame, source="the request")
        await self._work.run(
            lambda: self._store.add(
                given.key, PlayedGame.from_dict(given.game, source="the request")
            )
        )
        return JSONResponse({"kept": True})

    async def withdraw(self, request: Request) -> Response:
        """Forget all games of a sender: ``{"key"}``."""
        key = decode(await request.body(), _Sender, source="the request").key
        return JSONResponse({"withdrawn": await self._work.run(lambda: self._store.withdraw(key))})
