"""Stand files and request files: optional parts, and errors."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Box, Deck, InvalidInstanceError, Stand, Variant, shipped_deck
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.games.market_stand.score_file import FORM
from chatuchak_solver.rendering.score_sheet_pdf import SCORE_SHEETS
from chatuchak_solver.stand.files import StandFile, StandRequest, load_request, load_stand_file

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


def read(document: object) -> StandFile:
    return StandFile.from_dict(document, source="f")


def ask(document: object) -> StandRequest:
    return StandRequest.from_dict(document, source="f")


def seen(name: str, *rows: str, **more: object) -> dict[str, Any]:
    return {"name": name, "visible": list(rows), **more}


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
    assert len(request.unseen) == len(request.deck) - 2 - 4


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
