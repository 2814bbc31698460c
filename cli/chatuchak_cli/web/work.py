"""Work on behalf of requests, which ends with the server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from chatuchak_cli.web.lane import Lane
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.run import Stop

T = TypeVar("T")


class Work:
    """What one server does besides sending its files: in threads, so that it stays responsive.

    Short work never waits behind long work, which has a lane of its own.

    Parameters
    ----------
    settings
        The bounds.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._lane = Lane(
            "work", threads=settings.parallel, waiting=settings.waiting, wait_s=settings.wait_s
        )
        self._long = Lane(
            "long",
            threads=max(1, settings.parallel // 2),
            waiting=settings.waiting,
            wait_s=settings.long_wait_s,
        )
        self._interrupted = threading.Event()
        self.closed = False

    @property
    def running(self) -> int:
        """Pieces of work that run now."""
        return self._lane.running + self._long.running

    def stop(self, *, time_s: float | None = None, gone: threading.Event | None = None) -> Stop:
        """Return what ends a piece of work: the server's end, its client's, and so many seconds."""
        stop = Stop(time_s=time_s, interrupt=self._interrupted.is_set)
        return stop if gone is None else stop | Stop(interrupt=gone.is_set)

    async def run(self, job: Callable[[], T], *, client: str = "", is_long: bool = False) -> T:
        """Run ``job`` in a thread when its client's turn has come.

        Raises
        ------
        BusyError
            If too much waits, this waited too long, or the server ends.
        """
        lane = self._long if is_long else self._lane
        return await lane.run(job, client=client)

    def close(self) -> None:
        """Refuse what waits and what comes; what runs goes on."""
        self.closed = True
        self._lane.close()
        self._long.close()

    def interrupt(self) -> None:
        """Let what runs end with what it has."""
        self._interrupted.set()
