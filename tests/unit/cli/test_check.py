"""``check``."""

from tests.unit.cli.conftest import Chatuchak

BAD = ".RRY/YYRR/RRYY"


def test_a_start_grid(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR", "--json")
    assert (outcome.code, outcome.json) == (0, {"valid": True, "violations": []})
    assert chatuchak("check", "tile:1", "--json").json["assumed_parts"] == ["tiles"]
    assert "start grid" in chatuchak("check", "tile:1").out


def test_every_violation_has_its_rule_and_spots(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", BAD, "--json")
    assert outcome.code == 1
    assert outcome.json["valid"] is False
    violations = [(breach["rule"], breach["spots"]) for breach in outcome.json["violations"]]
    assert ("B", [1, 2]) in violations
    assert {rule for rule, _ in violations} == {"B", "C"}


EIGHT_REDS = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"


def test_unusual_numbers_of_booths_are_a_warning(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", EIGHT_REDS, "--json")
    assert outcome.code == 0
    assert outcome.json["valid"] is True
    (warning,) = outcome.json["warnings"]
    assert warning.startswith(
        "the booths are 8 red, 6 yellow, 5 green, 5 blue, 5 pink; the game has"
    )
    assert outcome.json["assumed"] is True
    assert "warning: the booths are 8 red" in chatuchak("check", EIGHT_REDS).out
    assert chatuchak("check", EIGHT_REDS, "--strict").code == 1
    assert chatuchak("check", "tile:1", "--strict").code == 0


def test_a_color_that_the_game_has_not_is_a_warning(chatuchak: Chatuchak) -> None:
    tangerine = ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR".replace("P", "T")
    assert "5 tangerine; the game has" in chatuchak("check", tangerine).out


def test_other_boards_have_any_numbers(chatuchak: Chatuchak) -> None:
    assert "warning" not in chatuchak("check", ".RY/YRG/RGG").out


def test_people_get_a_line_for_each(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("check", BAD)
    assert outcome.code == 1
    assert outcome.out.splitlines()[0] == "B: red booths touch on spots 1 and 2"
    assert outcome.err == ""
