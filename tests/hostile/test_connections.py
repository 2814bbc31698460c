"""Clients that mean harm, on loopback alone: bounded in number and in time."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chatuchak_cli.web.app import guarded
from chatuchak_cli.web.connections import Connection, WaitingRoom
from chatuchak_cli.web.lane import Work
from chatuchak_cli.web.server import Server
from chatuchak_cli.web.settings import WebSettings
from tests.web_server import RunningServer, running_server

if TYPE_CHECKING:
    import uvicorn
    from starlette.requests import Request

REQUEST_S = WebSettings().request_s
SLACK_S = 4.0
"""What a busy machine may add to any time."""

HEAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def news(server: RunningServer) -> str:
    """Return what the server said, but for its address."""
    return "".join(line for line in server.said if not line.startswith("Serving on")).strip()


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as started:
        yield started
        assert httpx.get(f"{started.url}data/about.json").json()["version"]
        started.process.send_signal(signal.SIGINT)
        started.process.wait(20)
    # Whatever these tests sent, nothing of it is news for whoever runs the server.
    assert news(started) == "interrupted"


def connect(server: RunningServer) -> socket.socket:
    parts = urlsplit(server.url)
    return socket.create_connection((parts.hostname, parts.port), 20)


def read_to_end(connection: socket.socket, seconds: float) -> bytes | None:
    """Return what comes until the server closes; None where it does not within ``seconds``."""
    end = time.monotonic() + seconds
    answer = b""
    while (left := end - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            data = connection.recv(65536)
        except TimeoutError:
            return None
        except ConnectionResetError:
            return answer
        if not data:
            return answer
        answer += data
    return None


NEVER_ENDING = {
    "headers": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-%d: y\r\n", b"408"),
    "body": (HEAD + b"Content-Length: 4000\r\n\r\n{", b"%d", b"408"),
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n%d\r\n", b"408"),
    "second request": (
        b"GET /data/about.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /", b"%d", b"200",
    ),
    "silence": (b"", b"", b""),
}  # fmt: skip
"""How each begins, goes on and is answered."""


def drip(server: RunningServer, start: bytes, drop: bytes) -> tuple[bytes | None, float]:
    """Send a request that never ends; return the answer, None without end, and the seconds."""
    begun = time.monotonic()
    with connect(server) as connection:
        connection.sendall(start)
        ended = threading.Event()

        def send_drops() -> None:
            for number in range(1000):
                if ended.wait(0.5):
                    return
                try:
                    connection.sendall(drop % (number % 10) if drop else b"")
                except OSError:
                    return

        dripping = threading.Thread(target=send_drops)
        dripping.start()
        answer = read_to_end(connection, REQUEST_S + SLACK_S)
        ended.set()
        dripping.join()
    return answer, time.monotonic() - begun


def never_read(server: RunningServer) -> None:
    """Ask for more than goes through unread, until the server closes the connection."""
    request = b"GET /app.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        parts = urlsplit(server.url)
        connection.connect((parts.hostname, parts.port))
        connection.setblocking(False)
        with suppress(BlockingIOError):
            for _ in range(5_000):
                connection.send(request)
        end = time.monotonic() + 2 * REQUEST_S + SLACK_S
        while is_open(connection):
            assert time.monotonic() < end
            time.sleep(0.2)


def is_open(connection: socket.socket) -> bool:
    try:
        connection.send(b" ")
    except BlockingIOError:
        return True
    except OSError:
        return False
    return True


def test_requests_and_unread_answers_that_never_end_lose_their_connection(
    server: RunningServer,
) -> None:
    # All at once: each takes as long as the server waits.
    with ThreadPoolExecutor(len(NEVER_ENDING) + 1) as pool:
        unread = pool.submit(never_read, server)
        jobs = {
            name: pool.submit(drip, server, start, drop)
            for name, (start, drop, _) in NEVER_ENDING.items()
        }
    for name, job in jobs.items():
        answer, seconds = job.result()
        assert answer is not None, f"{name}: the connection is still open"
        assert answer[9:12] == NEVER_ENDING[name][2], name
        assert seconds > REQUEST_S - 1, name
    unread.result()


def test_a_crowd_that_never_finishes_locks_nobody_out(server: RunningServer) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1_200
    most = wanted + 300 if hard == resource.RLIM_INFINITY else min(wanted + 300, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    crowd = min(wanted, most - 300)
    slowest = 0.0
    try:
        with ExitStack() as stack:
            for number in range(crowd):
                one = stack.enter_context(connect(server))
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                if number % 100 == 99:
                    begun = time.monotonic()
                    assert httpx.get(server.url, timeout=20).status_code == 200
                    slowest = max(slowest, time.monotonic() - begun)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert slowest < SLACK_S


@contextmanager
def thinking_server(settings: WebSettings) -> Iterator[tuple[uvicorn.Server, Work, str]]:
    """Serve ``/think`` in this process: it thinks until the server's end cuts it short."""
    work = Work(settings)

    async def think(_: Request) -> Response:
        run = work.stop().begin()

        def until_the_end() -> str:
            while not run.must_end():
                time.sleep(0.01)
            return "cut short"

        return JSONResponse(await work.run(until_the_end))

    app = guarded([Route("/think", think)], work, settings)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(app, settings, open_browser=False)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
        thread.start()
        try:
            yield server, work, f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def test_finished_requests_are_spared_by_a_crowd_and_answered_at_the_end() -> None:
    settings = WebSettings(connections=5, request_s=120)
    host = b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        server, work, address = stack.enter_context(thinking_server(settings))
        place = (address.partition(":")[0], int(address.partition(":")[2]))
        patient = stack.enter_context(socket.create_connection(place, 60))
        patient.sendall(b"GET /think HTTP/1.1\r\n" + host)
        while not work.running:
            time.sleep(0.01)
        for _ in range(20):
            stack.enter_context(socket.create_connection(place, 60))
        server.should_exit = True
        answer = read_to_end(patient, 60)
    assert answer is not None
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b'"cut short"')


class Visitor:
    """Stands for a connection in a waiting room."""

    def __init__(self, address: str, room: WaitingRoom) -> None:
        self.address = address
        self.room = room
        self.left = False

    def leave(self) -> None:
        self.left = True
        self.room.exit(cast("Connection", self))


def crowd_of(addresses: list[str], *, most: int, each: int) -> tuple[WaitingRoom, list[Visitor]]:
    room = WaitingRoom(WebSettings(connections=most, connections_per_address=each))
    visitors = [Visitor(address, room) for address in addresses]
    for visitor in visitors:
        room.enter(cast("Connection", visitor))
    return room, visitors


def test_one_address_has_its_own_limit_and_loopback_has_none() -> None:
    room, visitors = crowd_of(["10.0.0.7"] * 5 + ["10.0.0.8"], most=100, each=3)
    assert [visitor.left for visitor in visitors] == [True, True, False, False, False, False]
    assert len(room) == 4
    _, mates = crowd_of(["127.0.0.1"] * 5 + ["::1"] * 5, most=100, each=3)
    assert not any(mate.left for mate in mates)


def test_a_full_room_closes_the_oldest_of_the_address_that_has_most() -> None:
    addresses = ["10.0.0.8", "10.0.0.7", "10.0.0.7", "10.0.0.7", "10.0.0.9"]
    room, visitors = crowd_of(addresses, most=4, each=3)
    assert [visitor.left for visitor in visitors] == [False, True, False, False, False]
    for visitor in visitors:
        room.exit(cast("Connection", visitor))
    assert len(room) == 0


PIECES = [
    b"GET ", b"POST ", b"HEAD ", b"/", b"/app.js", b"/%ff%00", b" HTTP/1.1", b" HTTP/1.0",
    b"\r\n", b"\n", b"\r\n\r\n", b"Host: 127.0.0.1\r\n", b"Host: x\r\nHost: y\r\n",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 5\r\n\r\n{}",
    b"Transfer-Encoding: chunked\r\n", b"zz\r\n", b"5\r\n{\"a\"\r\n", b"0\r\n\r\n",
    b"Upgrade: websocket\r\n", b"Connection: upgrade\r\n", b"Connection: close\r\n",
    b"Expect: 100-continue\r\n",
    b"Content-Type: application/json\r\n", b"X: " + b"y" * 17_000, b"\x00", b"\xff\xfe",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b": \r\n", b" folded\r\n",
]  # fmt: skip
GOOD = b"GET /data/about.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    sent=st.binary(max_size=200)
    | st.lists(st.sampled_from([*PIECES, GOOD, HEAD]), max_size=12).map(b"".join)
)
@example(sent=GOOD + b"garbage\r\n\r\n")
@example(sent=HEAD + b"Content-Length: 2\r\n\r\n{}garbage\r\n\r\n")
@example(sent=HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n")
@example(sent=b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n{")
@example(sent=GOOD.replace(b"GET", b"CONNECT"))
def test_damaged_requests_are_refused_and_no_news(server: RunningServer, sent: bytes) -> None:
    with connect(server) as connection:
        with suppress(OSError):  # refused while it was still being sent
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        answer = read_to_end(connection, 10)
    assert answer is not None
    assert answer == b"" or answer[:9] == b"HTTP/1.1 "
    assert b" 500 " not in answer[:16]


def test_a_server_that_is_told_to_end_under_load_ends_in_order() -> None:
    statuses: list[int] = []

    async def play(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=20) as client:
            while True:
                try:
                    answer = await client.get("/")
                except httpx.TransportError:
                    return  # it ended
                statuses.append(answer.status_code)

    async def load(server: RunningServer) -> float:
        players = [asyncio.create_task(play(server.url)) for _ in range(12)]
        while len(statuses) < 20:
            await asyncio.sleep(0.05)
        server.process.terminate()
        begun = time.monotonic()
        await asyncio.wait_for(asyncio.gather(*players), 30)
        await asyncio.to_thread(server.process.wait, 30)
        return time.monotonic() - begun

    with running_server() as server:
        seconds = asyncio.run(load(server))
    assert set(statuses) <= {200, 503}
    assert news(server) == ""
    assert server.process.returncode == -signal.SIGTERM
    assert seconds < 5 + SLACK_S
