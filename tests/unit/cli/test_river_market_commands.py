"""``game river-market companion`` and related commands, as used at the table."""

import json
from pathlib import Path
from typing import Any

from tests.unit.cli.conftest import Chatuchak

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
