"""Clients that mean harm, on loopback alone: bounded in number and in time."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chatuchak_cli.web.app import guarded
from chatuchak_cli.web.certificate import Certificate, certificate_for
from chatuchak_cli.web.limits import ConnectionLimiter, WebSettings, WorkerPool
from tests.web_server import ADVICE_S, RunningServer, running_server, server_of

if TYPE_CHECKING:
    import uvicorn
    from starlette.requests import Request

SLACK_S = 4.0
"""Extra time on a busy machine."""
STORM = 200
GAME = {"game": "mercado", "seats": ["human", "human"], "typed": False, "seed": 1}

GOOD = b"GET /texts/en.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def news(server: RunningServer) -> str:
    """Return the server's output without its address."""
    return "".join(line for line in server.said if not line.startswith("Serving on")).strip()


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server(is_brief=True) as started:
        yield started


def connect(server: RunningServer) -> socket.socket:
    parts = urlsplit(server.url)
    return socket.create_connection((parts.hostname, parts.port), 20)


def read_to_end(connection: socket.socket, seconds: float) -> bytes | None:
    """Return all data until the server closes; None if it does not within ``seconds``."""
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


@contextmanager
def thinking_server(
    settings: WebSettings, certificate: Certificate | None = None
) -> Iterator[tuple[uvicorn.Server, tuple[str, int]]]:
    """Serve ``/think`` (until shutdown), ``/large`` and ``/`` in this process."""
    work = WorkerPool(settings)

    async def think(_: Request) -> Response:
        run = work.stop().begin()

        def until_shutdown() -> str:
            while not run.should_stop():
                time.sleep(0.01)
            return "cut short"

        return JSONResponse(await work.run(until_shutdown))

    async def large(_: Request) -> Response:
        return Response(b" " * 5_000_000)

    async def quick(_: Request) -> Response:
        return JSONResponse(await work.run(lambda: "quick"))

    routes = [Route("/think", think), Route("/large", large), Route("/", quick)]
    app = guarded(routes, work)
    with server_of(app, certificate) as running:
        yield running


@pytest.mark.parametrize(
    ("is_https", "sent"),
    [
        (False, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "),
        (False, HEAD + b"Content-Length: 4000\r\n\r\n{"),
        (False, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /"),  # a second request
        (False, b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),  # which is never read
        (True, b""),
    ],
)
def test_connections_that_wait_forever_do_not_block_other_clients(
    is_https: bool, sent: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    certificate = certificate_for(["127.0.0.1"], tmp_path) if is_https else None
    verify: Any = False
    if certificate is not None:
        verify = ssl.create_default_context(cadata=certificate.authority)
    settings = WebSettings(connections_per_address=16)
    slowest = 0.0
    with ExitStack() as stack:
        server, place = stack.enter_context(thinking_server(settings, certificate))
        for number in range(60):
            connection = stack.enter_context(socket.create_connection(place, 20))
            with suppress(OSError):
                connection.sendall(sent)
            if number % 20 == 19:
                begun = time.monotonic()
                url = f"{'https' if is_https else 'http'}://127.0.0.1:{place[1]}/"
                assert httpx.get(url, timeout=20, verify=verify).status_code == 200
                slowest = max(slowest, time.monotonic() - begun)
        limiter = server.config.app.state.limiter  # type: ignore[union-attr]
        assert len(limiter.open) <= settings.connections_per_address
    assert slowest < SLACK_S
    assert caplog.text == ""


@pytest.mark.parametrize("header", [b"", b"X-Forwarded-For: 10.0.0.7\r\n"], ids=["", "proxy"])
def test_whole_requests_are_spared_by_crowds_and_answered_at_shutdown(header: bytes) -> None:
    settings = WebSettings(connections=5)
    with ExitStack() as stack:
        server, place = stack.enter_context(thinking_server(settings))
        patient = stack.enter_context(socket.create_connection(place, 60))
        patient.sendall(GOOD.replace(b"/texts/en.json", b"/think")[:-2] + header + b"\r\n")
        time.sleep(0.2)
        for _ in range(20):
            stack.enter_context(socket.create_connection(place, 60))
        server.should_exit = True
        answer = read_to_end(patient, 60)
    assert answer is not None
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b'"cut short"')


def test_shutdown_does_not_wait_for_new_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[tuple[object, ...]] = []
    monkeypatch.setattr("uvicorn.server.logger.error", lambda *text: errors.append(text))
    with ExitStack() as stack:

        def connect_until_closed(place: tuple[str, int]) -> None:
            with suppress(OSError):
                while True:
                    stack.enter_context(socket.create_connection(place, 20))
                    time.sleep(0.002)

        for _ in range(6):
            with thinking_server(WebSettings()) as (_, place):
                crowd = Thread(target=connect_until_closed, args=(place,))
                crowd.start()
                time.sleep(0.1)
            crowd.join()
    assert errors == []


@pytest.mark.parametrize(
    ("hosts", "busy", "dropped"),
    [
        ("aaaaab", "", [0, 1]),  # an address has three
        ("aaaaab", "01", [2, 3]),  # of which busy ones are spared
        ("aaaa", "012", [0]),  # if all are busy, the oldest
        ("baaac", "", []),
        ("baaacd", "", [0]),  # five in all: the longest waiting one
        ("baaacd", "01", [2]),
    ],
)
def test_longest_waiting_connection_makes_room(hosts: str, busy: str, dropped: list[int]) -> None:
    async def crowd() -> list[int]:
        limiter = ConnectionLimiter(WebSettings(connections=5, connections_per_address=3))
        with ExitStack() as stack:
            others = []
            for number, host in enumerate(hosts):
                near, far = (stack.enter_context(end) for end in socket.socketpair())
                peer = (f"10.0.0.{ord(host)}", number)
                limiter.add(peer, near)
                if str(number) in busy:
                    stack.enter_context(limiter.busy(peer))
                far.setblocking(False)
                others.append(far)
            gone = [number for number, far in enumerate(others) if is_closed(far)]
            assert len(limiter.open) == len(hosts) - len(gone)
        with socket.socket() as last:
            limiter.add(("10.0.0.1", 99), last)  # forgets the closed ones
        assert len(limiter.open) == 1
        return gone

    assert asyncio.run(crowd()) == dropped


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False


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


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


def new_game(server: RunningServer) -> str:
    answer = httpx.post(f"{server.url}table/new", json=GAME, timeout=60)
    assert answer.status_code == 200, answer.text
    return f"{server.url}table/room/{answer.json()['room']}"


def test_a_request_storm_on_one_game_does_not_block_other_clients(server: RunningServer) -> None:
    room = urlsplit(new_game(server))
    said_before = len(server.said)
    body = json.dumps({"steps": 0}).encode()
    request = (
        f"POST {room.path}/advice HTTP/1.1\r\nHost: {room.netloc}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body

    async def ask() -> bytes:
        try:
            reader, writer = await asyncio.open_connection(room.hostname, room.port)
            writer.write(request)
            answer = await reader.read()
            writer.close()
        except OSError:
            return b""
        return answer

    def answered_s() -> float:
        begun = time.monotonic()
        while True:
            with suppress(httpx.RemoteProtocolError):  # dropped: the storm has the same address
                assert httpx.get(f"{server.url}texts/en.json", timeout=60).status_code == 200
                return time.monotonic() - begun

    async def storm() -> tuple[list[bytes], list[float]]:
        tasks = [asyncio.create_task(ask()) for _ in range(STORM)]
        await asyncio.sleep(0.1)
        others: list[float] = []
        while not (others and all(task.done() for task in tasks)):
            others.append(await asyncio.to_thread(answered_s))
            await asyncio.sleep(0.1)
        return await asyncio.gather(*tasks), others

    answers, others = asyncio.run(storm())
    statuses = Counter(answer[9:12] for answer in answers if answer)
    assert {b"200", b"503"} <= set(statuses) <= {b"200", b"408", b"503"}
    # Most are refused, or dropped as the client has too many connections.
    assert statuses[b"503"] > statuses[b"200"] < STORM // 4
    refused = [answer for answer in answers if answer[9:12] == b"503"]
    assert all(b"retry-after: 2" in answer.lower() for answer in refused)
    assert max(others) < SLACK_S
    assert server.said[said_before:] == []


def test_requests_for_advice_hold_a_game_for_seconds(server: RunningServer) -> None:
    room = new_game(server)

    async def ask_and_leave() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            tasks = [
                asyncio.create_task(client.post(f"{room}/advice", json={"steps": 0}))
                for _ in range(8)
            ]
            await asyncio.sleep(0.1)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(ask_and_leave())
    begun = time.monotonic()
    assert httpx.get(room, timeout=60).status_code == 200
    # One client has five requests for advice at most.
    assert time.monotonic() - begun < 5 * ADVICE_S + SLACK_S


def test_interrupted_under_load_it_ends_in_order_without_a_report(server: RunningServer) -> None:
    """The last test: it stops the shared server."""
    statuses: list[int] = []

    async def play(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=20) as client:
            while True:
                try:
                    answer = await client.get("/")
                except httpx.TransportError:
                    return  # it ended
                statuses.append(answer.status_code)

    async def load() -> float:
        players = [asyncio.create_task(play(server.url)) for _ in range(12)]
        while len(statuses) < 20:
            await asyncio.sleep(0.01)
        server.process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        await asyncio.wait_for(asyncio.gather(*players), 30)
        await asyncio.to_thread(server.process.wait, 30)
        return time.monotonic() - begun

    seconds = asyncio.run(load())
    assert set(statuses) <= {200, 503}
    assert news(server) == "interrupted"
    assert server.process.returncode in (130, -signal.SIGINT)
    assert seconds < 5 + SLACK_S
