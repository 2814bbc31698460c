"""The games of the simulated player.

Integers and SplitMix64 only; results are equal on all machines.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, UInt8s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, inner_kernel, precompiled
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables, color_distance
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

SCALE = 1 << 8
"""Units of a judgment and its error per move."""

WIDTH, LOOK_AHEAD, PLAYS, ERROR, PATIENCE = 16, 6, 2, 0.5, 60
"""See `chatuchak_solver.analysis.simulated_player.SimulatedPlayer`."""
PLAYER_SEED = 1

SPREAD = 37837
"""Standard deviation of the sum of four random 16-bit numbers."""
MIDDLE = 2 * 0xFFFF
PART = np.uint64(0xFFFF)


class Tables(NamedTuple):
    """The pattern databases, and Zobrist keys, int64 (C, spots)."""

    databases: HeuristicTables
    marks: Int64s


HASH, TOTAL, EMPTY, PREVIOUS, COLOR_AT = range(5)
MASK = COLOR_AT + 32
NEED = MASK + 9
CELLS = NEED + 9
"""A position is a row of ``positions``, int64 (R, CELLS): its hash; the sum of the needs; the empty
spot, and the one before the last move, at first the same; the color of the booth on each spot; each
color's booths and their need, the pattern database distance."""


class Beam(NamedTuple):
    """The best continuations of a step, ascending by judgment, and the steps up to it.

    Attributes
    ----------
    judgments
        int64 (W,).
    hashes
        int64 (W,): hash of the position.
    lines, spots
        int64 (D, W): parent line and moving spot, of each step.
    """

    judgments: Int64s
    hashes: Int64s
    lines: Int64s
    spots: Int64s


@inlined_kernel
def draw_error(state: np.uint64, deviation: int) -> np.int64:
    """Return a nearly normal error: the sum of the four 16-bit parts of a random word."""
    word = scramble(state)
    total = np.int64(-MIDDLE)
    for shift in range(0, 64, 16):
        total += np.int64(word >> np.uint64(shift) & PART)
    return np.int64(total * deviation // SPREAD)


@inlined_kernel
def hash_after(row: int, spot: int, positions: Int64s, tables: Tables) -> np.int64:
    """Return the hash of the position after a jump."""
    marks = tables.marks[positions[row, COLOR_AT + spot]]
    return np.int64(positions[row, HASH] ^ marks[spot] ^ marks[positions[row, EMPTY]])


@inlined_kernel
def need_after(row: int, spot: int, positions: Int64s, tables: Tables) -> np.int64:
    """Return the need of the moved color after a jump."""
    color = positions[row, COLOR_AT + spot]
    moved = 1 << spot | 1 << positions[row, EMPTY]
    return color_distance(color, np.uint64(positions[row, MASK + color] ^ moved), tables.databases)


@inner_kernel
def total_after(row: int, spot: int, positions: Int64s, tables: Tables) -> np.int64:
    """Return the sum of the needs after a jump."""
    before = positions[row, NEED + positions[row, COLOR_AT + spot]]
    return np.int64(positions[row, TOTAL] - before + need_after(row, spot, positions, tables))


@inner_kernel
def copy_position(source: int, target: int, positions: Int64s) -> None:
    """Copy a position to another row."""
    for cell in range(CELLS):
        positions[target, cell] = positions[source, cell]


@inner_kernel
def jump(source: int, target: int, spot: int, positions: Int64s, tables: Tables) -> None:
    """Write the position after a jump; both rows may be the same."""
    empty, color = positions[source, EMPTY], positions[source, COLOR_AT + spot]
    need = need_after(source, spot, positions, tables)
    hashed = hash_after(source, spot, positions, tables)
    copy_position(source, target, positions)
    positions[target, HASH] = hashed
    positions[target, TOTAL] += need - positions[target, NEED + color]
    positions[target, EMPTY], positions[target, PREVIOUS] = spot, empty
    positions[target, COLOR_AT + empty] = color
    positions[target, MASK + color] ^= 1 << spot | 1 << empty
    positions[target, NEED + color] = need


@inner_kernel
def _insert(
    depth: int, judgment: np.int64, line: int, spot: int, hashed: np.int64, count: int, beam: Beam
) -> int:
    """Insert a continuation after equal judgments; return the size of the beam."""
    judgments, hashes, lines, spots = beam.judgments, beam.hashes, beam.lines, beam.spots
    for place in range(count):
        if hashes[place] == hashed:
            return count
    place = min(count, judgments.size - 1)
    while place > 0 and judgments[place - 1] > judgment:
        judgments[place], hashes[place] = judgments[place - 1], hashes[place - 1]
        lines[depth, place], spots[depth, place] = lines[depth, place - 1], spots[depth, place - 1]
        place -= 1
    judgments[place], hashes[place] = judgment, hashed
    lines[depth, place], spots[depth, place] = line, spot
    return min(count + 1, judgments.size)


@inner_kernel
def _think(
    look_ahead: int, deviation: int, state: np.uint64, beam: Beam, positions: Int64s, tables: Tables
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
            left = np.int64(tables.databases.reach_masks[positions[row, EMPTY]])
            left &= ~(1 << positions[row, PREVIOUS])
            while left:
                spot = trailing_zeros(left)
                left &= left - 1
                state += STEP
                need = total_after(row, spot, positions, tables)
                if need == 0:
                    beam.lines[depth, 0], beam.spots[depth, 0] = line, spot
                    return depth + 1, True, state
                judgment = need * SCALE + draw_error(state, deviation)
                if count < width or judgment < beam.judgments[width - 1]:
                    hashed = hash_after(row, spot, positions, tables)
                    count = _insert(depth, judgment, line, spot, hashed, count, beam)
        other = width - base
        for entry in range(count if depth < look_ahead - 1 else 0):
            parent, spot = base + beam.lines[depth, entry], beam.spots[depth, entry]
            jump(parent, other + entry, spot, positions, tables)
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
    first: int,
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
    first
        Number of the first game.
    max_moves
        Moves after which the player gives up.
    lengths
        Output, int64: moves of each game; 1 + ``max_moves`` if the player gave up.
    moves
        Output, uint8: spots of the moved booths, as many per game as fit.
    """
    spots, colors, rows = databases.reach_masks.size, start_masks.size, 2 * width + 2
    marks = np.empty((colors, spots), np.int64)
    for color in range(colors):
        for spot in range(spots):
            marks[color, spot] = np.int64(scramble(STEP * np.uint64(1 + color * spots + spot)))
    positions, start = np.zeros((rows, CELLS), np.int64), rows - 1
    positions[start, EMPTY] = positions[start, PREVIOUS] = start_empty
    for color in range(colors):
        mask = start_masks[color]
        positions[start, MASK + color] = mask
        positions[start, NEED + color] = color_distance(color, np.uint64(mask), databases)
        positions[start, TOTAL] += positions[start, NEED + color]
        while mask:
            spot = trailing_zeros(mask)
            positions[start, COLOR_AT + spot] = color
            positions[start, HASH] ^= marks[color, spot]
            mask &= mask - 1
    beam = Beam(
        np.empty(width, np.int64),
        np.empty(width, np.int64),
        np.empty((look_ahead, width), np.int64),
        np.empty((look_ahead, width), np.int64),
    )
    tables = Tables(databases, marks)
    best = np.empty(look_ahead, np.int64)
    recorded = moves.size // max(1, lengths.size)
    base = scramble(seed + STEP) + np.uint64(first)
    game_row = start - 1
    for game in range(lengths.size):
        state = scramble(base + np.uint64(game))
        copy_position(start, game_row, positions)
        played = 0
        while positions[game_row, TOTAL] > 0 and played <= max_moves:
            copy_position(game_row, 0, positions)
            depth, solves, state = _think(look_ahead, error, state, beam, positions, tables)
            line = 0
            for step in range(depth - 1, -1, -1):
                best[step] = beam.spots[step, line]
                line = beam.lines[step, line]
            for step in range(depth if solves else min(plays, depth)):
                jump(game_row, game_row, best[step], positions, tables)
                if played < recorded:
                    moves[game * recorded + played] = best[step]
                played += 1
        lengths[game] = min(played, max_moves + 1)
