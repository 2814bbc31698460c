"""Small tasks that compile every kernel, one for each user of kernels."""

from collections.abc import Callable, Iterator
from functools import partial


def warm_up_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield small tasks, by their names, that together run every kernel once."""
    from chatuchak_generators.record_search import attempts
    from chatuchak_generators.start_grids import bulk_start_grids
    from chatuchak_solver.analysis.features import measure_features
    from chatuchak_solver.photo.first_run import run_kernels
    from chatuchak_solver.puzzle.grid import Grid
    from chatuchak_solver.search.solve import ALGORITHMS, solve
    from chatuchak_solver.stand.card import Card
    from chatuchak_solver.stand.cover_search import CoverSearch
    from chatuchak_solver.stand.next_card import NextCard
    from chatuchak_solver.stand.plan import plan_stand
    from chatuchak_solver.stand.problem import StandProblem
    from chatuchak_solver.stand.stand import Stand

    grid = Grid.parse(".RY/YRG/RGG")
    yield "start grids", partial(bulk_start_grids, 1, seed=0)
    for algorithm in ALGORITHMS:
        yield f"search {algorithm}", partial(solve, grid, algorithm=algorithm)
    large = Grid.parse("RRRRYYYYGGG/TTPPPPBBBBG/TVWVKWW.KKV")
    for algorithm in ("goal", "ida"):
        yield f"search {algorithm}, over 32 spots", partial(solve, large, algorithm=algorithm)
    yield "difficulty", partial(measure_features, grid, games=1)
    yield "guided searches", partial(attempts, "easiest", 0, (0,), steps=1)
    yield "photos", run_kernels
    cards = tuple(Card.parse(name, ["S p b", "c B p"]) for name in ("a", "b"))
    problem = StandProblem(cards)
    yield "next placements", partial(NextCard, Stand(), cards)
    yield "stands played on", lambda: NextCard(Stand(), cards).play_on(1)
    yield "whole stands", partial(plan_stand, problem)
    yield "proofs of stands", lambda: CoverSearch(problem, ("S",), 99).advance(0)
