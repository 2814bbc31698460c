"""``check``, ``hint`` and ``verify``, against plain breadth-first search on small boards."""

import pytest

from chatuchak_cli.shared.runner import Job
from chatuchak_solver import load_start_tiles, solve
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.notation import format_moves
from tests.reference.puzzle import shortest
from tests.unit.cli.conftest import Chatuchak, PressIn

GRIDS = [".RY/YRG/RGG", "RY/YR/.G/GG", "RYG/GYR/.YR"]
PROOF = {"status", "lower_bound", "stopped_by", "assumed", "why_assumed", "assumed_parts"}


@pytest.mark.parametrize("rule", ["jump", "slide"])
@pytest.mark.parametrize("text", GRIDS)
def test_hints_lead_to_solution_by_shortest_way(chatuchak: Chatuchak, text: str, rule: str) -> None:
    grid = Grid.parse(text)
    for remaining in range(shortest(text, rule), 0, -1):
        hint = chatuchak("hint", grid, "--rule", rule, "--json")
        assert hint.code == 0
        assert hint.json["remaining"] == remaining
        grid = grid.move(hint.json["move"], rule)
    assert grid.is_solved
    assert chatuchak("hint", grid, "--json").json == {
        "move": None, "remaining": 0, "status": "optimal", "lower_bound": 0, "stopped_by": None
    }  # fmt: skip


def test_a_hint_without_proof_is_reported_as_unproven(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("hint", "tile:1", "--node-limit", 0, "--json")
    proven = chatuchak("solve", "tile:1", "--json").json
    assert outcome.code == 3
    assert outcome.json["remaining"] >= proven["length"]
    assert outcome.err.endswith("the node limit came before the proof\n")
    words = chatuchak("hint", "tile:1", "--node-limit", 0).out
    assert "this one included; not proven optimal.\n" in words


def test_hint_levels_reveal_only_their_own_fields(chatuchak: Chatuchak) -> None:
    first, second, third, fourth = (
        chatuchak("hint", "tile:1", "--level", level, "--json").json for level in (1, 2, 3, 4)
    )
    assert set(first) - PROOF == {"level", "remaining", "needs"}
    assert set(second) - set(first) == {"goal", "regions", "in_place"}
    assert set(third) - set(second) == {"color"}
    assert set(fourth) - PROOF == {"move", "remaining"}
    grid, goal = Grid.parse(chatuchak("solve", "tile:1", "--json").json["grid"]), second["goal"]
    assert str(grid.color_at(fourth["move"]).letter) == third["color"]  # type: ignore[union-attr]
    letters = goal.replace("/", "")
    assert all(letters[spot] == c for c, spots in second["regions"].items() for spot in spots)
    assert chatuchak("hint", "tile:1", "--level", 5).code == 2


def test_an_optimum_that_is_not_proven_is_null(chatuchak: Chatuchak) -> None:
    moves = solve(load_start_tiles().tile(1)).moves or ()
    limited = ("verify", "tile:1", format_moves(moves), "--node-limit", 1)
    answer = chatuchak(*limited, "--json")
    assert (answer.code, answer.json["solved"], answer.json["optimal_length"]) == (3, True, None)
    assert "the node limit came before the proof" in answer.err
    assert "The shortest length is not proven: at least " in chatuchak(*limited).out
    # A wrong answer is wrong, proof or no proof.
    assert chatuchak("verify", "tile:1", format_moves(moves[:3]), "--node-limit", 1).code == 1


def test_an_interrupted_verification_is_not_a_negative_one(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "show")
    # The moves do not solve the grid, but a shortest solution is not known either.
    outcome = chatuchak("verify", "tile:1", "6,7", "--rule", "slide", "--json")
    assert outcome.code == 130
    assert outcome.json["solved"] is False
    assert "interrupted before the proof" in outcome.err
