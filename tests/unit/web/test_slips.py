"""Slips of people on the page are refused with translated messages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.web.test_games import begun, changed, post
from tests.unit.web.test_messages import ENGLISH

if TYPE_CHECKING:
    from tests.unit.web.conftest import Client

DONE = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP."
BLANK = "/".join(["??????"] * 5)
FULL = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPPP"
FAR = "RRRRRY/YYYYYR/GGGGGG/BBBBBB/PPPPP."
TIED = {"name": "Ana", "coins": 3, "restaurants": 0}
ANSWERS = {"helpers": 1, "score": 3, "left_over": {"fish": 2}, "ended_by": "deck"}
LAID = {"card": "c01", "x": 0, "y": 0, "rotation": 0}


def new(game: str, **more: Any) -> tuple[str, Any]:
    seats = ["human"] * (1 if game == "river-market" else 2)
    return "new", {"game": game, "seats": seats, "typed": False, **more}


def table_setup(game: str, **setup: Any) -> tuple[str, Any]:
    return new(game, setup={name.replace("_", " "): pieces for name, pieces in setup.items()})


def grids(booths: str) -> tuple[str, Any]:
    return table_setup("chatuchak", grid_0=[booths])


def sheet(kind: str, *players: Any, **more: Any) -> tuple[str, Any]:
    document = {**({"players": players} if players else {}), **more}
    return f"score/{kind}", {"document": document}


def companion(**begin: Any) -> tuple[str, Any]:
    return "companion", {"begin": {"cards": "table", **begin}}


def grid(name: str = "Ana", letters: str = DONE, **more: Any) -> Any:
    return {"name": name, "grid": letters, **more}


SEEN = {"name": "Jan", "visible": ["S"]}
SLIPS: tuple[tuple[str, Any], ...] = (
    table_setup("market-stand", market=["c01", "c02"]),
    table_setup("market-stand", market=["c01", "c02", "c03"], hand_0=["c01", "c04"]),
    table_setup("chatuchak", mixes=["mix:RY", "mix:RG"]),
    table_setup("mercado", tiles_0=["fish"] * 2),
    table_setup("mercado", tiles_0=["fish"] * 3, tiles_1=["fish"] * 3, display=["fish"] * 3),
    *(
        table_setup("river-market", river=[text])
        for text in ("mill mill", "[e1]", "MILL", "a x=me")
    ),
    *(companion(river=text) for text in ("mill", "mill mill", "a b [?", "[e1] [e2]")),
    sheet("chatuchak", grid(), grid()),
    *(
        sheet("chatuchak", *[{**grid(name), kind: [{kind[:-1]: "path"}]} for name in "AB"])
        for kind in ("markers", "tokens")
    ),
    sheet("chatuchak-speed", grid(letters=FAR), first="Ana"),
    sheet("stand", {"name": "Ana", "visible": ["."]}, SEEN),
    sheet("stand", {"name": "Ana", "placements": [LAID, LAID]}, SEEN),
    sheet("stand", {"name": "Ana", "placements": [LAID, {**LAID, "card": "c02", "x": 9}]}, SEEN),
    sheet("stand", *({"name": name, "placements": [LAID]} for name in "AB")),
    sheet("mercado", TIED, {**TIED, "name": "Rui"}),
    sheet("mercado", TIED, {**TIED, "name": "Rui", "stands": 2}),
    sheet("river-market", **{**ANSWERS, "choose": "cloth"}),
)
REFUSED_BY_THE_FORM: tuple[tuple[str, Any], ...] = (
    *map(grids, (BLANK, FULL, f"......{DONE[6:]}", "BBBBBB/" * 4 + "BBBBB.")),
    *(companion(houses=houses) for houses in (0, 1000, None)),
    *(sheet("chatuchak", grid(letters=letters)) for letters in (BLANK, FULL)),
    sheet("chatuchak", grid(name="")),
    sheet("chatuchak", grid(name="x" * 81)),
    sheet("chatuchak-speed", grid(moves=-1)),
    sheet("mercado", {**TIED, "coins": -3}, {**TIED, "name": "Rui"}),
    *(sheet("river-market", **{**ANSWERS, **slip}) for slip in ({"helpers": -1}, {"score": 10**9})),
    sheet("river-market", **{**ANSWERS, "left_over": {"fish": -2}}),
    # Files that are something else.
    *(("resume", {"record": {"game": game}}) for game in ("chess", "mercado")),
    ("resume", {"record": {}}),
    ("resume", {"record": []}),
    *(sheet(kind, **more) for kind in ("mercado", "stand") for more in ({}, {"game": "chatuchak"})),
    ("score/mercado", {"document": []}),
)


COMPANION_STEPS: tuple[Any, ...] = (
    {"begin": {"cards": "mine"}},
    {"begin": {"cards": "table", "river": "[e1]"}},
    {"session": {}},
    {"session": {"chapters": [{"log": ["done"] * 4000}]}},
    {"session": None, "action": "done"},
    {"begin": {"cards": "dealt"}, "session": {}},
    {"begin": {"cards": "dealt"}, "undo": True},
    {"begin": {"cards": "dealt"}, "action": "done"},
    {"session": {}, "action": "done", "river": "mill"},
)
NAMES: tuple[list[str], ...] = (
    ["Ana", "Ana"],
    ["Ana"],
    ["A\n", ""],
    ["x" * 25, ""],
    [],
    ["", "", ""],
)
INVALID: tuple[tuple[str, Any], ...] = (
    new("chess"),
    new("mercado", seats=["human", "<b>"]),
    new("mercado", options={"x": "y"}),
    *(new("mercado", names=list(name), start=way) for name in NAMES for way in ("listed", "drawn")),
    ("resume", {"record": {"game": "mercado", "start": {}, "log": ["coin"] * 4000}}),
    ("resume", {"record": "x" * 200_000}),
    *((path, step) for step in COMPANION_STEPS for path in ("companion", "companion/advice")),
)


@pytest.mark.parametrize("request_", INVALID, ids=lambda request: json.dumps(request)[:70])
def test_invalid_requests_are_refused_in_one_line(
    client: Client, request_: tuple[str, Any]
) -> None:
    answer = post(client, *request_)
    assert answer.status_code == 400
    message = answer.json()["error"]
    assert message.isprintable()
    assert 0 < len(message) < 500


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: json.dumps(slip)[:70])
def test_a_slip_is_refused_with_a_translated_message(client: Client, slip: tuple[str, Any]) -> None:
    answer = post(client, *slip)
    assert answer.status_code == 400, answer.text
    message = answer.json()
    assert {f"refused.{message['code']}", f"told.{message['code']}"} & set(ENGLISH), message


def test_a_drawn_card_in_another_hand_is_refused(client: Client) -> None:
    view = begun(client, "market-stand", "human", "human", typed=True)
    while view["mover"] >= 0:
        if view["awaited"] is not None:
            view = changed(client, view, "look")
        view = changed(client, view, "act", action=view["actions"][0])
    record = client.get(f"/table/room/{view['room']}/file").json()
    held = record["state"]["hands"][1][0]  # a card unseen by the typing player
    assert f"draw {held}" in view["actions"]
    body = {"steps": view["steps"], "action": f"draw {held}"}
    refused = post(client, f"room/{view['room']}/act", body).json()
    assert "not in the stack" in refused["error"]
    assert refused["code"] == "not_in_stack"
