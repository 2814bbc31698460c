"""What to run so that every kernel is compiled: one small task for each user of kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

__all__ = ["warm_up_steps"]


def warm_up_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield steps that together run every kernel once, each with its name."""
    from chatuchak_generators.bulk import bulk_start_grids
    from chatuchak_solver.analysis.features import measure_features
    from chatuchak_solver.puzzle.grid import Grid
    from chatuchak_solver.puzzle.move_rules import MoveRule
    from chatuchak_solver.search.solve import ALGORITHMS, solve
    from chatuchak_solver.search.total_moves import total_moves
    from chatuchak_solver.stand.card import Card
    from chatuchak_solver.stand.cover_search import CoverSearch
    from chatuchak_solver.stand.next_card import NextCard
    from chatuchak_solver.stand.plan import plan_stand
    from chatuchak_solver.stand.problem import StandProblem
    from chatuchak_solver.stand.stand import Stand

    grid = Grid.parse(".RY/YRG/RGG")
    for algorithm in ALGORITHMS:
        for rule in (MoveRule.JUMP,) if algorithm == "goal" else MoveRule:
            step = partial(solve, grid, rule=rule, algorithm=algorithm)
            yield f"search {algorithm}, {rule}", step
    # The small grid is solved before the search comes to these.
    yield "total moves", partial(total_moves, grid.board, grid.counts, MoveRule.SLIDE)
    yield "difficulty", partial(measure_features, grid, games=1)
    yield "start grids", partial(bulk_start_grids, 1, seed=0)
    cards = tuple(Card.parse(name, ["S p b", "c B p"]) for name in ("a", "b"))
    problem = StandProblem(cards)
    yield "next placements", partial(NextCard, Stand(), cards)
    yield "whole stands", partial(plan_stand, problem)
    yield "proofs of stands", partial(CoverSearch(problem, ("S",), 99).advance, 0)
