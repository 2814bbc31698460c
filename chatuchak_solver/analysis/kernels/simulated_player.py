"""The games of the simulated player.

Integers and SplitMix64 only; results are equal on all machines.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, UInt8s, UInt64s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, inner_kernel, precompiled
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables, color_distance
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

SCALE = 1 << 8
"""Units of a judgment and its error per move."""

WIDTH, LOOK_AHEAD, PLAYS, ERROR, PATIENCE = 16, 6, 2, 0.5, 60
"""See `chatuchak_solver.analysis.simulated_player.SimulatedPlayer`."""
PLAYER_SEED = 1

ONE = np.uint64(1)
NO_SPOT = 64

SPREAD = 37837
"""Standard deviation of the sum of four random 16-bit numbers."""
MIDDLE = 2 * 0xFFFF
PART = np.uint64(0xFFFF)
PART_BITS = np.uint64(16)

MEMORY_BITS = np.uint64(14)
MEMORY_SHIFT = np.uint64(64) - MEMORY_BITS


class Tables(NamedTuple):
    """The pattern databases, and Zobrist keys, uint64 (C, spots)."""

    databases: HeuristicTables
    marks: UInt64s


class Positions(NamedTuple):
    """Positions, one per row.

    Attributes
    ----------
    colors
        uint8 (R, spots): color of the booth on each spot.
    masks, needs
        uint64 and int64 (R, C): each color's booths and their pattern database distance.
    totals
        int64 (R,): sum of the needs.
    empty, previous
        int64 (R,): empty spot, and the one before the last move, or `NO_SPOT`.
    hashes
        uint64 (R,).
    """

    colors: UInt8s
    masks: UInt64s
    needs: Int64s
    totals: Int64s
    empty: Int64s
    previous: Int64s
    hashes: UInt64s


class Beam(NamedTuple):
    """The best continuations of a step, ascending by judgment, and the earlier steps.

    Attributes
    ----------
    judgments, lines, spots
        int64 (W,): judgment, parent line, moving spot.
    hashes
        uint64 (W,): hash of the position.
    followed_lines, followed_spots
        int64 (D, W): ``lines`` and ``spots`` of each step.
    """

    judgments: Int64s
    lines: Int64s
    spots: Int64s
    hashes: UInt64s
    followed_lines: Int64s
    followed_spots: Int64s


class Memory(NamedTuple):
    """A direct-mapped cache of `total_after`.

    Attributes
    ----------
    hashes
        uint64 (1 << MEMORY_BITS,): hash of a position.
    totals
        int64, same shape: sum of its needs.
    """

    hashes: UInt64s
    totals: Int64s


@inlined_kernel
def draw_error(state: np.uint64, deviation: int) -> np.int64:
    """Return a nearly normal error: the sum of the four 16-bit parts of a random word."""
    word = scramble(state)
    total = word & PART
    for _ in range(3):
        word >>= PART_BITS
        total += word & PART
    return (np.int64(total) - MIDDLE) * deviation // SPREAD


@inlined_kernel
def hash_after(row: int, spot: int, positions: Positions, tables: Tables) -> np.uint64:
    """Return the hash of the position after a jump."""
    marks = tables.marks[positions.colors[row, spot]]
    return np.uint64(positions.hashes[row] ^ marks[spot] ^ marks[positions.empty[row]])


@inlined_kernel
def need_after(row: int, spot: int, positions: Positions, tables: Tables) -> np.int64:
    """Return the need of the moved color after a jump."""
    color = positions.colors[row, spot]
    moved = ONE << np.uint64(spot) | ONE << np.uint64(positions.empty[row])
    return color_distance(color, positions.masks[row, color] ^ moved, tables.databases)


@inner_kernel
def total_after(row: int, spot: int, positions: Positions, tables: Tables) -> np.int64:
    """Return the sum of the needs after a jump."""
    before = positions.needs[row, positions.colors[row, spot]]
    return np.int64(positions.totals[row] - before + need_after(row, spot, positions, tables))


@inner_kernel
def copy_position(source: int, target: int, positions: Positions) -> None:
    """Copy a position to another row."""
    for index in range(positions.colors.shape[1]):
        positions.colors[target, index] = positions.colors[source, index]
    for index in range(positions.masks.shape[1]):
        positions.masks[target, index] = positions.masks[source, index]
        positions.needs[target, index] = positions.needs[source, index]
    positions.totals[target] = positions.totals[source]
    positions.empty[target] = positions.empty[source]
    positions.previous[target] = positions.previous[source]
    positions.hashes[target] = positions.hashes[source]


@inner_kernel
def jump(source: int, target: int, spot: int, positions: Positions, tables: Tables) -> None:
    """Write the position after a jump; both rows may be the same."""
    empty, color = positions.empty[source], positions.colors[source, spot]
    need = need_after(source, spot, positions, tables)
    hashed = hash_after(source, spot, positions, tables)
    total = positions.totals[source] + need - positions.needs[source, color]
    if source != target:
        copy_position(source, target, positions)
    positions.colors[target, empty] = color
    positions.masks[target, color] ^= ONE << np.uint64(spot) | ONE << np.uint64(empty)
    positions.needs[target, color] = need
    positions.totals[target] = total
    positions.empty[target], positions.previous[target] = spot, empty
    positions.hashes[target] = hashed


@inner_kernel
def _insert(judgment: int, line: int, spot: int, hashed: np.uint64, count: int, beam: Beam) -> int:
    """Insert a continuation after equal judgments; return the size of the beam."""
    for place in range(count):
        if beam.hashes[place] == hashed:
            return count
    width = beam.judgments.size
    place = min(count, width - 1)
    while place > 0 and beam.judgments[place - 1] > judgment:
        beam.judgments[place], beam.lines[place] = beam.judgments[place - 1], beam.lines[place - 1]
        beam.spots[place], beam.hashes[place] = beam.spots[place - 1], beam.hashes[place - 1]
        place -= 1
    beam.judgments[place], beam.lines[place] = judgment, line
    beam.spots[place], beam.hashes[place] = spot, hashed
    return min(count + 1, width)


@inner_kernel
def _think(
    look_ahead: int,
    deviation: int,
    state: np.uint64,
    beam: Beam,
    positions: Positions,
    memory: Memory,
    tables: Tables,
) -> tuple[int, bool, np.uint64]:
    """Extend the lines from row 0 until one solves or all reach ``look_ahead``.

    Skips continuations to a position already in the beam, even with a better judgment.

    Returns
    -------
    Number of steps, whether the first line of the last step solves, and the random state.
    """
    width = beam.judgments.size
    base, lines = 0, 1
    for depth in range(look_ahead):
        count = 0
        for line in range(lines):
            row = base + line
            left = np.uint64(tables.databases.reach_masks[positions.empty[row]])
            if positions.previous[row] != NO_SPOT:
                left &= ~(ONE << np.uint64(positions.previous[row]))
            while left:
                spot = trailing_zeros(left)
                left &= left - ONE
                state += STEP
                hashed = hash_after(row, spot, positions, tables)
                place = hashed >> MEMORY_SHIFT
                if memory.hashes[place] != hashed:
                    memory.hashes[place] = hashed
                    memory.totals[place] = total_after(row, spot, positions, tables)
                need = memory.totals[place]
                if need == 0:
                    beam.followed_lines[depth, 0] = line
                    beam.followed_spots[depth, 0] = spot
                    return depth + 1, True, state
                judgment = need * SCALE + draw_error(state, deviation)
                if count < width or judgment < beam.judgments[width - 1]:
                    count = _insert(judgment, line, spot, hashed, count, beam)
        other = width - base
        for entry in range(count):
            beam.followed_lines[depth, entry] = beam.lines[entry]
            beam.followed_spots[depth, entry] = beam.spots[entry]
            if depth < look_ahead - 1:
                jump(base + beam.lines[entry], other + entry, beam.spots[entry], positions, tables)
        base, lines = other, count
    return look_ahead, False, state


@precompiled("player", makes_arrays=True)
def play_games(
    start_masks: Int64s,
    start_empty: int,
    databases: HeuristicTables,
    width: int,
    look_ahead: int,
    plays: int,
    error: int,
    seed: np.uint64,
    max_moves: int,
    lengths: Int64s,
    moves: UInt8s,
) -> None:
    """Play one game for each entry of ``lengths``, on boards of up to 32 spots.

    Parameters
    ----------
    start_masks
        int64 (C,): each color's booths.
    databases
        Pattern databases, one offset per color present.
    width, look_ahead
        Number and length of the lines of thought.
    plays
        Moves before the player thinks again; a solving line is played out.
    error
        Standard deviation of the error of a judgment, in 1/SCALE move.
    seed
        uint64; each game has its own stream.
    max_moves
        Moves after which the player gives up.
    lengths
        Output, int64: moves of each game; 1 + ``max_moves`` if the player gave up.
    moves
        Output, uint8: spots of the moved booths, as many per game as fit.
    """
    spots, colors, rows = databases.reach_masks.size, start_masks.size, 2 * width + 2
    marks = np.empty((colors, spots), np.uint64)
    for color in range(colors):
        for spot in range(spots):
            marks[color, spot] = scramble(STEP * np.uint64(1 + color * spots + spot))
    positions = Positions(
        np.zeros((rows, spots), np.uint8),
        np.zeros((rows, colors), np.uint64),
        np.zeros((rows, colors), np.int64),
        np.zeros(rows, np.int64),
        np.full(rows, start_empty, np.int64),
        np.full(rows, NO_SPOT, np.int64),
        np.zeros(rows, np.uint64),
    )
    start = rows - 1
    for color in range(colors):
        mask = np.uint64(start_masks[color])
        positions.masks[start, color] = mask
        positions.needs[start, color] = color_distance(color, mask, databases)
        positions.totals[start] += positions.needs[start, color]
        while mask:
            spot = trailing_zeros(mask)
            positions.colors[start, spot] = color
            positions.hashes[start] ^= marks[color, spot]
            mask &= mask - ONE
    beam = Beam(
        np.empty(width, np.int64),
        np.empty(width, np.int64),
        np.empty(width, np.int64),
        np.empty(width, np.uint64),
        np.empty((look_ahead, width), np.int64),
        np.empty((look_ahead, width), np.int64),
    )
    places = np.int64(ONE << MEMORY_BITS)
    memory = Memory(np.zeros(places, np.uint64), np.zeros(places, np.int64))
    tables = Tables(databases, marks)
    best = np.empty(look_ahead, np.int64)
    recorded = moves.size // max(1, lengths.size)
    base = scramble(seed + STEP)
    game_row = start - 1
    for game in range(lengths.size):
        state = scramble(base + np.uint64(game))
        copy_position(start, game_row, positions)
        played = 0
        while positions.totals[game_row] > 0 and played <= max_moves:
            copy_position(game_row, 0, positions)
            depth, solves, state = _think(look_ahead, error, state, beam, positions, memory, tables)
            line = 0
            for step in range(depth - 1, -1, -1):
                best[step] = beam.followed_spots[step, line]
                line = beam.followed_lines[step, line]
            for step in range(depth if solves else min(plays, depth)):
                jump(game_row, game_row, best[step], positions, tables)
                if played < recorded:
                    moves[game * recorded + played] = best[step]
                played += 1
        lengths[game] = min(played, max_moves + 1)
