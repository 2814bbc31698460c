"""Grids as PDDL planning tasks.

The goal, one group per color, cannot be listed as facts. A plan therefore moves, executes ``stop``
and proves the goal: color by color it marks one booth, then adjacent booths of the color. All
proofs have the same length, `proof_length`, so shortest plans have shortest solutions. Uses only
STRIPS with types.
"""

import re
from collections.abc import Iterable
from importlib import resources

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.facts import fill
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import reach_masks

STOP = re.compile(r"\(?stop[ (]")
MOVE = re.compile(r"\(?move[ (]+[a-z]+[, ]+s([0-9]+)[, ]+s[0-9]+\)")


def pddl_domain() -> str:
    """Return the domain for all boards, colors and rules."""
    return resources.files(__package__).joinpath("domain.pddl").read_text("utf-8")


def pddl_problem(grid: Grid, *, rule: MoveRule | str = MoveRule.JUMP) -> str:
    """Return a grid as a problem of `pddl_domain`.

    Spots are named ``s0``, ``s1``, ...; colors by their names.

    Examples
    --------
    >>> problem = pddl_problem(Grid.parse(".RY/YRG/RGG"))
    >>> problem.splitlines()[:2]
    ['; .RY/YRG/RGG, jump rule', '(define (problem grid)']
    """
    rule = MoveRule(rule)
    facts = {"beside": grid.board.neighbor_masks, "reaches": reach_masks(grid.board, rule)}
    text = fill(__package__, "problem.pddl", grid=grid, rule=rule, facts=facts, spots=iter_spots)
    return f"{text}\n"


def proof_length(grid: Grid) -> int:
    """Return the number of plan steps that are not moves."""
    return 1 + sum(grid.counts) + len(grid.colors)


def moves_of_plan(plan: str | Iterable[str]) -> list[int]:
    """Return the moves of a plan as spots of the moved booths.

    Steps are ``(move red s4 s0)``, as planners write them, or ``move(red, s4, s0)``, as
    unified-planning prints them; a text has one step per line. Case, comments and empty lines are
    ignored.
    """
    lines = plan.splitlines() if isinstance(plan, str) else plan
    steps = [step.strip().lower() for step in lines]
    if not any(STOP.match(step) for step in steps):
        raise InputError("invalid plan: expected a stop step")
    return [int(match[1]) for step in steps if (match := MOVE.fullmatch(step))]
