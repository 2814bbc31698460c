"""``solve``: one grid in words, pictures and JSON; many in a stream; limits and refusals."""

import json

import pytest

from chatuchak_cli.puzzle.solve import print_compactly
from chatuchak_solver import Grid, MoveRule, Solution, Status, replay
from chatuchak_solver.search.a_star import AStarSearch
from tests.unit.cli.conftest import Chatuchak

SMALL = ".RY/YRG/RGG"
MANY = [".RY/YRG/RGG", "RY/YR/.G/GG", "RR/YY/.Y", "RYG/GYR/.YR"]


def test_color_is_for_terminals(chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    colored = chatuchak("solve", SMALL).out
    assert "\x1b[" in colored
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in chatuchak("solve", SMALL).out
    assert "\x1b[4" not in chatuchak("solve", SMALL).out


def test_a_limit_reports_an_unproven_answer(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("solve", "tile:1", "--rule", "slide", "--time-limit", 0.2, "--json")
    document = outcome.json
    assert outcome.code == 3
    assert document["status"] == "feasible"
    assert 25 < document["lower_bound"] < document["length"] == len(document["moves"])
    assert replay(Grid.parse(document["grid"]), document["moves"], rule="slide")
    assert outcome.err == "the time limit came before the proof\n"


@pytest.mark.parametrize("layout", ["lines", "blocks"])
def test_many_grids_are_solved_in_order(chatuchak: Chatuchak, layout: str) -> None:
    lines = MANY * 12
    if layout == "lines":
        text = "\n".join(lines)
    else:
        text = "\n\n".join(line.replace("/", "\n") for line in lines)
    outcome = chatuchak("solve", "-", "--json", stdin=text)
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    assert (outcome.code, outcome.err) == (0, "")
    assert [document["grid"] for document in documents] == lines
    assert [document["length"] for document in documents] == [4, 3, 0, 4] * 12


@pytest.mark.parametrize("good", [1, 2, 30])
def test_everything_before_a_bad_line_is_printed(chatuchak: Chatuchak, good: int) -> None:
    text = "\n".join([SMALL] * good + ["RY/YX/.G/GG"] + [SMALL] * 5)
    outcome = chatuchak("solve", "-", "--compact", stdin=text)
    assert outcome.code == 2
    assert len(outcome.out.splitlines()) == good
    assert outcome.err == (
        f"error: standard input, line {good + 1}: row 2, column 2: invalid letter 'X': "
        "expected one of R Y G B P T V W K, or . for the empty spot\n"
    )


def test_full_memory_is_no_proof(chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AStarSearch.__init__, "__kwdefaults__", {"memory_limit_bytes": 1 << 20})
    outcome = chatuchak("solve", "tile:1", "--algorithm", "astar", "--json")
    assert outcome.code == 3
    assert (outcome.json["status"], outcome.json["stopped_by"]) == ("feasible", "memory")
    assert outcome.err == "the memory limit came before the proof\n"


GRID = Grid.parse("RY/YR/.G/GG")


def solution(status: Status, moves: tuple[int, ...] | None, lower_bound: int) -> Solution:
    return Solution(GRID, MoveRule.JUMP, "goal", status, moves, lower_bound, 10, 0.5)


def test_compact_output_has_one_line_per_solution(capsys: pytest.CaptureFixture[str]) -> None:
    print_compactly(solution(Status.OPTIMAL, (0, 2, 4), 3), "Market Master")
    print_compactly(solution(Status.UNKNOWN, None, 2), None)
    assert capsys.readouterr().out.splitlines() == [
        "RY/YR/.G/GG: 3 moves, proven optimal, Market Master: 0,2,4",
        "RY/YR/.G/GG: no solution found; any solution needs at least 2",
    ]
