"""Grids as PDDL planning tasks.

The goal, one group per color, cannot be listed as facts. A plan therefore moves, executes ``stop``
and proves the goal: color by color it marks one booth, then adjacent booths of the color. All
proofs have the same length, `proof_length`, so shortest plans have shortest solutions. Uses only
STRIPS with types.
"""

import re
from collections.abc import Iterable, Iterator
from importlib import resources
from itertools import pairwise
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import reach_masks

END: Final = "all-colors"
"""Successor of the last color."""

STOP: Final = re.compile(r"\(?stop[ (]")
MOVE: Final = re.compile(r"\(?move[ (]+[a-z]+[, ]+s([0-9]+)[, ]+s[0-9]+\)")


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
    board = grid.board
    spots = [f"s{spot}" for spot in range(board.spots)]
    colors = [color.label for color in grid.colors]
    numbers = [f"n{number}" for number in range(max(grid.counts) + 1)]
    chain = [*colors, END]
    facts = [
        "(moving)",
        f"(first {chain[0]})",
        *(f"(follows {c} {d})" for c, d in pairwise(chain)),
        "(none n0)",
        *(f"(less n{number} n{number - 1})" for number in range(1, len(numbers))),
        *(f"(fresh {color})" for color in colors),
        *(f"(left {c.label} n{grid.counts[c]})" for c in grid.colors),
        f"(empty s{grid.empty})",
        *(f"(booth {c.label} s{s})" for c in grid.colors for s in iter_spots(grid.color_masks[c])),
        *(f"(unmarked {spot})" for spot in spots),
        *_pairs("beside", board.neighbor_masks),
        *_pairs("reaches", reach_masks(board, rule)),
    ]
    return "\n".join(
        [
            f"; {grid}, {rule.value} rule",
            "(define (problem grid)",
            "  (:domain chatuchak)",
            "  (:objects",
            f"    {' '.join(spots)} - spot",
            f"    {' '.join(chain)} - color",
            f"    {' '.join(numbers)} - amount)",
            "  (:init",
            *_lines(facts),
            "  )",
            f"  (:goal (and (proving {END}))))",
            "",
        ]
    )


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


def _pairs(name: str, masks: Iterable[int]) -> Iterator[str]:
    """Yield symmetric facts for each spot and each spot of its mask."""
    for spot, mask in enumerate(masks):
        yield from (f"({name} s{other} s{spot})" for other in iter_spots(mask))


def _lines(facts: Iterable[str]) -> Iterator[str]:
    line = ""
    for fact in facts:
        if line and len(line) + len(fact) > 92:
            yield f"    {line}"
            line = ""
        line = f"{line} {fact}".lstrip()
    if line:
        yield f"    {line}"
