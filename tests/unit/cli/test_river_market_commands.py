"""``game river-market companion`` and its neighbors as a player at the table meets them."""

import json
from pathlib import Path
from typing import Any

from tests.unit.cli.conftest import Chatuchak

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "river_market.json"
RIVER = "swap-meet [e1] mill=you [e2] dock [e3]"
START = ("game", "river-market", "companion")


def documents(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_session_is_resumed_step_by_step_as_in_one_go(tmp_path: Path, chatuchak: Chatuchak) -> None:
    whole, parts, deck = (tmp_path / f"{name}.json" for name in ("whole", "parts", "deck"))
    # Its cards never ask for a choice.
    deck.write_text('{"cards": {"booth 1": 6, "helper 2": 6, "other 3": 6}, "events": {}}')
    lines = ["moved dock", "done", "done", "built e3", "done", "done"]
    setup = ("--river", RIVER, "--seed", 4, "--data", deck)
    in_one = chatuchak(*START, "--file", whole, *setup, "--json", stdin="\n".join(lines))
    assert in_one.code == 0
    steps = []
    for number, line in enumerate(lines):
        options = setup if number == 0 else ()
        part = chatuchak(*START, "--file", parts, *options, "--json", stdin=line)
        assert part.code == 0
        steps += documents(part.out)[1:]
    assert documents(in_one.out)[1:] == steps
    assert whole.read_text() == parts.read_text()
    assert [step["action"].split()[0] for step in steps][:3] == ["moved", "done", "card"]


def test_score_river_market_prints_the_documented_json(chatuchak: Chatuchak) -> None:
    answer = chatuchak("score", "river-market", EXAMPLE, "--json").json
    title = "The most charmingly Bright-eyed Minnow Wrangler we've seen in years!"
    assert answer["title"] == title
    assert " ".join(answer["phrases"]) == title
    document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    del document["choose"]
    tied = chatuchak("score", "river-market", "-", stdin=json.dumps(document))
    assert len(tied.out.splitlines()) == 2
    assert tied.err == "choose one: fish, tools tie for most left over\n"
