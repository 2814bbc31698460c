"""Games on the page: sessions by questions and answers, bounded, and nothing hidden in them."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.limits import WebSettings
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver.box import box_from_document, parts_of
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.registry import GAMES, game_entry
from chatuchak_solver.rendering.stand_svg import MARGIN
from tests.unit.web.conftest import Client, client_of

if TYPE_CHECKING:
    import httpx

JSON = {"Content-Type": "application/json"}


def post(client: Client, path: str, body: Any, **headers: str) -> httpx.Response:
    text = json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"/table/{path}", content=text, headers={**JSON, **named})


def begun(client: Client, game: str, *seats: str, **more: Any) -> dict[str, Any]:
    body = {"game": game, "seats": seats, "typed": False, "seed": 5, **more}
    answer = post(client, "new", body)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def changed(client: Client, shown: dict[str, Any], verb: str, **more: Any) -> dict[str, Any]:
    answer = post(client, f"room/{shown['room']}/{verb}", {"steps": shown["steps"], **more})
    assert answer.status_code == 200, answer.text
    following: dict[str, Any] = answer.json()
    return following


ONE_MOVE = "RRRYY./RRRYYY/GGGBBB/GGGBBB/PPPPPY"
"""A grid that is solved by the last booth's jump."""


def told_of(shown: dict[str, Any], **instead: str) -> str:
    """What an answer tells, but for the room's name, whose random letters may spell a card."""
    return json.dumps({**shown, "room": "", **instead})


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_is_played_to_its_end_and_resumes_from_its_file(
    client: Client, game: str
) -> None:
    chance = random.Random(3)
    short = {"setup": {"grid 0": [ONE_MOVE]}} if game == "chatuchak-speed" else {}
    shown = begun(client, game, "human", *["random"] * (game != "river-market"), **short)
    while not shown["over"]:
        if shown["computer"]:
            shown = changed(client, shown, "go")
            continue
        actions = shown["actions"]
        last = [action for action in ("done", "0 move 29") if action in actions]
        chosen = chance.choice(last or actions)
        shown = changed(client, shown, "act", action=chosen)
    assert shown["actions"] == []
    assert len(shown["scores"]) == len(shown["seats"])
    assert shown["boards"]
    file = client.get(f"/table/room/{shown['room']}/file")
    assert "attachment" in file.headers["content-disposition"]
    record = GameRecord.parse(file.content)
    assert record.state.is_over
    assert list(record.state.scores()) == shown["scores"]
    assert record.table is not None
    again = post(client, "resume", {"record": file.json()}).json()
    assert again["room"] != shown["room"]
    assert {**again, "room": "", "changes": 0} == {**shown, "room": "", "changes": 0}


def test_hidden_cards_are_shown_to_their_player_only(client: Client) -> None:
    shown = begun(client, "market-stand", "human", "human")
    assert shown["awaited"] == 0
    assert [shown[name] for name in ("boards", "cards", "actions", "text")] == [[], [], [], ""]
    answer = post(client, f"room/{shown['room']}/act", {"action": "pass", "steps": 0})
    assert answer.status_code == 400
    shown = changed(client, shown, "look")
    assert shown["awaited"] is None
    mine = [card["card"] for card in shown["cards"] if card["source"] == "hand"]
    assert [f"start {card}" for card in mine] == shown["actions"]
    record = client.get(f"/table/room/{shown['room']}/file").json()
    others = record["state"]["hands"][1]
    seen = shown["text"].partition("unseen")[0]
    assert not any(card in told_of(shown, text=seen) for card in others)
    shown = changed(client, shown, "act", action=shown["actions"][0])
    assert shown["awaited"] == 1
    assert shown["log"][0]["action"] is None  # the first card is chosen in secret
    assert not any(card in told_of(shown) for card in mine)


def test_a_covered_turn_waits_until_its_player_takes_the_screen(client: Client) -> None:
    covered = begun(client, "market-stand", "human", "human")
    open_one = changed(client, covered, "look")
    action = open_one["actions"][0]
    handed_on = changed(client, open_one, "act", action=action)
    assert handed_on["awaited"] is not None
    for shown in (begun(client, "market-stand", "human", "human"), handed_on):
        for verb, more in (("act", {"action": action}), ("advice", {})):
            answer = post(client, f"room/{shown['room']}/{verb}", {"steps": shown["steps"], **more})
            assert answer.status_code == 400
            assert "there is nothing to" in answer.text


def test_chance_is_typed_in_from_the_table(client: Client) -> None:
    shown = begun(client, "chatuchak", "human", "human", typed=True)
    for _ in range(2):
        shown = changed(client, shown, "act", action=shown["actions"][0])
    assert (shown["mover"], shown["computer"]) == (-1, False)
    assert "roll 12" in shown["actions"]
    shown = changed(client, shown, "act", action="roll 12")
    assert shown["mover"] == 0
    assert shown["facts"][1]["rows"] == [
        ["tent", "1 / 10"],
        ["numbers", "[3] 4 5 6 7 8 9 10 11 12"],
        ["needed", 4],
    ]
    back = changed(client, shown, "undo")
    assert back["steps"] == 2


def test_the_worth_of_a_stands_goods_is_a_table(client: Client) -> None:
    shown = begun(client, "market-stand", "random", "random")
    while not shown["over"]:
        shown = changed(client, shown, "go")
    points, goods, _ = shown["facts"]
    assert goods["head"] == ["player", "good", "groups", "total"]
    for player, _, mice, total in points["rows"]:
        worth = [row[3] for row in goods["rows"] if row[0] == player]
        assert sum(worth) - 2 * mice == total
    assert "strawberry:" not in json.dumps(shown["boards"])


def test_the_first_seat_begins_or_the_first_player_is_drawn(client: Client) -> None:
    seats = ("human", "random", "greedy", "look-ahead")
    orders = set()
    for seed in range(12):
        shown = begun(client, "mercado", *seats, seed=seed, start="drawn")
        orders.add(tuple(shown["seats"]))
        again = begun(client, "mercado", *seats, seed=seed, start="drawn")
        assert again["seats"] == shown["seats"]
    assert orders <= {(*seats[at:], *seats[:at]) for at in range(4)}
    assert len(orders) > 1
    assert begun(client, "mercado", *seats)["seats"] == list(seats)
    assert begun(client, "mercado", *seats, start="listed")["seats"] == list(seats)


def test_the_page_knows_which_games_hide_cards(client: Client) -> None:
    hiding = {one["game"]: one["hides"] for one in client.get("/table/kinds").json()["games"]}
    assert hiding == {game: game == "market-stand" for game in [game.name for game in GAMES]}
    assert begun(client, "market-stand", "human", "greedy")["hides"]
    assert not begun(client, "mercado", "human", "greedy")["hides"]


def test_the_speed_game_begins_with_the_grids_of_the_real_table(client: Client) -> None:
    setup = {"grid 0": [ONE_MOVE], "grid 1": [ONE_MOVE]}
    shown = begun(client, "chatuchak-speed", "human", "human", setup=setup)
    assert shown["facts"][0]["rows"] == [["player 1", 0, 6, 1], ["player 2", 0, 6, 1]]
    assert all(action.startswith(f"{shown['mover']} move ") for action in shown["actions"])
    over = changed(client, shown, "act", action=f"{shown['mover']} move 29")
    assert over["winners"] == [shown["mover"]]


def test_a_change_of_an_outdated_view_is_refused_with_the_current_view(client: Client) -> None:
    shown = begun(client, "chatuchak", "human", "human")
    following = changed(client, shown, "act", action="move 1")
    late = post(client, f"room/{shown['room']}/act", {"action": "move 2", "steps": 0})
    assert late.status_code == 409
    assert late.json()["now"]["steps"] == following["steps"]
    assert client.get("/table/room/nothing").status_code == 410


def test_advice_is_for_the_person_to_act_with_expected_values(client: Client) -> None:
    shown = begun(client, "mercado", "human", "greedy")
    answer = post(client, f"room/{shown['room']}/advice", {"steps": 0})
    best = answer.json()["actions"][0]
    assert best["action"] in shown["actions"]
    watched = begun(client, "mercado", "greedy", "human")
    assert post(client, f"room/{watched['room']}/advice", {"steps": 0}).status_code == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("new", {"game": "chess", "seats": ["human"], "typed": False}),
        ("new", {"game": "mercado", "seats": ["human"], "typed": False}),
        ("new", {"game": "mercado", "seats": ["human", "<b>"], "typed": False}),
        ("new", {"game": "mercado", "seats": ["human", "advisor:9999999"], "typed": False}),
        ("new", {"game": "mercado", "seats": ["human", "greedy"], "typed": 1}),
        ("new", {"game": "mercado", "seats": ["human", "greedy"], "typed": False, "seed": -1}),
        ("new", {"game": "mercado", "seats": ["human"] * 2, "typed": False, "options": {"x": "y"}}),
        ("new", ["mercado"]),
        ("resume", {"record": {"game": "chatuchak-speed"}}),
        ("resume", {"record": {"game": "mercado", "start": {}, "log": ["coin"] * 4000}}),
        ("resume", {"record": "x" * 200_000}),
    ],
)
def test_errors_are_single_lines(client: Client, path: str, body: Any) -> None:
    answer = post(client, path, body)
    assert answer.status_code == 400
    message = answer.json()["error"]
    assert 0 < len(message) < 500
    assert "\n" not in message


def test_games_are_bounded_and_the_least_recently_used_is_removed() -> None:
    with client_of(make_app(WebSettings(rooms=3, rooms_per_client=2))) as client:
        first, second, third = (begun(client, "chatuchak", "human", "human") for _ in range(3))
        status = [client.get(f"/table/room/{one['room']}").status_code for one in (first, second)]
        assert status == [410, 200]
        fourth = begun(client, "chatuchak", "human", "human")  # the second was asked for last
        assert client.get(f"/table/room/{third['room']}").status_code == 410
        assert client.get(f"/table/room/{fourth['room']}").status_code == 200


def test_a_saved_game_without_seats_is_played_against_the_advisor(client: Client) -> None:
    shown = begun(client, "chatuchak", "human", "human")
    record = client.get(f"/table/room/{shown['room']}/file").json()
    del record["table"]
    assert post(client, "resume", {"record": record}).json()["seats"] == ["human", "advisor"]
    heavy = {**record, "table": {"seats": ["human", "advisor:999"], "seed": 1, "typed": False}}
    assert "at most" in post(client, "resume", {"record": heavy}).json()["error"]


SHEETS: dict[str, Any] = {
    "chatuchak-speed": {
        "players": [
            {"name": "<b>Ana</b>", "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.", "moves": None}
        ]
    },
    "chatuchak": {
        "players": [
            {
                "name": "<b>Ana</b>",
                "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.",
                "markers": [{"marker": "path"}],
            }
        ]
    },
    "stand": {
        "players": [
            {"name": "<b>Ana</b>", "visible": ["S S", "G c"]},
            {"name": "Jan", "visible": ["B B"]},
        ]
    },
    "mercado": {"players": [{"name": "<b>Ana</b>", "coins": 3}, {"name": "Rui", "coins": 2}]},
    "river-market": {"helpers": 1, "score": 20, "left_over": {"fish": 1}, "ended_by": "deck"},
}


@pytest.mark.parametrize("kind", SHEETS)
def test_a_sheet_is_scored_with_reasons_and_a_picture(client: Client, kind: str) -> None:
    answer = post(client, f"score/{kind}", {"document": SHEETS[kind]})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["tables"][0]["rows"]
    assert found["picture"].startswith("<svg")
    assert "<b>" not in found["picture"]
    if kind != "river-market":
        assert found["winners"] == ["<b>Ana</b>"]


def test_the_position_of_the_last_card_matches_the_stand_picture(client: Client) -> None:
    shown = begun(client, "market-stand", "human", "random")
    chance = random.Random(8)
    seen = 0
    while seen < 12:
        verb = {} if shown["computer"] else {"action": chance.choice(shown["actions"])}
        shown = changed(client, shown, "act" if verb else "go", **verb)
        for board in shown["boards"]:
            came_from, (left, top, width, height) = shown["moved"][board["title"]]
            picture = ElementTree.fromstring(board["svg"])
            wide, high = (float(picture.attrib[side]) for side in ("width", "height"))
            assert came_from is None
            assert sorted((round(width * wide), round(height * high))) == [96, 144]
            laid = [  # thick lines end a card: one goes all around the card that lies on top
                (float(line.attrib["x1"]) + MARGIN, float(line.attrib["y1"]) + MARGIN)
                for line in picture.iter("{http://www.w3.org/2000/svg}line")
                if line.attrib["class"] == "edge"
            ]
            assert (round(left * wide), round(top * high)) in laid
            seen += 1


def test_no_sheet_reads_a_file_of_the_server(client: Client) -> None:
    document = {**SHEETS["stand"], "deck": "/etc/passwd"}
    answer = post(client, "score/stand", {"document": document})
    assert answer.status_code == 400
    assert "reads no files" in answer.json()["error"]
    assert post(client, "score/chess", {"document": {}}).status_code == 404
    assert post(client, "score/mercado", {"document": []}).status_code == 400


def test_the_companion_plays_the_rival_and_its_session_resumes(client: Client) -> None:
    def go(**step: Any) -> Any:
        answer = post(client, "companion", step)
        assert answer.status_code == 200, answer.text
        return answer.json()

    shown = go(begin={"cards": "table", "river": "swap-meet [e1] mill [e2]", "houses": 4})
    assert shown["facts"][0]["rows"][0] == ["houses", 4]
    shown = go(session=shown["session"], action="moved mill")
    shown = go(session=shown["session"], action="done")
    assert shown["asks_cards"]
    assert "card helper 4" in shown["actions"]
    shown = go(session=shown["session"], action="card helper 1")
    assert shown["lines"][0]["text"].startswith("The Rival draws")
    changed = go(session=shown["session"], river="swap-meet [e1] mill old-ferry [e2]")
    assert "old-ferry" in changed["river"]
    back = go(session=shown["session"], undo=True)
    assert back["asks_cards"]
    assert go(session=shown["session"])["log"] == shown["log"]
    advised = post(client, "companion/advice", {"session": shown["session"]})
    assert advised.json()["actions"][0]["action"] in shown["actions"]
    dealt = go(begin={"cards": "dealt"})
    after = go(session=dealt["session"], action="done")
    assert after["lines"]  # the Rival's cards were dealt at once


@pytest.mark.parametrize(
    "step",
    [
        {"begin": {"cards": "mine"}},
        {"begin": {"cards": "table", "river": "[e1]"}},
        {"session": {}},
        {"session": {"chapters": [{"log": ["done"] * 4000}]}},
        {"session": None, "action": "done"},
    ],
)
def test_errors_of_the_companion_are_single_lines(client: Client, step: Any) -> None:
    answer = post(client, "companion", step)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


def test_a_game_begins_with_the_grids_and_mixes_of_the_real_table(client: Client) -> None:
    grids = [".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR", ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"]
    mixes = ["mix:RY", "mix:RG", "mix:RB", "mix:YB", "mix:GB"]
    setup = {**{f"grid {seat}": [grid] for seat, grid in enumerate(grids)}, "mixes": mixes}
    shown = begun(client, "chatuchak", "human", "human", setup=setup)
    record = client.get(f"/table/room/{shown['room']}/file").json()
    assert record["state"]["grids"] == grids
    markers = [row[0] for row in shown["facts"][2]["rows"]]
    assert [name for name in markers if name.startswith("mix")] == mixes


@pytest.mark.parametrize(
    ("game", "part", "pieces", "refused"),
    [
        ("chatuchak", "grid 1", [".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"], ["RY"]),
        ("market-stand", "hand 1", ["c07", "c08"], ["c07"]),
        ("mercado", "display", ["fish", "fish", "meat"], ["fish"] * 8),
        ("river-market", "river", ["swap-meet [e1] mill"], ["mill"]),
    ],
)
def test_a_game_begins_with_the_setup_of_the_real_table(
    client: Client, game: str, part: str, pieces: list[str], refused: list[str]
) -> None:
    seats = ["human"] * (1 if game == "river-market" else 2)
    asked = post(client, "parts", {"game": game, "players": len(seats)}).json()["parts"]
    (wanted,) = [one for one in asked if one["name"] == part]
    assert wanted["count"] == len(pieces)
    assert not wanted["pieces"] or set(pieces) <= {piece for piece, _ in wanted["pieces"]}
    shown = begun(client, game, *seats, setup={part: pieces})
    start = client.get(f"/table/room/{shown['room']}/file").json()["start"]
    display = start.get("display", {})
    found = {
        "grid 1": start.get("grids", [])[1:],
        "hand 1": start.get("hands", [[], []])[1],
        "display": sorted(name for name, count in display.items() for _ in range(count)),
        "river": [start.get("river")],
    }
    assert found[part] == pieces
    body = {"game": game, "seats": seats, "typed": True, "setup": {part: refused}}
    answer = post(client, "new", body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(part) or "swap-meet" in answer.json()["error"]
    assert post(client, "new", {**body, "setup": {"nothing": []}}).status_code == 400


def test_typed_cards_do_not_reveal_the_other_hand(client: Client) -> None:
    hands = {"market": ["c01", "c02", "c03"], "hand 0": ["c04", "c05"], "hand 1": ["c06", "c07"]}
    shown = begun(client, "market-stand", "human", "human", typed=True, setup=hands)
    for action in ("start c04", "start c06", "market c01@3:0r0"):
        shown = changed(client, changed(client, shown, "look"), "act", action=action)
    assert shown["mover"] == -1
    assert "draw c07" in shown["actions"]
    assert "draw c05" not in shown["actions"]
    assert set(shown["words"]) == {action.split()[1] for action in shown["actions"]}


def test_the_page_gets_the_same_rules(client: Client) -> None:
    answer = client.get("/table/rules/mercado/de")
    assert answer.json() == game_entry("mercado").short_rules("de").to_dict()
    assert client.get("/table/rules/mercado/pt").status_code == 404
    assert client.get("/table/rules/chess/en").status_code == 404


BOX = {
    "tiles": [".RYRGR/PBGPYB/GPRGPY/YBPRBR/BYGYGB", ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"],
    "marker_stars": {"group": 3, "mix": 3, "path": 3, "rectangle": 3},
    "marked_spaces": ["a1", "b2"],
    "confirmed": ["river_market"],
}
"""A box with parts of four games."""


def test_games_and_scores_use_the_box_of_the_server_or_of_the_request(client: Client) -> None:
    box = box_from_document(BOX, source="box")
    document = {"document": SHEETS["chatuchak"]}
    plain = begun(client, "chatuchak", "human", "human")
    assert plain["assumed"] == list(parts_of("chatuchak"))
    for game in ("mercado", "market-stand", "chatuchak-speed"):
        assert begun(client, game, "human", "human")["assumed"] == list(parts_of(game))
    assert begun(client, "river-market", "human")["assumed"] == ["river_market"]
    with client_of(make_app(data=PageData(box=box))) as served:
        for asked, more in ((served, {}), (client, {"box": BOX})):
            shown = begun(asked, "chatuchak", "human", "human", **more)
            record = asked.get(f"/table/room/{shown['room']}/file").json()
            assert set(record["state"]["grids"]) == set(BOX["tiles"])
            assert record["state"]["figures"]["marker_stars"]["group"] == 3
            own = {"tiles", "tile_sides", "marker_stars"}
            assert set(shown["assumed"]) == set(parts_of("chatuchak")) - own
            assert post(client, "resume", {"record": record}).json()["assumed"] == shown["assumed"]
            mercado = begun(asked, "mercado", "human", "human", **more)
            assert mercado["assumed"] == ["customer_tiles"]
            scored = post(asked, "score/chatuchak", {**document, **more}).json()
            before = post(client, "score/chatuchak", document).json()
            assert scored["tables"] != before["tables"]
            assert "marker_stars" not in scored["assumed"]
            assert "marker_stars" in before["assumed"]
        assert begun(served, "river-market", "human")["assumed"] == []
        begin: Any = {"begin": {"cards": "dealt"}}
        assert post(client, "companion", begin).json()["assumed"] == ["river_market"]
        assert post(served, "companion", begin).json()["assumed"] == []
        begin["begin"]["box"] = BOX
        assert post(client, "companion", begin).json()["session"]


@pytest.mark.parametrize(
    ("box", "word"),
    [
        ({"tiles": "/etc/passwd"}, "expected the data, not a file's name"),
        ({"deck": "deck.json"}, "expected the data, not a file's name"),
        ({"counts": [1]}, "counts"),
        ({"market": 3}, "market"),
        ([], "expected"),
    ],
)
def test_a_wrong_box_is_refused_and_opens_no_file(client: Client, box: Any, word: str) -> None:
    body = {"game": "chatuchak", "seats": ["human", "human"], "typed": False, "box": box}
    answer = post(client, "new", body)
    assert answer.status_code == 400
    assert word in answer.json()["error"]
