"""Results of IDA* and A* through `solve` at a limit."""

import pytest

from chatuchak_solver import Grid, MoveRule, Status, additive_heuristic, replay
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from chatuchak_solver.search.a_star import AStarSearch
from chatuchak_solver.search.anytime import AnytimeSearch, quick_solution
from chatuchak_solver.search.first_solution import first_solution
from chatuchak_solver.search.solve import (
    FIRST_SLICE_NODES,
    MIN_SLICE_NODES,
    SLICE_S,
    Algorithm,
    _next_slice,
    solve,
    solve_many,
)

# 21 moves from solved under jumps; far beyond reach under slides.
START_GRID = Grid.parse(".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR")
PROVERS: tuple[Algorithm, ...] = ("ida", "astar")


@pytest.mark.parametrize("algorithm", PROVERS)
@pytest.mark.parametrize("nodes", [0, 1, 1234])
def test_node_limit_ends_without_a_false_claim(algorithm: Algorithm, nodes: int) -> None:
    """Not one expansion too many; moves without proof, and a lower bound that still holds."""
    solution = solve(START_GRID, algorithm=algorithm, stop=Stop(work=nodes))
    assert solution.status is Status.FEASIBLE
    assert solution.stopped_by is StopReason.WORK
    assert solution.expanded == nodes
    assert solution.length is not None
    assert additive_heuristic(START_GRID) <= solution.lower_bound <= 21 <= solution.length


def test_a_slice_takes_as_long_as_it_should_and_none_differs_much_from_the_last() -> None:
    assert _next_slice(20_000, 20_000, 0.5 * SLICE_S) == pytest.approx(40_000, rel=0.01)
    assert _next_slice(20_000, 20_000, 0.0) == 80_000
    assert _next_slice(20_000, 20_000, 9.9) == max(5_000, MIN_SLICE_NODES)
    assert _next_slice(20_000, 0, 0.0) == 20_000


@pytest.mark.parametrize("algorithm", PROVERS)
def test_lower_bound_rises_with_the_nodes(algorithm: Algorithm) -> None:
    """More nodes never prove less."""
    bounds = [
        solve(START_GRID, rule="slide", algorithm=algorithm, stop=Stop(work=nodes)).lower_bound
        for nodes in (0, 1_000, 10_000, 100_000, 1_000_000)
    ]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1]


@pytest.mark.parametrize("algorithm", PROVERS)
def test_time_limit_and_stop_request_end_the_search(algorithm: Algorithm) -> None:
    """Both are looked at between slices of a few hundredths of a second."""
    timed = solve(START_GRID, rule="slide", algorithm=algorithm, stop=Stop(time_s=0.2))
    assert timed.status is Status.FEASIBLE
    assert timed.stopped_by is StopReason.TIME
    assert timed.seconds < 20, "far beyond the limit, even on a busy machine"
    seen: list[Progress] = []
    stop = Stop(interrupt=lambda: len(seen) >= 3)
    stopped = solve(
        START_GRID, rule="slide", algorithm=algorithm, stop=stop, on_progress=seen.append
    )
    assert stopped.status is Status.FEASIBLE
    assert stopped.stopped_by is StopReason.INTERRUPT
    assert [report.work for report in seen] == sorted({report.work for report in seen})


def test_a_star_reports_the_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends by itself, but without its proof: a limit was reached."""
    monkeypatch.setattr(AStarSearch.__init__, "__kwdefaults__", {"memory_limit_bytes": 1 << 20})
    solution = solve(START_GRID, algorithm="astar", stop=Stop(work=10**9, time_s=10**6))
    assert solution.stopped_by is StopReason.MEMORY
    assert solution.status is Status.FEASIBLE
    assert solution.lower_bound <= 21 <= (solution.length or 0)
    assert solution.to_dict()["stopped_by"] == "memory"


def test_a_fallback_solution_at_the_bound_is_proven_without_a_stop() -> None:
    """One move from solved: the beam's move is as good as the bound, so that it is the proof."""
    grid = Grid.parse("R.Y/RRY/YYY")
    solution = solve(grid, algorithm="ida", stop=Stop(work=0))
    assert (solution.status, solution.expanded, solution.stopped_by) == (Status.OPTIMAL, 0, None)


def test_a_beam_finds_the_moves_of_last_resort() -> None:
    """Much shorter solutions than without tables; none if tables take long."""
    for rule in MoveRule:
        moves = quick_solution(START_GRID, rule)
        assert moves is not None
        assert replay(START_GRID, moves, rule=rule)
        assert 2 * len(moves) < len(first_solution(START_GRID, rule)) or rule is MoveRule.SLIDE
        assert solve(START_GRID, rule=rule, stop=Stop(work=0)).moves == moves
    many_colors = Grid.parse("RRYYGG/GBBPPT/TKKB.P")
    assert quick_solution(many_colors, MoveRule.JUMP) is None


@pytest.mark.parametrize("algorithm", [*PROVERS, "anytime"])
def test_results_do_not_depend_on_threads(algorithm: Algorithm) -> None:
    """Searches share only read-only tables."""
    letters = "RRRYYYGGGBB."
    grids = [
        Grid.parse("/".join((letters[turn:] + letters[:turn])[i::3] for i in range(3)))
        for turn in range(12)
    ]
    together = list(solve_many(grids, algorithm=algorithm, workers=2))
    alone = [solve(grid, algorithm=algorithm) for grid in grids]
    assert [(s.moves, s.expanded) for s in together] == [(s.moves, s.expanded) for s in alone]


def test_slices_handed_back_unused_do_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may do so between pieces of its tables: the slice after must still end soon."""
    budgets: list[int] = []

    def run(search: AnytimeSearch, node_budget: int) -> bool:
        budgets.append(node_budget)
        return False

    monkeypatch.setattr(AnytimeSearch, "run", run)
    stop = Stop(interrupt=lambda: len(budgets) == 40)
    solve(START_GRID, rule="slide", algorithm="anytime", stop=stop)
    assert budgets == [FIRST_SLICE_NODES] * 40
