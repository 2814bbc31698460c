"""Limits end a search even if no counted event occurs for minutes."""

import pytest

from chatuchak_solver import Grid, MoveRule, Progress, Status, Stop, StopReason
from chatuchak_solver.search.goal_directed import GoalDirectedSearch
from chatuchak_solver.search.solve import FIRST_SLICE_NODES, solve

LARGE = Grid.parse(".KGRBTBW/BRBKPRPK/WPVGVWGT/PTRKYTWY/WBYBGRTK/GWVTYKPV/BKPVRYTY/YGRGVWVP")
"""Its goal positions take minutes to list, in which not one node is expanded."""


@pytest.mark.parametrize("nodes", [0, 1, 2_000])
def test_node_limit_counts_regions_placed_by_the_goal_listing(nodes: int) -> None:
    """The search ends at its limit, with moves and a bound, and reported progress in nodes."""
    seen: list[Progress] = []
    solution = solve(LARGE, stop=Stop(work=nodes), on_progress=seen.append)
    assert solution.status is Status.FEASIBLE
    assert solution.stopped_by is StopReason.WORK
    assert solution.expanded <= nodes
    assert all(each.work >= FIRST_SLICE_NODES or each.work >= nodes for each in seen)


def test_slices_of_the_listing_stay_within_their_budget() -> None:
    """A slice ends within one level of the listing, after at most some thousand regions."""
    search = GoalDirectedSearch(LARGE, MoveRule.JUMP)
    for slices in range(1, 6):
        assert not search.run(1_000)
        assert 1_000 * slices <= search.work < 1_000 * slices + 50_000
    assert search.expanded == 0
