"""What the simulated player does with a vector at a time, which numba has no name for.

Each has a plain twin, which stands in for it with ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsInt, cast

import llvmlite.ir as llvm
import numpy as np
from numba import types
from numba.extending import intrinsic

from chatuchak_solver.numba_parts import config

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s, UInt32s, UInt64s
    from chatuchak_solver.numba_parts import Context, Signature, Typed, TypingContext, Values

    draw_errors: Callable[[np.uint64, SupportsInt, Int32s, SupportsInt], None]
    copy_words: Callable[[UInt64s, SupportsInt, SupportsInt], None]
    lines_near: Callable[[UInt32s, SupportsInt, SupportsInt, np.uint64, np.uint64], np.uint64]

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


def address(
    context: Context,
    builder: llvm.IRBuilder,
    vector: llvm.VectorType,
    kind: types.Type,
    array: llvm.Value,
    start: llvm.Value,
) -> llvm.Value:
    """Return the address of a vector of an array's items."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [start]), vector.as_pointer())


def loaded(
    context: Context, builder: llvm.IRBuilder, vector: llvm.VectorType, *place: Any
) -> llvm.Value:
    """Return a vector of an array's items; ``place`` is as `address` takes it."""
    found = builder.load(address(context, builder, vector, *place))
    found.align = vector.element.width // 8
    return found


@intrinsic
def _draw_errors(
    typing_context: TypingContext,  # noqa: ARG001
    state: types.Type,
    deviation: types.Type,
    errors: types.Type,
    start: types.Type,
) -> Typed:
    """Draw `ERROR_BLOCK` errors."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        long, word = (
            llvm.VectorType(llvm.IntType(64), ERROR_BLOCK),
            llvm.VectorType(llvm.IntType(32), ERROR_BLOCK),
        )
        steps = [STEP * place & WORD for place in range(1, ERROR_BLOCK + 1)]
        drawn = builder.add(everywhere(builder, arguments[0], long), llvm.Constant(long, steps))
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
        lifted = builder.mul(lifted, everywhere(builder, arguments[1], word))
        lifted = builder.add(lifted, same(word, LIFT * SPREAD))
        divided = builder.mul(builder.zext(lifted, long), same(long, INVERSE))
        divided = builder.trunc(builder.lshr(divided, same(long, INVERSE_SHIFT)), word)
        place = address(context, builder, word, signature.args[2], *arguments[2:])
        builder.store(builder.sub(divided, same(word, LIFT)), place).align = 4
        return context.get_dummy_value()

    return types.void(state, deviation, errors, start), generate


def plain_draw_errors(
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


@intrinsic
def _copy_words(
    typing_context: TypingContext,  # noqa: ARG001
    words: types.Type,
    source: types.Type,
    target: types.Type,
) -> Typed:
    """Copy `COPIED_WORDS` words within an array."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        block = llvm.VectorType(llvm.IntType(64), 8)
        words = []
        for place in (1, 2):
            first = address(
                context, builder, block, signature.args[0], arguments[0], arguments[place]
            )
            for part in range(COPIED_WORDS // block.count):
                here = builder.gep(first, [llvm.IntType(64)(part)])
                if place == 1:
                    words.append(builder.load(here))
                    words[-1].align = 8
                else:
                    builder.store(words[part], here).align = 8
        return context.get_dummy_value()

    return types.void(words, source, target), generate


def plain_copy_words(words: UInt64s, source: SupportsInt, target: SupportsInt) -> None:
    """Copy the `COPIED_WORDS` words from ``source`` to ``target``."""
    start, end = int(source), int(target)
    words[end : end + COPIED_WORDS] = words[start : start + COPIED_WORDS]


@intrinsic
def _lines_near(
    typing_context: TypingContext,  # noqa: ARG001
    lines: types.Type,
    stride: types.Type,
    start: types.Type,
    position: types.Type,
    spot: types.Type,
) -> Typed:
    """Return which of `LINE_BLOCK` lines may be one jump away from a position, a bit each."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        block = llvm.VectorType(llvm.IntType(32), LINE_BLOCK)
        half = arguments[3].type(32)
        own = [arguments[3], builder.lshr(arguments[3], half)]
        own += [arguments[4], builder.lshr(arguments[4], half)]
        differences = []
        place = arguments[2]
        for value in own:
            found = loaded(context, builder, block, signature.args[0], arguments[0], place)
            differences.append(builder.sub(found, everywhere(builder, value, block)))
            place = builder.add(place, arguments[1])
        one, other, one_spot, other_spot = differences
        alike = builder.icmp_signed(
            "==", builder.mul(one, other_spot), builder.mul(other, one_spot)
        )
        moved = builder.icmp_signed("!=", one_spot, same(block, 0))
        bits = builder.bitcast(builder.and_(alike, moved), llvm.IntType(LINE_BLOCK))
        return builder.zext(bits, llvm.IntType(64))

    return types.uint64(lines, stride, start, position, spot), generate


def plain_lines_near(
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


# Numba's intrinsics are called without their typing context; this is the type that callers see.
draw_errors = cast("Callable[[np.uint64, SupportsInt, Int32s, SupportsInt], None]", _draw_errors)
copy_words = cast("Callable[[UInt64s, SupportsInt, SupportsInt], None]", _copy_words)
lines_near = cast(
    "Callable[[UInt32s, SupportsInt, SupportsInt, np.uint64, np.uint64], np.uint64]", _lines_near
)
if config.DISABLE_JIT:
    draw_errors, copy_words, lines_near = plain_draw_errors, plain_copy_words, plain_lines_near
