"""State spaces of small boards: all positions, all moves, true distances."""

import networkx as nx
import pytest

from chatuchak_solver import Grid, MoveRule, solve, state_space
from chatuchak_solver.analysis.state_space import arrangements


@pytest.mark.parametrize("rule", list(MoveRule))
def test_every_position_and_every_move_is_there(rule: MoveRule) -> None:
    grid = Grid.parse("RY/Y./RR/YR")
    space = state_space(grid, rule=rule)
    assert len(space) == arrangements(grid) == 8 * 7 * 6 * 5 // 6
    for number, (here, attributes) in enumerate(space.nodes(data=True)):
        assert {here.move(spot, rule) for spot in here.legal_moves(rule)} == set(space[here])
        assert attributes["solved"] == here.is_solved
        assert number % 4 or attributes["distance"] == solve(here, rule=rule).length
        for there in space[here]:
            assert here.move(there.empty, rule) == there
    depths = nx.single_source_shortest_path_length(space, grid)
    assert dict(space.nodes(data="depth")) == depths


def test_as_many_positions_as_the_limit_are_listed() -> None:
    grid = Grid.parse(".RY/YRG/RGG")
    assert len(state_space(grid, limit=5040)) == 5040
