"""Solutions in words: every status, and lengths that need care."""

import pytest

from chatuchak_cli.puzzle.solution_report import print_compactly, proof_words
from chatuchak_cli.shared.output import counted
from chatuchak_solver import Grid, MoveRule, Solution, Status

GRID = Grid.parse("RY/YR/.G/GG")


def solution(status: Status, moves: tuple[int, ...] | None, lower_bound: int) -> Solution:
    return Solution(GRID, MoveRule.JUMP, "goal", status, moves, lower_bound, 10, 0.5)


@pytest.mark.parametrize(
    ("status", "moves", "lower_bound", "words"),
    [
        (Status.OPTIMAL, (0, 2, 4), 3, "3 moves, proven optimal"),
        (Status.OPTIMAL, (0,), 1, "1 move, proven optimal"),
        (Status.OPTIMAL, (), 0, "already solved"),
        (
            Status.FEASIBLE,
            (0, 2, 4, 0),
            2,
            "4 moves, not proven optimal: any solution needs at least 2 (gap 2)",
        ),
        (Status.UNKNOWN, None, 2, "no solution found; any solution needs at least 2"),
    ],
)
def test_the_proof_status_is_described(
    status: Status, moves: tuple[int, ...] | None, lower_bound: int, words: str
) -> None:
    assert proof_words(solution(status, moves, lower_bound)) == words


def test_compact_output_has_one_line_per_solution(capsys: pytest.CaptureFixture[str]) -> None:
    print_compactly(solution(Status.OPTIMAL, (0, 2, 4), 3), "Market Master")
    print_compactly(solution(Status.UNKNOWN, None, 2), None)
    assert capsys.readouterr().out.splitlines() == [
        "RY/YR/.G/GG: 3 moves, proven optimal, Market Master: 0,2,4",
        "RY/YR/.G/GG: no solution found; any solution needs at least 2",
    ]


def test_counted_nouns() -> None:
    assert [counted(n, "move") for n in (0, 1, 2, 1234)] == [
        "0 moves",
        "1 move",
        "2 moves",
        "1,234 moves",
    ]
