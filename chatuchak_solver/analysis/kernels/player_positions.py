"""The positions that the simulated player has in mind, a row of words each.

Rows are of one length and in one array, so that a position is copied in a few vector instructions
and found by a shift; nothing here counts references to arrays, which would cost as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.jit import inner_kernel
from chatuchak_solver.search.kernels.heuristic_tables import color_distance

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s, Int64s, UInt8s, UInt32s, UInt64s

__all__ = [
    "CAME_FROM",
    "COLORS",
    "COLOR_BYTES",
    "EMPTY",
    "HASH",
    "LINE_SHIFT",
    "MASKS",
    "NEED",
    "NEED_BYTES",
    "NOWHERE",
    "ROW",
    "ROW_BYTE_BITS",
    "SPOTS",
    "SPOT_MASK",
    "WAY_BACK",
    "Mind",
    "Tables",
    "color_at",
    "copy_position",
    "end_alike",
    "let_jump",
    "move_of",
    "need_after",
    "word_of",
]  # fmt: skip

# Words of a position in `Mind.rows`: the empty spot, where it was one move before and which of its
# others that is, the moves still needed when the colors are looked at one by one, a hash, a byte
# for the color of each spot, the spots of each color and a byte for what each color needs. Words
# index faster than integers, which may be negative.
EMPTY, CAME_FROM, WAY_BACK = np.uint64(0), np.uint64(1), np.uint64(2)
NEED, HASH = np.uint64(3), np.uint64(4)
MASKS = np.uint64(16)
COLOR_BYTES, NEED_BYTES = np.uint64(8 * 5), np.uint64(8 * 25)
ROW = 32
ROW_BITS, ROW_BYTE_BITS = np.uint64(5), np.uint64(8)
COLORS = 9
SPOTS = 64
NOWHERE = 64
"""Where the empty spot was before the first move."""
ONE = np.uint64(1)

# A continuation in one word: the line that it continues, and the spot that moves.
LINE_SHIFT = np.uint64(6)
SPOT_MASK = np.uint64(63)


class Tables(NamedTuple):
    """The board, and the pattern databases, one offset a color.

    ``lines`` uint64 (spots,), and the same spots one by one, ascending, ``others`` uint8
    (spots, L); ``places`` uint8 (spots, SPOTS), which of a spot's others another is, or L;
    ``marks`` uint64 (COLORS, SPOTS), whose exclusive or is a position's hash.
    """

    lines: UInt64s
    others: UInt8s
    places: UInt8s
    marks: UInt64s
    distances: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: UInt32s


class Mind(NamedTuple):
    """What the player has in mind; W lines, M continuations, D steps.

    The positions are ``rows`` uint64 (R * ROW,) and the same memory as ``bytes`` uint8; the rows
    0..W-1 and W..2W-1 are the ends of the lines before and after a step, in turns, the next is the
    game itself and the last its start. Of each continuation uint64 (M,) the moved color's spots
    ``afters``, the ``entries`` of the databases for them, and ``hashes``; int32 (M,) ``needs``,
    ``keys``, ``errors`` and ``alike`` (one kept before it in the same place of ``last_alike`` int64
    (256,)). ``kept`` int32 (W up to a whole block,) are the keys of those kept, ascending;
    ``followed`` int32 (D * W,), how each line came about.
    """

    rows: UInt64s
    bytes: UInt8s
    afters: UInt64s
    entries: UInt64s
    hashes: UInt64s
    needs: Int32s
    keys: Int32s
    errors: Int32s
    alike: Int32s
    last_alike: Int64s
    kept: Int32s
    followed: Int32s


@inner_kernel
def word_of(row: np.uint64, cell: np.uint64, mind: Mind) -> np.uint64:
    """Return a word of a position."""
    return np.uint64(mind.rows[(row << ROW_BITS) + cell])


@inner_kernel
def color_at(row: np.uint64, spot: np.uint64, mind: Mind) -> np.uint64:
    """Return the color of the booth on a spot."""
    return np.uint64(mind.bytes[(row << ROW_BYTE_BITS) + COLOR_BYTES + spot])


@inner_kernel
def need_after(row: np.uint64, spot: np.uint64, mind: Mind, tables: Tables) -> np.int64:
    """Return what is needed when the booth on ``spot`` has jumped."""
    color = mind.bytes[(row << ROW_BYTE_BITS) + COLOR_BYTES + spot]
    mask = word_of(row, MASKS + color, mind) ^ (ONE << spot | ONE << word_of(row, EMPTY, mind))
    before = np.int64(mind.bytes[(row << ROW_BYTE_BITS) + NEED_BYTES + color])
    return np.int64(word_of(row, NEED, mind)) + color_distance(color, mask, tables) - before


@inner_kernel
def _spot_of(row: np.uint64, choice: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return the spot whose booth jumps in a position's continuation of that number."""
    place = choice + np.uint64(choice >= word_of(row, WAY_BACK, mind))
    return np.uint64(tables.others[word_of(row, EMPTY, mind), place])


@inner_kernel
def move_of(
    base: np.uint64, number: np.uint64, choices: np.uint64, mind: Mind, tables: Tables
) -> np.uint64:
    """Return the word of a continuation, by its number among all."""
    line = number // choices
    return line << LINE_SHIFT | _spot_of(base + line, number - line * choices, mind, tables)


@inner_kernel
def end_alike(base: np.uint64, one: np.uint64, other: np.uint64, mind: Mind) -> bool:
    """Return whether two continuations lead to the same position."""
    row, other_row = base + (one >> LINE_SHIFT), base + (other >> LINE_SHIFT)
    spot, other_spot = one & SPOT_MASK, other & SPOT_MASK
    color, other_color = color_at(row, spot, mind), color_at(other_row, other_spot, mind)
    swap = ONE << word_of(row, EMPTY, mind) | ONE << spot
    other_swap = ONE << word_of(other_row, EMPTY, mind) | ONE << other_spot
    for number in range(COLORS):
        at = np.uint64(number)
        differing = word_of(row, MASKS + at, mind) ^ word_of(other_row, MASKS + at, mind)
        if color == at:
            differing ^= swap
        if other_color == at:
            differing ^= other_swap
        if differing:
            return False
    return True


@inner_kernel
def copy_position(source: np.uint64, target: np.uint64, mind: Mind) -> None:
    """Copy a position from one row to another."""
    start, end = source << ROW_BITS, target << ROW_BITS
    for word in range(ROW):
        mind.rows[end + np.uint64(word)] = mind.rows[start + np.uint64(word)]


@inner_kernel
def let_jump(row: np.uint64, spot: np.uint64, need: np.int64, mind: Mind, tables: Tables) -> None:
    """Let the booth on ``spot`` of a position jump, which then has that ``need``."""
    words, row_bytes = row << ROW_BITS, row << ROW_BYTE_BITS
    empty, color = mind.rows[words + EMPTY], color_at(row, spot, mind)
    mind.rows[words + MASKS + color] ^= ONE << spot | ONE << empty
    gain = need - np.int64(mind.rows[words + NEED])
    at = row_bytes + NEED_BYTES + color
    mind.bytes[at] = np.int64(mind.bytes[at]) + gain
    mind.bytes[row_bytes + COLOR_BYTES + empty] = color
    mind.rows[words + HASH] ^= tables.marks[color, spot] ^ tables.marks[color, empty]
    mind.rows[words + NEED] = need
    mind.rows[words + CAME_FROM], mind.rows[words + EMPTY] = empty, spot
    mind.rows[words + WAY_BACK] = tables.places[spot, empty]
