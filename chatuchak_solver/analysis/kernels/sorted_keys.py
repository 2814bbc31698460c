"""A few sorted keys in one vector, which numba has no name for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, SupportsInt, cast

import llvmlite.ir as llvm
import numpy as np
from numba import types
from numba.extending import intrinsic

from chatuchak_solver.analysis.kernels.player_vectors import address, everywhere, loaded, same
from chatuchak_solver.analysis.kernels.scales import SCALE_BITS
from chatuchak_solver.numba_parts import config

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s
    from chatuchak_solver.numba_parts import Context, Signature, Typed, TypingContext, Values

    insert_sorted: Callable[[Int32s, int, SupportsInt, SupportsInt], None]
    keys_below: Callable[[Int32s, SupportsInt, SupportsInt], np.uint64]
    least_above: Callable[[Int32s, SupportsInt, SupportsInt], np.int64]
    merge_block: Callable[[Int32s, SupportsInt, Int32s, SupportsInt], None]
    judge_block: Callable[
        [SupportsInt, SupportsInt, Int32s, SupportsInt, Int32s, SupportsInt], None
    ]

SORTED_BLOCK = 16
"""Keys in a block: a vector of 64 bytes, or as many smaller ones."""
JUDGED_BLOCK = 8
"""Keys that `judge_block` makes at once."""
NUMBER_BITS = 13
"""A key is a judgement and below it, in so many bits, a number: the smaller key is the better
judgement, and of equal ones the earlier."""
CODE_BITS = 2
LAST_KEY = (1 << 31) - 1
"""After all keys."""


BLOCK = llvm.VectorType(llvm.IntType(32), SORTED_BLOCK)


@intrinsic
def _insert_sorted(
    typing_context: TypingContext,  # noqa: ARG001
    keys: types.Type,
    start: types.Type,
    before: types.Type,
    key: types.Type,
) -> Typed:
    """Insert a key into `SORTED_BLOCK` ascending ones, the last of which goes."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        place = address(context, builder, BLOCK, signature.args[0], *arguments[:2])
        old = builder.load(place)
        old.align = 4
        before, new = (everywhere(builder, each, BLOCK) for each in arguments[2:])
        moved = [SORTED_BLOCK, *range(SORTED_BLOCK - 1)]
        shifted = builder.shuffle_vector(old, before, llvm.Constant(BLOCK, moved))
        # Each place takes the middle one of its own key, the key before it, and the new key.
        later = builder.select(builder.icmp_signed(">", shifted, new), shifted, new)
        result = builder.select(builder.icmp_signed("<", old, later), old, later)
        builder.store(result, place).align = 4
        return context.get_dummy_value()

    return types.void(keys, start, before, key), generate


def plain_insert_sorted(keys: Int32s, start: int, before: SupportsInt, key: SupportsInt) -> None:
    """Insert a key into a block of ascending ones; the last goes, or the first to ``before``.

    Parameters
    ----------
    keys
        int32; those from ``start`` are the block, ascending.
    before
        The key before the block, which comes into it where ``key`` is before that one.
    """
    block = sorted([*keys[start : start + SORTED_BLOCK].tolist(), max(int(before), int(key))])
    keys[start : start + SORTED_BLOCK] = block[:SORTED_BLOCK]


@intrinsic
def _keys_below(
    typing_context: TypingContext,  # noqa: ARG001
    keys: types.Type,
    start: types.Type,
    bound: types.Type,
) -> Typed:
    """Return which of `SORTED_BLOCK` keys are below a bound, a bit each."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        found = loaded(context, builder, BLOCK, signature.args[0], *arguments[:2])
        below = builder.icmp_signed("<", found, everywhere(builder, arguments[2], BLOCK))
        bits = builder.bitcast(below, llvm.IntType(SORTED_BLOCK))
        return builder.zext(bits, llvm.IntType(64))

    return types.uint64(keys, start, bound), generate


def plain_keys_below(keys: Int32s, start: SupportsInt, bound: SupportsInt) -> np.uint64:
    """Return which of the `SORTED_BLOCK` keys from ``start`` are below ``bound``, a bit each."""
    block = keys[int(start) : int(start) + SORTED_BLOCK].tolist()
    return np.uint64(sum(1 << place for place, key in enumerate(block) if key < int(bound)))


def _exchanged(
    builder: llvm.IRBuilder, keys: llvm.Value, partners: Sequence[int], span: int
) -> llvm.Value:
    """Let each key of a vector be the less of it and its partner, or the greater where ``span``."""
    others = builder.shuffle_vector(keys, keys, llvm.Constant(BLOCK, list(partners)))
    smaller = builder.icmp_signed("<", keys, others)
    least = builder.select(smaller, keys, others)
    most = builder.select(smaller, others, keys)
    places = [at + SORTED_BLOCK if at & span else at for at in range(SORTED_BLOCK)]
    return builder.shuffle_vector(least, most, llvm.Constant(BLOCK, places))


def _untwisted(builder: llvm.IRBuilder, keys: llvm.Value, size: int) -> llvm.Value:
    """Sort every ``size`` keys of a vector, of which each half is to come before the other."""
    while size > 1:
        size //= 2
        keys = _exchanged(builder, keys, [at ^ size for at in range(SORTED_BLOCK)], size)
    return keys


def _sorted(builder: llvm.IRBuilder, keys: llvm.Value) -> llvm.Value:
    """Sort a vector of keys by a bitonic network (Batcher, 1968)."""
    size = 1
    while size < SORTED_BLOCK:
        # Two sorted halves, each against the mirror image of the other.
        mirrored = [at ^ (2 * size - 1) for at in range(SORTED_BLOCK)]
        keys = _untwisted(builder, _exchanged(builder, keys, mirrored, size), size)
        size *= 2
    return keys


@intrinsic
def _merge_block(
    typing_context: TypingContext,  # noqa: ARG001
    kept: types.Type,
    blocks: types.Type,
    keys: types.Type,
    start: types.Type,
) -> Typed:
    """Merge `SORTED_BLOCK` keys into ascending ones; as many of the last go."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        kinds, nowhere = signature.args, arguments[1].type(0)
        new = _sorted(builder, loaded(context, builder, BLOCK, kinds[2], *arguments[2:]))
        first = address(context, builder, BLOCK, kinds[0], arguments[0], nowhere)
        before = builder.block
        each, further, done = (builder.append_basic_block() for _ in range(3))
        builder.branch(each)
        builder.position_at_end(each)
        at, carried = builder.phi(arguments[1].type), builder.phi(BLOCK)
        place = builder.gep(first, [at])
        old = builder.load(place)
        old.align = 4
        mirrored = llvm.Constant(BLOCK, list(reversed(range(SORTED_BLOCK))))
        twisted = builder.shuffle_vector(carried, carried, mirrored)
        smaller = builder.icmp_signed("<", old, twisted)
        least = _untwisted(builder, builder.select(smaller, old, twisted), SORTED_BLOCK)
        builder.store(least, place).align = 4
        following = builder.add(at, at.type(1))
        is_left = builder.icmp_signed("<", following, arguments[1])
        builder.cbranch(is_left, further, done)
        builder.position_at_end(further)
        most = _untwisted(builder, builder.select(smaller, twisted, old), SORTED_BLOCK)
        builder.branch(each)
        for phi, begun, carrying in ((at, nowhere, following), (carried, new, most)):
            phi.add_incoming(begun, before)
            phi.add_incoming(carrying, further)
        builder.position_at_end(done)
        return context.get_dummy_value()

    return types.void(kept, blocks, keys, start), generate


def plain_merge_block(kept: Int32s, blocks: SupportsInt, keys: Int32s, start: SupportsInt) -> None:
    """Merge the `SORTED_BLOCK` keys from ``start`` into ascending ones; as many of the last go.

    Parameters
    ----------
    kept
        int32 (``blocks`` * SORTED_BLOCK,), ascending before and after.
    """
    first = int(start)
    every = sorted([*kept.tolist(), *keys[first : first + SORTED_BLOCK].tolist()])
    kept[:] = every[: int(blocks) * SORTED_BLOCK]


@intrinsic
def _least_above(
    typing_context: TypingContext,  # noqa: ARG001
    keys: types.Type,
    end: types.Type,
    bound: types.Type,
) -> Typed:
    """Return the least key above a bound."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        last, word = same(BLOCK, LAST_KEY), BLOCK.element
        bounds = everywhere(builder, arguments[2], BLOCK)
        before = builder.block
        each, done = builder.append_basic_block(), builder.append_basic_block()
        builder.branch(each)
        builder.position_at_end(each)
        at, least = builder.phi(arguments[1].type), builder.phi(BLOCK)
        found = loaded(context, builder, BLOCK, signature.args[0], arguments[0], at)
        above = builder.select(builder.icmp_signed(">", found, bounds), found, last)
        lesser = builder.select(builder.icmp_signed("<", above, least), above, least)
        following = builder.add(at, at.type(SORTED_BLOCK))
        builder.cbranch(builder.icmp_signed("<", following, arguments[1]), each, done)
        for phi, begun, carrying in ((at, at.type(0), following), (least, last, lesser)):
            phi.add_incoming(begun, before)
            phi.add_incoming(carrying, each)
        builder.position_at_end(done)
        span = SORTED_BLOCK // 2
        while span:
            order = llvm.Constant(BLOCK, [at ^ span for at in range(SORTED_BLOCK)])
            others = builder.shuffle_vector(lesser, lesser, order)
            lesser = builder.select(builder.icmp_signed("<", lesser, others), lesser, others)
            span //= 2
        return builder.sext(builder.extract_element(lesser, word(0)), llvm.IntType(64))

    return types.int64(keys, end, bound), generate


def plain_least_above(keys: Int32s, end: SupportsInt, bound: SupportsInt) -> np.int64:
    """Return the least key above ``bound``, or `LAST_KEY`; of whole blocks from 0 to ``end``."""
    blocks = -(-int(end) // SORTED_BLOCK)
    above = [key for key in keys[: blocks * SORTED_BLOCK].tolist() if key > int(bound)]
    return np.int64(min(above, default=LAST_KEY))


@intrinsic
def _judge_block(
    typing_context: TypingContext,  # noqa: ARG001
    codes: types.Type,
    base: types.Type,
    errors: types.Type,
    first: types.Type,
    keys: types.Type,
    start: types.Type,
) -> Typed:
    """Make the keys of `JUDGED_BLOCK` numbers from ``start``."""

    def generate(
        context: Context, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        block = llvm.VectorType(llvm.IntType(32), JUDGED_BLOCK)
        kinds, each = signature.args, range(JUDGED_BLOCK)
        errors = loaded(context, builder, block, kinds[2], *arguments[2:4])
        codes, base, start = (everywhere(builder, arguments[place], block) for place in (0, 1, 5))
        codes = builder.lshr(codes, llvm.Constant(block, [CODE_BITS * place for place in each]))
        codes = builder.and_(codes, same(block, (1 << CODE_BITS) - 1))
        judged = builder.shl(codes, same(block, SCALE_BITS))
        judged = builder.shl(
            builder.add(builder.add(judged, errors), base), same(block, NUMBER_BITS)
        )
        numbers = builder.add(start, llvm.Constant(block, list(each)))
        place = address(context, builder, block, kinds[4], *arguments[4:])
        builder.store(builder.or_(judged, numbers), place).align = 4
        return context.get_dummy_value()

    return types.void(codes, base, errors, first, keys, start), generate


def plain_judge_block(
    codes: SupportsInt,
    base: SupportsInt,
    errors: Int32s,
    first: SupportsInt,
    keys: Int32s,
    start: SupportsInt,
) -> None:
    """Make the keys of the `JUDGED_BLOCK` numbers from ``start``.

    Parameters
    ----------
    codes
        `CODE_BITS` bits a number, the first lowest: whole moves to add to the judgement.
    base
        The judgement of code 0.
    errors
        int32: those from ``first`` are to be added too.
    keys
        Out, int32: the keys of all numbers.
    """
    for place in range(JUDGED_BLOCK):
        number = int(start) + place
        code = int(codes) >> CODE_BITS * place & (1 << CODE_BITS) - 1
        judged = (code << SCALE_BITS) + int(base) + int(errors[int(first) + place])
        keys[number] = judged << NUMBER_BITS | number


# Numba's intrinsics are called without their typing context; this is the type that callers see.
insert_sorted = cast("Callable[[Int32s, int, SupportsInt, SupportsInt], None]", _insert_sorted)
keys_below = cast("Callable[[Int32s, SupportsInt, SupportsInt], np.uint64]", _keys_below)
least_above = cast("Callable[[Int32s, SupportsInt, SupportsInt], np.int64]", _least_above)
merge_block = cast("Callable[[Int32s, SupportsInt, Int32s, SupportsInt], None]", _merge_block)
judge_block = cast(
    "Callable[[SupportsInt, SupportsInt, Int32s, SupportsInt, Int32s, SupportsInt], None]",
    _judge_block,
)
if config.DISABLE_JIT:
    judge_block, merge_block = plain_judge_block, plain_merge_block
    least_above = plain_least_above
    insert_sorted, keys_below = plain_insert_sorted, plain_keys_below
