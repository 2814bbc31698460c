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
from chatuchak_solver.stand.request import StandRequest, load_request
from chatuchak_solver.stand.score_file import StandFile, load_stand_file

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"

Change = Callable[[dict[str, Any]], object]


def read(document: object) -> StandFile:
    return StandFile.from_dict(document, source="f")


def ask(document: object) -> StandRequest:
    return StandRequest.from_dict(document, source="f")


def seen(name: str, *rows: str, **more: object) -> dict[str, Any]:
    return {"name": name, "visible": list(rows), **more}


def set_card(document: dict[str, Any], player: int, index: int, **change: object) -> None:
    document["players"][player]["placements"][index].update(change)


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (
            lambda d: set_card(d, 0, 2, card="c99"),
            'players[0].placements[2]: unknown card "c99"; the deck "independent ',
        ),
        (lambda d: set_card(d, 0, 2, card="c18"), "players[0].placements[2]: card c18 is already"),
        (
            lambda d: set_card(d, 1, 0, card="c18"),
            'players[1].placements[0].card: "c18" is already used at players',
        ),
        (
            lambda d: set_card(d, 0, 1, x=3, y=3),
            "players[0].placements[1]: card c21 meets the stand only at a corner",
        ),
        (
            lambda d: set_card(d, 0, 1, x=9),
            "players[0].placements[1]: card c21 lies apart from the stand",
        ),
        (
            lambda d: set_card(d, 0, 1, rotation=30),
            "invalid players[0].placements[1].rotation 30: expected one of 0, 90,",
        ),
        (
            lambda d: set_card(d, 0, 1, x="2"),
            'invalid players[0].placements[1].x "2": expected -10000 to 10000',
        ),
        (lambda d: set_card(d, 0, 1, layer=0), 'players[0].placements[1]: unknown field "layer"'),
        (
            lambda d: d["players"][0]["placements"].append(d["players"][1]["placements"][0]),
            'invalid players[0].placements [{"card": "c18", "x": 0, "y": 1, "rota',
        ),
        (
            lambda d: d["players"][0].pop("placements"),
            'players[0]: missing stand: expected "placements" or "visible"',
        ),
        (
            lambda d: d["players"][0].update(placements="c01@0:0r0 c02@0:0r90 c01@0:0r0"),
            "players[0].placements: c01@0:0r0: card c01 is already in this stand",
        ),
        (
            lambda d: d["players"][0].update(
                placements=" ".join(f"c{n:02}@{3 * n}:0r0" for n in range(1, 10))
            ),
            "players[0].placements: expected 1 to 8 placements, found 9",
        ),
        (lambda d: d["players"][0].update(placements=[]), "players[0].placements: expected 1 to 8"),
        (lambda d: d["players"][0].pop("name"), 'players[0]: missing field "name"'),
        (
            lambda d: d["players"][0].update(name=""),
            'invalid players[0].name "": expected a text of 1 to 80 printable cha',
        ),
        (
            lambda d: d["players"][0].update(name="\x1b[31m"),
            'invalid players[0].name "\\u001b[31m": expected a text of 1 to 80 pri',
        ),
        (
            lambda d: d["players"][1].update(name="Ola"),
            'players[1].name: "Ola" is already used at players[0].name',
        ),
        (
            lambda d: d["players"][0].update(announce="S"),
            'invalid players[0].announce "S": expected a list of at most 5 items ',
        ),
        (
            lambda d: d["players"][0].update(announce=["s"]),
            'invalid players[0].announce[0] "s": expected one of B, C, G, M, S',
        ),
        (lambda d: d["players"][0].update(announce=[]), "players[0].announce: expected 1 good, fo"),
        (
            lambda d: d["players"][0].update(announce=["S", "S"]),
            'players[0].announce[1]: "S" is already used at players[0].annou',
        ),
        (
            lambda d: d["players"][0].update(announce=["B"]),
            "players[0].announce: B has a biggest group of 3, but S has one of 5",
        ),
        (
            lambda d: d["players"][0].update(visible=["S S S", "S S S"]),
            "players[0].visible: 2 rows of 3 spaces differ from the placements: e",
        ),
        (
            lambda d: d.update(variant="solo"),
            'invalid variant "solo": expected one of standard, two-player, teams ',
        ),
        (lambda d: d.update(variant="two-player"), "players: invalid number of players"),
        (lambda d: d.update(teams=[[0, 1], [2, 3]]), "teams: the variant standard has no teams"),
        (
            lambda d: d.update(variant="teams", teams=[[0, 1], [1, 2]]),
            "teams: invalid teams ((0, 1)",
        ),
        (
            lambda d: d.update(variant="teams", teams=[[0, 4], [1, 2]]),
            "invalid teams[0][1] 4: expected 0 to 3",
        ),
        (
            lambda d: d.update(variant="teams", teams=[[0], [1, 2]]),
            "invalid teams[0] [0]: expected a list of 2 items",
        ),
        (
            lambda d: d.update(deck="none.json"),
            'invalid deck "none.json": expected a file in . or here',
        ),
        (
            lambda d: d.update(deck=7),
            "invalid deck 7: expected a text or a list of at least 1 items or an ",
        ),
        (
            lambda d: d.update(player=[]),
            'unknown field "player": expected players, deck, variant, teams',
        ),
        (lambda d: d.pop("players"), 'missing field "players"'),
        (lambda d: d.update(players={}), "invalid players {}: expected a list of 2 to 4 items"),
        (lambda d: d.update(players=[]), "invalid players []: expected a list of 2 to 4 items"),
        (
            lambda d: d.update(players=d["players"][:1]),
            'invalid players [{"name": "Ola", "announce": ["S"], "placements": [{',
        ),
        (
            lambda d: d.update(players=d["players"] * 2),
            'invalid players [{"name": "Ola", "announce": ["S"], "placements": [{',
        ),
    ],
)
def test_a_wrong_stand_file_names_the_place(change: Change, wanted: str) -> None:
    document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    document.setdefault("variant", "standard")
    change(document)
    with pytest.raises(InvalidInstanceError) as caught:
        read(document)
    assert str(caught.value).startswith(f"f: {wanted}")
    assert "\n" not in str(caught.value)


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
    document = {"players": [{"name": "x", "visible": rows}, seen("y", "S S S")]}
    with pytest.raises(InvalidInstanceError) as caught:
        read(document)
    assert str(caught.value).startswith(f"f: {wanted}")


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
def test_the_variant_defaults_by_the_number_of_players(
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
    ("change", "wanted"),
    [
        (lambda d: d.update(hand=["c99"]), 'hand[0]: unknown card "c99"'),
        (lambda d: d.update(hand=["c02"]), 'hand[0]: "c02" is already used at stand[1]'),
        (lambda d: d.update(market=["c03"]), 'market[0]: "c03" is already used at hand[0]'),
        (
            lambda d: d.update(market=["c04", "c04"]),
            'market[1]: "c04" is already used at market[0]',
        ),
        (lambda d: d.update(cards=["c07"] * 2), 'cards[1]: "c07" is already used at cards[0]'),
        (
            lambda d: d.update(cards=[f"c{n}" for n in range(10, 23)]),
            'invalid cards ["c10", "c11", "c12", "c13", "c14", "c15", "c16", "c17',
        ),
        (
            lambda d: d.update(order="any"),
            'invalid order "any": expected one of fixed, free or null',
        ),
        (
            lambda d: d.update(announced=["c"]),
            'invalid announced[0] "c": expected one of B, C, G, M, S',
        ),
        (
            lambda d: d.update(variant=2),
            "invalid variant 2: expected one of standard, two-player, teams or nu",
        ),
        (lambda d: d.update(stand="c01"), "stand: invalid placement "),
        (lambda d: d.update(stand="c01@0:0r0 c02@3:2r0"), "stand: c02@3:2r0: card c02 meets the"),
        (lambda d: d["stand"].append({}), 'stand[2]: missing field "card"'),
        (
            lambda d: d.update(hands=[]),
            'unknown field "hands": expected deck, variant, stand, hand, market, ',
        ),
    ],
)
def test_a_wrong_request_names_the_place(change: Change, wanted: str) -> None:
    document = copy.deepcopy(REQUEST)
    change(document)
    with pytest.raises(InvalidInstanceError) as caught:
        ask(document)
    assert str(caught.value).startswith(f"f: {wanted}")
    assert "\n" not in str(caught.value)


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
