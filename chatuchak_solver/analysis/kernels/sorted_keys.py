"""A few sorted keys in one vector, which numba has no name for."""

from collections.abc import Sequence
from typing import SupportsInt

import llvmlite.ir as llvm
import numpy as np
from numba import types

from chatuchak_solver.analysis.kernels.player_vectors import everywhere, loaded, place_of, same
from chatuchak_solver.analysis.kernels.scales import SCALE_BITS
from chatuchak_solver.kernels.arrays import Int32s
from chatuchak_solver.kernels.intrinsics import Code, instruction

SORTED_BLOCK = 16
"""Keys in a block: a vector of 64 bytes, or as many smaller ones."""
JUDGED_BLOCK = 8
"""Keys that `judge_block` makes at once."""
NUMBER_BITS = 13
"""A key is a judgment and, in this many bits below it, a number: the smaller key is the better
judgment, and of equal ones the earlier."""
CODE_BITS = 2
LAST_KEY = (1 << 31) - 1
"""After all keys."""


BLOCK = llvm.VectorType(llvm.IntType(32), SORTED_BLOCK)


def _insert(code: Code) -> None:
    builder, place = code.builder, place_of(code, BLOCK, 0)
    old = builder.load(place)
    old.align = 4
    before, new = (everywhere(builder, each, BLOCK) for each in code.arguments[2:])
    moved = [SORTED_BLOCK, *range(SORTED_BLOCK - 1)]
    shifted = builder.shuffle_vector(old, before, llvm.Constant(BLOCK, moved))
    # Each place takes the middle one of its own key, the key before it, and the new key.
    later = builder.select(builder.icmp_signed(">", shifted, new), shifted, new)
    result = builder.select(builder.icmp_signed("<", old, later), old, later)
    builder.store(result, place).align = 4


@instruction(types.void, _insert)
def insert_sorted(keys: Int32s, start: int, before: SupportsInt, key: SupportsInt) -> None:
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


def _find_below(code: Code) -> llvm.Value:
    builder, bounds = code.builder, everywhere(code.builder, code.arguments[2], BLOCK)
    below = builder.icmp_signed("<", loaded(code, BLOCK, 0), bounds)
    bits = builder.bitcast(below, llvm.IntType(SORTED_BLOCK))
    return builder.zext(bits, llvm.IntType(64))


@instruction(types.uint64, _find_below)
def keys_below(keys: Int32s, start: SupportsInt, bound: SupportsInt) -> np.uint64:
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


def _merge(code: Code) -> None:
    builder, blocks = code.builder, code.arguments[1]
    nowhere, new = blocks.type(0), _sorted(builder, loaded(code, BLOCK, 2))
    first = place_of(code, BLOCK, 0, nowhere)
    before = builder.block
    each, further, done = (builder.append_basic_block() for _ in range(3))
    builder.branch(each)
    builder.position_at_end(each)
    at, carried = builder.phi(blocks.type), builder.phi(BLOCK)
    place = builder.gep(first, [at])
    old = builder.load(place)
    old.align = 4
    mirrored = llvm.Constant(BLOCK, list(reversed(range(SORTED_BLOCK))))
    twisted = builder.shuffle_vector(carried, carried, mirrored)
    smaller = builder.icmp_signed("<", old, twisted)
    least = _untwisted(builder, builder.select(smaller, old, twisted), SORTED_BLOCK)
    builder.store(least, place).align = 4
    following = builder.add(at, at.type(1))
    is_left = builder.icmp_signed("<", following, blocks)
    builder.cbranch(is_left, further, done)
    builder.position_at_end(further)
    most = _untwisted(builder, builder.select(smaller, twisted, old), SORTED_BLOCK)
    builder.branch(each)
    for phi, begun, carrying in ((at, nowhere, following), (carried, new, most)):
        phi.add_incoming(begun, before)
        phi.add_incoming(carrying, further)
    builder.position_at_end(done)


@instruction(types.void, _merge)
def merge_block(kept: Int32s, blocks: SupportsInt, keys: Int32s, start: SupportsInt) -> None:
    """Merge the `SORTED_BLOCK` keys from ``start`` into ascending ones; as many of the last go.

    Parameters
    ----------
    kept
        int32 (``blocks`` * SORTED_BLOCK,), ascending before and after.
    """
    first = int(start)
    every = sorted([*kept.tolist(), *keys[first : first + SORTED_BLOCK].tolist()])
    kept[:] = every[: int(blocks) * SORTED_BLOCK]


def _find_above(code: Code) -> llvm.Value:
    builder, (_, end, bound) = code.builder, code.arguments
    last, bounds = same(BLOCK, LAST_KEY), everywhere(builder, bound, BLOCK)
    before = builder.block
    each, done = builder.append_basic_block(), builder.append_basic_block()
    builder.branch(each)
    builder.position_at_end(each)
    at, least = builder.phi(end.type), builder.phi(BLOCK)
    found = loaded(code, BLOCK, 0, at)
    above = builder.select(builder.icmp_signed(">", found, bounds), found, last)
    lesser = builder.select(builder.icmp_signed("<", above, least), above, least)
    following = builder.add(at, at.type(SORTED_BLOCK))
    builder.cbranch(builder.icmp_signed("<", following, end), each, done)
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
    return builder.sext(builder.extract_element(lesser, BLOCK.element(0)), llvm.IntType(64))


@instruction(types.int64, _find_above)
def least_above(keys: Int32s, end: SupportsInt, bound: SupportsInt) -> np.int64:
    """Return the least key above ``bound``, or `LAST_KEY`; of whole blocks from 0 to ``end``."""
    blocks = -(-int(end) // SORTED_BLOCK)
    above = [key for key in keys[: blocks * SORTED_BLOCK].tolist() if key > int(bound)]
    return np.int64(min(above, default=LAST_KEY))


def _judge(code: Code) -> None:
    builder, block = code.builder, llvm.VectorType(llvm.IntType(32), JUDGED_BLOCK)
    each = range(JUDGED_BLOCK)
    codes, base, start = (everywhere(builder, code.arguments[place], block) for place in (0, 1, 5))
    codes = builder.lshr(codes, llvm.Constant(block, [CODE_BITS * place for place in each]))
    codes = builder.and_(codes, same(block, (1 << CODE_BITS) - 1))
    judged = builder.shl(codes, same(block, SCALE_BITS))
    judged = builder.add(builder.add(judged, loaded(code, block, 2)), base)
    judged = builder.shl(judged, same(block, NUMBER_BITS))
    numbers = builder.add(start, llvm.Constant(block, list(each)))
    builder.store(builder.or_(judged, numbers), place_of(code, block, 4)).align = 4


@instruction(types.void, _judge)
def judge_block(
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
        `CODE_BITS` bits a number, the first lowest: whole moves to add to the judgment.
    base
        The judgment of code 0.
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
