"""What to run so that every kernel is compiled: one small task for each user of kernels."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

GROUPS = (
    *("slides", "searches", "photos", "stands"),
    *("difficulty", "jumps", "proofs of stands", "start grids"),
)
"""Sets of steps that have few kernels in common; those that take longest to compile come first."""


class Step(NamedTuple):
    """One small task."""

    name: str
    group: str
    run: Callable[[], object]


def warm_up_steps() -> Iterator[Step]:
    """Yield steps that together run every kernel once."""
    from chatuchak_generators.record_search import attempts
    from chatuchak_generators.start_grids import bulk_start_grids
    from chatuchak_solver.analysis.features import measure_features
    from chatuchak_solver.photo.first_run import run_kernels
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
    yield Step("search goal, jump", "jumps", partial(solve, grid))
    yield Step("start grids", "start grids", partial(bulk_start_grids, 1, seed=0))
    for algorithm in (one for one in ALGORITHMS if one != "goal"):
        for rule in MoveRule:
            step = partial(solve, grid, rule=rule, algorithm=algorithm)
            group = "slides" if algorithm == "anytime" else "searches"
            yield Step(f"search {algorithm}, {rule}", group, step)
    large = Grid.parse(".YRYYRGGGBB/RRRYYYGGGBB/RRRYYYGGGBB")
    yield Step("search goal, jump, over 32 spots", "jumps", partial(solve, large))
    # The small grid is solved before the search comes to these.
    walks = partial(total_moves, grid.board, grid.counts, MoveRule.SLIDE)
    yield Step("total moves", "slides", walks)
    yield Step("difficulty", "difficulty", partial(measure_features, grid, games=1))
    records = partial(attempts, "easiest", 0, (0,), steps=1)
    yield Step("guided searches", "difficulty", records)
    yield Step("photos", "photos", run_kernels)
    cards = tuple(Card.parse(name, ["S p b", "c B p"]) for name in ("a", "b"))
    problem = StandProblem(cards)
    yield Step("next placements", "stands", partial(NextCard, Stand(), cards))
    yield Step("stands played on", "stands", lambda: NextCard(Stand(), cards).play_on(1))
    yield Step("whole stands", "stands", partial(plan_stand, problem))
    name = "proofs of stands"
    yield Step(name, name, lambda: CoverSearch(problem, ("S",), 99).advance(0))


def is_warm() -> bool:
    """Return whether a kernel of each part is kept as its sources are, so that others are too."""
    from chatuchak_generators.start_grids import FILL
    from chatuchak_solver.analysis.simulated_player import PLAY
    from chatuchak_solver.kernel_cache import is_kept
    from chatuchak_solver.photo.reading import READ
    from chatuchak_solver.search.total_moves import COUNT
    from chatuchak_solver.stand.cover_tree import SEARCH
    from chatuchak_solver.stand.next_card import RANK

    shipped = (FILL, READ, SEARCH, PLAY, RANK, COUNT)
    return all(one.is_kept or is_kept(one.kernel()) for one in shipped)


def compile_group(group: str) -> tuple[str, dict[str, float]]:
    """Run the steps of a group in a process for it; return it, and the seconds of each step."""
    from chatuchak_solver.numba_parts import compile_quickly

    compile_quickly()
    seconds: dict[str, float] = {}
    for step in warm_up_steps():
        if step.group == group:
            start = time.perf_counter()
            step.run()
            seconds[step.name] = round(time.perf_counter() - start, 3)
    return group, seconds
