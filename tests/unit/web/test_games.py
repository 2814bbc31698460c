"""Games on the page: bounded sessions of requests, without hidden information."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.limits import WebSettings
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver import GAMES, GameRecord, game_entry
from chatuchak_solver.box import box_from_document, parts_of
from chatuchak_solver.rendering.stand_svg import MARGIN
from tests.unit.web.conftest import Client, client_of

if TYPE_CHECKING:
    import httpx


def post(client: Client, path: str, body: Any) -> httpx.Response:
    return client.post(f"/table/{path}", json=body)


def begun(client: Client, game: str, *seats: str, **more: Any) -> dict[str, Any]:
    body = {"game": game, "seats": seats, "typed": False, "seed": 5, **more}
    answer = post(client, "new", body)
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def changed(client: Client, view: dict[str, Any], verb: str, **more: Any) -> dict[str, Any]:
    answer = post(client, f"room/{view['room']}/{verb}", {"steps": view["steps"], **more})
    assert answer.status_code == 200, answer.text
    following: dict[str, Any] = answer.json()
    return following


ONE_MOVE = "RRRYY./RRRYYY/GGGBBB/GGGBBB/PPPPPY"
"""A grid that is solved by the last booth's jump."""


def text_of(view: dict[str, Any], **instead: str) -> str:
    """The content of an answer without the room's name: its random letters may spell a card."""
    return json.dumps({**view, "room": "", **instead})


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_is_played_to_the_end_and_resumed(client: Client, game: str) -> None:
    chance = random.Random(3)
    short = {"setup": {"grid 0": [ONE_MOVE]}} if game == "chatuchak-speed" else {}
    view = begun(client, game, "human", *["random"] * (game != "river-market"), **short)
    while not view["over"]:
        if view["computer"]:
            view = changed(client, view, "go")
            continue
        actions = view["actions"]
        last = [action for action in ("done", "0 move 29") if action in actions]
        chosen = chance.choice(last or actions)
        view = changed(client, view, "act", action=chosen)
    assert view["actions"] == []
    assert len(view["scores"]) == len(view["seats"])
    assert view["boards"]
    file = client.get(f"/table/room/{view['room']}/file")
    record = GameRecord.read(file.content)
    assert record.state.is_over
    assert list(record.state.scores()) == view["scores"]
    assert record.table is not None
    again = post(client, "resume", {"record": file.json()}).json()
    assert again["room"] != view["room"]
    assert {**again, "room": "", "changes": 0} == {**view, "room": "", "changes": 0}


def refused(client: Client, covered: dict[str, Any]) -> None:
    """Check that a covered turn waits until its player takes the screen."""
    for verb, more in (("act", {"action": "pass"}), ("advice", {})):
        body = {"steps": covered["steps"], **more}
        answer = post(client, f"room/{covered['room']}/{verb}", body)
        assert answer.status_code == 400
        assert "there is nothing to" in answer.text


def test_hidden_cards_are_shown_to_their_player_only(client: Client) -> None:
    view = begun(client, "market-stand", "human", "human")
    assert view["awaited"] == 0
    assert [view[name] for name in ("boards", "cards", "actions", "text")] == [[], [], [], ""]
    refused(client, view)
    view = changed(client, view, "look")
    assert view["awaited"] is None
    mine = [card["card"] for card in view["cards"] if card["source"] == "hand"]
    assert [f"start {card}" for card in mine] == view["actions"]
    record = client.get(f"/table/room/{view['room']}/file").json()
    other_hand = record["state"]["hands"][1]
    public_text = view["text"].partition("unseen")[0]
    assert not any(card in text_of(view, text=public_text) for card in other_hand)
    view = changed(client, view, "act", action=view["actions"][0])
    assert view["awaited"] == 1
    refused(client, view)
    assert view["log"][0]["action"] is None  # the first card is chosen in secret
    assert not any(card in text_of(view) for card in mine)


def test_chance_is_typed_in_from_the_table(client: Client) -> None:
    view = begun(client, "chatuchak", "human", "human", typed=True)
    for _ in range(2):
        view = changed(client, view, "act", action=view["actions"][0])
    assert (view["mover"], view["computer"]) == (-1, False)
    assert "roll 12" in view["actions"]
    view = changed(client, view, "act", action="roll 12")
    assert view["mover"] == 0
    track = ["numbers", "[3] 4 5 6 7 8 9 10 11 12"]
    assert view["facts"][1]["rows"] == [["tent", "1 / 10"], track, ["needed", 4]]
    back = changed(client, view, "undo")
    assert back["steps"] == 2


def test_the_worth_of_a_stands_goods_is_a_table(client: Client) -> None:
    view = begun(client, "market-stand", "random", "random")
    while not view["over"]:
        view = changed(client, view, "go")
    points, goods, _ = view["facts"]
    assert goods["head"] == ["player", "good", "groups", "total"]
    for player, _, mice, total in points["rows"]:
        worth = [row[3] for row in goods["rows"] if row[0] == player]
        assert sum(worth) - 2 * mice == total
    assert "strawberry:" not in json.dumps(view["boards"])


def test_the_speed_game_begins_with_the_grids_of_the_real_table(client: Client) -> None:
    setup = {"grid 0": [ONE_MOVE], "grid 1": [ONE_MOVE]}
    view = begun(client, "chatuchak-speed", "human", "human", setup=setup)
    assert view["facts"][0]["rows"] == [["player 1", 0, 6, 1], ["player 2", 0, 6, 1]]
    assert all(action.startswith(f"{view['mover']} move ") for action in view["actions"])
    over = changed(client, view, "act", action=f"{view['mover']} move 29")
    assert over["winners"] == [view["mover"]]


def test_a_change_of_an_outdated_view_is_refused_with_the_current_view(client: Client) -> None:
    view = begun(client, "chatuchak", "human", "human")
    following = changed(client, view, "act", action="move 1")
    late = post(client, f"room/{view['room']}/act", {"action": "move 2", "steps": 0})
    assert late.status_code == 409
    assert late.json()["now"]["steps"] == following["steps"]
    assert client.get("/table/room/nothing").status_code == 410


def test_advice_is_for_the_person_to_act_with_expected_values(client: Client) -> None:
    view = begun(client, "mercado", "human", "greedy")
    answer = post(client, f"room/{view['room']}/advice", {"steps": 0})
    best = answer.json()["actions"][0]
    assert best["action"] in view["actions"]
    watched = begun(client, "mercado", "greedy", "human")
    assert post(client, f"room/{watched['room']}/advice", {"steps": 0}).status_code == 400


def test_games_are_bounded_and_the_least_recently_used_is_removed() -> None:
    with client_of(make_app(WebSettings(rooms=3, rooms_per_client=2))) as client:
        first, second, third = (begun(client, "chatuchak", "human", "human") for _ in range(3))
        status = [client.get(f"/table/room/{game['room']}").status_code for game in (first, second)]
        assert status == [410, 200]
        fourth = begun(client, "chatuchak", "human", "human")  # the second was asked for last
        assert client.get(f"/table/room/{third['room']}").status_code == 410
        assert client.get(f"/table/room/{fourth['room']}").status_code == 200


def test_a_saved_game_without_seats_is_played_against_the_advisor(client: Client) -> None:
    view = begun(client, "chatuchak", "human", "human")
    record = client.get(f"/table/room/{view['room']}/file").json()
    del record["table"]
    assert post(client, "resume", {"record": record}).json()["seats"] == ["human", "advisor"]
    heavy = {**record, "table": {"seats": ["human", "advisor:999"], "seed": 1, "typed": False}}
    assert "at most" in post(client, "resume", {"record": heavy}).json()["error"]


ANA = {"name": "<b>Ana</b>"}
SOLVED = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP."
SHEETS: dict[str, Any] = {
    "chatuchak-speed": {"players": [{**ANA, "grid": SOLVED, "moves": None}]},
    "chatuchak": {"players": [{**ANA, "grid": SOLVED, "markers": [{"marker": "path"}]}]},
    "stand": {"players": [{**ANA, "visible": ["S S", "G c"]}, {"name": "Jan", "visible": ["B B"]}]},
    "mercado": {"players": [{**ANA, "coins": 3}, {"name": "Rui", "coins": 2}]},
    "river-market": {"helpers": 1, "score": 20, "left_over": {"fish": 1}, "ended_by": "deck"},
}


@pytest.mark.parametrize("kind", SHEETS)
def test_a_sheet_is_scored_with_reasons_and_a_picture(client: Client, kind: str) -> None:
    answer = post(client, f"score/{kind}", {"document": SHEETS[kind]})
    assert answer.status_code == 200, answer.text
    scores = answer.json()
    assert scores["tables"][0]["rows"]
    assert scores["picture"].startswith("<svg")
    assert "<b>" not in scores["picture"]
    if kind != "river-market":
        assert scores["winners"] == ["<b>Ana</b>"]


def test_the_position_of_the_last_card_matches_the_stand_picture(client: Client) -> None:
    view = begun(client, "market-stand", "human", "random")
    chance = random.Random(8)
    checked = 0
    while checked < 12:
        verb = {} if view["computer"] else {"action": chance.choice(view["actions"])}
        view = changed(client, view, "act" if verb else "go", **verb)
        for board in view["boards"]:
            origin, (left, top, width, height) = view["moved"][board["title"]]
            picture = ElementTree.fromstring(board["svg"])
            wide, high = (float(picture.attrib[side]) for side in ("width", "height"))
            assert origin is None
            assert sorted((round(width * wide), round(height * high))) == [96, 144]
            corners = [  # thick lines end a card: one surrounds the uppermost card
                (float(line.attrib["x1"]) + MARGIN, float(line.attrib["y1"]) + MARGIN)
                for line in picture.iter("{http://www.w3.org/2000/svg}line")
                if line.attrib["class"] == "edge"
            ]
            assert (round(left * wide), round(top * high)) in corners
            checked += 1


def test_no_sheet_reads_a_file_of_the_server(client: Client) -> None:
    document = {**SHEETS["stand"], "deck": "/etc/passwd"}
    answer = post(client, "score/stand", {"document": document})
    assert answer.status_code == 400
    assert "reads no files" in answer.json()["error"]
    assert post(client, "score/chess", {"document": {}}).status_code == 404


def test_the_companion_plays_the_rival_and_its_session_resumes(client: Client) -> None:
    def go(**step: Any) -> Any:
        answer = post(client, "companion", step)
        assert answer.status_code == 200, answer.text
        return answer.json()

    view = go(begin={"cards": "table", "river": "swap-meet [e1] mill [e2]", "houses": 4})
    assert view["facts"][0]["rows"][0] == ["houses", 4]
    view = go(session=view["session"], action="moved mill")
    view = go(session=view["session"], action="done")
    assert view["asks_cards"]
    assert "card helper 4" in view["actions"]
    view = go(session=view["session"], action="card helper 1")
    assert view["lines"][0]["text"].startswith("The Rival draws")
    changed = go(session=view["session"], river="swap-meet [e1] mill old-ferry [e2]")
    assert "old-ferry" in changed["river"]
    back = go(session=view["session"], undo=True)
    assert back["asks_cards"]
    assert go(session=view["session"])["log"] == view["log"]
    advised = post(client, "companion/advice", {"session": view["session"]})
    assert advised.json()["actions"][0]["action"] in view["actions"]
    dealt = go(begin={"cards": "dealt"})
    after = go(session=dealt["session"], action="done")
    assert after["lines"]  # the Rival's cards were dealt at once


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
    parts = post(client, "parts", {"game": game, "players": len(seats)}).json()["parts"]
    (wanted,) = [table_part for table_part in parts if table_part["name"] == part]
    assert wanted["count"] == len(pieces)
    assert not wanted["pieces"] or set(pieces) <= {piece for piece, _ in wanted["pieces"]}
    view = begun(client, game, *seats, setup={part: pieces})
    start = client.get(f"/table/room/{view['room']}/file").json()["start"]
    display = start.get("display", {})
    start_pieces = {
        "grid 1": start.get("grids", [])[1:],
        "hand 1": start.get("hands", [[], []])[1],
        "display": sorted(name for name, count in display.items() for _ in range(count)),
        "river": [start.get("river")],
    }
    assert start_pieces[part] == pieces
    body = {"game": game, "seats": seats, "typed": True, "setup": {part: refused}}
    answer = post(client, "new", body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(part) or "swap-meet" in answer.json()["error"]
    assert post(client, "new", {**body, "setup": {"nothing": []}}).status_code == 400


def test_typed_cards_do_not_reveal_the_other_hand(client: Client) -> None:
    hands = {"market": ["c01", "c02", "c03"], "hand 0": ["c04", "c05"], "hand 1": ["c06", "c07"]}
    view = begun(client, "market-stand", "human", "human", typed=True, setup=hands)
    for action in ("start c04", "start c06", "market c01@3:0r0"):
        view = changed(client, view, "look")
        placed = {place.pop("action"): place for card in view["cards"] for place in card["places"]}
        assert sorted(placed) == sorted(view["actions"])
        view = changed(client, view, "act", action=action)
    assert placed[action] == {"x": 3, "y": 0, "turn": 0}
    assert view["mover"] == -1
    assert "draw c07" in view["actions"]
    assert "draw c05" not in view["actions"]
    assert set(view["words"]) == {action.split()[1] for action in view["actions"]}


def test_the_page_gets_kinds_and_rules_of_the_games(client: Client) -> None:
    kinds = client.get("/table/kinds").json()["games"]
    assert [kind["game"] for kind in kinds if kind["hides"]] == ["market-stand"]
    rules = client.get("/games/rules.json").json()["games"]["mercado"]["de"]
    assert rules == game_entry("mercado").short_rules("de").to_dict()["sections"]


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
        for browser, more in ((served, {}), (client, {"box": BOX})):
            view = begun(browser, "chatuchak", "human", "human", **more)
            record = browser.get(f"/table/room/{view['room']}/file").json()
            assert set(record["state"]["grids"]) == set(BOX["tiles"])
            assert record["state"]["figures"]["marker_stars"]["group"] == 3
            own = {"tiles", "tile_sides", "marker_stars"}
            assert set(view["assumed"]) == set(parts_of("chatuchak")) - own
            assert post(client, "resume", {"record": record}).json()["assumed"] == view["assumed"]
            mercado = begun(browser, "mercado", "human", "human", **more)
            assert mercado["assumed"] == ["customer_tiles"]
            scored = post(browser, "score/chatuchak", {**document, **more}).json()
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
