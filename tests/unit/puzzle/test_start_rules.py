"""Start rules: one hand-made breach of each, and none where there is none."""

import pytest

from chatuchak_solver import Grid, start_violations

VALID = ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"


def breaches(text: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(violation.rule, violation.spots) for violation in start_violations(Grid.parse(text))]


def test_a_valid_grid_has_none() -> None:
    assert breaches(VALID) == []


def test_the_empty_spot_is_the_corner() -> None:
    moved = str(Grid.parse(VALID).move(24))
    assert ("empty", (24,)) in breaches(moved)
    assert start_violations(Grid.parse(moved))[0].message == (
        "the empty spot is 24 (row 5, column 1), not the corner 0"
    )


@pytest.mark.parametrize(
    ("text", "breach"),
    [
        # A: the corner's neighbors are both green.
        (".GYPYG/GRBRGP/RYPYBY/PBGPRB/BRYBGR", "A (1, 6): spots 1 and 6 are both green"),
        # B: blue under blue.
        (".GYPYG/BRGRBP/RYPYBY/PBGPRB/GRYBGR", "B (10, 16): blue booths touch on spots 10 and 16"),
        # C: red left of, right of and above spot 14, which is pink itself.
        (".GYPYG/BGRRYP/BRPRBY/PBGPYB/BRYGGR", "C (8, 13, 15): 3 red booths surround spot 14"),
    ],
)
def test_every_violation_has_its_spots(text: str, breach: str) -> None:
    violations = start_violations(Grid.parse(text))
    assert breach in [f"{found.rule} {found.spots}: {found.message}" for found in violations]


def test_four_booths_around_a_spot_are_a_single_violation() -> None:
    found = breaches("YRY/R.R/YRY")
    assert ("C", (1, 3, 5, 7)) in found
    assert sum(rule == "C" and spots == (1, 3, 5, 7) for rule, spots in found) == 1


def test_a_violation_is_described_for_people_and_for_programs() -> None:
    violation = start_violations(Grid.parse(".RRY/YYRR/RRYY"))[0]
    assert violation.to_dict() == {
        "rule": "B",
        "spots": [1, 2],
        "message": "red booths touch on spots 1 and 2",
    }
