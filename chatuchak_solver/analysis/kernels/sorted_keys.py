"""A few sorted keys in one vector, which numba has no name for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, SupportsInt, TypeAlias, cast

import llvmlite.ir as llvm
import numpy as np
from numba import types
from numba.core import config
from numba.extending import intrinsic

from chatuchak_solver.analysis.kernels.scales import SCALE_BITS

if TYPE_CHECKING:
    from numba.core.base import BaseContext
    from numba.core.typing.context import Context
    from numba.core.typing.templates import Signature

    from chatuchak_solver.arrays import Int32s

    Values: TypeAlias = Sequence[llvm.Value]
    Typed: TypeAlias = tuple[
        Signature, Callable[[BaseContext, llvm.IRBuilder, Signature, Values], llvm.Value]
    ]
    insert_sorted: Callable[[Int32s, int, SupportsInt, SupportsInt], None]
    keys_below: Callable[[Int32s, SupportsInt, SupportsInt], np.uint64]
    judge_block: Callable[
        [SupportsInt, SupportsInt, Int32s, SupportsInt, Int32s, SupportsInt], None
    ]

__all__ = [
    "JUDGED_BLOCK",
    "NUMBER_BITS",
    "SORTED_BLOCK",
    "insert_sorted",
    "judge_block",
    "keys_below",
    "plain_insert_sorted",
    "plain_judge_block",
    "plain_keys_below",
]

SORTED_BLOCK = 16
"""Keys that `insert_sorted` moves at once: a vector of 64 bytes, or as many smaller ones."""
JUDGED_BLOCK = 8
"""Keys that `judge_block` makes at once."""
NUMBER_BITS = 13
"""A key is a judgement and below it, in so many bits, a number: the smaller key is the better
judgement, and of equal ones the earlier."""
CODE_BITS = 2


@intrinsic
def _insert_sorted(
    typing_context: Context,  # noqa: ARG001
    keys: types.Type,
    start: types.Type,
    before: types.Type,
    key: types.Type,
) -> Typed:
    """Insert a key into `SORTED_BLOCK` ascending ones, the last of which goes."""

    def generate(
        context: BaseContext, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        word = llvm.IntType(32)
        block = llvm.VectorType(word, SORTED_BLOCK)
        order = llvm.VectorType(word, SORTED_BLOCK)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), block.as_pointer())
        old = builder.load(address)
        old.align = 4
        first, new = (
            builder.insert_element(
                llvm.Constant(block, llvm.Undefined),
                context.cast(builder, arguments[place], signature.args[place], types.int32),
                word(0),
            )
            for place in (2, 3)
        )
        moved = [SORTED_BLOCK, *range(SORTED_BLOCK - 1)]
        shifted = builder.shuffle_vector(old, first, llvm.Constant(order, moved))
        everywhere = builder.shuffle_vector(new, new, llvm.Constant(order, [0] * SORTED_BLOCK))
        # Each place takes the middle one of its own key, the key before it, and the new key.
        later = builder.select(builder.icmp_signed(">", shifted, everywhere), shifted, everywhere)
        result = builder.select(builder.icmp_signed("<", old, later), old, later)
        builder.store(result, address).align = 4
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
    typing_context: Context,  # noqa: ARG001
    keys: types.Type,
    start: types.Type,
    bound: types.Type,
) -> Typed:
    """Return which of `SORTED_BLOCK` keys are below a bound, a bit each."""

    def generate(
        context: BaseContext, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        word = llvm.IntType(32)
        block = llvm.VectorType(word, SORTED_BLOCK)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), block.as_pointer())
        loaded = builder.load(address)
        loaded.align = 4
        bound = context.cast(builder, arguments[2], signature.args[2], types.int32)
        first = builder.insert_element(llvm.Constant(block, llvm.Undefined), bound, word(0))
        everywhere = builder.shuffle_vector(first, first, llvm.Constant(block, [0] * SORTED_BLOCK))
        below = builder.icmp_signed("<", loaded, everywhere)
        bits = builder.bitcast(below, llvm.IntType(SORTED_BLOCK))
        return builder.zext(bits, llvm.IntType(64))

    return types.uint64(keys, start, bound), generate


def plain_keys_below(keys: Int32s, start: SupportsInt, bound: SupportsInt) -> np.uint64:
    """Return which of the `SORTED_BLOCK` keys from ``start`` are below ``bound``, a bit each."""
    block = keys[int(start) : int(start) + SORTED_BLOCK].tolist()
    return np.uint64(sum(1 << place for place, key in enumerate(block) if key < int(bound)))


@intrinsic
def _judge_block(
    typing_context: Context,  # noqa: ARG001
    codes: types.Type,
    base: types.Type,
    errors: types.Type,
    first: types.Type,
    keys: types.Type,
    start: types.Type,
) -> Typed:
    """Make the keys of `JUDGED_BLOCK` numbers from ``start``."""

    def generate(
        context: BaseContext, builder: llvm.IRBuilder, signature: Signature, arguments: Values
    ) -> llvm.Value:
        word = llvm.IntType(32)
        block = llvm.VectorType(word, JUDGED_BLOCK)

        def constant(values: Sequence[int]) -> llvm.Value:
            return llvm.Constant(block, list(values))

        def everywhere(place: int) -> llvm.Value:
            value = arguments[place]
            value = builder.trunc(value, word) if value.type.width > word.width else value
            first = builder.insert_element(llvm.Constant(block, llvm.Undefined), value, word(0))
            return builder.shuffle_vector(first, first, constant([0] * JUDGED_BLOCK))

        def address(place: int) -> llvm.Value:
            data = context.make_array(signature.args[place])(context, builder, arguments[place])
            start = builder.gep(data.data, [arguments[place + 1]])
            return builder.bitcast(start, block.as_pointer())

        each = range(JUDGED_BLOCK)
        errors = builder.load(address(2))
        errors.align = 4
        codes = builder.lshr(everywhere(0), constant([CODE_BITS * place for place in each]))
        codes = builder.and_(codes, constant([(1 << CODE_BITS) - 1] * JUDGED_BLOCK))
        judged = builder.shl(codes, constant([SCALE_BITS] * JUDGED_BLOCK))
        judged = builder.add(builder.add(judged, errors), everywhere(1))
        judged = builder.shl(judged, constant([NUMBER_BITS] * JUDGED_BLOCK))
        numbers = builder.add(everywhere(5), constant(each))
        builder.store(builder.or_(judged, numbers), address(4)).align = 4
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
judge_block = cast(
    "Callable[[SupportsInt, SupportsInt, Int32s, SupportsInt, Int32s, SupportsInt], None]",
    _judge_block,
)
if config.DISABLE_JIT:
    judge_block = plain_judge_block
    insert_sorted, keys_below = plain_insert_sorted, plain_keys_below
