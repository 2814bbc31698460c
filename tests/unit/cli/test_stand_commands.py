"""``score stand``, ``stand show`` and ``stand deck`` as a user meets them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from chatuchak_cli.main import run
from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.stand import Deck, shipped_deck
from tests.unit.cli.conftest import Chatuchak, Outcome

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


def test_score_stand_prints_the_documented_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "stand", str(EXAMPLE), "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["scoring_goods"] == ["B", "G", "S"]
    assert answer["players"][0]["goods"]["S"] == {"biggest": 5, "groups": 4, "points": 20}
    assert answer["players"][0]["total"] == 25
    assert answer["winners"] == ["Ola"]
    assert err == ""


def test_score_stand_shows_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "stand", str(EXAMPLE)]) == 0
    out, _ = capsys.readouterr()
    assert "Winner: Ola with 25 points" in out
    assert "5 + 1 + 1 + 1" in out
    assert "\x1b[" not in out


def test_score_stand_reads_standard_input_and_notes_doubts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = {
        "players": [
            {"name": "Ola", "visible": ["S S . G", "c* S B ."]},
            {"name": "Jan", "visible": ["M M C", "c c c"]},
        ]
    }
    stream = SimpleNamespace(buffer=io.BytesIO(json.dumps(document).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert run(["score", "stand", "-", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["variant"] == "two-player"
    assert json.loads(out)["players"][0]["announcement"] == "chosen"
    assert err.splitlines()[0].startswith("note: Ola: its spaces do not all hang together")


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"{\xff", "line 1: byte 1 of the file is not text (UTF-8)"),
        (b"{", "not JSON at line 1, column 2: Expecting property name"),
        (b"[]", "invalid document []: expected an object"),
        (b'{"players": 3}', "invalid players 3: expected a list of 2 to 4 items"),
        (b"[" * 100_000, "invalid document: nested too deeply"),
    ],
)
@pytest.mark.parametrize("command", [["score", "stand"], ["stand", "show"]])
def test_bad_files_are_one_line_and_exit_code_2(
    command: list[str], data: bytes, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    assert run([*command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error: {path}: {wanted}")
    assert err.count("\n") == 1


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.json"
    assert run(["score", "stand", str(missing)]) == 2
    wanted = f"error: {missing}: cannot read it: No such file or directory\n"
    assert capsys.readouterr().err == wanted


def test_stand_show_prints_and_writes_svg(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg = tmp_path / "ola.svg"
    arguments = ["stand", "show", str(EXAMPLE), "--player", "Ola", "--layers", "--svg", str(svg)]
    assert run(arguments) == 0
    out, _ = capsys.readouterr()
    assert "5 + 1 + 1 + 1" in out
    assert "Christina" not in out
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["ola.svg"]


def test_stand_show_json_holds_every_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stand", "show", str(EXAMPLE), "--json"]) == 0
    stands = json.loads(capsys.readouterr().out)["stands"]
    assert [stand["name"] for stand in stands] == ["Ola", "Christina", "Michael", "Patricia"]
    assert stands[0]["goods"]["S"] == {"sizes": [5, 1, 1, 1], "points": 20}
    assert stands[0]["notation"].startswith("c18@0:1r180 ")


def stands_shown(document: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    path = tmp_path / "shown.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    code = run(["stand", "show", str(path), "--json"])
    out, err = capsys.readouterr()
    return json.loads(out)["stands"] if code == 0 else err


def test_stand_show_reads_requests_and_saved_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stands = stands_shown({"stand": "c01@0:0r0 c02@2:1r90"}, tmp_path, capsys)
    assert [stand["notation"] for stand in stands] == ["c01@0:0r0 c02@2:1r90"]
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    assert "no stand: expected at least one placed card" in stands_shown(
        state.to_dict(), tmp_path, capsys
    )
    state = state.apply(state.legal_texts()[0])
    stands = stands_shown(state.to_dict(), tmp_path, capsys)
    assert [stand["name"] for stand in stands] == ["player 1"]
    document = state.to_dict()
    document["stands"] = [str(stand) for stand in state.stands]
    assert stands_shown(document, tmp_path, capsys) == stands


def test_stand_show_names_the_players_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stand", "show", str(EXAMPLE), "--player", "Olga"]) == 2
    err = capsys.readouterr().err
    assert "invalid player 'Olga': expected one of Ola, Christina, Michael, Patricia" in err


def test_stand_show_cannot_write_into_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "none" / "a.svg"
    assert run(["stand", "show", str(EXAMPLE), "--svg", str(target)]) == 2
    err = capsys.readouterr().err
    assert err == f"error: {target}: cannot write it: No such file or directory\n"


def test_stand_deck_prints_the_shipped_a_generated_and_an_own_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stand", "deck", "--json"]) == 0
    assert Deck.from_dict(json.loads(capsys.readouterr().out)) == shipped_deck()
    arguments = ["stand", "deck", "--seed", "7", "--kind", "clustered", "--cards", "12", "--json"]
    assert run(arguments) == 0
    text = capsys.readouterr().out
    path = tmp_path / "deck.json"
    path.write_text(text, encoding="utf-8")
    assert Deck.from_dict(json.loads(text)) == generate_deck(7, kind=DeckKind.CLUSTERED, cards=12)
    assert run(["stand", "deck", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 15
    assert "clustered 12 #7: 12 cards" in out
    assert "28 fewer than the game's 40 cards" in out
    assert "assumed: the pictures of the published cards" in out
    assert run(["stand", "deck", str(path), "--seed", "7"]) == 2


def saved_game(path: Path) -> MarketStandState:
    """Save a game of two in which player 2 is to lay a card; return its state."""
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    for _ in range(4):
        state = state.apply(state.legal_texts()[0])
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    return state


def test_a_view_hides_the_other_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    state = saved_game(path)
    assert state.current_player == 1
    assert run(["game", "market-stand", "view", str(path), "--json"]) == 0
    view = json.loads(capsys.readouterr().out)
    assert view["player"] == 1
    assert view["hand"] == [card.id for card in state.hands[1]]
    assert run(["game", "market-stand", "view", str(path), "--player", "0"]) == 0
    out = capsys.readouterr().out
    assert "player 1, you: 2 cards" in out
    assert "player 2: 1 card, 1 in the hand" in out
    assert out.count("hand c") == 1
    assert run(["game", "market-stand", "view", str(path), "--player", "2"]) == 2
    assert "invalid player 2: expected 0 to 1" in capsys.readouterr().err


def test_a_view_prints_a_request_that_show_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    state = saved_game(path)
    assert run(["game", "market-stand", "view", str(path), "--player", "0", "--request"]) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["stand", "show", str(path), "--json"]) == 0
    (stand,) = json.loads(capsys.readouterr().out)["stands"]
    assert stand["notation"] == str(state.stands[0])


def test_actions_with_placements_are_applied_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Several actions are separated by commas, which a placement does not contain.
    path = tmp_path / "game.json"
    state = saved_game(path)
    card = state.hands[1][0].id
    draw = state.stack[0].id
    actions = f"hand {card}@3:-1r90, draw {draw}"
    assert run(["game", "market-stand", "apply", str(path), actions, "--json"]) == 0
    after = json.loads(capsys.readouterr().out)
    assert after["log"] == [f"hand {card}@3:-1r90", f"draw {draw}"]
    assert run(["game", "market-stand", "apply", str(path), f"hand {card}@3:-2r0"]) == 2
    err = capsys.readouterr().err
    assert "meets the stand only at a corner" in err
    assert err.count("\n") == 1


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
