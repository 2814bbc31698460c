"""The positions that the simulated player has in mind, a row of words each.

Rows are of one length and in one array, so that a position is copied in a few vector instructions
and found by a shift; nothing here counts references to arrays, which would cost as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.analysis.kernels.small_tables import (
    CODE_BITS,
    CODE_MASK,
    SmallTables,
    code_of,
)
from chatuchak_solver.bits import prefetch
from chatuchak_solver.jit import inlined_kernel, inner_kernel

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s, Int64s, UInt8s, UInt64s

__all__ = [
    "CAME_FROM",
    "COLORS",
    "COLOR_BYTES",
    "EMPTY",
    "HASH",
    "LINE_SHIFT",
    "MASKS",
    "MEMORY_BITS",
    "NEED",
    "NEED_BYTES",
    "NOWHERE",
    "ROW",
    "ROW_BYTE_BITS",
    "SPOTS",
    "SPOT_BITS",
    "SPOT_MASK",
    "WAY_BACK",
    "Mind",
    "Tables",
    "code_after",
    "codes_after",
    "color_at",
    "copy_position",
    "end_alike",
    "hash_after",
    "let_jump",
    "move_of",
    "word_of",
]  # fmt: skip

# Words of a position in `Mind.rows`: the empty spot, where it was one move before and which of its
# others that is, the moves still needed when the colors are looked at one by one, a hash, a byte
# for the color of each spot, the spots of each color and a byte for what each color needs. Words
# index faster than integers, which may be negative.
EMPTY, CAME_FROM, WAY_BACK = np.uint64(0), np.uint64(1), np.uint64(2)
NEED, HASH = np.uint64(3), np.uint64(4)
COLOR_BYTES = np.uint64(8 * 5)
MASKS, NEED_BYTES = np.uint64(13), np.uint64(8 * 22)
ROW, ROW_USED = 32, 24
ROW_BITS, ROW_BYTE_BITS = np.uint64(5), np.uint64(8)
COLORS = 9
SPOTS = 64
NOWHERE = 64
"""Where the empty spot was before the first move."""
ONE = np.uint64(1)

MEMORY_BITS = 16
MEMORY_SHIFT = np.uint64(64 - MEMORY_BITS)

# A continuation in one word: the line that it continues, and the spot that moves.
LINE_SHIFT = np.uint64(6)
SPOT_BITS = np.uint64(6)
SPOT_MASK = np.uint64(63)


class Tables(NamedTuple):
    """The board, and the pattern databases, one offset a color.

    ``lines`` uint64 (spots,), and the same spots one by one, ascending, ``others`` uint8, each
    spot's ``most``; ``places`` uint8, which of a spot's others another is, or ``most``; ``marks``
    uint64, of a color's booth on a spot, whose exclusive or is a position's hash. These three have
    SPOTS items for each spot, or color.
    """

    lines: UInt64s
    others: UInt8s
    places: UInt8s
    marks: UInt64s
    offsets: UInt64s
    most: np.uint64
    small: SmallTables


class Mind(NamedTuple):
    """What the player has in mind; W lines, M continuations, D steps.

    The positions are ``rows`` uint64 (R * ROW,) and the same memory as ``bytes`` uint8; the rows
    0..W-1 and W..2W-1 are the ends of the lines before and after a step, in turns, the next is the
    game itself and the last its start. Of each line uint64 (W,) the ``codes`` of what its
    continuations gain. Of each continuation int32 (M,) ``keys`` and ``errors``; of those kept for a
    while ``hashes`` uint64 (M,) and ``alike`` int32 (M,), one kept before it in the same place of
    ``last_alike`` int64 (256,). ``kept`` int32 (W up to a whole block,) are the keys of those
    kept, ascending; ``followed`` int32 (D * W,), how each line came about.
    """

    rows: UInt64s
    bytes: UInt8s
    memory: UInt64s
    codes: UInt64s
    hashes: UInt64s
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
def move_of(
    base: np.uint64, number: np.uint64, shift: np.uint64, mind: Mind, tables: Tables
) -> np.uint64:
    """Return the word of a continuation, by its number: its line, and in ``shift`` bits which."""
    line = number >> shift
    choice = number & ((ONE << shift) - ONE)
    row = base + line
    place = choice + np.uint64(choice >= word_of(row, WAY_BACK, mind))
    spot = np.uint64(tables.others[word_of(row, EMPTY, mind) << SPOT_BITS | place])
    return line << LINE_SHIFT | spot


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
    for word in range(ROW_USED):
        mind.rows[end + np.uint64(word)] = mind.rows[start + np.uint64(word)]


@inner_kernel
def let_jump(row: np.uint64, spot: np.uint64, code: np.uint64, mind: Mind, tables: Tables) -> None:
    """Let the booth on ``spot`` of a position jump, which gains what ``code`` tells."""
    words, row_bytes = row << ROW_BITS, row << ROW_BYTE_BITS
    empty, color = mind.rows[words + EMPTY], color_at(row, spot, mind)
    mind.rows[words + MASKS + color] ^= ONE << spot | ONE << empty
    at = row_bytes + NEED_BYTES + color
    mind.bytes[at] = np.uint64(mind.bytes[at]) + code - ONE
    mind.bytes[row_bytes + COLOR_BYTES + empty] = color
    mind.rows[words + HASH] ^= (
        tables.marks[color << SPOT_BITS | spot] ^ tables.marks[color << SPOT_BITS | empty]
    )
    prefetch(mind.memory, mind.rows[words + HASH] >> MEMORY_SHIFT << ONE)
    mind.rows[words + NEED] += code - ONE
    mind.rows[words + CAME_FROM], mind.rows[words + EMPTY] = empty, spot
    mind.rows[words + WAY_BACK] = tables.places[spot << SPOT_BITS | empty]


@inner_kernel
def hash_after(base: np.uint64, move: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return the hash of the position that a continuation leads to."""
    row, spot = base + (move >> LINE_SHIFT), move & SPOT_MASK
    color = color_at(row, spot, mind)
    left = np.uint64(tables.marks[color << SPOT_BITS | word_of(row, EMPTY, mind)])
    return word_of(row, HASH, mind) ^ np.uint64(tables.marks[color << SPOT_BITS | spot]) ^ left


@inlined_kernel
def code_after(row: np.uint64, spot: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return 1 more than what the jump of the booth on ``spot`` adds to what is needed."""
    color = color_at(row, spot, mind)
    mask = word_of(row, MASKS + color, mind) ^ (ONE << spot | ONE << word_of(row, EMPTY, mind))
    before = np.uint64(mind.bytes[(row << ROW_BYTE_BITS) + NEED_BYTES + color])
    return code_of(tables.offsets[color], mask, tables.small) + ONE - before & CODE_MASK


@inlined_kernel
def codes_after(row: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return the codes (`code_after`) of all jumps of a position, the first other's lowest.

    Remembered by the position's hash of 64 bits, in memory that later positions overwrite.
    """
    words = row << ROW_BITS
    hashed, empty = mind.rows[words + HASH], mind.rows[words + EMPTY]
    at = hashed >> MEMORY_SHIFT << ONE
    if mind.memory[at] == hashed:
        return np.uint64(mind.memory[at + ONE])
    codes = np.uint64(0)
    for number in range(tables.most):
        place = np.uint64(number)
        code = code_after(row, np.uint64(tables.others[empty << SPOT_BITS | place]), mind, tables)
        codes |= code << CODE_BITS * place
    mind.memory[at], mind.memory[at + ONE] = hashed, codes
    return codes
