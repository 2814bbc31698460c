"""A seat for each phone: codes that open a single hand, and live updates."""

from __future__ import annotations

import asyncio
import re
import secrets
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.games import rooms
from chatuchak_cli.web.games.rooms import HOST, Room, find_place
from chatuchak_cli.web.games.routes import Games
from chatuchak_cli.web.limits import WebSettings, WorkerPool
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.box import Box
from chatuchak_solver.games.market_stand.state import MarketStandState
from tests.unit.web.conftest import Client, client_of
from tests.unit.web.test_games import begun, changed, post
from tests.web_server import local_address

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

    from starlette.routing import Route

HANDS = "market-stand"


def codes_of(client: Client, host: dict[str, Any]) -> dict[int, str]:
    answer = client.get(f"/table/room/{host['room']}/codes")
    assert answer.status_code == 200
    return {seat["seat"]: seat["code"] for seat in answer.json()["codes"]}


def look(client: Client, code: str) -> dict[str, Any]:
    answer = client.get(f"/table/room/{code}")
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def given(client: Client, host: dict[str, Any], verb: str, seat: int) -> httpx.Response:
    return post(client, f"room/{host['room']}/{verb}", {"seat": seat})


@pytest.fixture
def opened_rooms(monkeypatch: pytest.MonkeyPatch) -> list[Room]:
    """New rooms, with facts hidden from requests."""
    opened: list[Room] = []
    usual = rooms.Rooms.open

    def open_and_record(*arguments: Any) -> Room:
        opened.append(usual(*arguments))
        return opened[-1]

    monkeypatch.setattr(rooms.Rooms, "open", open_and_record)
    return opened


def routes_of_a_room() -> Iterator[Route]:
    settings = WebSettings()
    for route in Games(WorkerPool(settings), Box()).routes():
        if "{room}" in route.path and not route.path.endswith("/events"):  # it contains a number
            yield route


@pytest.mark.slow
def test_no_request_reveals_another_hand(client: Client, opened_rooms: list[Room]) -> None:
    host = begun_on_phones(client, HANDS, "phone", "phone", "random")
    codes = {HOST: host["room"], **codes_of(client, host)}
    [room] = opened_rooms
    routes = list(routes_of_a_room())
    assert len(routes) == 10
    requests = 0
    while not room.session.state.is_over:
        assert isinstance(room.session.state, MarketStandState)
        hands = room.session.state.hands
        steps = len(room.steps)
        for place, code in codes.items():
            own = room.screen_at(place).people if place == HOST else (place,)
            hidden_cards = {
                c.id for seat, hand in enumerate(hands) if seat not in own for c in hand
            }
            for route in routes:
                is_thorough = steps in (1, 9)
                if not is_thorough and not route.path.endswith("{room}"):
                    continue
                path = route.path.replace("{room}", code)
                bodies: list[dict[str, Any]] = [
                    {"steps": steps + 1},
                    {"steps": steps, "action": "coin"},
                    {"steps": steps + 1, "action": "pass"},
                    {"seat": 5},
                    {},
                ]
                if path.endswith("advice") and not room.screen_at(place).is_asked:
                    bodies.append({"steps": steps})
                answers = [client.get(path).text]
                answers += [
                    post(client, path.removeprefix("/table/"), body).text
                    for body in bodies[: 9 * is_thorough]
                ]
                requests += len(answers)
                for text in answers:
                    cards = set(re.findall(r"\bc\d\d\b", re.sub(r"unseen.*?\"", "", text)))
                    assert not cards & hidden_cards, (route.path, place)
        assert len(room.steps) == steps
        mover = room.session.current_player
        place = HOST if mover < 0 or mover in room.screen.people else mover
        view = look(client, codes.get(place, host["room"]))
        verb, more = ("go", {}) if view["computer"] else ("act", {"action": first(view)})
        changed(client, view, verb, **more)
    assert requests > 400
    assert "hands" in client.get(f"/table/room/{codes[0]}/file").json()["state"]  # at the end


def begun_on_phones(client: Client, game: str, *seats: str, **more: Any) -> dict[str, Any]:
    return begun(client, game, *seats, seed=None, **more)


def first(view: dict[str, Any]) -> Any:
    return view["actions"][0] if view["actions"] else "pass"


def test_each_phone_sees_its_own_hand_and_acts_for_its_own_seat_alone(client: Client) -> None:
    host = begun_on_phones(client, HANDS, "phone", "phone", names=["Ana", "Rui"])
    codes = codes_of(client, host)
    ana, rui = look(client, codes[0]), look(client, codes[1])
    assert ana["names"] == rui["names"] == ["Ana", "Rui"]
    assert [
        (seat_view["asked"], seat_view["viewer"], seat_view["people"])
        for seat_view in (ana, rui, host)
    ] == [(True, 0, [0]), (False, 1, [1]), (False, None, [])]
    hands = [{card["card"] for card in seat_view["cards"] if card["source"] == "hand"}
             for seat_view in (ana, rui)]  # fmt: skip
    assert len(hands[0]) == 2
    assert hands[1] == set()  # it is not Rui's turn: no card to place
    for code in (codes[1], host["room"]):
        for verb in ("act", "advice", "undo"):
            body = {"steps": 0} | ({"action": ana["actions"][0]} if verb == "act" else {})
            assert post(client, f"room/{code}/{verb}", body).status_code == 400
    ana = changed(client, ana, "act", action=ana["actions"][0])
    assert (ana["asked"], ana["can_undo"]) == (False, True)
    rui = look(client, codes[1])
    assert (rui["asked"], rui["can_undo"], rui["log"][0]["action"]) == (True, False, None)
    assert look(client, host["room"])["log"][0]["action"] is None  # the host sits nowhere
    assert changed(client, ana, "undo")["steps"] == 0


def test_a_code_opens_its_seat_again_until_the_host_takes_it_over(client: Client) -> None:
    host = begun_on_phones(client, "mercado", "human", "phone")
    [code] = codes_of(client, host).values()
    assert look(client, code)["people"] == look(client, code)["people"] == [1]
    over = given(client, host, "take", 1)
    assert (over.json()["people"], over.json()["phones"]) == ([0, 1], [])
    assert client.get(f"/table/room/{code}").status_code == 410
    assert client.get(f"/table/room/{code}/events").status_code == 410
    back = given(client, host, "give", 1).json()
    [another] = codes_of(client, back).values()
    assert another != code
    assert look(client, another)["people"] == [1]
    assert client.get(f"/table/room/{code}").status_code == 410


def test_only_the_host_gives_and_takes_and_has_the_codes(client: Client) -> None:
    host = begun_on_phones(client, "mercado", "phone", "phone", "greedy")
    code = codes_of(client, host)[0]
    for verb in ("give", "take"):
        assert post(client, f"room/{code}/{verb}", {"seat": 1}).status_code == 403
    assert client.get(f"/table/room/{code}/codes").status_code == 403
    assert client.get(f"/table/room/{code}/file").status_code == 403
    assert (
        client.get(f"/table/room/{host['room']}/file").status_code == 200
    )  # without hidden information
    assert given(client, host, "give", 2).status_code == 400  # a computer sits there
    assert given(client, host, "give", 5).status_code == 400


def test_hands_that_somebody_else_has_seen_go_to_no_phone(client: Client) -> None:
    alone = begun(client, HANDS, "human", "human")
    assert given(client, alone, "give", 1).status_code == 400
    host = begun_on_phones(client, HANDS, "human", "phone")
    assert given(client, host, "give", 0).status_code == 400
    for more in ({"seed": 1}, {"setup": {"hand 0": ["c01", "c02"]}}, {"typed": True}):
        body = {"game": HANDS, "seats": ["human", "phone"], "typed": False, **more}
        assert post(client, "new", body).status_code == 400
    open_one = begun(client, "mercado", "human", "human")
    assert given(client, open_one, "give", 1).json()["phones"] == [1]


def test_hands_that_the_host_took_over_never_return_to_phones(client: Client) -> None:
    host = begun_on_phones(client, HANDS, "phone", "phone")
    assert host["gives"] == [0, 1]
    assert client.get(f"/table/room/{host['room']}/file").status_code == 403
    given(client, host, "take", 0)
    assert client.get(f"/table/room/{host['room']}/file").status_code == 403
    open_one = given(client, host, "take", 1).json()
    assert open_one["gives"] == []
    record = client.get(f"/table/room/{host['room']}/file").json()  # with the seed
    resumed = post(client, "resume", {"record": record}).json()
    for view in (host, resumed):
        for seat in (0, 1):
            assert given(client, view, "give", seat).status_code == 400


def test_a_code_is_checked_under_the_lock_of_its_game(opened_rooms: list[Room]) -> None:
    async def crowd() -> None:
        transport = httpx.ASGITransport(make_app(), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            body = {"game": "mercado", "seats": ["phone", "phone"], "typed": False}
            assert (await client.post("/table/new", json=body)).status_code == 200
            [room] = opened_rooms
            code, steps = room.code(0), room.steps
            document = {"steps": 0, "action": room.session.state.legal_texts()[0], "seat": 1}
            fields = {"act": ("steps", "action"), "give": ("seat",), "take": ("seat",)}
            async with room.lock:
                requests = []
                for route in Games(WorkerPool(WebSettings()), Box()).routes():
                    if "{room}" in route.path:
                        path = route.path.replace("{room}", code)
                        names = fields.get(path.rpartition("/")[2], ("steps",))
                        sent = {name: document[name] for name in names}
                        is_post = "POST" in (route.methods or ())
                        sending = client.post(path, json=sent) if is_post else client.get(path)
                        requests.append(asyncio.create_task(sending))
                await asyncio.sleep(0.2)
                assert not any(request.done() for request in requests)
                room.take(0)
                room.give(0)
            answers = await asyncio.gather(*requests)
            assert len(answers) == 11
            assert {answer.status_code for answer in answers} == {410}
            assert not any(room.code(0) in answer.text for answer in answers)
            assert room.steps == steps

    asyncio.run(crowd())


def test_a_phone_cannot_undo_an_action_that_revealed_a_card(client: Client) -> None:
    host = begun_on_phones(client, HANDS, "phone", "phone", "random")
    codes = codes_of(client, host)
    undo_cases: set[tuple[bool, bool]] = set()
    while not {(True, False), (False, True)} <= undo_cases:
        host = look(client, host["room"])
        assert not host["over"]
        if host["computer"]:
            changed(client, host, "go")
            continue
        view = look(client, codes[host["mover"]])
        view = changed(client, view, "act", action=view["actions"][0])
        drawn = view["log"][0]["player"] == -1 and view["log"][0]["action"] is not None
        undo_cases.add((drawn, view["can_undo"]))
        if drawn:
            assert not view["can_undo"]
            refused = post(client, f"room/{view['room']}/undo", {"steps": view["steps"]})
            assert refused.status_code == 400


def test_the_last_secret_start_is_not_taken_back_when_the_first_is_seen(client: Client) -> None:
    host = begun_on_phones(client, HANDS, "phone", "phone")
    codes = codes_of(client, host)
    first_one = look(client, codes[0])
    first_one = changed(client, first_one, "act", action=first_one["actions"][0])
    assert first_one["can_undo"]
    last = look(client, codes[1])
    last = changed(client, last, "act", action=last["actions"][0])
    assert not last["can_undo"]
    alone = begun(client, HANDS, "human", "random")  # on one screen all is taken back
    alone = changed(client, changed(client, alone, "look"), "act", action=alone["actions"][0])
    assert alone["can_undo"]


def test_codes_are_long_unlike_and_compared_to_the_end(
    client: Client, opened_rooms: list[Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_on_phones(client, "mercado", *["phone"] * 4)
    [room] = opened_rooms
    keys = [room.keys[place] for place in (HOST, *range(4))]
    assert len(set(keys)) == 5
    assert min(map(len, keys)) >= 10
    compared: list[bytes] = []

    def compare(key: bytes, other: bytes) -> bool:
        compared.append(key)
        return key == other

    monkeypatch.setattr(secrets, "compare_digest", compare)
    assert find_place(keys[1], room.keys) == 0
    assert find_place("", room.keys) is None
    assert find_place(keys[1] + "é", room.keys) is None
    assert compared == [key.encode() for key in keys] * 3  # all of one kind


def test_short_code_opens_its_seat_in_the_local_network(monkeypatch: pytest.MonkeyPatch) -> None:
    with client_of(make_app()) as client:
        host = begun(client, "mercado", "phone", "phone")
        seats = client.get(f"/table/room/{host['room']}/codes").json()["codes"]
        shorts = [seat["short"] for seat in seats]
        assert [len(short) for short in shorts] == [6, 6]

        def join(short: str, address: str = "192.168.0.7") -> httpx.Response:
            more = {"headers": {"X-Forwarded-For": address}}
            return client.post("/table/join", json={"code": short}, **more)

        assert join(shorts[1]).json() == {"room": seats[1]["code"]}
        assert join(shorts[1], "93.184.216.34").json()["code"] == "wrong_code"
        assert given(client, host, "take", 1).status_code == 200
        assert join(shorts[1]).status_code == 404
        for _ in range(rooms.MAX_ATTEMPTS - 1):
            assert join("aaaaaa").status_code == 404
        assert join(shorts[0]).status_code == 429
        assert join(shorts[0], "192.168.0.8").status_code == 200  # other clients are not locked out
        monkeypatch.setattr(rooms, "ATTEMPTS_S", 0.0)
        assert join(shorts[0]).status_code == 200


def test_a_resumed_game_gives_its_phones_new_codes(client: Client) -> None:
    host = begun(client, "mercado", "human", "phone")
    [old] = codes_of(client, host).values()
    record = client.get(f"/table/room/{host['room']}/file").json()
    again = post(client, "resume", {"record": record, "phones": [1]}).json()
    assert again["phones"] == [1]
    [new] = codes_of(client, again).values()
    assert new != old
    assert look(client, new)["people"] == [1]
    for phones in ([2], [-1], [-2], [0] * 6):
        body = {"record": record, "phones": phones}
        assert post(client, "resume", body).status_code == 400, phones
    hidden = begun(client, HANDS, "human", "human")
    record = client.get(f"/table/room/{hidden['room']}/file").json()
    refused = post(client, "resume", {"record": record, "phones": [1]}).json()
    assert refused["code"] == "dealt_here"


def test_names_move_with_their_seats_and_are_saved(client: Client) -> None:
    orders = set()
    for seed in range(6):
        seats, names = ["human", "phone", "greedy"], ["Ana", "Rui", ""]
        view = begun(client, "mercado", *seats, names=names, seed=seed, start="drawn")
        seated = sorted(zip(view["names"], view["seats"], strict=True))
        assert seated == [("", "greedy"), ("Ana", "human"), ("Rui", "human")]
        assert [view["names"][seat] for seat in view["phones"]] == ["Rui"]
        around = 2 * ["Ana", "Rui", ""]
        assert view["names"] in [around[at : at + 3] for at in range(3)]
        orders.add(tuple(view["names"]))
    assert len(orders) > 1
    again = begun(client, "mercado", *seats, names=names, seed=seed, start="drawn")
    assert again["names"] == view["names"]
    assert begun(client, "mercado", *seats, names=names)["names"] == names
    record = client.get(f"/table/room/{view['room']}/file").json()
    assert post(client, "resume", {"record": record}).json()["names"] == view["names"]


class Listener(threading.Thread):
    """Hears a game's news over a real connection."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.heard: list[int] = []
        self.ended = False
        self.start()

    def run(self) -> None:
        with httpx.stream("GET", self.url, timeout=20) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    self.heard.append(int(line.removeprefix("data: ")))
        self.ended = True

    def wait(self, count: int) -> None:
        end = time.monotonic() + 15
        while len(self.heard) < count:
            assert time.monotonic() < end
            time.sleep(0.01)


def wait_for_present(client: httpx.Client, room: str, seats: list[int]) -> None:
    end = time.monotonic() + 10
    while client.get(room).json()["present"] != seats:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_events_arrive_immediately_and_end_with_the_seat_or_the_server() -> None:
    with local_address() as url, httpx.Client(base_url=f"{url}table/") as client:
        body = {"game": "mercado", "seats": ["phone", "phone"], "typed": False}
        host = client.post("new", json=body).json()
        room = f"room/{host['room']}"
        codes = [seat["code"] for seat in client.get(f"{room}/codes").json()["codes"]]
        with client.stream("GET", f"room/{codes[1]}/events") as answer:
            lines = answer.iter_lines()
            next(lines)
            assert client.get(room).json()["present"] == [1]
        wait_for_present(client, room, [])  # the client has closed its connection
        listeners = [Listener(f"{url}table/room/{code}/events") for code in codes]
        for listener in listeners:
            listener.wait(1)
        assert client.get(room).json()["present"] == [0, 1]
        before = [len(listener.heard) for listener in listeners]
        view = client.get(f"room/{codes[0]}").json()
        body = {"steps": 0, "action": view["actions"][0]}
        after = client.post(f"room/{codes[0]}/act", json=body).json()
        for count, listener in zip(before, listeners, strict=True):
            listener.wait(count + 1)
            assert listener.heard[-1] == after["changes"]
        client.post(f"{room}/take", json={"seat": 0})
        listeners[0].join(10)
        assert listeners[0].ended
        wait_for_present(client, room, [1])
        assert not listeners[1].ended
    listeners[1].join(10)  # the server has ended, and in order
    assert listeners[1].ended


def test_streams_are_limited_and_protect_their_game(opened_rooms: list[Room]) -> None:
    settings = WebSettings(rooms_per_client=1)
    with client_of(make_app(settings)) as client:
        begun_on_phones(client, "mercado", "phone", "phone")
    games = rooms.Rooms(settings)
    session = opened_rooms[0].session

    async def crowd() -> None:
        room = games.open("ann", session, (), (0, 1))
        streams = [room.events(room.keys[seat], lambda: False) for seat in (0, 1, 1, 1, 1)]
        for stream in streams:
            assert (await anext(stream)).startswith("data: ")
        assert len(room.streams) == 4
        rival, oldest, *others = streams
        assert len([event async for event in oldest]) == 1
        assert all([await anext(stream) for stream in (rival, *others)])
        with pytest.raises(RefusedError, match="try again"):
            games.open("ann", session, (), ())  # the client's only game has an audience
        for stream in (rival, *others):
            await stream.aclose()
        assert not room.streams
        code = room.code(HOST)
        assert games.find(code) is room
        games.open("ann", session, (), ())
        with pytest.raises(RefusedError):
            games.find(code)

    asyncio.run(crowd())


def test_streams_end_with_clients_that_did_not_read(opened_rooms: list[Room]) -> None:
    app = make_app()
    with client_of(app) as client:
        code = begun(client, "mercado", "human", "human")["room"]
    [room] = opened_rooms
    scope = {
        "type": "http", "method": "GET", "path": f"/table/room/{code}/events", "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")], "client": ("127.0.0.1", 1), "scheme": "http",
        "server": ("127.0.0.1", 80),
    }  # fmt: skip

    async def leave() -> None:
        messages: list[dict[str, Any]] = [{"type": "http.request"}]
        is_sending = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            await is_sending.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.body":
                is_sending.set()
                await asyncio.Event().wait()

        await app(scope, receive, send)
        assert is_sending.is_set()
        assert not room.streams

    asyncio.run(leave())
