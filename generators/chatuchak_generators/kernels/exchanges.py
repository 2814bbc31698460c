"""Exchanges of two booths that keep a start grid's rules, and chance's draws, compiled.

Spot by spot the grids and the random numbers of `chatuchak_generators.random_stream`, for many
searches at once, each with a stream of its own.
"""

import numpy as np

from chatuchak_generators.kernels.chances import CHANCES
from chatuchak_generators.kernels.start_grids import below
from chatuchak_solver.kernels.arrays import Int8s, Int64s, UInt64s
from chatuchak_solver.kernels.jit import kernel

COLORS = 9
"""Color codes are below this."""


@kernel
def _keeps_rules(mask: int, left: int, right: int, full: int, columns: int) -> bool:
    """Return whether the booths ``mask`` of one color keep rules A, B and C among themselves."""
    east, west = (mask & ~right) << 1, (mask & ~left) >> 1
    south, north = (mask << columns) & full, mask >> columns
    if (east | west | south | north) & mask:
        return False
    if (east & west & (south | north)) | (south & north & (east | west)):
        return False
    corner = 1 << 1 | 1 << columns
    return mask & corner != corner


@kernel
def exchange_booths(
    codes: Int8s,
    columns: int,
    left: int,
    right: int,
    tries: int,
    states: UInt64s,
    there: Int8s,
    draws: Int64s,
) -> int:
    """Exchange two booths of each grid at random so that rules A, B and C hold for their colors.

    Each exchange that does has the same chance.

    Parameters
    ----------
    codes
        int8 (n, spots): the color of each spot, below `COLORS`, and -1 for the empty one.
    columns, left, right
        The board's columns, and the masks of its leftmost and its rightmost one.
    tries
        Pairs of booths that are tried.
    states
        uint64 (n,): the streams of random numbers; advanced.
    there
        Out, int8 (n, spots): the grids after the exchange.
    draws
        Out, int64 (n,): a further random number of each stream, below `CHANCES`; -1 where no pair
        kept the rules.

    Returns
    -------
    How many grids were exchanged.
    """
    spots = codes.shape[1]
    full = (1 << spots) - 1
    masks = np.empty(COLORS, np.int64)
    exchanged = 0
    for grid in range(codes.shape[0]):
        # Copy the grid, and take the mask of each color.
        masks[:] = 0
        for spot in range(spots):
            there[grid, spot] = codes[grid, spot]
            if codes[grid, spot] >= 0:
                masks[codes[grid, spot]] |= 1 << spot
        state = states[grid : grid + 1]
        draws[grid] = -1
        # Draw pairs until one keeps the rules.
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
