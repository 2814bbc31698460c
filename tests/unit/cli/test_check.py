"""``check``."""

from tests.unit.cli.conftest import Chatuchak

START = ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"
BAD = ".RRY/YYRR/RRYY"
EIGHT_REDS = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"


def test_a_start_grid(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", START, "--json")
    assert (outcome.code, outcome.json) == (0, {"valid": True, "violations": []})
    assert chatuchak("check", "tile:1", "--json").json["assumed_parts"] == ["tiles"]
    assert "start grid" in chatuchak("check", "tile:1").out
    assert chatuchak("check", "tile:1", "--strict").code == 0


def test_every_violation_has_its_rule_and_spots(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", BAD, "--json")
    assert (outcome.code, outcome.json["valid"]) == (1, False)
    violations = [(breach["rule"], breach["spots"]) for breach in outcome.json["violations"]]
    assert ("B", [1, 2]) in violations
    assert {rule for rule, _ in violations} == {"B", "C"}
    outcome = chatuchak("check", BAD)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.splitlines()[0] == "B: red booths touch on spots 1 and 2"


def test_unusual_booths_of_the_game_s_board_are_a_warning(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", EIGHT_REDS, "--json")
    assert (outcome.code, outcome.json["valid"], outcome.json["assumed"]) == (0, True, True)
    (warning,) = outcome.json["warnings"]
    booths = "the booths are 8 red, 6 yellow, 5 green, 5 blue, 5 pink; the game has"
    assert warning.startswith(booths)
    assert f"warning: {booths}" in chatuchak("check", EIGHT_REDS).out
    assert chatuchak("check", EIGHT_REDS, "--strict").code == 1
    assert "5 tangerine; the game has" in chatuchak("check", START.replace("P", "T")).out
    assert "warning" not in chatuchak("check", ".RY/YRG/RGG").out
