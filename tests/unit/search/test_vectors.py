"""Known optimal lengths, with the exact number of expansions of each algorithm."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Grid, replay
from chatuchak_solver.search.a_star import AStarSearch
from chatuchak_solver.search.ida_star import IdaStarSearch
from tests.unit.search.proven_searches import finish

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "optimal_lengths.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['rule']} {vector['grid']}")
@pytest.mark.parametrize(
    ("name", "search_type"), [("ida_star", IdaStarSearch), ("a_star", AStarSearch)]
)
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
