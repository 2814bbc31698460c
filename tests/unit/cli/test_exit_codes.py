"""Exit codes follow from what stopped a job, and no answer that was found is lost."""

import json
from pathlib import Path

from chatuchak_solver import NextCard, load_start_tiles, solve
from chatuchak_solver.puzzle.notation import format_moves
from tests.unit.cli.conftest import Chatuchak, PressIn

CARDS = json.dumps({"cards": ["c01", "c02"]})
HAND = json.dumps({"stand": "c07@0:0r0", "hand": ["c12", "c03"]})
UNWRITABLE = Path("/nonexistent/best.svg")


def test_the_exit_code_reports_an_unproven_optimal_length(chatuchak: Chatuchak) -> None:
    moves = solve(load_start_tiles().tile(1)).moves
    assert moves is not None
    right = ("verify", "tile:1", format_moves(moves), "--json")
    assert chatuchak(*right).code == 0
    limited = chatuchak(*right, "--node-limit", 1)
    assert limited.code == 3
    assert limited.json["solved"]
    assert limited.json["optimal_length"] is None
    assert "the node limit came before the proof" in limited.err
    # A wrong answer is wrong, proof or no proof.
    assert chatuchak("verify", "tile:1", format_moves(moves[:3]), "--node-limit", 1).code == 1


def test_a_plan_is_not_lost_with_its_picture(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("stand", "plan", "-", "--svg", UNWRITABLE, "--json", stdin=CARDS)
    assert outcome.code == 2
    assert json.loads(outcome.out)["total"] == -2
    assert "/nonexistent/best.svg: cannot write it" in outcome.err


def test_ctrl_c_leaves_placements_seen_so_far(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(NextCard, "look_ahead")
    outcome = chatuchak("stand", "place", "-", "--json", stdin=HAND)
    assert outcome.code == 130
    assert len(outcome.json["placements"]) == 10
    assert "interrupted before all placements were evaluated" in outcome.err
