"""``generate``."""

import json
import re

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.puzzle import Board, Grid
from tests.reference.puzzle import start_breaches
from tests.unit.cli.conftest import Chatuchak


def expected(n: int, **options: object) -> list[str]:
    return [str(start.grid) for start in generate_start_grids(n, seed=5, **options)]  # type: ignore[arg-type]


def test_a_seed_determines_the_lines(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("generate", "-n", 20, "--seed", 5)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == expected(20)
    assert all(start_breaches(line) == set() for line in outcome.out.splitlines())


def test_json_lines_have_the_fallback(chatuchak: Chatuchak) -> None:
    counts = "9,8,6,4,2"
    outcome = chatuchak("generate", "-n", 20, "--seed", 5, "--counts", counts, "--json")
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    starts = list(generate_start_grids(20, seed=5, counts=(9, 8, 6, 4, 2)))
    assert documents == [{"grid": str(s.grid), "fallback": s.fallback} for s in starts]
    used = sum(start.fallback for start in starts)
    assert used
    assert outcome.err == f"{used} of 20 grids needed the fallback: rule C may be broken\n"


def test_parts_of_a_sequence_are_the_same_grids(chatuchak: Chatuchak) -> None:
    lines = chatuchak("generate", "-n", 5000, "--seed", 5).out.splitlines()
    assert len(lines) == 5000
    assert lines[:20] == expected(20)
    assert lines[4990:] == expected(10, first=4990)
    part = chatuchak("generate", "-n", 3, "--seed", 5, "--first", 17)
    assert part.out.splitlines() == lines[17:20]
    none = chatuchak("generate", "-n", 0, "--seed", 1)
    assert (none.code, none.out, none.err) == (0, "", "")


def test_boards_and_counts(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("generate", "--seed", 5, "--board", "4X5", "--counts", "4, 4,4,4,3")
    grid = Grid.parse(outcome.out)
    assert (grid.board, grid.counts) == (Board(4, 5), (4, 4, 4, 4, 3))
    small = Grid.parse(chatuchak("generate", "--seed", 5, "--board", "3x3").out)
    assert small.counts == (2, 2, 2, 2, 0)


def test_a_random_seed_is_printed(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("generate", "-n", 2)
    match = re.fullmatch(r"seed (\d+): --seed \1 repeats these grids\n", outcome.err)
    assert match
    assert chatuchak("generate", "-n", 2, "--seed", match[1]).out == outcome.out
