"""Grids as PDDL planning tasks.

The goal, one group per color, cannot be listed as facts. A plan therefore first moves, then
executes ``stop`` and proves the goal: color by color it marks one booth, then booths adjacent to
marked booths of their color. This part of a plan has the same length, `proof_length`, for every
solution, so shortest plans have shortest solutions. Only STRIPS with types is used: no costs, no
axioms, no negative preconditions.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import reach_masks

DOMAIN: Final = """\
; The jump game Chatuchak: booths move to the empty spot until every color is one group.
; A plan moves, stops, and proves that every color is one group, in a fixed number of steps.
(define (domain chatuchak)
  (:requirements :strips :typing)
  (:types spot color amount)
  (:predicates
    (empty ?s - spot)                    ; no booth stands there
    (booth ?c - color ?s - spot)         ; a booth of the color stands there
    (reaches ?from ?to - spot)           ; a booth may move from one to the other, if that is empty
    (beside ?s ?t - spot)
    (moving)                             ; the plan has not stopped yet
    (first ?c - color)
    (follows ?c ?d - color)
    (proving ?c - color)                 ; this color is being marked
    (fresh ?c - color)                   ; none of its booths is marked yet
    (left ?c - color ?n - amount)        ; booths of it that are not marked yet
    (less ?n ?m - amount)                ; the second number is one less
    (none ?n - amount)
    (marked ?s - spot)
    (unmarked ?s - spot))
  (:action move
    :parameters (?c - color ?from ?to - spot)
    :precondition (and (moving) (booth ?c ?from) (empty ?to) (reaches ?from ?to))
    :effect (and (booth ?c ?to) (empty ?from) (not (booth ?c ?from)) (not (empty ?to))))
  (:action stop
    :parameters (?c - color)
    :precondition (and (moving) (first ?c))
    :effect (and (proving ?c) (not (moving))))
  (:action mark-first
    :parameters (?c - color ?s - spot ?n ?m - amount)
    :precondition (and (proving ?c) (fresh ?c) (booth ?c ?s) (left ?c ?n) (less ?n ?m))
    :effect (and (marked ?s) (left ?c ?m)
                 (not (unmarked ?s)) (not (fresh ?c)) (not (left ?c ?n))))
  (:action mark-beside
    :parameters (?c - color ?s ?t - spot ?n ?m - amount)
    :precondition (and (proving ?c) (booth ?c ?s) (booth ?c ?t) (beside ?s ?t)
                       (marked ?s) (unmarked ?t) (left ?c ?n) (less ?n ?m))
    :effect (and (marked ?t) (left ?c ?m) (not (unmarked ?t)) (not (left ?c ?n))))
  (:action next-color
    :parameters (?c ?d - color ?n - amount)
    :precondition (and (proving ?c) (follows ?c ?d) (left ?c ?n) (none ?n))
    :effect (and (proving ?d) (not (proving ?c)))))
"""

END: Final = "all-colors"
"""Successor of the last color."""

STOP: Final = re.compile(r"\(?stop[ (]")
MOVE: Final = re.compile(r"\(?move[ (]+[a-z]+[, ]+s([0-9]+)[, ]+s[0-9]+\)")


def pddl_domain() -> str:
    """Return the domain for all boards, colors and rules."""
    return DOMAIN


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
    unified-planning prints them.

    Parameters
    ----------
    plan
        Steps, or a text with one step per line. Case, comments and empty lines are ignored.
    """
    lines = plan.splitlines() if isinstance(plan, str) else plan
    steps = [step.strip().lower() for step in lines]
    if not any(STOP.match(step) for step in steps):
        raise InputError("invalid plan: expected a stop step")
    return [int(match[1]) for step in steps if (match := MOVE.fullmatch(step))]


def _pairs(name: str, masks: Iterable[int]) -> Iterator[str]:
    """Yield a fact for each spot and each spot of its mask. The facts are symmetric."""
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
