"""Clients whose requests all wait for the same game: bounded in number and in time."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

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
    # One client has five requests for advice at most.
    assert time.monotonic() - begun < 5 * 1.5 + SLACK_S
