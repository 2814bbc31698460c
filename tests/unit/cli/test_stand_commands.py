"""``score stand`` and the commands of ``stand`` from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_cli.shared.runner import Job
from chatuchak_solver import NextCard, shipped_deck
from tests.unit.cli.conftest import Chatuchak, Outcome, PressIn

DECK_FILE = shipped_deck().to_dict() | {"assumed": False, "why_assumed": "", "name": "mine"}
PLACED = {"name": "Ola", "placements": ["c01@0:0r0", "c02@2:1r90"]}
SEEN = {"name": "Jan", "visible": ["M M C", "c c c"]}
GAME = {"players": [PLACED, SEEN]}
SMALL_REQUEST = {"stand": ["c01@0:0r0"], "hand": ["c02"], "cards": ["c01", "c02"]}


@pytest.mark.parametrize(
    ("command", "document"),
    [
        (("score", "stand"), GAME),
        (("stand", "show"), GAME),
        (("stand", "show"), SMALL_REQUEST),
        (("stand", "place"), SMALL_REQUEST),
        (("stand", "plan"), SMALL_REQUEST),
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


REQUEST: dict[str, Any] = {
    "stand": "c07@0:0r0 c01@2:1r90",
    "hand": ["c12"],
    "market": ["c03", "c21", "c30"],
    "announced": ["B", "G"],
}
NINE: dict[str, Any] = {
    "cards": [f"c{number}" for number in range(13, 22)],
    "announced": ["S", "B", "G"],
}
"""Their best falls short of the sum of bounds, which alone could prove more than eight."""


def placed(chatuchak: Chatuchak, *options: object, **changes: object) -> Outcome:
    return chatuchak("stand", "place", "-", *options, stdin=json.dumps(REQUEST | changes))


def planned(chatuchak: Chatuchak, *options: object, **request: object) -> Outcome:
    return chatuchak("stand", "plan", "-", *options, stdin=json.dumps(request))


def test_ctrl_c_leaves_a_stand_and_a_gap(chatuchak: Chatuchak, press_ctrl_c_in: PressIn) -> None:
    press_ctrl_c_in(Job, "show")
    answer = planned(chatuchak, "--json", **NINE)
    assert (answer.code, answer.err) == (130, "interrupted before the proof\n")
    assert answer.json["gap"] > 0


def test_ctrl_c_leaves_placements_seen_so_far(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(NextCard, "look_ahead")
    outcome = placed(chatuchak, "--json", stand="c07@0:0r0", hand=["c12", "c03"], market=[])
    assert (outcome.code, len(outcome.json["placements"])) == (130, 10)
    assert "interrupted before all placements were evaluated" in outcome.err
