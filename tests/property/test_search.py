"""Properties of heuristics and searches on any board, any counts and both rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver import Board, Grid, MoveRule, additive_heuristic, replay
from chatuchak_solver.search.a_star import AStarSearch
from chatuchak_solver.search.anytime import quick_solution
from chatuchak_solver.search.ida_star import IdaStarSearch
from tests.property.puzzle_strategies import counts_for, grids, rules

# Boards with databases that are built in a few hundredths of a second.
BOARDS = [Board(*shape) for shape in ((2, 2), (2, 7), (3, 3), (3, 5), (6, 3), (4, 4), (10, 2))]
boards = st.sampled_from(BOARDS)
MOST_COLORS = 6  # A* packs no more
any_grids = boards.flatmap(lambda board: grids(board))


@st.composite
def solved_grids(draw: st.DrawFn) -> Grid:
    """Colors along a path that winds through all rows, with the empty spot at its end."""
    board = draw(boards)
    counts = draw(counts_for(board.spots - 1, MOST_COLORS))
    path = [
        row * board.columns + (column if row % 2 == 0 else board.columns - 1 - column)
        for row in range(board.rows)
        for column in range(board.columns)
    ]
    colors = [-1] * board.spots
    placed = 0
    for color in draw(st.permutations(range(len(counts)))):
        for spot in path[placed : placed + counts[color]]:
            colors[spot] = color
        placed += counts[color]
    return Grid.from_colors(colors, board=board)


@given(grid=any_grids, rule=rules, data=st.data())
def test_heuristic_is_consistent(grid: Grid, rule: MoveRule, data: st.DataObject) -> None:
    """One move changes it by at most one, and it is 0 exactly for solved grids."""
    for _ in range(8):
        before = additive_heuristic(grid, rule)
        assert (before == 0) == grid.is_solved
        grid = grid.move(data.draw(st.sampled_from(grid.legal_moves(rule))), rule)
        assert abs(additive_heuristic(grid, rule) - before) <= 1


@settings(max_examples=30)
@given(grid=solved_grids(), rule=rules, data=st.data())
def test_scrambles_are_solved_alike_by_all(grid: Grid, rule: MoveRule, data: st.DataObject) -> None:
    """IDA* and A* agree, never exceed the scramble, and a beam is never better."""
    scramble = data.draw(st.integers(1, 12))
    for _ in range(scramble):
        grid = grid.move(data.draw(st.sampled_from(grid.legal_moves(rule))), rule)
    ida_star, a_star = IdaStarSearch(grid, rule), AStarSearch(grid, rule)
    assert ida_star.run(1 << 40)
    assert a_star.run(1 << 40)
    beam = quick_solution(grid, rule)
    assert ida_star.incumbent is not None
    assert a_star.incumbent is not None
    optimum = len(ida_star.incumbent)
    assert optimum == len(a_star.incumbent) == ida_star.lower_bound == a_star.lower_bound
    assert optimum <= scramble
    if beam is not None:
        assert optimum <= len(beam)
    for moves in (ida_star.incumbent, a_star.incumbent, beam or ida_star.incumbent):
        assert replay(grid, moves, rule=rule)
