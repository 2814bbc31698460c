"""Random rule-valid exchanges of two booths, compiled.

Each grid of a batch has its own stream of `chatuchak_generators.random_stream`.
"""

import numpy as np

from chatuchak_generators.kernels.start_grids import below
from chatuchak_solver.kernels.arrays import Int64s, Matrix, UInt64s
from chatuchak_solver.kernels.jit import kernel, precompiled

COLORS = 9
CHANCES = 1 << 24
"""Exclusive upper bound of a draw."""


@kernel
def _keeps_rules(mask: int, left: int, right: int, full: int, columns: int) -> bool:
    east, west = (mask & ~right) << 1, (mask & ~left) >> 1
    south, north = (mask << columns) & full, mask >> columns
    if (east | west | south | north) & mask:
        return False
    if (east & west & (south | north)) | (south & north & (east | west)):
        return False
    corner = 1 << 1 | 1 << columns
    return mask & corner != corner


@precompiled("exchanges", makes_arrays=True)
def exchange_booths(
    codes: Matrix[np.int8],
    columns: int,
    left: int,
    right: int,
    tries: int,
    states: UInt64s,
    there: Matrix[np.int8],
    draws: Int64s,
) -> int:
    """Exchange two random booths of each grid, uniformly over the rule-valid exchanges.

    Parameters
    ----------
    codes
        int8 (n, spots): color of each spot, below `COLORS`; -1 for the empty one.
    columns, left, right
        Number of columns, and masks of the first and last ones.
    tries
        Maximum attempted pairs of booths.
    states
        uint64 (n,): random streams; advanced.
    there
        Output, int8 (n, spots): grids after the exchange.
    draws
        Output, int64 (n,): another random number below `CHANCES`; -1 without an exchange.

    Returns
    -------
    Number of exchanged grids.
    """
    spots = codes.shape[1]
    full = (1 << spots) - 1
    masks = np.empty(COLORS, np.int64)
    exchanged = 0
    for grid in range(codes.shape[0]):
        masks[:] = 0
        for spot in range(spots):
            there[grid, spot] = codes[grid, spot]
            if codes[grid, spot] >= 0:
                masks[codes[grid, spot]] |= 1 << spot
        state = states[grid : grid + 1]
        draws[grid] = -1
        for _ in range(tries):
            pair = below(state, spots * spots)
            first, second = pair // spots, pair % spots
            one, other = codes[grid, first], codes[grid, second]
            if first >= second or one < 0 or other < 0 or one == other:
                continue
            swap = (1 << first) | (1 << second)
            if _keeps_rules(masks[one] ^ swap, left, right, full, columns) and _keeps_rules(
                masks[other] ^ swap, left, right, full, columns
            ):
                there[grid, first] = other
                there[grid, second] = one
                draws[grid] = below(state, CHANCES)
                exchanged += 1
                break
    return exchanged
