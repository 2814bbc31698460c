"""The positions that the simulated player has in mind, a row of words each.

Rows are of one length and in one array, so that a position is copied in a few vector instructions
and found by a shift; nothing here counts references to arrays, which would cost as much.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.analysis.kernels.player_vectors import LINE_BLOCK, copy_words, lines_near
from chatuchak_solver.analysis.kernels.small_tables import (
    CODE_BITS,
    CODE_MASK,
    SmallTables,
    code_of,
)
from chatuchak_solver.kernels.arrays import Int32s, Int64s, UInt8s, UInt32s, UInt64s
from chatuchak_solver.kernels.bits import prefetch, trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, inner_kernel

# Words of a position in `Mind.rows`: the empty spot, which of its others was empty one move before,
# the moves still needed when the colors are looked at one by one, a hash, the code of the way back,
# a byte for the color of each spot, the spots of each color and a byte for what each color needs.
# Words index faster than integers, which may be negative.
EMPTY, WAY_BACK, NEED, HASH = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
CODE_BACK = np.uint64(4)
COLOR_BYTES = np.uint64(8 * 5)
MASKS, NEED_BYTES = np.uint64(13), np.uint64(8 * 22)
ROW = 32
ROW_BITS, ROW_BYTE_BITS = np.uint64(5), np.uint64(8)
COLORS = 9
SPOTS = 64
ONE, TWO = np.uint64(1), np.uint64(2)

MEMORY_BITS = 16
MEMORY_SHIFT = np.uint64(64 - MEMORY_BITS)

# A continuation in one word: the line that it continues, and the spot that moves.
LINE_SHIFT = np.uint64(6)
SPOT_BITS = np.uint64(6)
SPOT_MASK = np.uint64(63)

LOWER = np.uint64((1 << 32) - 1)
UPPER = ~LOWER
HALF = np.uint64(32)
NONE = -1
"""No continuation."""
BYTE = np.uint64(255)


class Tables(NamedTuple):
    """The board, and the pattern databases, one offset a color.

    ``others`` uint8, each spot's ``most`` other spots of its row and column, ascending; ``places``
    uint8, which of a spot's others another is, or ``most``. ``marks`` uint64, of a color's booth on
    a spot, whose sum in each half is a position's hash: a factor of the color times a number of the
    spot, the latter in ``spot_marks`` uint64 (SPOTS,). The others have SPOTS items for each spot,
    or color.
    """

    others: UInt8s
    places: UInt8s
    marks: UInt64s
    spot_marks: UInt64s
    offsets: UInt64s
    most: np.uint64
    small: SmallTables


class Mind(NamedTuple):
    """What the player has in mind; W lines, M continuations, D steps.

    The positions are ``rows`` uint64 (R * ROW,) and the same memory as ``bytes`` uint8; the rows
    0..W-1 and W..2W-1 are the ends of the lines before and after a step, in turns, the next is the
    game itself and the last its start. Of the first 2W ``lines`` uint32 (LINE_WORDS * L,) has what
    `lines_near` looks at. Of each line uint64 (W,) the ``codes`` of what its continuations gain. Of
    each continuation int32 (M,) ``keys`` and ``errors``. ``kept`` int32 (W up to a whole block,)
    are the best keys, ascending; ``followed`` int32 (D * W,), how each line came about.
    """

    rows: UInt64s
    bytes: UInt8s
    lines: UInt32s
    memory: UInt64s
    codes: UInt64s
    keys: Int32s
    errors: Int32s
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
def end_alike(row: np.uint64, other_row: np.uint64, spot: np.uint64, mind: Mind) -> bool:
    """Return whether the jump of the booth on ``spot`` makes two positions the same.

    They do not have the same empty spot.
    """
    empty, other_empty = word_of(row, EMPTY, mind), word_of(other_row, EMPTY, mind)
    differing = np.uint64(0)
    for number in range(COLORS):
        at = MASKS + np.uint64(number)
        differing |= word_of(row, at, mind) ^ word_of(other_row, at, mind)
    if differing & ~(ONE << empty | ONE << other_empty | ONE << spot):
        return False
    if color_at(row, spot, mind) != color_at(other_row, empty, mind):
        return False
    return bool(color_at(other_row, spot, mind) == color_at(row, other_empty, mind))


@inner_kernel
def _with_booth(hashed: np.uint64, mark: np.uint64) -> np.uint64:
    """Return the hash of a position with one more booth: the sum of the halves."""
    return hashed + mark & LOWER | (hashed & UPPER) + (mark & UPPER)


@inner_kernel
def set_out(
    row: np.uint64, masks: Int64s, needs: Int64s, empty: int, mind: Mind, tables: Tables
) -> None:
    """Write the position that has the colors' booths on ``masks`` into a row of zeros."""
    words, row_bytes = row << ROW_BITS, row << ROW_BYTE_BITS
    mind.rows[words + EMPTY], mind.rows[words + WAY_BACK] = empty, tables.most
    hashed = np.uint64(0)
    for color in range(masks.size):
        mask = np.uint64(masks[color])
        mind.rows[words + MASKS + np.uint64(color)] = mask
        mind.rows[words + NEED] += np.uint64(needs[color])
        mind.bytes[row_bytes + NEED_BYTES + np.uint64(color)] = needs[color]
        while mask:
            spot = np.uint64(trailing_zeros(mask))
            mind.bytes[row_bytes + COLOR_BYTES + spot] = color
            hashed = _with_booth(hashed, tables.marks[np.uint64(color) << SPOT_BITS | spot])
            mask &= mask - ONE
    mind.rows[words + HASH] = hashed


@inner_kernel
def hash_after(row: np.uint64, spot: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return the hash of the position after the jump of the booth on ``spot``."""
    color = color_at(row, spot, mind) << SPOT_BITS
    there = np.uint64(tables.marks[color | word_of(row, EMPTY, mind)])
    here = np.uint64(tables.marks[color | spot])
    hashed = word_of(row, HASH, mind)
    upper = (hashed & UPPER) + (there & UPPER) - (here & UPPER)
    return hashed + there - here & LOWER | upper


@inner_kernel
def let_jump(
    source: np.uint64,
    target: np.uint64,
    spot: np.uint64,
    code: np.uint64,
    hashed: np.uint64,
    mind: Mind,
    tables: Tables,
) -> None:
    """Write the position of one row into another after the jump of the booth on ``spot``.

    ``code`` tells what it gains, ``hashed`` is the hash afterward. Both rows may be the same.
    """
    prefetch(mind.memory, place_in_memory(hashed))
    words, row_bytes = source << ROW_BITS, source << ROW_BYTE_BITS
    empty, color = mind.rows[words + EMPTY], color_at(source, spot, mind)
    mask = mind.rows[words + MASKS + color] ^ (ONE << spot | ONE << empty)
    color_needs = np.uint64(mind.bytes[row_bytes + NEED_BYTES + color]) + code - ONE
    needs = mind.rows[words + NEED] + code - ONE
    back = tables.places[spot << SPOT_BITS | empty]
    target_words, target_bytes = target << ROW_BITS, target << ROW_BYTE_BITS
    copy_words(mind.rows, words, target_words)
    mind.rows[target_words + MASKS + color] = mask
    mind.bytes[target_bytes + NEED_BYTES + color] = color_needs & BYTE
    mind.bytes[target_bytes + COLOR_BYTES + empty] = color
    mind.rows[target_words + HASH], mind.rows[target_words + NEED] = hashed, needs
    mind.rows[target_words + EMPTY], mind.rows[target_words + WAY_BACK] = spot, back
    mind.rows[target_words + CODE_BACK] = TWO - code


@inner_kernel
def first_alike(
    base: np.uint64,
    start: np.uint64,
    line: np.uint64,
    spot: np.uint64,
    hashed: np.uint64,
    shift: np.uint64,
    bound: np.int64,
    mind: Mind,
    tables: Tables,
) -> int:
    """Return the number of the first continuation that ends as one of a later line does.

    That is the jump of the booth on ``spot``, after which the position has this hash. Returns
    `NONE` if no line from ``start`` on has such a continuation with a key up to ``bound``.
    """
    stride = mind.lines.size >> 2
    mark = np.uint64(tables.spot_marks[spot])
    for block in range(start, line, LINE_BLOCK):
        first = np.uint64(block)
        near = lines_near(mind.lines, stride, np.int64(base + first), hashed, mark)
        if line - first < np.uint64(LINE_BLOCK):
            near &= (ONE << line - first) - ONE
        while near:
            other = first + np.uint64(trailing_zeros(near))
            near &= near - ONE
            row = base + other
            place = np.uint64(tables.places[word_of(row, EMPTY, mind) << SPOT_BITS | spot])
            back = word_of(row, WAY_BACK, mind)
            if place == tables.most or place == back:
                continue
            number = other << shift | place - np.uint64(place > back)
            if mind.keys[number] <= bound and end_alike(base + line, row, spot, mind):
                return int(number)
    return NONE


@inlined_kernel
def code_after(row: np.uint64, spot: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return 1 more than what the jump of the booth on ``spot`` adds to what is needed."""
    color = color_at(row, spot, mind)
    mask = word_of(row, MASKS + color, mind) ^ (ONE << spot | ONE << word_of(row, EMPTY, mind))
    before = np.uint64(mind.bytes[(row << ROW_BYTE_BITS) + NEED_BYTES + color])
    return code_of(tables.offsets[color], mask, tables.small) + ONE - before & CODE_MASK


@inner_kernel
def place_in_memory(hashed: np.uint64) -> np.uint64:
    """Return where `codes_after` remembers a position: its hash, then its codes."""
    return hashed >> MEMORY_SHIFT << ONE


@inlined_kernel
def codes_after(row: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return the codes (`code_after`) of all jumps of a position but the one back.

    The first other's code is lowest. Remembered with the code of the way back, by the position's
    hash of 64 bits, in memory that later positions overwrite.
    """
    words = row << ROW_BITS
    hashed, back = mind.rows[words + HASH], mind.rows[words + WAY_BACK]
    at = place_in_memory(hashed)
    shift = CODE_BITS * back
    before = (ONE << shift) - ONE
    if mind.memory[at] == hashed:
        codes = np.uint64(mind.memory[at + ONE])
        return np.uint64(codes & before | codes >> CODE_BITS & ~before)
    codes = np.uint64(0)
    empty = mind.rows[words + EMPTY] << SPOT_BITS
    for number in range(tables.most - np.uint64(back < tables.most)):
        choice = np.uint64(number)
        spot = np.uint64(tables.others[empty | choice + np.uint64(choice >= back)])
        codes |= code_after(row, spot, mind, tables) << CODE_BITS * choice
    every = codes & before | mind.rows[words + CODE_BACK] << shift | (codes & ~before) << CODE_BITS
    mind.memory[at], mind.memory[at + ONE] = hashed, every
    return codes
