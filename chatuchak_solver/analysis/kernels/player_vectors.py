"""What the simulated player does with a vector at a time, which numba has no name for."""

from typing import SupportsInt

import llvmlite.ir as llvm
import numpy as np
from numba import types

from chatuchak_solver.kernels.arrays import Int32s, UInt32s, UInt64s
from chatuchak_solver.kernels.intrinsics import Code, instruction

ERROR_BLOCK = 16
"""Errors that `draw_errors` draws at once."""
LINE_BLOCK = 16
"""Lines that `lines_near` looks at."""
LINE_WORDS = 4
"""Words of a line that it looks at."""
COPIED_WORDS = 24
"""Words that `copy_words` copies."""

SPREAD = 37837
"""The standard deviation of the sum of four 16-bit numbers."""
LIFT = 1 << 15
"""Larger than any error; makes what is divided by `SPREAD` positive."""
INVERSE_SHIFT = 47
INVERSE = (1 << INVERSE_SHIFT) // SPREAD + 1
"""``x * INVERSE >> INVERSE_SHIFT`` is ``x // SPREAD`` for x below 2**31, and quicker."""
MIDDLE = 2 * 0xFFFF

STEP = 0x9E3779B97F4A7C15
ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_ROUND = 31
"""The numbers of SplitMix64 (`chatuchak_solver.search.kernels.splitmix`)."""
WORD = (1 << 64) - 1


def same(vector: llvm.VectorType, value: int) -> llvm.Value:
    """Return a vector of one number."""
    return llvm.Constant(vector, [value] * vector.count)


def everywhere(builder: llvm.IRBuilder, value: llvm.Value, vector: llvm.VectorType) -> llvm.Value:
    """Return a vector of one integer, cut to the vector's items."""
    if value.type.width > vector.element.width:
        value = builder.trunc(value, vector.element)
    first = builder.insert_element(
        llvm.Constant(vector, llvm.Undefined), value, llvm.IntType(32)(0)
    )
    order = llvm.VectorType(llvm.IntType(32), vector.count)
    return builder.shuffle_vector(first, first, same(order, 0))


def place_of(
    code: Code, vector: llvm.VectorType, array: int, start: llvm.Value | None = None
) -> llvm.Value:
    """Return the address of a vector of an array's items; as `Code.address`."""
    return code.builder.bitcast(code.address(array, start), vector.as_pointer())


def loaded(
    code: Code, vector: llvm.VectorType, array: int, start: llvm.Value | None = None
) -> llvm.Value:
    """Return a vector of an array's items; as `Code.address`."""
    found = code.builder.load(place_of(code, vector, array, start))
    found.align = vector.element.width // 8
    return found


def _draw(code: Code) -> None:
    builder, (state, deviation, *_) = code.builder, code.arguments
    long, word = (llvm.VectorType(llvm.IntType(bits), ERROR_BLOCK) for bits in (64, 32))
    steps = [STEP * place & WORD for place in range(1, ERROR_BLOCK + 1)]
    drawn = builder.add(everywhere(builder, state, long), llvm.Constant(long, steps))
    for shift, factor in ROUNDS:
        drawn = builder.xor(drawn, builder.lshr(drawn, same(long, shift)))
        drawn = builder.mul(drawn, same(long, factor))
    drawn = builder.xor(drawn, builder.lshr(drawn, same(long, LAST_ROUND)))
    # Pairs of the four parts: each sum has 17 bits.
    pairs = builder.and_(drawn, same(long, 0x0000FFFF0000FFFF))
    others = builder.lshr(drawn, same(long, 16))
    pairs = builder.add(pairs, builder.and_(others, same(long, 0x0000FFFF0000FFFF)))
    total = builder.add(pairs, builder.lshr(pairs, same(long, 32)))
    total = builder.and_(builder.trunc(total, word), same(word, (1 << 18) - 1))
    lifted = builder.sub(total, same(word, MIDDLE))
    lifted = builder.mul(lifted, everywhere(builder, deviation, word))
    lifted = builder.add(lifted, same(word, LIFT * SPREAD))
    divided = builder.mul(builder.zext(lifted, long), same(long, INVERSE))
    divided = builder.trunc(builder.lshr(divided, same(long, INVERSE_SHIFT)), word)
    builder.store(builder.sub(divided, same(word, LIFT)), place_of(code, word, 2)).align = 4


@instruction(types.void, _draw)
def draw_errors(
    state: SupportsInt, deviation: SupportsInt, errors: Int32s, start: SupportsInt
) -> None:
    """Set the `ERROR_BLOCK` errors from ``start`` to the next ones of a random stream.

    They have mean 0 and the standard ``deviation``, below 2**13, shaped nearly as a bell: sums of
    the four 16-bit parts of the random words that follow ``state``.
    """
    for place in range(ERROR_BLOCK):
        word = int(state) + STEP * (place + 1) & WORD
        for shift, factor in ROUNDS:
            word = (word ^ word >> shift) * factor & WORD
        word ^= word >> LAST_ROUND
        total = sum(word >> part & 0xFFFF for part in (0, 16, 32, 48))
        lifted = (total - MIDDLE) * int(deviation) + LIFT * SPREAD
        errors[int(start) + place] = lifted // SPREAD - LIFT


def _copy(code: Code) -> None:
    block, words = llvm.VectorType(llvm.IntType(64), 8), []
    for place in (1, 2):
        first = place_of(code, block, 0, code.arguments[place])
        for part in range(COPIED_WORDS // block.count):
            here = code.builder.gep(first, [llvm.IntType(64)(part)])
            if place == 1:
                words.append(code.builder.load(here))
                words[-1].align = 8
            else:
                code.builder.store(words[part], here).align = 8


@instruction(types.void, _copy)
def copy_words(words: UInt64s, source: SupportsInt, target: SupportsInt) -> None:
    """Copy the `COPIED_WORDS` words from ``source`` to ``target``."""
    start, end = int(source), int(target)
    words[end : end + COPIED_WORDS] = words[start : start + COPIED_WORDS]


def _compare_lines(code: Code) -> llvm.Value:
    builder, (_, stride, place, position, spot) = code.builder, code.arguments
    block = llvm.VectorType(llvm.IntType(32), LINE_BLOCK)
    half = position.type(32)
    own = [position, builder.lshr(position, half), spot, builder.lshr(spot, half)]
    differences = []
    for value in own:
        found = loaded(code, block, 0, place)
        differences.append(builder.sub(found, everywhere(builder, value, block)))
        place = builder.add(place, stride)
    one, other, one_spot, other_spot = differences
    alike = builder.icmp_signed("==", builder.mul(one, other_spot), builder.mul(other, one_spot))
    moved = builder.icmp_signed("!=", one_spot, same(block, 0))
    bits = builder.bitcast(builder.and_(alike, moved), llvm.IntType(LINE_BLOCK))
    return builder.zext(bits, llvm.IntType(64))


@instruction(types.uint64, _compare_lines)
def lines_near(
    lines: UInt32s,
    stride: SupportsInt,
    start: SupportsInt,
    position: SupportsInt,
    spot: SupportsInt,
) -> np.uint64:
    """Return which of the `LINE_BLOCK` lines from ``start`` may be one jump from a position.

    Parameters
    ----------
    lines
        uint32 (LINE_WORDS * stride,): the lower and the upper half of the lines' hashes, then of
        the marks of their empty spots.
    stride
        From one of these to the next.
    position
        uint64: the position's hash in two halves. Each adds up, for all booths, a factor of the
        color times the same half of the spot's mark, modulo 2**32.
    spot
        uint64: the mark of its empty spot.

    Returns
    -------
    A bit for each line: set where the halves of the hashes differ in the same proportion as those
    of the marks, as they do if one booth makes all the difference.
    """
    half = (1 << 32) - 1
    near = 0
    for line in range(LINE_BLOCK):
        words = [int(lines[int(start) + line + int(stride) * place]) for place in range(LINE_WORDS)]
        own = [int(position) & half, int(position) >> 32, int(spot) & half, int(spot) >> 32]
        one, other, one_spot, other_spot = (a - b for a, b in zip(words, own, strict=True))
        if one_spot & half and (one * other_spot - other * one_spot) & half == 0:
            near |= 1 << line
    return np.uint64(near)
