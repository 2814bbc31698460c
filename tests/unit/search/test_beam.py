"""Beam search against its plain twin, and what its widths prove."""

from __future__ import annotations

import pytest

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.beam import FIRST_WIDTH, MOST_WIDTH, BeamSearch
from chatuchak_solver.search.kernels.beam import drop_rejected, expand_layer
from chatuchak_solver.search.kernels.layers import CHILDREN, LayerState
from chatuchak_solver.search.verify import replay
from tests.reference import naive_search as naive
from tests.twins import twin_of
from tests.unit.search.proven_searches import RULES, SMALL_PUZZLES, finish, grid_of, sample

START_GRID = ".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR"
MOST_MOVES_PER_SPOT = 16


@twin_of(expand_layer)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("width", [1, 2, 5, 20, FIRST_WIDTH])
def test_one_width_does_exactly_what_its_plain_twin_does(width: int, rule: str) -> None:
    """The same moves and expansions: selection, duplicates and ties are as written."""
    for position in sample("RRRYYYGGGBB.", 10, seed=4):
        search = BeamSearch(grid_of(position, 3, 4), rule, width=width)
        finish(search)
        assert (search.incumbent, search.expanded) == naive.beam(
            position, 3, 4, rule, width=width, longest=MOST_MOVES_PER_SPOT * 12
        )


@pytest.mark.parametrize("rule", RULES)
def test_each_width_goes_on_below_the_incumbent(rule: str) -> None:
    """Two widths do what the twin does when told to look for shorter solutions only."""
    improved = 0
    for position in sample("RRRRYYYYGGGGBBBBPPP.", 8, seed=5):
        search = BeamSearch(grid_of(position, 4, 5), rule, width=2 * FIRST_WIDTH)
        finish(search)
        moves, expanded = naive.beam(
            position, 4, 5, rule, width=FIRST_WIDTH, longest=MOST_MOVES_PER_SPOT * 20
        )
        assert moves is not None
        assert search.finished_widths[0] == (FIRST_WIDTH, len(moves))
        if len(search.finished_widths) == 2:
            better, more = naive.beam(
                position, 4, 5, rule, width=2 * FIRST_WIDTH, longest=len(moves) - 1
            )
            improved += better is not None
            moves, expanded = better or moves, expanded + more
        assert (search.incumbent, search.expanded) == (moves, expanded)
    assert improved


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL_PUZZLES)
def test_exhaustive_layers_prove_small_puzzles(
    rows: int, columns: int, letters: str, rule: str
) -> None:
    """A beam that never overflows is a breadth-first search: its solution is proven optimal."""
    optima = naive.all_distances(letters, rows, columns, rule)
    for position in sample(letters, 20, seed=6):
        grid = grid_of(position, rows, columns)
        search = BeamSearch(grid, rule, width=1 << 12)
        finish(search)
        assert search.incumbent is not None
        assert replay(grid, search.incumbent, rule=rule)
        assert search.lower_bound <= optima[position] <= len(search.incumbent)
        if len(optima) <= 1 << 12:
            assert search.lower_bound == len(search.incumbent)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("slices", [(1,), (7,), (1, 2, 3, 50), (1000,)])
def test_slices_change_nothing(rule: str, slices: tuple[int, ...]) -> None:
    """The same moves and expansions however the search is cut; the lower bound never falls."""
    for position in sample("RRRYYYGGGBBBPP.", 2, seed=7):
        grid = grid_of(position, 3, 5)
        whole = finish(BeamSearch(grid, rule, width=300))
        cut = finish(BeamSearch(grid, rule, width=300), slices)
        assert (cut.incumbent, cut.expanded) == (whole.incumbent, whole.expanded)


@twin_of(drop_rejected)
@pytest.mark.parametrize("rule", RULES)
def test_rejected_children_can_be_forgotten_at_any_time(rule: str) -> None:
    """Making room after every single expansion leads to the same selection as never doing so."""
    grid = grid_of(sample("RRRRYYYYGGGGBBBBPPP.", 1, seed=5)[0], 4, 5)
    roomy = finish(BeamSearch(grid, rule, width=FIRST_WIDTH))
    tidy = BeamSearch(grid, rule, width=FIRST_WIDTH)
    while not tidy.run(1):
        drop_rejected(tidy._state)
        assert tidy._state.cursor[CHILDREN] < 2 * FIRST_WIDTH
    assert (tidy.incumbent, tidy.expanded) == (roomy.incumbent, roomy.expanded)


def test_a_crowded_layer_makes_room_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children beyond the arrays' room do not end the search."""
    calls = []

    def counted(state: LayerState) -> None:
        calls.append(1)
        drop_rejected(state)

    monkeypatch.setattr("chatuchak_solver.search.beam.drop_rejected", counted)
    for position in sample("RRRRRRYYYYYYGGGGGGBBBBBBPPPPP.", 10, seed=5):
        grid = grid_of(position, 5, 6)
        search = finish(BeamSearch(grid, width=1000))
        assert search.incumbent is not None
        assert replay(grid, search.incumbent)
    assert calls


def test_wider_is_at_least_as_good_on_a_start_grid() -> None:
    """The optimum of this grid is 21 moves; the bound stays honest although nothing is proven."""
    grid = Grid.parse(START_GRID)
    lengths = []
    for width in (64, 1024, 1 << 14):
        search = BeamSearch(grid, width=width)
        finish(search)
        assert search.incumbent is not None
        assert search.lower_bound <= 21 <= len(search.incumbent)
        assert replay(grid, search.incumbent)
        lengths.append(len(search.incumbent))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == 21


@pytest.mark.parametrize("rule", RULES)
def test_solved_grids_take_no_moves(rule: str) -> None:
    """Nothing is expanded."""
    search = BeamSearch(grid_of("RRGRRG.GG", 3, 3), rule)
    assert search.run(10)
    assert (search.incumbent, search.lower_bound, search.expanded) == ((), 0, 0)


@pytest.mark.parametrize("width", [0, -5, MOST_WIDTH + 1])
def test_widths_out_of_range_are_refused(width: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=rf"width {width} is out of range; expected 1\.\."):
        BeamSearch(Grid.parse(START_GRID), width=width)
