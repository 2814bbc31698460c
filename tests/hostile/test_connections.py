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
from contextlib import ExitStack, suppress
from typing import cast
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from chatuchak_cli.web.connections import Connection, WaitingRoom
from chatuchak_cli.web.settings import WebSettings
from chatuchak_generators.start_grids import start_grid
from tests.web_server import RunningServer, running_server

REQUEST_S = WebSettings().request_s
SLACK_S = 4.0
"""What a busy machine may add to any time."""

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def tiles_of(server: RunningServer) -> list[dict[str, object]]:
    found: list[dict[str, object]] = httpx.get(f"{server.url}api/tiles", timeout=60).json()["tiles"]
    return found


def news(server: RunningServer) -> str:
    """Return what the server said, but for its address and the compiling of kernels."""
    usual = ("Serving on", "compiling")
    return "".join(line for line in server.said if not line.startswith(usual)).strip()


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as started:
        # Every kernel is compiled then, which on a new installation takes a while.
        end = time.monotonic() + 300
        while not all(tile["measured"] for tile in tiles_of(started)):
            assert time.monotonic() < end
            time.sleep(0.2)
        yield started
        assert httpx.get(f"{started.url}api/about").json()["ready"]
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
        b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /", b"%d", b"200",
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


def test_requests_that_never_end_lose_their_connection(server: RunningServer) -> None:
    with ThreadPoolExecutor(len(NEVER_ENDING)) as pool:
        jobs = {
            name: pool.submit(drip, server, start, drop)
            for name, (start, drop, _) in NEVER_ENDING.items()
        }
    for name, job in jobs.items():
        answer, seconds = job.result()
        assert answer is not None, f"{name}: the connection is still open"
        assert answer[9:12] == NEVER_ENDING[name][2], name
        assert seconds > REQUEST_S - 1, name


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
                    grid = str(start_grid(number, 0).grid)
                    answer = httpx.post(f"{server.url}api/solve", json={"grid": grid}, timeout=20)
                    assert answer.status_code == 200
                    slowest = max(slowest, time.monotonic() - begun)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert slowest < SLACK_S


def test_finished_connections_are_spared(server: RunningServer) -> None:
    # One at work for longer than a crowd needs to come: answered all the same.
    with connect(server) as patient, ExitStack() as stack:
        patient.sendall(
            HEAD.replace(b"solve", b"difficulty")
            + b"Connection: close\r\nContent-Length: 46\r\n\r\n"
            + b'{"grid": "%s"}' % str(start_grid(99, 0).grid).encode()
        )
        for _ in range(WebSettings().connections + 50):
            stack.enter_context(connect(server))
        answer = read_to_end(patient, 20)
    assert answer is not None
    assert answer.startswith(b"HTTP/1.1 200 ")


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
    room = WaitingRoom(most, each)
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


def test_answers_that_nobody_reads_hold_no_connection(server: RunningServer) -> None:
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


PIECES = [
    b"GET ", b"POST ", b"HEAD ", b"/", b"/api/solve", b"/%ff%00", b" HTTP/1.1", b" HTTP/1.0",
    b"\r\n", b"\n", b"\r\n\r\n", b"Host: 127.0.0.1\r\n", b"Host: x\r\nHost: y\r\n",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 5\r\n\r\n{}",
    b"Transfer-Encoding: chunked\r\n", b"zz\r\n", b"5\r\n{\"a\"\r\n", b"0\r\n\r\n",
    b"Upgrade: websocket\r\n", b"Connection: upgrade\r\n", b"Connection: close\r\n",
    b"Expect: 100-continue\r\n",
    b"Content-Type: application/json\r\n", b"X: " + b"y" * 17_000, b"\x00", b"\xff\xfe",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b": \r\n", b" folded\r\n",
]  # fmt: skip
GOOD = b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


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
@example(sent=b"HEAD /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n{")
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


def test_short_work_does_not_wait_behind_long_work(server: RunningServer) -> None:
    async def ask() -> list[float]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client:

            async def measure(seed: int) -> None:
                grid = str(start_grid(seed, 0).grid)
                answer = await client.post("/api/difficulty", json={"grid": grid})
                assert answer.status_code in (200, 503)

            measuring = [asyncio.create_task(measure(seed)) for seed in range(5_000, 5_040)]
            await asyncio.sleep(0.3)
            seconds = []
            for seed in range(6_000, 6_012):
                begun = time.monotonic()
                answer = await client.get(f"/api/random?seed={seed}")
                solved = await client.post("/api/solve", json={"grid": answer.json()["grid"]})
                assert solved.json()["status"] == "optimal"
                seconds.append(time.monotonic() - begun)
            assert not all(task.done() for task in measuring), "nothing was in the way"
            await asyncio.gather(*measuring)
            return sorted(seconds)

    seconds = asyncio.run(ask())
    assert seconds[len(seconds) // 2] < 0.5


def test_a_server_that_is_told_to_end_under_load_ends_in_order() -> None:
    statuses: list[int] = []

    async def play(url: str, number: int) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=20) as client:
            seed = 10_000 * (number + 1)
            while True:
                grid = str(start_grid(seed, 0).grid)
                path = "/api/difficulty" if number % 2 else "/api/solve"
                try:
                    answer = await client.post(path, json={"grid": grid})
                except httpx.TransportError:
                    return  # it ended
                statuses.append(answer.status_code)
                seed += 1

    async def load(server: RunningServer) -> float:
        players = [asyncio.create_task(play(server.url, number)) for number in range(12)]
        while len(statuses) < 20:
            await asyncio.sleep(0.05)
        server.process.terminate()
        begun = time.monotonic()
        await asyncio.wait_for(asyncio.gather(*players), 30)
        await asyncio.to_thread(server.process.wait, 30)
        return time.monotonic() - begun

    with running_server() as server:
        seconds = asyncio.run(load(server))
    assert set(statuses) == {200, 503}
    assert news(server) == ""
    assert server.process.returncode == -signal.SIGTERM
    assert seconds < 5 + SLACK_S
