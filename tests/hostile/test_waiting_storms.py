"""Clients whose requests all wait for the same game: bounded in number and in time."""

from __future__ import annotations

import asyncio
import errno
import json
import resource
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

import httpx
import pytest

from chatuchak_cli.web.connections import Connection, WaitingRoom
from chatuchak_cli.web.lane import BusyError, Line
from chatuchak_cli.web.server import StormNews
from chatuchak_cli.web.settings import BACKLOG, MOST_CONNECTIONS, WebSettings, most_connections
from tests.web_server import RunningServer, running_server

SLACK_S = 4.0
STORM = 300
GAME = {"game": "mercado", "seats": ["human", "human"], "typed": False, "seed": 1}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as started:
        yield started


@pytest.fixture(scope="module")
def brief_server() -> Iterator[RunningServer]:
    """A server whose advice comes so soon that a storm of questions is over in seconds."""
    with running_server(is_brief=True) as started:
        yield started


def new_game(server: RunningServer) -> str:
    answer = httpx.post(f"{server.url}table/new", json=GAME, timeout=60)
    assert answer.status_code == 200, answer.text
    return f"{server.url}table/room/{answer.json()['room']}"


def test_a_storm_on_ones_own_game_locks_nobody_out(brief_server: RunningServer) -> None:
    server = brief_server
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
        assert httpx.get(f"{server.url}data/about.json", timeout=60).status_code == 200
        return time.monotonic() - begun

    async def storm() -> tuple[list[bytes], list[float]]:
        asked = [asyncio.create_task(ask()) for _ in range(STORM)]
        await asyncio.sleep(1)
        others = [await asyncio.to_thread(answered_s)]
        while not all(one.done() for one in asked):
            others.append(await asyncio.to_thread(answered_s))
            await asyncio.sleep(0.5)
        return await asyncio.gather(*asked), others

    answers, others = asyncio.run(storm())
    statuses = Counter(answer[9:12] for answer in answers if answer)
    assert {b"200", b"503"} <= set(statuses) <= {b"200", b"408", b"503"}
    assert statuses[b"503"] > STORM // 2
    refused = [answer for answer in answers if answer[9:12] == b"503"]
    assert all(b"retry-after: 2" in answer.lower() for answer in refused)
    assert max(others) < SLACK_S
    assert server.said[said_before:] == []


def test_work_for_clients_that_are_gone_ends(server: RunningServer) -> None:
    room = new_game(server)

    async def ask_and_leave() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            asked = [
                asyncio.create_task(client.post(f"{room}/advice", json={"steps": 0}))
                for _ in range(8)
            ]
            await asyncio.sleep(0.5)
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(ask_and_leave())
    begun = time.monotonic()
    assert httpx.get(room, timeout=60).status_code == 200
    # Eight pieces of advice of 1.5 seconds each would hold the game for twelve.
    assert time.monotonic() - begun < SLACK_S


def test_a_line_refuses_who_would_be_one_too_many_or_waits_too_long() -> None:
    async def crowd() -> list[str]:
        line = Line(1, waiting=3, wait_s=0.2)
        ended: list[str] = []

        async def hold(client: str, seconds: float) -> None:
            try:
                async with line.held(client):
                    await asyncio.sleep(seconds)
            except BusyError:
                ended.append(client)

        first = asyncio.create_task(hold("a", 0.1))
        await asyncio.sleep(0.01)
        more = [asyncio.create_task(hold(client, 0.3)) for client in ("b", "b", "b", "b", "c")]
        await asyncio.sleep(0.01)
        assert ended == ["b", "b"]  # one too many in all, and one whose place another client takes
        gone = more[1]
        gone.cancel()
        await asyncio.gather(first, *more, return_exceptions=True)
        assert line.is_free
        return ended

    assert asyncio.run(crowd()) == ["b", "b", "c"]  # and one that waited too long


def test_connections_stay_below_the_descriptors() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most_connections() <= MOST_CONNECTIONS
    if soft != resource.RLIM_INFINITY:
        assert most_connections() + BACKLOG < soft
    assert WebSettings().open_connections == most_connections()


def test_connections_that_are_too_many_are_closed_and_counted_again() -> None:
    room = WaitingRoom(WebSettings(open_connections=3, open_connections_per_address=2))
    visitors = [Visitor(f"10.0.0.{last}") for last in (7, 7, 7, 8, 9)]
    entered = [room.open(cast("Connection", one)) for one in visitors]
    assert entered == [True, True, False, True, False]
    room.close(cast("Connection", visitors[0]))
    assert room.open(cast("Connection", Visitor("10.0.0.9")))


@dataclass
class Visitor:
    """Stands for a connection."""

    address: str


def test_running_out_of_descriptors_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    loop = asyncio.new_event_loop()
    news = StormNews()
    for _ in range(50):
        context = {"message": "accept", "exception": OSError(errno.EMFILE, "Too many open files")}
        news(loop, context)
    loop.close()
    assert capsys.readouterr().err == (
        "note: more connections than this machine allows; some must wait\n"
    )
