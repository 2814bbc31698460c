"""Boards of up to 64 spots and grids of up to nine colors, against plain twins and each other."""

from __future__ import annotations

import random

import numpy as np
import pytest

from chatuchak_generators.start_grids import start_grid
from chatuchak_solver import InputError, Stop, optimal_paths, pattern_database, replay
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.colors import COLOR_LETTERS
from chatuchak_solver.search.a_star import AStarSearch
from chatuchak_solver.search.anytime import AnytimeSearch
from chatuchak_solver.search.goal_directed import GridBatch, color_codes
from chatuchak_solver.search.ida_star import IdaStarSearch
from chatuchak_solver.search.packed_grid import MaskType
from chatuchak_solver.search.solve import default_algorithm, solve
from tests.reference import search as reference
from tests.unit.search.proven_searches import RULES, finish, grid_of, sample

NINE = COLOR_LETTERS
"""One letter a color."""


def scrambled(
    rows: int, columns: int, counts: tuple[int, ...], moves: int, seed: int, rule: str = "jump"
) -> str:
    """Return letters some random moves from colors along a snake."""
    letters = "".join(letter * count for letter, count in zip(NINE, counts, strict=False)) + "."
    assert len(letters) == rows * columns
    position = [""] * len(letters)
    for place, letter in enumerate(letters):
        row, column = divmod(place, columns)
        position[row * columns + (column if row % 2 == 0 else columns - 1 - column)] = letter
    generator = random.Random(seed)
    text = "".join(position)
    for _ in range(moves):
        text = reference.after(
            text, generator.choice(reference.reach(rows, columns, rule)[text.index(".")])
        )
    return text


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("letters", ["TTVVWWKK.", "YYYKKKTT."])
def test_the_four_extra_colors_behave_as_the_standard_colors(letters: str, rule: str) -> None:
    """On whole small puzzles, against breadth-first search; A* renames colors that do not fit."""
    optima = reference.all_distances(letters, 3, 3, rule)
    algorithms = ("goal", "ida", "astar") if rule == "jump" else ("anytime", "ida", "astar")
    for position in sample(letters, 12):
        for algorithm in algorithms:
            solution = solve(grid_of(position, 3, 3), rule=rule, algorithm=algorithm)  # type: ignore[arg-type]
            assert solution.length == solution.lower_bound == optima[position], position


@pytest.mark.parametrize(
    ("rows", "columns", "counts", "rule", "moves"),
    [
        (4, 4, (3, 3, 3, 2, 2, 2), "jump", 5),
        (4, 4, (3, 3, 3, 2, 2, 2), "slide", 8),
        (3, 5, (2,) * 7, "jump", 5),
        (4, 5, (3,) + (2,) * 8, "jump", 4),
        (4, 5, (3,) + (2,) * 8, "slide", 7),
        (5, 7, (4,) * 7 + (3, 3), "jump", 3),
        (6, 6, (4,) * 8 + (3,), "slide", 6),
        (2, 17, (5,) * 3 + (3,) * 6, "jump", 2),
    ],
)
def test_lengths_are_those_of_breadth_first_search(
    rows: int, columns: int, counts: tuple[int, ...], rule: str, moves: int
) -> None:
    """Six to nine colors, and boards of over 32 spots, a few moves from solved."""
    for seed in range(3):
        position = scrambled(rows, columns, counts, moves, seed, rule)
        grid = grid_of(position, rows, columns)
        expected = reference.shortest(position, rows, columns, rule)
        found = {finish(IdaStarSearch(grid, rule)).lower_bound}
        if rule == "jump":
            found.add(solve(grid).length or 0)
        if len(counts) == 6:
            searches = (AStarSearch(grid, rule), AnytimeSearch(grid, rule))
            found |= {finish(search).lower_bound for search in searches}
        assert found == {expected}, position


@pytest.mark.parametrize(
    ("rows", "columns", "counts"),
    [
        (5, 7, (4, 4, 4, 4, 4, 4, 4, 3, 3)),
        (6, 6, (5, 4, 4, 4, 4, 4, 4, 3, 3)),
        (4, 9, (4, 4, 4, 4, 4, 4, 4, 4, 3)),
        (3, 11, (4, 4, 4, 4, 4, 3, 3, 3, 3)),
    ],
)
def test_large_boards_agree_with_ida_star(rows: int, columns: int, counts: tuple[int, ...]) -> None:
    """Some twelve moves from solved, beyond breadth-first search."""
    for seed in range(4):
        grid = grid_of(scrambled(rows, columns, counts, 12, seed), rows, columns)
        solution = solve(grid)
        assert solution.length == solution.lower_bound
        assert solution.length == solve(grid, algorithm="ida").length
        assert replay(grid, solution.moves or ())


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        (Board(), (6, 6, 6, 6, 5)),
        (Board(), (9, 8, 6, 4, 2)),
        (Board(4, 5), (3,) + (2,) * 8),
        (Board(4, 8), (5, 5, 5, 4, 4, 4, 4)),
    ],
)
def test_masks_of_64_bits_find_the_same_by_the_same_nodes(
    board: Board, counts: tuple[int, ...]
) -> None:
    """On boards that 32 bits are enough for."""
    letters = "".join(letter * count for letter, count in zip(NINE, counts, strict=False)) + "."
    positions = sample(letters, 12, seed=4)
    codes = np.array([color_codes(grid_of(each, board.rows, board.columns)) for each in positions])

    def finished(masks_of: MaskType) -> GridBatch:
        task = GridBatch(board, counts, codes, masks_of=masks_of)
        while not task.run(10_000):
            pass
        idle = len(task._shape.idle)
        assert (task.run(10_000), len(task._shape.idle)) == (True, idle)
        return task

    narrow, wide = finished(np.dtype(np.uint32)), finished(np.dtype(np.uint64))
    assert narrow.results.tolist() == wide.results.tolist()
    assert narrow.moves.tolist() == wide.moves.tolist()
    assert narrow._shape.tables.value.masks.tolist() == wide._shape.tables.value.masks.tolist()


def test_the_largest_board_with_nine_colors_is_solved_and_proven() -> None:
    """8 x 8, spot 63 included, a scramble; the length never exceeds it."""
    for seed in range(3):
        grid = grid_of(scrambled(8, 8, (7,) * 9, 14, seed), 8, 8)
        solution = solve(grid, stop=Stop(work=3_000_000))
        assert solution.length == solution.lower_bound
        assert solution.length is not None
        assert solution.length <= 14


def test_grids_that_do_not_fit_are_refused_with_their_sizes() -> None:
    """Before any memory is taken."""
    many = start_grid(1, 0, board=Board(5, 6), counts=(5, 4, 4, 4, 4, 4, 4)).grid
    large = start_grid(1, 0, board=Board(5, 7), counts=(7, 7, 7, 7, 6)).grid
    largest = start_grid(1, 0, board=Board(6, 8), counts=(9, 9, 9, 7, 7, 6)).grid
    for search_type in (AStarSearch, AnytimeSearch):
        for grid, sizes in ((many, "30 spots and 7"), (large, "35 spots and 5")):
            with pytest.raises(InputError, match=f"invalid grid of {sizes} colors: expected"):
                search_type(grid, MoveRule.SLIDE)
            with pytest.raises(InputError, match=f"invalid grid of {sizes} colors: expected"):
                list(search_type.prepare(grid, MoveRule.SLIDE))
    for refused in (
        lambda: solve(largest, algorithm="ida"),
        lambda: pattern_database(Board(6, 8), 9, "jump"),
    ):
        with pytest.raises(InputError, match=r"9 booths on a board of 6x8 take .* GiB; at most 1"):
            refused()
    # No algorithm takes these slides: there is a solution all the same, and no proof.
    for algorithm in (None, "ida"):
        slides = solve(largest, rule="slide", algorithm=algorithm)
        assert (slides.algorithm, slides.status) == ("ida", "feasible")
        assert slides.stopped_by == "memory"
        assert replay(largest, slides.moves or (), rule="slide")
    for grid in (start_grid(1, 0, board=Board(5, 6), counts=(5, 3, 3, 3, 3, 4, 4, 4)).grid, large):
        with pytest.raises(InputError, match="shortest solutions are counted for up to 7 colors"):
            optimal_paths(grid)


def test_the_default_for_slides_supports_the_grid() -> None:
    """Six colors on up to 32 spots: the anytime search; else IDA*."""
    standard = Grid.parse(".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB")
    large = start_grid(1, 0, board=Board(5, 7), counts=(7, 7, 7, 7, 6)).grid
    renamed = Grid.parse(str(standard).replace("R", "K").replace("P", "T"))
    assert default_algorithm("slide", standard) == default_algorithm("slide", renamed) == "anytime"
    assert default_algorithm("slide", large) == "ida"
    assert default_algorithm("jump", large) == "goal"
    assert solve(renamed).moves == solve(standard).moves
    scramble = grid_of(scrambled(6, 6, (5, 5, 5, 5, 5, 5, 5), 10, 1, "slide"), 6, 6)
    assert solve(scramble, rule="slide").length == solve(scramble, rule="slide").lower_bound
