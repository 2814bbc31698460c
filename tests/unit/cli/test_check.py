"""``check``."""

from __future__ import annotations

from tests.unit.cli.conftest import Chatuchak

BAD = ".RRY/YYRR/RRYY"


def test_a_start_grid(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", "tile:1", "--json")
    assert (outcome.code, outcome.json) == (0, {"valid": True, "violations": []})
    assert "start grid" in chatuchak("check", "tile:1").out


def test_every_violation_has_its_rule_and_spots(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", BAD, "--json")
    assert outcome.code == 1
    assert outcome.json["valid"] is False
    found = [(breach["rule"], breach["spots"]) for breach in outcome.json["violations"]]
    assert ("B", [1, 2]) in found
    assert {rule for rule, _ in found} == {"B", "C"}


def test_people_get_a_line_for_each(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", BAD)
    assert outcome.code == 1
    assert outcome.out.splitlines()[0] == "B: red booths touch on spots 1 and 2"
    assert outcome.err == ""
