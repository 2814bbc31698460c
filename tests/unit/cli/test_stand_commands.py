"""``score stand``, ``stand show`` and ``stand deck`` as a user meets them."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.stand import Deck, shipped_deck
from tests.unit.cli.conftest import Chatuchak, Outcome

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


def test_score_stand_prints_the_documented_json_and_the_reasons(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("score", "stand", EXAMPLE, "--json")
    assert outcome.json["scoring_goods"] == ["B", "G", "S"]
    first = outcome.json["players"][0]
    assert first["goods"]["S"] == {"biggest": 5, "groups": 4, "points": 20}
    assert (first["total"], outcome.json["winners"], outcome.err) == (25, ["Ola"], "")
    text = chatuchak("score", "stand", EXAMPLE).out
    assert "Winner: Ola with 25 points" in text
    assert "5 + 1 + 1 + 1" in text
    assert "\x1b[" not in text


def test_score_stand_reads_standard_input_and_notes_doubts(chatuchak: Chatuchak) -> None:
    ola = {"name": "Ola", "visible": ["S S . G", "c* S B ."]}
    outcome = chatuchak("score", "stand", "-", "--json", stdin=json.dumps({"players": [ola, SEEN]}))
    assert outcome.json["variant"] == "two-player"
    assert outcome.json["players"][0]["announcement"] == "chosen"
    assert outcome.err.startswith("note: Ola: its spaces do not all hang together")


def test_stand_show_prints_and_writes_svg(tmp_path: Path, chatuchak: Chatuchak) -> None:
    svg = tmp_path / "ola.svg"
    out = chatuchak("stand", "show", EXAMPLE, "--player", "Ola", "--layers", "--svg", svg).out
    assert "5 + 1 + 1 + 1" in out
    assert "Christina" not in out
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [svg]


def test_stand_show_json_holds_every_stand(chatuchak: Chatuchak) -> None:
    stands = chatuchak("stand", "show", EXAMPLE, "--json").json["stands"]
    assert [stand["name"] for stand in stands] == ["Ola", "Christina", "Michael", "Patricia"]
    assert stands[0]["goods"]["S"] == {"sizes": [5, 1, 1, 1], "points": 20}
    assert stands[0]["notation"].startswith("c18@0:1r180 ")


def test_stand_show_reads_requests_and_saved_games(chatuchak: Chatuchak) -> None:
    def shown(document: object) -> Outcome:
        return chatuchak("stand", "show", "-", "--json", stdin=json.dumps(document))

    (stand,) = shown({"stand": "c01@0:0r0 c02@2:1r90"}).json["stands"]
    assert stand["notation"] == "c01@0:0r0 c02@2:1r90"
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    assert "no stand: expected at least one placed card" in shown(state.to_dict()).error
    state = state.apply(state.legal_texts()[0])
    stands = shown(state.to_dict()).json["stands"]
    assert [stand["name"] for stand in stands] == ["player 1"]
    as_text = state.to_dict() | {"stands": [str(stand) for stand in state.stands]}
    assert shown(as_text).json["stands"] == stands


def test_stand_deck_prints_shipped_generated_and_own_decks(
    tmp_path: Path, chatuchak: Chatuchak
) -> None:
    assert Deck.from_dict(chatuchak("stand", "deck", "--json").json) == shipped_deck()
    options = ("--seed", 7, "--kind", "clustered", "--cards", 12, "--json")
    text = chatuchak("stand", "deck", *options).out
    assert Deck.from_dict(json.loads(text)) == generate_deck(7, kind=DeckKind.CLUSTERED, cards=12)
    path = tmp_path / "deck.json"
    path.write_text(text, encoding="utf-8")
    out = chatuchak("stand", "deck", path).out
    assert out.count("\n") == 15
    assert "clustered 12 #7: 12 cards" in out
    assert "28 fewer than the game's 40 cards" in out
    assert "assumed: the pictures of the published cards" in out
    assert chatuchak("stand", "deck", path, "--seed", 7).code == 2


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, MarketStandState]:
    """A saved game of two in which player 2 is to lay a card, and its state."""
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    for _ in range(4):
        state = state.apply(state.legal_texts()[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    return path, state


def test_view_hides_other_hand(saved: tuple[Path, MarketStandState], chatuchak: Chatuchak) -> None:
    path, state = saved
    view = ("game", "market-stand", "view", path)
    own = chatuchak(*view, "--json").json
    assert own["player"] == state.current_player == 1
    assert own["hand"] == [card.id for card in state.hands[1]]
    out = chatuchak(*view, "--player", 0).out
    assert "player 1, you: 2 cards" in out
    assert "player 2: 1 card, 1 in the hand" in out
    assert out.count("hand c") == 1
    request = chatuchak(*view, "--player", 0, "--request").out
    (stand,) = chatuchak("stand", "show", "-", "--json", stdin=request).json["stands"]
    assert stand["notation"] == str(state.stands[0])


def test_actions_with_placements_are_applied_from_the_command_line(
    saved: tuple[Path, MarketStandState], chatuchak: Chatuchak
) -> None:
    # Several actions are separated by commas, which a placement does not contain.
    path, state = saved
    card, draw = state.hands[1][0].id, state.stack[0].id
    apply = ("game", "market-stand", "apply", path)
    after = chatuchak(*apply, f"hand {card}@3:-1r90, draw {draw}", "--json").json
    assert after["log"] == [f"hand {card}@3:-1r90", f"draw {draw}"]
    assert "meets the stand only at a corner" in chatuchak(*apply, f"hand {card}@3:-2r0").error


DECK_FILE = shipped_deck().to_dict() | {"assumed": False, "why_assumed": "", "name": "mine"}
PLACED = {"name": "Ola", "placements": ["c01@0:0r0", "c02@2:1r90"]}
SEEN = {"name": "Jan", "visible": ["M M C", "c c c"]}
GAME = {"players": [PLACED, SEEN]}
REQUEST = {"stand": ["c01@0:0r0"], "hand": ["c02"], "cards": ["c01", "c02"]}


@pytest.mark.parametrize(
    ("command", "document"),
    [
        (("score", "stand"), GAME),
        (("stand", "show"), GAME),
        (("stand", "show"), REQUEST),
        (("stand", "place"), REQUEST),
        (("stand", "plan"), REQUEST),
        (("stand", "plan", "--post-mortem"), GAME),
        (("stand", "review"), GAME),
    ],
)
def test_answers_name_an_assumed_deck(
    command: tuple[str, ...], document: dict[str, Any], chatuchak: Chatuchak, tmp_path: Path
) -> None:
    def answer(given: dict[str, Any], *options: object) -> Outcome:
        return chatuchak(*command, "-", *options, stdin=json.dumps(given))

    scores = answer(document, "--json").json
    assert scores["assumed_parts"] == ["deck"]
    assert "Assumed: deck (" in answer(document).out
    box = tmp_path / "box.json"
    box.write_text(json.dumps({"deck": DECK_FILE}), encoding="utf-8")
    own = {**document, "deck": DECK_FILE}
    for outcome in (answer(own, "--json"), answer(document, "--box", box, "--json")):
        assert outcome.json.keys() == scores.keys() - set(ASSUMED)
    assert "Assumed" not in answer(document, "--box", box).out
    # A deck in the file precedes the one in the box.
    box.write_text(json.dumps({"deck": DECK_FILE | {"cards": DECK_FILE["cards"][5:]}}))
    assert answer(own, "--box", box).code == 0
    assert 'unknown card "c01"; the deck "mine"' in answer(document, "--box", box).error


ASSUMED = ("assumed", "why_assumed", "assumed_parts")


def test_stands_as_seen_depend_on_no_deck(chatuchak: Chatuchak) -> None:
    game = json.dumps({"players": [SEEN, SEEN | {"name": "Ola"}]})
    for command in (("score", "stand"), ("stand", "show")):
        assert "assumed" not in chatuchak(*command, "-", "--json", stdin=game).json
        assert "Assumed" not in chatuchak(*command, "-", stdin=game).out
