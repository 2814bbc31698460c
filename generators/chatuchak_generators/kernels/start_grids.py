"""Start grids on bit masks, compiled: the rulebook's procedure, and exchanges of two booths.

Same random numbers as `chatuchak_generators.start_grids`; each grid has its own stream. The
forbidden spots of a color depend only on its booths.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Int8s, Int64s, Matrix, UInt64s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels.regions import Area, area
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

MAX_SHUFFLES = 10_000
"""Maximum number of shuffles per grid before its counts are considered impossible."""
MAX_COLORS = 9
CHANCES = 1 << 24
"""Exclusive upper bound of the random numbers of `exchange_booths`."""

_HALF = np.uint64(0xFFFFFFFF)
_TWO_TO_32 = np.uint64(2**32)
_32 = np.uint64(32)
_ONE = np.uint64(1)


@kernel
def below(state: UInt64s, bound: int) -> np.int64:
    """Return an unbiased number 0..bound - 1 and advance the stream in ``state[0]``."""
    limit = np.uint64(bound)
    state[0] += STEP
    product = (scramble(state[0]) >> _32) * limit
    if product & _HALF < limit:
        excess = _TWO_TO_32 % limit
        while product & _HALF < excess:
            state[0] += STEP
            product = (scramble(state[0]) >> _32) * limit
    return np.int64(product >> _32)


@kernel
def _near_masks(mask: np.uint64, board: Area) -> tuple[np.uint64, np.uint64]:
    """Return the spots with a neighbor in ``mask``, and those with several."""
    east, west = (mask & ~board.right) << _ONE, (mask & ~board.left) >> _ONE
    south, north = mask << board.columns, mask >> board.columns
    twice = (east & west) | ((east | west) & (south | north)) | (south & north)
    return (east | west | south | north) & board.full, twice & board.full


@kernel
def _touching_mask(mask: np.uint64, board: Area) -> np.uint64:
    """Return the spots forbidden by rules A and B for a color, with some of its own."""
    corner = _ONE << _ONE | _ONE << board.columns
    return _near_masks(mask, board)[0] | (corner if mask & corner else np.uint64(0))


@kernel
def _blocked_mask(mask: np.uint64, board: Area) -> np.uint64:
    """Return the spots forbidden by rules A, B and C for a color, with some of its own."""
    twice = _near_masks(mask, board)[1]  # a third neighbor would surround the spot
    return _touching_mask(mask, board) | _near_masks(twice, board)[0]


@kernel
def _place_booths(booths: Int8s, masks: UInt64s, board: Area) -> int:
    """Set each color's ``masks``; return 0, 1 after the fallback, or -1 if a booth does not fit."""
    masks[:] = 0
    free = spots = board.full & ~_ONE
    fallback = 0
    for color in booths:
        blocked = _blocked_mask(masks[color], board)
        fitting = free & ~blocked
        placed = color
        if not fitting:
            # Removing a booth of the same color never helps.
            exchangeable = spots & ~free & ~blocked & ~masks[color]
            while exchangeable and not fitting:
                spot_bit = exchangeable & (~exchangeable + _ONE)
                exchangeable ^= spot_bit
                placed = 0
                while not masks[placed] & spot_bit:
                    placed += 1
                kept = masks[placed] ^ spot_bit
                fitting = free & ~_blocked_mask(kept, board)
                if fitting:
                    masks[placed] = kept
                    masks[color] |= spot_bit
        if not fitting:
            fitting = free & ~_touching_mask(masks[color], board)
            if not fitting:
                return -1
            placed, fallback = color, 1
        spot_bit = fitting & (~fitting + _ONE)
        masks[placed] |= spot_bit
        free ^= spot_bit
    return fallback


@precompiled("start_grids", makes_arrays=True)
def fill_start_grids(
    seed: np.uint64,
    first: np.uint64,
    counts: Int64s,
    rows: int,
    columns: int,
    max_shuffles: int,
    colors: Matrix[np.int8],
    fallbacks: Bools,
) -> int:
    """Generate the grids of ``seed`` from number ``first``; return their number.

    Parameters
    ----------
    counts
        (C,): booths per color; their sum is the number of spots minus one.
    max_shuffles
        Maximum shuffles per grid.
    colors
        Output, (n, rows * columns): color per spot, -1 on the empty corner.
    fallbacks
        Output, (n,): whether the fallback was used.

    Returns
    -------
    n, or less if the next grid exceeded the shuffles.
    """
    board = area(rows, columns)
    sorted_booths = np.empty(rows * columns - 1, np.int8)
    size = 0
    for color in range(counts.size):
        sorted_booths[size : size + counts[color]] = color
        size += counts[color]
    booths = np.empty(size, np.int8)
    masks = np.empty(counts.size, np.uint64)
    state = np.empty(1, np.uint64)
    base = scramble(seed + STEP)
    for number in range(fallbacks.size):
        state[0] = scramble(base + first + np.uint64(number))
        outcome = -1
        shuffles = 0
        while outcome < 0:
            if shuffles == max_shuffles:
                return number
            shuffles += 1
            booths[:] = sorted_booths
            for last in range(size - 1, 0, -1):
                other = below(state, last + 1)
                booths[last], booths[other] = booths[other], booths[last]
            outcome = _place_booths(booths, masks, board)
        fallbacks[number] = outcome == 1
        colors[number, :] = -1
        for color in range(counts.size):
            while masks[color]:
                colors[number, trailing_zeros(masks[color])] = color
                masks[color] &= masks[color] - _ONE
    return fallbacks.size


@precompiled("exchanges", makes_arrays=True)
def exchange_booths(
    codes: Matrix[np.int8], columns: int, tries: int, states: UInt64s, draws: Int64s
) -> None:
    """Exchange two random booths of each grid, uniformly over the rule-valid exchanges.

    Parameters
    ----------
    codes
        int8 (n, spots): color of each spot of rule-valid grids, -1 for the empty one; changed.
    columns
        Number of columns.
    tries
        Maximum attempted pairs of booths.
    states
        uint64 (n,): random streams; advanced.
    draws
        Output, int64 (n,): another random number below `CHANCES`; -1 without an exchange.
    """
    spots = codes.shape[1]
    board = area(spots // columns, columns)
    masks = np.empty(MAX_COLORS, np.uint64)
    for grid in range(codes.shape[0]):
        masks[:] = 0
        for spot in range(spots):
            if codes[grid, spot] >= 0:
                masks[codes[grid, spot]] |= _ONE << np.uint64(spot)
        state = states[grid : grid + 1]
        draws[grid] = -1
        for _ in range(tries):
            pair = below(state, spots * spots)
            first, second = pair // spots, pair % spots
            one, other = codes[grid, first], codes[grid, second]
            if first >= second or one < 0 or other < 0 or one == other:
                continue
            source, target = _ONE << np.uint64(first), _ONE << np.uint64(second)
            blocked = _blocked_mask(masks[one] & ~source, board) & target
            if not blocked | _blocked_mask(masks[other] & ~target, board) & source:
                codes[grid, first] = other
                codes[grid, second] = one
                draws[grid] = below(state, CHANCES)
                break
