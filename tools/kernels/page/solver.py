"""Exports of the solver module: functions of addresses and integers.

Arrays of the host are views of its memory; other values belong to the module and are freed by
``reset``.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types

from chatuchak_generators.kernels.start_grids import MAX_SHUFFLES, fill_start_grids
from chatuchak_solver.analysis.kernels.optimal_paths import link_positions, read_position
from chatuchak_solver.analysis.kernels.path_sums import share_visits
from chatuchak_solver.analysis.kernels.simulated_player import (
    ERROR,
    LOOK_AHEAD,
    PATIENCE,
    PLAYER_SEED,
    PLAYS,
    SCALE,
    WIDTH,
    play_games,
)
from chatuchak_solver.kernels.bits import popcount
from chatuchak_solver.kernels.numba_internals import carray
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.connectivity import are_connected
from chatuchak_solver.search.kernels.goal_driver import search_grids
from chatuchak_solver.search.kernels.goal_workspace import STORED_GOALS
from tools.kernels.page.grids import (
    LIMITS,
    MEASURED,
    color_masks,
    databases_of,
    empty_spot,
    make_heuristic,
    make_tables,
    needs_of,
    neighbor_masks,
    new_search,
    positions_of,
)
from tools.kernels.page.memory import Address, loader, store

EXPORTS: dict[str, tuple[Callable[..., int], Any]] = {}

START_COLORS = 5
ERROR_UNITS = round(ERROR * SCALE)
SOLUTIONS, SOLUTIONS_HIGH, POSITION_COUNT, FIRST_MOVES = range(4)
"""Found by `find_optimal_paths`; the number of solutions has 128 bits."""
PATH_FACTS = 4

INT = types.int64
CODES = types.CPointer(types.int8)
MOVES = types.CPointer(types.uint8)
FACTS = types.CPointer(types.int64)
SHARES = types.CPointer(types.float64)


def export(*arguments: types.Type) -> Callable[[Callable[..., int]], Any]:
    """Export a function, compiled for one signature."""

    def exported(function: Callable[..., int]) -> Any:
        EXPORTS[function.__name__] = function, INT(*arguments)
        return function

    return exported


def result_type(function: Any, *arguments: types.Type) -> types.Type:
    """Return a function's result type."""
    function.compile(arguments)
    return cast("types.Type", function.overloads[arguments].signature.return_type)


GRID = types.Array(types.int8, 1, "C")
TABLES = result_type(make_tables, GRID, INT, INT)
WORKSPACE = result_type(new_search, GRID, TABLES, INT, INT)
load_tables = loader(TABLES)
load_workspace = loader(WORKSPACE)
HEURISTIC = result_type(make_heuristic, TABLES)
load_heuristic = loader(HEURISTIC)


@export(CODES, INT, INT)
def make_board(codes_at: Address, rows: int, columns: int) -> int:
    """Create the tables for a grid's board and counts; return their address."""
    return store(make_tables(carray(codes_at, rows * columns), rows, columns))


@export(CODES, INT)
def start_search(codes_at: Address, tables_at: int) -> int:
    """Prepare the search for a grid of the tables' board and counts.

    Returns the search's address, or 0 for a solved grid.
    """
    tables = load_tables(tables_at)
    codes = carray(codes_at, tables.lines.size)
    neighbors = neighbor_masks(codes.size // tables.columns, tables.columns)
    if are_connected(color_masks(codes), neighbors):
        return 0
    return store(new_search(codes, tables, STORED_GOALS, 0))


@export(CODES, INT, INT, INT, MOVES, FACTS)
def search(
    codes_at: Address,
    tables_at: int,
    search_at: int,
    budget: int,
    moves_at: Address,
    facts_at: Address,
) -> int:
    """Continue a search for about ``budget`` expansions and placements.

    ``moves`` takes `layout.MAX_LENGTH` spots, ``facts`` the cells of a result. Returns FINISHED,
    SLICE_OVER or NO_SOLUTION.
    """
    tables = load_tables(tables_at)
    work = load_workspace(search_at)
    codes = carray(codes_at, (1, tables.lines.size))
    moves = carray(moves_at, (1, layout.MAX_LENGTH))
    facts = carray(facts_at, (1, at.RESULT_CELLS))
    return search_grids(codes, tables, work, moves, facts, budget)


@export(types.uint64, types.uint64, FACTS, INT, INT, CODES)
def random_grid(
    seed: np.uint64,
    index: np.uint64,
    counts_at: Address,
    rows: int,
    columns: int,
    codes_at: Address,
) -> int:
    """Generate a start grid of five colors with the given counts.

    Returns 0, 1 if rule C may be violated, or -1 if there is no such grid.
    """
    counts = carray(counts_at, START_COLORS)
    codes = carray(codes_at, (1, rows * columns))
    fallbacks = np.zeros(1, np.bool_)
    made = fill_start_grids(seed, index, counts, rows, columns, MAX_SHUFFLES, codes, fallbacks)
    return -1 if made == 0 else int(fallbacks[0])


@export(INT)
def make_databases(tables_at: int) -> int:
    """Create the pattern databases of a board and counts; return their address."""
    return store(make_heuristic(load_tables(tables_at)))


@export(CODES, INT, INT, INT, FACTS, FACTS, SHARES)
def find_optimal_paths(
    codes_at: Address,
    tables_at: int,
    databases_at: int,
    length: int,
    limits_at: Address,
    facts_at: Address,
    shares_at: Address,
) -> int:
    """Find and measure all positions on shortest solutions of a proven length.

    ``limits`` are int64 (LIMITS,): positions, goals, nodes. Output: ``facts``, int64 (PATH_FACTS,);
    ``shares``, float64 (spots,), over the positions of a random solution: at 0 those with a
    misleading move, at k those with k optimal moves. Returns MEASURED or the limit reached.
    """
    tables = load_tables(tables_at)
    grids = carray(codes_at, (1, tables.lines.size))
    limits, whole = carray(limits_at, LIMITS), carray(facts_at, PATH_FACTS)
    shares = carray(shares_at, tables.lines.size)
    keys, index, outcome = positions_of(grids, tables, length, limits)
    if outcome != MEASURED:
        return int(outcome)
    count, width = keys.shape[0], popcount(tables.lines[0])
    depths = np.empty(count, np.int64)
    targets = np.full((count, width), -1, np.int32)
    spots = np.full((count, width), -1, np.int32)
    misleads = np.zeros(count, np.bool_)
    moves = np.zeros(count, np.int64)
    total = np.empty(2, np.uint64)
    databases = databases_of(grids[0], load_heuristic(databases_at))
    link_positions(
        keys, index, length, tables.lines, databases, depths, targets, spots, misleads, moves,
        total,
    )  # fmt: skip
    chances = np.empty(count, np.float64)
    share_visits(moves, targets, chances)
    shares[:] = 0.0
    for place in range(count):
        if depths[place] < length:
            shares[0] += chances[place] if misleads[place] else 0.0
            shares[moves[place]] += chances[place]
    whole[SOLUTIONS], whole[SOLUTIONS_HIGH] = np.int64(total[0]), np.int64(total[1])
    whole[POSITION_COUNT] = count
    whole[FIRST_MOVES] = 0
    for branch in range(moves[0]):
        whole[FIRST_MOVES] |= 1 << spots[0, branch]
    return MEASURED


@export(CODES, INT, INT, FACTS, INT, FACTS)
def optimal_goals(
    codes_at: Address, tables_at: int, length: int, limits_at: Address, most: int, goals_at: Address
) -> int:
    """Find the goal positions of shortest solutions; see `find_optimal_paths`.

    Output: ``goals``, int64 (most, C), each color's spots. Returns the number of goals, or -1 if a
    limit was reached or ``most`` exceeded.
    """
    tables = load_tables(tables_at)
    grids, limits = carray(codes_at, (1, tables.lines.size)), carray(limits_at, LIMITS)
    goals = carray(goals_at, (most, color_masks(grids[0]).size))
    keys, _, outcome = positions_of(grids, tables, length, limits)
    if outcome != MEASURED:
        return -1
    masks = np.empty(layout.MAX_CODES, np.int64)
    found = 0
    for place in range(keys.shape[0]):
        if np.int64(keys[place, 1] >> np.uint64(32)) == length:
            if found == goals.shape[0]:
                return -1
            read_position(keys[place, 0], keys[place, 1], tables.lines.size, masks)
            goals[found] = masks[1 : 1 + goals.shape[1]]
            found += 1
    return found


@export(CODES, INT, INT, FACTS)
def color_needs(codes_at: Address, tables_at: int, databases_at: int, needs_at: Address) -> int:
    """Compute each color's separate distance; return the sum."""
    codes = carray(codes_at, load_tables(tables_at).lines.size)
    found = needs_of(codes, databases_of(codes, load_heuristic(databases_at)))
    carray(needs_at, layout.MAX_CODES)[: found.size] = found
    return int(found.sum())


@export(CODES, INT, INT, INT, FACTS, MOVES, INT, INT, INT, INT)
def play(
    codes_at: Address,
    tables_at: int,
    databases_at: int,
    games: int,
    lengths_at: Address,
    moves_at: Address,
    width: int,
    look_ahead: int,
    plays: int,
    error: int,
) -> int:
    """Play a grid's games with a simulated player; the formula's player if ``width`` is 0.

    ``error`` is in units of 1/SCALE move. ``lengths`` receives the number of moves of each game,
    ``moves`` their spots, up to the patience. Returns the sum of the colors' separate distances.
    """
    if width == 0:
        width, look_ahead, plays, error = WIDTH, LOOK_AHEAD, PLAYS, ERROR_UNITS
    codes = carray(codes_at, load_tables(tables_at).lines.size)
    databases = databases_of(codes, load_heuristic(databases_at))
    play_games(
        color_masks(codes),
        empty_spot(codes),
        databases,
        width,
        look_ahead,
        plays,
        error,
        np.uint64(PLAYER_SEED),
        PATIENCE,
        carray(lengths_at, games),
        carray(moves_at, games * PATIENCE),
    )
    return int(needs_of(codes, databases).sum())
