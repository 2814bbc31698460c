"""All searches against breadth-first search, plain references and known expansions."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Grid, MoveRule, replay
from chatuchak_solver.search.a_star import AStarSearch
from chatuchak_solver.search.anytime import AnytimeSearch
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.goal_directed import GoalDirectedSearch
from chatuchak_solver.search.ida_star import IdaStarSearch
from chatuchak_solver.search.kernels.a_star import expand_best_first, trace_back
from chatuchak_solver.search.kernels.depth_first import search_depth_first
from tests.reference import search as reference
from tests.twins import reference_for, some
from tests.unit.search.proven_searches import RULES, SMALL_PUZZLES, finish, grid_of, sample

SEARCHES = (IdaStarSearch, AStarSearch)
RULES_OF = [
    (search_type, rule)
    for search_type in (*SEARCHES, AnytimeSearch, GoalDirectedSearch)
    for rule in MoveRule
    if search_type is not GoalDirectedSearch or rule is MoveRule.JUMP
]


@pytest.mark.parametrize(("search_type", "rule"), RULES_OF)
@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL_PUZZLES)
def test_all_are_as_short_as_breadth_first_search(
    rows: int, columns: int, letters: str, search_type: type[Search], rule: MoveRule
) -> None:
    """On random arrangements of whole small puzzles; the root bound holds."""
    optima = reference.all_distances(letters, rows, columns, rule)
    hardest = max(optima, key=lambda position: optima[position])
    count = {AnytimeSearch: 3, GoalDirectedSearch: 150}.get(search_type, 20)
    for position in (hardest, *sample(letters, count)):
        grid = grid_of(position, rows, columns)
        search = search_type(grid, rule)
        assert search.lower_bound <= optima[position]
        finish(search)
        assert search.incumbent is not None
        assert len(search.incumbent) == search.lower_bound == optima[position], position
        assert replay(grid, search.incumbent, rule=rule)


@reference_for(expand_best_first, trace_back, search_depth_first)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "columns", "letters"),
    [
        (3, 3, "RRRYYYPP."),
        (3, 3, "RRYYGGBB."),
        (2, 5, "RRYYYGGPP."),
        (2, 6, "RRYYGGBBPPP."),
        (3, 4, "RRRYYYGGGBB."),
    ],
)
def test_both_match_their_references(rows: int, columns: int, letters: str, rule: str) -> None:
    """The same moves in the same number of expansions: order, pruning and ties are as written."""
    for position in sample(letters, some(8), seed=2):
        grid = grid_of(position, rows, columns)
        ida_star = IdaStarSearch(grid, rule)
        finish(ida_star)
        assert (ida_star.incumbent, ida_star.expanded_per_bound) == reference.ida_star(
            position, rows, columns, rule
        )
        a_star = AStarSearch(grid, rule)
        finish(a_star)
        assert (a_star.incumbent, a_star.expanded) == reference.a_star(
            position, rows, columns, rule
        )


@pytest.mark.parametrize(
    ("search_type", "rule"), [pair for pair in RULES_OF if pair[0] is not AnytimeSearch]
)
@pytest.mark.parametrize("slices", [(1,), (7,), (1, 2, 3, 50), (1000,)])
def test_results_do_not_depend_on_slices(
    search_type: type[Search], rule: MoveRule, slices: tuple[int, ...]
) -> None:
    """The same moves and expansions however the search is cut; the lower bound never falls."""
    grids = [grid_of(position, 3, 4) for position in sample("RRRYYYGGGBB.", 3, seed=3)]
    if search_type is GoalDirectedSearch:
        grids.append(Grid.parse(".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR"))
    for grid in grids:
        whole = finish(search_type(grid, rule))
        cut = finish(search_type(grid, rule), slices)
        assert (cut.incumbent, cut.expanded) == (whole.incumbent, whole.expanded)


@pytest.mark.parametrize("search_type", SEARCHES)
def test_budget_is_spent_exactly(search_type: type[Search]) -> None:
    """A slice expands the allowed number of nodes; an empty slice expands none."""
    search = search_type(grid_of(sample("RRRYYYGGGBB.", 1)[0], 3, 4), MoveRule.SLIDE)
    root_bound = search.lower_bound
    assert not search.run(0)
    assert (search.expanded, search.lower_bound) == (0, root_bound)
    assert not search.run(5)
    assert search.expanded == 5


@pytest.mark.parametrize(("search_type", "rule"), RULES_OF)
def test_solved_grids_take_no_moves(search_type: type[Search], rule: MoveRule) -> None:
    search = search_type(grid_of("RRGRRG.GG", 3, 3), rule)
    assert search.run(0)
    assert search.run(100)
    assert (search.incumbent, search.lower_bound, search.expanded) == ((), 0, 0)


@pytest.mark.parametrize("search_type", SEARCHES)
def test_finished_search_stays_finished(search_type: type[Search]) -> None:
    """Another slice after the proof neither expands nor changes anything."""
    search = search_type(grid_of("R.GGRRGRG", 3, 3), MoveRule.JUMP)
    finish(search)
    moves, expanded = search.incumbent, search.expanded
    assert search.run(1000)
    assert (search.incumbent, search.expanded) == (moves, expanded)


VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "optimal_lengths.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize(
    ("name", "search_type", "vector"),
    [
        pytest.param(
            name, search_type, vector, id=f"{name}-{vector['rule']} {vector['grid']}",
            marks=[pytest.mark.thorough] * (vector[name] > 8_000),
        )
        for name, search_type in (("ida_star", IdaStarSearch), ("a_star", AStarSearch))
        for vector in VECTORS
    ],
)  # fmt: skip
def test_known_length_takes_the_known_expansions(
    vector: dict[str, Any], name: str, search_type: type[IdaStarSearch] | type[AStarSearch]
) -> None:
    """Any change of move order, pruning, ties or heuristic shows here first."""
    grid = Grid.parse(vector["grid"])
    search = finish(search_type(grid, vector["rule"]))
    assert search.incumbent is not None
    assert len(search.incumbent) == search.lower_bound == vector["length"]
    assert replay(grid, search.incumbent, rule=vector["rule"])
    assert search.expanded == vector[name]
