"""Work on behalf of requests, a few pieces at a time; who waits goes in turns by client.

A `Line` lets a few requests at a time have one thing, a `Lane` has threads for work of one kind
behind it, and `Work` the lanes of a server, which end with it.
"""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.run import Stop

T = TypeVar("T")


class BusyError(Exception):
    """Too much work waits already for one more piece to be done in time."""


class Line:
    """Something that a limited number of requests have at a time, and those that wait for it.

    Clients take turns, so that one that asks much waits for its own. Where the line is full, a
    client that has less in it than another takes a place of the one that has most.

    Parameters
    ----------
    places
        How many may have it at the same time.
    waiting
        How many may wait; more are refused at once.
    wait_s
        Seconds that one may wait.
    """

    def __init__(self, places: int, *, waiting: int, wait_s: float) -> None:
        self._places = self._free = places
        self._line: dict[str, deque[asyncio.Future[None]]] = {}
        self._most = waiting
        self._wait_s = wait_s
        self._closed = False

    @property
    def is_free(self) -> bool:
        """Whether nobody has it."""
        return self._free == self._places

    @asynccontextmanager
    async def held(self, client: str) -> AsyncIterator[None]:
        """Have it, until the end of the block.

        Raises
        ------
        BusyError
            If too many wait, this one waited too long, or the line is closed.
        """
        await self._turn(client)
        try:
            yield
        finally:
            self._pass_on()

    def close(self) -> None:
        """Refuse who waits and who comes."""
        self._closed = True
        for turns in self._line.values():
            for turn in turns:
                if not turn.done():
                    turn.set_exception(BusyError())
        self._line.clear()

    async def _turn(self, client: str) -> None:
        if self._closed:
            raise BusyError
        if self._free:
            self._free -= 1
            return
        turn = self._queue(client)
        try:
            async with asyncio.timeout(self._wait_s):
                await turn
        except TimeoutError:
            raise BusyError from None
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()  # it was this one's turn just now
            raise
        finally:
            self._forget(client, turn)

    def _queue(self, client: str) -> asyncio.Future[None]:
        """Return a place at the end of a client's part of the line."""
        mine = len(self._line.get(client, ()))
        if sum(map(len, self._line.values())) >= self._most:
            longest = max(self._line.values(), key=len)
            if len(longest) <= mine + 1:
                raise BusyError
            longest.pop().set_exception(BusyError())
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.setdefault(client, deque()).append(turn)
        return turn

    def _forget(self, client: str, turn: asyncio.Future[None]) -> None:
        turns = self._line.get(client)
        if turns is not None:
            if turn in turns:
                turns.remove(turn)
            if not turns:
                del self._line[client]

    def _pass_on(self) -> None:
        """Give a turn to the first client in line, which then goes to its end."""
        while self._line:
            client = next(iter(self._line))
            turns = self._line.pop(client)
            turn = turns.popleft()
            if turns:
                self._line[client] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Lane(Line):
    """Threads for work of one kind, and the line in front of them.

    Parameters
    ----------
    name
        What its threads are called.
    threads
        Pieces of work at the same time.
    waiting, wait_s
        As of a `Line`.
    """

    def __init__(self, name: str, *, threads: int, waiting: int, wait_s: float) -> None:
        super().__init__(threads, waiting=waiting, wait_s=wait_s)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.running = 0

    async def run(self, work: Callable[[], T], *, client: str = "") -> T:
        """Run ``work`` in a thread when its turn has come.

        Raises
        ------
        BusyError
            If too much waits, this waited too long, or the lane is closed.
        """
        await self._turn(client)
        if self._closed:  # after the turn was given, and before this went on
            raise BusyError
        self.running += 1
        job = asyncio.get_running_loop().run_in_executor(self._threads, work)
        # A request that is given up leaves its work running: the turn ends with the work.
        job.add_done_callback(self._end)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            if job.cancelled():  # the lane was closed before a thread took it
                raise BusyError from None
            if not self._closed:
                # Whoever asked is gone. What the job works on stays locked until it has ended.
                await asyncio.wait({job})
            raise

    def close(self) -> None:
        """Refuse what waits and what comes; what runs goes on."""
        super().close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _end(self, job: asyncio.Future[T]) -> None:
        self.running -= 1
        if not job.cancelled():
            job.exception()  # whoever asked may be gone; it is no news then
        self._pass_on()


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
        """Return what ends a piece of work: the server's end, its client's, ``time_s`` seconds."""
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
