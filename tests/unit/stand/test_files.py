"""Stand files and request files: what they may leave out, and how wrong ones are refused."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Box, InvalidInstanceError
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.games.market_stand.score_file import FORM
from chatuchak_solver.rendering.score_sheet_pdf import SCORE_SHEETS
from chatuchak_solver.stand import Deck, Stand, Variant, shipped_deck
from chatuchak_solver.stand.files import StandFile, StandRequest, load_request, load_stand_file

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


def read(document: object) -> StandFile:
    return StandFile.from_dict(document, source="f")


def ask(document: object) -> StandRequest:
    return StandRequest.from_dict(document, source="f")


def seen(name: str, *rows: str, **more: object) -> dict[str, Any]:
    return {"name": name, "visible": list(rows), **more}


REMOVED = object()


def change(document: Any, path: str, value: object) -> None:
    """Set or remove the part of a document at a path such as ``players.0.name``."""
    *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in steps:
        document = document[step]
    if value is REMOVED:
        del document[last]
    elif isinstance(document, list) and last == len(document):
        document.append(value)
    else:
        document[last] = value


def check_error(read: Callable[[object], object], document: object, wanted: str) -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        read(document)
    assert str(caught.value).startswith(f"f: {wanted}")
    assert "\n" not in str(caught.value)


GAME = json.loads(EXAMPLE.read_text(encoding="utf-8")) | {"variant": "standard"}
OLA, PLACES = "players.0", "players.0.placements"
CORNER = GAME["players"][0]["placements"][1] | {"x": 3, "y": 3}
NINE = " ".join(f"c{number:02}@{3 * number}:0r0" for number in range(1, 10))


@pytest.mark.parametrize(
    ("path", "value", "wanted"),
    [
        (f"{PLACES}.2.card", "c99", 'players[0].placements[2]: unknown card "c99"; the deck "inde'),
        (f"{PLACES}.2.card", "c18", "players[0].placements[2]: card c18 is already"),
        ("players.1.placements.0.card", "c18", 'players[1].placements[0].card: "c18" is already '),
        (f"{PLACES}.1", CORNER, "players[0].placements[1]: card c21 meets the stand only at a co"),
        (f"{PLACES}.1.x", 9, "players[0].placements[1]: card c21 lies apart from the stand"),
        (f"{PLACES}.1.rotation", 30, "invalid players[0].placements[1].rotation 30: expected one "),
        (f"{PLACES}.1.x", "2", 'invalid players[0].placements[1].x "2": expected -10000 to 10000'),
        (f"{PLACES}.1.layer", 0, 'players[0].placements[1]: unknown field "layer"'),
        (f"{PLACES}.8", CORNER, 'invalid players[0].placements [{"card": "c18", "x": 0, "y": 1, "'),
        (PLACES, REMOVED, 'players[0]: missing stand: expected "placements" or "visible"'),
        (PLACES, "c01@0:0r0 c01@0:0r0", "players[0].placements: c01@0:0r0: card c01 is already i"),
        (PLACES, NINE, "players[0].placements: expected 1 to 8 placements, found 9"),
        (PLACES, [], "players[0].placements: expected 1 to 8"),
        (f"{OLA}.name", REMOVED, 'players[0]: missing field "name"'),
        (f"{OLA}.name", "", 'invalid players[0].name "": expected a text of 1 to 80 printable cha'),
        (f"{OLA}.name", "\x1b[31m", 'invalid players[0].name "\\u001b[31m": expected a text of 1'),
        ("players.1.name", "Ola", 'players[1].name: "Ola" is already used at players[0].name'),
        (f"{OLA}.announce", "S", 'invalid players[0].announce "S": expected a list of at most 5 '),
        (f"{OLA}.announce", ["s"], 'invalid players[0].announce[0] "s": expected one of B, C, G'),
        (f"{OLA}.announce", [], "players[0].announce: expected 1 good, fo"),
        (f"{OLA}.announce", ["S", "S"], 'players[0].announce[1]: "S" is already used at players'),
        (f"{OLA}.announce", ["B"], "players[0].announce: B has a biggest group of 3, but S has on"),
        (f"{OLA}.visible", ["S S S"] * 2, "players[0].visible: 2 rows of 3 spaces differ from the"),
        ("variant", "solo", 'invalid variant "solo": expected one of standard, two-player, teams '),
        ("variant", "two-player", "players: invalid number of players"),
        ("teams", [[0, 1], [2, 3]], "teams: the variant standard has no teams"),
        ("teams", [[0, 4], [1, 2]], "invalid teams[0][1] 4: expected 0 to 3"),
        ("teams", [[0], [1, 2]], "invalid teams[0] [0]: expected a list of 2 items"),
        ("deck", "none.json", 'invalid deck "none.json": expected a file in . or here'),
        ("deck", 7, "invalid deck 7: expected a text or a list of at least 1 items or an "),
        ("player", [], 'unknown field "player": expected players, deck, variant, teams'),
        ("players", REMOVED, 'missing field "players"'),
        ("players", {}, "invalid players {}: expected a list of 2 to 4 items"),
        ("players", [], "invalid players []: expected a list of 2 to 4 items"),
        ("players", GAME["players"][:1], 'invalid players [{"name": "Ola", "announce": ["S"], "p'),
        ("players", GAME["players"] * 2, 'invalid players [{"name": "Ola", "announce": ["S"], "p'),
    ],
)
def test_a_wrong_stand_file_names_the_place(path: str, value: object, wanted: str) -> None:
    document = copy.deepcopy(GAME)
    change(document, path, value)
    check_error(read, document, wanted)


def test_teams_contain_each_player_once() -> None:
    document = GAME | {"variant": "teams", "teams": [[0, 1], [1, 2]]}
    check_error(read, document, "teams: invalid teams ((0, 1)")


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["S S S", "S S"], "players[0].visible: row 2 has 2 spaces, the first has 3; every space"),
        (["S S S", "S S s"], "players[0].visible: row 2: space 3: invalid space "),
        (["S S S", 3], "invalid players[0].visible[1] 3: expected a text"),
        ([". ."], "players[0].visible: no visible card: expected at least one"),
        ("S S", 'invalid players[0].visible "S S": expected a list of at least 1 item'),
    ],
)
def test_a_wrong_picture_names_the_row(rows: object, wanted: str) -> None:
    check_error(read, {"players": [{"name": "x", "visible": rows}, seen("y", "S S S")]}, wanted)


@pytest.mark.parametrize(
    ("count", "fields", "wanted"),
    [
        (2, {}, Variant.TWO_PLAYER),
        (3, {}, Variant.STANDARD),
        (4, {}, Variant.STANDARD),
        (4, {"teams": [[0, 1], [2, 3]]}, Variant.TEAMS),
        (4, {"variant": "teams"}, Variant.TEAMS),
        (2, {"variant": "standard"}, Variant.STANDARD),
    ],
)
def test_variant_defaults_by_number_of_players(
    count: int, fields: dict[str, Any], wanted: Variant
) -> None:
    game = read({"players": [seen(f"p{n}", "S S S", "S S S") for n in range(count)], **fields})
    assert game.variant is wanted
    if wanted is Variant.TEAMS:
        assert game.teams == (((0, 1), (2, 3)) if fields.get("teams") else ((0, 2), (1, 3)))


def test_a_sheet_asks_for_as_many_players_as_files_have_and_games() -> None:
    counts = []
    for count in range(1, 7):
        try:
            read({"players": [seen(f"p{n}", "S S S", "S S S") for n in range(count)]})
        except InvalidInstanceError:
            continue
        counts.append(count)
    assert counts == list(FORM.players) == list(MarketStandState.player_counts)
    assert SCORE_SHEETS[FORM.name].columns == counts[-1]


def test_an_optional_field_that_is_null_counts_as_left_out() -> None:
    players = [seen("x", "S S S", announce=None, placements=None), seen("y", "S S S")]
    with_nulls = read({"players": players, "deck": None, "variant": None, "teams": None})
    assert with_nulls == read({"players": [seen("x", "S S S"), seen("y", "S S S")]})
    assert ask(dict.fromkeys(REQUEST)) == ask({})


def test_unfinished_and_impossible_stands_are_scored_with_a_doubt() -> None:
    game = read(
        {
            "players": [
                {"name": "x", "placements": [{"card": "c01", "x": 0, "y": 0, "rotation": 0}]},
                seen("y", "S S . G", "c* S B ."),
                seen("z", "S S S", "S S S"),
            ]
        }
    )
    assert game.players[0].doubts() == ("1 of 8 cards are placed: not finished",)
    assert len(game.players[1].doubts()) == 2
    assert game.players[2].doubts() == ()
    assert len(game.score().players) == 3


def test_the_example_plays_every_card_once() -> None:
    game = load_stand_file(EXAMPLE)
    card_ids = [card.id for player in game.players if player.stand for card in player.stand.cards]
    assert len(card_ids) == len(set(card_ids)) == 32
    assert all(player.doubts() == () for player in game.players)


def test_the_answer_has_the_documented_fields() -> None:
    answer = load_stand_file(EXAMPLE).score().to_dict()
    assert json.loads(json.dumps(answer)) == answer
    assert set(answer) == {"variant", "scoring_goods", "players", "winners"}
    assert answer["scoring_goods"] == ["B", "G", "S"]
    assert answer["winners"] == ["Ola"]
    assert answer["players"][0] == {
        "name": "Ola",
        "announced": ["S"],
        "announcement": "given",
        "goods": {
            "B": {"biggest": 3, "groups": 2, "points": 6},
            "G": {"biggest": 5, "groups": 1, "points": 5},
            "S": {"biggest": 5, "groups": 4, "points": 20},
        },
        "mice": 3,
        "total": 25,
    }


def test_the_answer_of_a_team_game_has_the_teams() -> None:
    names = ("a", "b", "c", "d")
    answer = read({"variant": "teams", "players": [seen(n, "S S c") for n in names]}).score()
    assert answer.to_dict()["teams"] == [
        {"players": ["a", "c"], "mice": 0, "total": 4},
        {"players": ["b", "d"], "mice": 0, "total": 4},
    ]
    assert answer.to_dict()["winners"] == ["a", "b", "c", "d"]


REQUEST: dict[str, Any] = {
    "variant": "two-player",
    "stand": [
        {"card": "c01", "x": 0, "y": 0, "rotation": 0},
        {"card": "c02", "x": 2, "y": 1, "rotation": 90},
    ],
    "hand": ["c03"],
    "market": ["c04", "c05", "c06"],
    "cards": ["c07", "c08"],
    "order": "fixed",
    "announced": ["G", "B"],
}


def test_a_request_has_the_contents_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text(json.dumps(REQUEST), encoding="utf-8")
    request = load_request(path)
    assert str(request.stand) == "c01@0:0r0 c02@2:1r90"
    assert [card.id for card in request.candidates] == ["c03", "c04", "c05", "c06"]
    assert [card.id for card in request.cards] == ["c07", "c08"]
    assert request.fixed_order
    assert request.announced == ("B", "G")
    assert request.own_goods == 2
    assert request.deck == shipped_deck()


def test_everything_in_a_request_may_be_left_out() -> None:
    request = ask({})
    assert request.stand == Stand()
    assert request.candidates == request.cards == ()
    assert request.announced == ()
    assert not request.fixed_order
    assert request.own_goods == 1


def test_a_request_without_cards_plans_with_those_of_the_stand() -> None:
    request = ask({"stand": "c01@0:0r0 c02@2:1r90"})
    assert [card.id for card in request.cards] == ["c01", "c02"]


@pytest.mark.parametrize(
    ("path", "value", "wanted"),
    [
        ("hand", ["c99"], 'hand[0]: unknown card "c99"'),
        ("hand", ["c02"], 'hand[0]: "c02" is already used at stand[1]'),
        ("market", ["c03"], 'market[0]: "c03" is already used at hand[0]'),
        ("market", ["c04", "c04"], 'market[1]: "c04" is already used at market[0]'),
        ("cards", ["c07"] * 2, 'cards[1]: "c07" is already used at cards[0]'),
        ("cards", [f"c{n}" for n in range(10, 23)], 'invalid cards ["c10", "c11", "c12", "c13", '),
        ("order", "any", 'invalid order "any": expected one of fixed, free or null'),
        ("announced", ["c"], 'invalid announced[0] "c": expected one of B, C, G, M, S'),
        ("variant", 2, "invalid variant 2: expected one of standard, two-player, teams or nu"),
        ("stand", "c01", "stand: invalid placement "),
        ("stand", "c01@0:0r0 c02@3:2r0", "stand: c02@3:2r0: card c02 meets the"),
        ("stand.2", {}, 'stand[2]: missing field "card"'),
        ("hands", [], 'unknown field "hands": expected deck, variant, stand, hand, market, '),
    ],
)
def test_a_wrong_request_names_the_place(path: str, value: object, wanted: str) -> None:
    document = copy.deepcopy(REQUEST)
    change(document, path, value)
    check_error(ask, document, wanted)


def test_a_stand_is_typed_in_lines_as_it_is_seen_or_as_its_cards() -> None:
    (typed,) = (field for field in FORM.of_player if field.lines)
    assert typed.name == "visible"
    assert typed.read(["S S c*", "B . ."], box=Box.default()) == {"visible": ["S S c*", "B . ."]}
    cards = Stand.parse("c01@0:0r0 c02@2:1r90", shipped_deck())
    assert typed.read(["c01@0:0r0", "c02@2:1r90"], box=Box.default()) == {
        "placements": cards.to_list()
    }


PAGE = Path(__file__).parents[3] / "docs" / "stand.md"


def test_the_documents_are_read(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    deck, request = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.S))
    assert len(Deck.from_dict(deck)) == 2
    (tmp_path / "my_deck.json").write_text(shipped_deck().to_json(), encoding="utf-8")
    parsed = StandRequest.from_dict(request, directory=tmp_path)
    assert len(parsed.candidates) == 4
    assert str(parsed.stand) == "c07@0:0r0"
