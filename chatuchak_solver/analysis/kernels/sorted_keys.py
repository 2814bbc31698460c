"""A few sorted keys in one vector, which numba has no name for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, SupportsInt, TypeAlias, cast

import llvmlite.ir as llvm
import numpy as np
from numba import types
from numba.core import config
from numba.extending import intrinsic

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

__all__ = [
    "SORTED_BLOCK",
    "insert_sorted",
    "keys_below",
    "plain_insert_sorted",
    "plain_keys_below",
]

SORTED_BLOCK = 16
"""Keys that `insert_sorted` moves at once: a vector of 64 bytes, or as many smaller ones."""


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


# Numba's intrinsics are called without their typing context; this is the type that callers see.
insert_sorted = cast("Callable[[Int32s, int, SupportsInt, SupportsInt], None]", _insert_sorted)
keys_below = cast("Callable[[Int32s, SupportsInt, SupportsInt], np.uint64]", _keys_below)
if config.DISABLE_JIT:
    insert_sorted, keys_below = plain_insert_sorted, plain_keys_below
