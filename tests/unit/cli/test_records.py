"""``records``: shown, proven and searched for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from chatuchak_generators import record_search
from chatuchak_solver import Grid, solve
from tests.unit.cli.conftest import Chatuchak, PressIn

if TYPE_CHECKING:
    import pytest


def test_a_wrong_record_is_reported(chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_cli.grids.records.start_violations", lambda _: ("broken",))
    outcome = chatuchak("records", "--prove")
    assert outcome.code == 1
    assert "(does NOT hold)" in outcome.out


def test_a_search_prints_each_improvement_and_repeats_itself(chatuchak: Chatuchak) -> None:
    arguments = ("records", "--search", "easiest", "--seed", 3, "--restarts", 3, "--steps", 60)
    outcome = chatuchak(*arguments, "--json")
    assert outcome.code == 0
    records = [json.loads(line) for line in outcome.out.splitlines()]
    lengths = [item["optimal_length"] for item in records]
    assert lengths == sorted(set(lengths), reverse=True)
    for item in records:
        assert solve(Grid.parse(item["grid"])).length == item["optimal_length"]
    assert chatuchak(*arguments, "--json").out == outcome.out
    every = chatuchak(*arguments, "--json", "--every").out.splitlines()
    assert [json.loads(line)["restart"] for line in every] == [0, 1, 2]
    assert set(outcome.out.splitlines()) <= set(every)
    last = records[-1]
    again = chatuchak("records", "--search", "easiest", "--seed", 3, "--first", last["restart"],
                      "--restarts", 1, "--steps", 60, "--json")  # fmt: skip
    assert again.json == last


def test_limits_and_ctrl_c_end_a_search(chatuchak: Chatuchak, press_ctrl_c_in: PressIn) -> None:
    outcome = chatuchak("records", "--search", "hardest", "--time-limit", 0)
    assert (outcome.code, outcome.out) == (3, "")
    assert "the time limit came before the last restart" in outcome.err
    press_ctrl_c_in(record_search, "attempts")
    outcome = chatuchak("records", "--search", "easiest", "--steps", 2)
    assert outcome.code == 130
    assert "interrupted after" in outcome.err
