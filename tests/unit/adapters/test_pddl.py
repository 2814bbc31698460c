"""Grids as planning tasks: a general planner finds shortest solutions."""

from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Grid, replay, solve
from chatuchak_solver.adapters.pddl import moves_of_plan, pddl_domain, pddl_problem, proof_length

GRIDS = [
    ("RY/YR/.G/GG", "jump"),
    ("RY/YR/.G/GG", "slide"),
    ("RYR/Y.Y", "jump"),
    ("RR/.Y/YY", "jump"),
]


def plan_of(grid: Grid, rule: str, folder: Path) -> list[str]:
    """Return a shortest plan, found by breadth-first search."""
    domain, problem = folder / "domain.pddl", folder / "problem.pddl"
    domain.write_text(pddl_domain())
    problem.write_text(pddl_problem(grid, rule=rule))
    planner: Any = pytest.importorskip("pyperplan.planner")
    search = planner.SEARCHES["bfs"]
    steps = planner.search_plan(str(domain), str(problem), search, None)
    return [step.name for step in steps]


@pytest.mark.parametrize(("text", "rule"), GRIDS)
def test_a_shortest_plan_is_a_shortest_solution(text: str, rule: str, tmp_path: Path) -> None:
    grid = Grid.parse(text)
    plan = plan_of(grid, rule, tmp_path)
    moves = moves_of_plan(plan)
    assert replay(grid, moves, rule=rule)
    assert len(moves) == solve(grid, rule=rule).length
    assert len(plan) == len(moves) + proof_length(grid)


def test_the_problem_describes_the_grid() -> None:
    problem = pddl_problem(Grid.parse("RR/.Y/YY"))
    for fact in (
        "(empty s2)", "(booth red s0)", "(booth red s1)", "(left red n2)", "(left yellow n3)",
        "(follows red yellow)", "(follows yellow all-colors)", "s0 s1 s2 s3 s4 s5 - spot",
    ):  # fmt: skip
        assert fact in problem
    # By jumps from the far end of a column too, by slides not.
    assert "(reaches s4 s0)" in problem
    assert "(reaches s4 s0)" not in pddl_problem(Grid.parse("RR/.Y/YY"), rule="slide")


def test_plans_are_read_in_planner_formats() -> None:
    plan = ["(move red s4 s0)", "(MOVE YELLOW S12 S4)", "(stop red)", "; cost = 3 (unit cost)", ""]
    assert moves_of_plan(plan) == [4, 12]
    printed = "SequentialPlan:\n    move(red, s4, s0)\n    move(yellow, s12, s4)\n    stop(red)"
    assert moves_of_plan(printed) == [4, 12]
