"""Hostile JSON on every route: refused in one line, never a failure of the server."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.limits import WebSettings
from chatuchak_solver import GameRecord, load_start_tiles, new_game
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.games.session import Session
from tests.json_places import places, replaced
from tests.unit.web.conftest import Client, client_of
from tests.unit.web.test_slips import REFUSED_BY_THE_FORM, SLIPS

GRID = str(load_start_tiles().tile(1))
HOSTILE: tuple[Any, ...] = (
    10**400, -(10**400), 1e308, float("nan"), float("inf"), -1, 0, 2**63, 0.5, None, True, "",
    " ", "²", "٣", "\ud800", "\x00", "x" * 5000, "/" * 300, [], {}, [[]], [""], [None], {"": ""},
    {"game": 1}, "c01", "human:²", "advisor:٣", "advisor:999999999999", [10**400], ["\ud800"],
)  # fmt: skip


def record(game: str, *seats: str) -> Any:
    state = new_game(game, num_players=len(seats), seed=1)
    session = Session(
        GameRecord.begin(state), seats, seed=1, names=("Ana", *[""] * (len(seats) - 1))
    )
    for _ in range(6):
        if session.state.is_over or session.awaits_human:
            break
        session, _step = session.advance()
    return session.to_dict()


def new(game: str, *seats: str, **more: Any) -> tuple[str, Any]:
    return "/table/new", {"game": game, "seats": seats, "typed": False, **more}


BEGUN = ("/table/companion", {"begin": {"cards": "table", "river": "swap-meet [e1] mill"}})
REQUESTS: tuple[tuple[str, Any], ...] = (
    *((f"/table/{path}", body) for path, body in (*SLIPS, *REFUSED_BY_THE_FORM)),
    new("chatuchak", "human", "advisor:3", options={"rule": "jump"}, names=["Ana", "Rui"],
        start="drawn", seed=3, setup={"grid 0": [GRID]}),
    new("chatuchak-speed", "human", "solver", setup={"grid 0": [GRID]}),
    new("market-stand", "human", "random", setup={"market": ["c01", "c02", "c03"]}),
    new("mercado", "human", "phone", names=["Ana", ""]),
    new("river-market", "human", setup={"river": ["swap-meet [e1] mill"]}),
    ("/table/parts", {"game": "market-stand", "players": 2, "options": {}}),
    ("/table/join", {"code": "abcdef"}),
    ("/table/resume", {"record": record("mercado", "human", "human"), "phones": [1]}),
    *(
        ("/table/resume", {"record": record(game, *seats)})
        for game, seats in (
            ("chatuchak", ("greedy", "human")),
            ("chatuchak-speed", ("greedy", "human")),
            ("market-stand", ("random", "human")),
            ("mercado", ("greedy", "human")),
            ("river-market", ("human",)),
        )
    ),
    ("/table/companion", {"begin": {"cards": "table", "river": "swap-meet mill", "houses": 3}}),
    ("/table/companion/advice", {"session": {}}),
    *((f"/table/room/ROOM/{verb}", {"steps": 0}) for verb in ("go", "look", "undo", "advice")),
    ("/table/room/ROOM/act", {"steps": 0, "action": "pass"}),
    *((f"/table/room/ROOM/{verb}", {"seat": 1}) for verb in ("give", "take")),
    ("/playtest", {"key": "k" * 16, "game": {"player": "Ola", "grid": GRID, "moves": 30,
                   "seconds": 9, "hints": 0, "undos": 0, "solved": True, "date": "2026-05-01"}}),
    ("/playtest/withdraw", {"key": "k" * 16}),
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str, Any]]:
    store = PlaytestStore(Path(tmp_path_factory.mktemp("store"), "games.sqlite"))
    with client_of(make_app(WebSettings(rooms_per_client=60), store=store)) as client:
        path, body = new("mercado", "human", "human")
        room = ask(client, path, body).json()["room"]
        session = ask(client, *BEGUN).json()["session"]
        yield client, room, session


def ask(client: Client, path: str, body: Any) -> Any:
    headers = {"Content-Type": "application/json"}
    return client.post(path, content=json.dumps(body), headers=headers)


def test_no_long_number_makes_the_server_fail(server: tuple[Client, str, Any]) -> None:
    client, room, _ = server
    tried = set()
    for path, body in REQUESTS:
        for place in places(body):
            value = body
            for key in place:
                value = value[key]
            # One number of each list is enough.
            kind = (path, str(body.get("game")), *(key for key in place if isinstance(key, str)))
            if isinstance(value, int | float) and not path.endswith("advice") and kind not in tried:
                answer = ask(client, path.replace("ROOM", room), replaced(body, place, 10**400))
                assert answer.status_code in (200, 400, 409), (path, place)
                tried.add(kind)
    assert len(tried) > 40


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_request_makes_server_fail(server: tuple[Client, str, Any], data: st.DataObject) -> None:
    client, room, session = server
    path, body = data.draw(st.sampled_from(REQUESTS))
    body = copy.deepcopy(body)
    if path.startswith("/table/companion") and "begin" not in body:
        body = {"session": session}
        if path == "/table/companion":
            more = {"action": "done", "river": "mill", "undo": True}
            name = data.draw(st.sampled_from(sorted(more)))
            body[name] = more[name]
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.sampled_from(list(places(body))))
        body = replaced(body, place, data.draw(st.sampled_from(HOSTILE)))
    answer = ask(client, path.replace("ROOM", room), body)
    assert answer.status_code != 500, (path, body)
    error = answer.json().get("error")
    assert (error is None) == (answer.status_code == 200)
    assert error is None or error.isprintable()


@pytest.mark.parametrize("path", ["/table/score/{}", "/table/room/{}", "/{}"])
def test_no_address_makes_the_server_fail(server: tuple[Client, str, Any], path: str) -> None:
    headers = {"Content-Type": "application/json"}
    for part in ("²", "%00", "%ff", "%", "é", "..", "a" * 3000, "%ed%a0%80"):
        for method in ("GET", "POST"):
            answer = server[0].request(method, path.format(part), content="{}", headers=headers)
            assert answer.status_code in (200, 400, 404, 405, 410), part
