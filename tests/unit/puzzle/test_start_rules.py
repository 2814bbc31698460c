"""Start rules: a violation of each, and valid grids without violations."""

import pytest

from chatuchak_solver import Grid, start_violations


def test_a_valid_grid_has_none() -> None:
    assert not start_violations(Grid.parse(".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"))


@pytest.mark.parametrize(
    ("text", "breach"),
    [
        (
            "BGYPYG/BRGRGP/RYPYBY/PBGPRB/.RYBGR",
            "empty (24,): the empty spot is 24 (row 5, column 1), not the corner 0",
        ),
        # A: the corner's neighbors are both green.
        (".GYPYG/GRBRGP/RYPYBY/PBGPRB/BRYBGR", "A (1, 6): spots 1 and 6 are both green"),
        # B: blue under blue.
        (".GYPYG/BRGRBP/RYPYBY/PBGPRB/GRYBGR", "B (10, 16): blue booths touch on spots 10 and 16"),
        # C: red left of, right of and above spot 14, which is pink itself.
        (".GYPYG/BGRRYP/BRPRBY/PBGPYB/BRYGGR", "C (8, 13, 15): 3 red booths surround spot 14"),
        ("YRY/R.R/YRY", "C (1, 3, 5, 7): 4 red booths surround spot 4"),
    ],
)
def test_every_violation_has_its_spots(text: str, breach: str) -> None:
    violations = start_violations(Grid.parse(text))
    found = [f"{each.rule} {each.spots}: {each.message}" for each in violations]
    assert found.count(breach) == 1


def test_a_violation_is_described_for_people_and_for_programs() -> None:
    violation = start_violations(Grid.parse(".RRY/YYRR/RRYY"))[0]
    assert violation.to_dict() == {
        "rule": "B",
        "spots": [1, 2],
        "message": "red booths touch on spots 1 and 2",
    }
