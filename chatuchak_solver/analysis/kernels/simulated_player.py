"""The simulated player's games, compiled.

Deterministic on every machine: integers alone, with the random numbers of SplitMix64.

A step of thought is done for all lines at once: first every continuation is imagined, then all are
judged, in a loop that the compiler makes vectors of, then the best are kept. Those kept are sorted
keys, one word each, so that keeping another one is a few vector instructions without a branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.heuristic_tables import color_distance
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, UInt8s, UInt32s

__all__ = ["SCALE", "play_games"]

SCALE = 256
"""Units of a judgement and its error per move."""
SPREAD = 37837
"""The standard deviation of the sum of four 16-bit numbers."""
LIFT = 1 << 15
"""Larger than any error; makes what is divided by `SPREAD` positive."""
INVERSE_SHIFT = 47
INVERSE = (1 << INVERSE_SHIFT) // SPREAD + 1
"""``x * INVERSE >> INVERSE_SHIFT`` is ``x // SPREAD`` for x below 2**31, and can be vectorised."""

# Cells of the position at the end of a line of thought: the empty spot, where it was one move
# before, the moves still needed when the colors are looked at one by one, the same color by color
# (a byte each), and three bit planes of the colors' numbers.
EMPTY, CAME_FROM, NEED, NEEDS, PLANES, CELLS = 0, 1, 2, 3, 4, 7
COLORS = 8
"""No board has more colors; their masks are in rows of so many, which copy as vectors."""

# A continuation in one word: the line that it continues, the color and the spot that move.
SPOT_BITS = 6
COLOR_BITS = 3
LINE_SHIFT = SPOT_BITS + COLOR_BITS
SPOT_MASK = (1 << SPOT_BITS) - 1
COLOR_MASK = (1 << COLOR_BITS) - 1

# A kept continuation in one word, the key that sorts it: the judgement, its number, so that of
# equal ones the earlier comes first, and its look (what it needs, the spot): equal ends look alike.
LOOK_BITS = SPOT_BITS + 8
LOOK_MASK = (1 << LOOK_BITS) - 1
NUMBER_BITS = 14
NUMBER_MASK = (1 << NUMBER_BITS) - 1
JUDGED_SHIFT = LOOK_BITS + NUMBER_BITS
NO_KEY = 1 << 62
BLOCK = 8
"""Keys are moved in blocks of so many."""


class Tables(NamedTuple):
    """The board's ``lines`` int64 (spots,), and the pattern databases, one offset a color."""

    lines: Int64s
    distances: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: UInt32s


class Mind(NamedTuple):
    """What the player has in mind; W lines, M continuations, D steps.

    ``cells`` int64 (2, W, CELLS) and ``masks`` int64 (2, W, COLORS), the ends of the lines before
    and after a step, in turns; ``needs``, ``moves`` and ``keys`` int64 (M,), the continuations;
    ``kept`` int64 (1 + W up to a whole block,), the keys of those kept, ascending, after a key
    that is below all; ``parents`` and ``spots`` int64 (D, W), how each line came about.
    """

    cells: Int64s
    masks: Int64s
    needs: Int64s
    moves: Int64s
    keys: Int64s
    kept: Int64s
    parents: Int64s
    spots: Int64s


@kernel
def _imagine(
    count: int,
    cells: Int64s,
    masks: Int64s,
    needs: Int64s,
    moves: Int64s,
    tables: Tables,
) -> int:
    """List all continuations of ``count`` lines; return how many, or less than 0.

    A continuation that solves ends the list, as it will be kept whatever the others are: it is
    number ``-1 - result``.
    """
    lines = tables.lines
    found = 0
    for line in range(count):
        empty = cells[line, EMPTY]
        need, needs_of_colors = cells[line, NEED], cells[line, NEEDS]
        plane0, plane1, plane2 = (
            cells[line, PLANES],
            cells[line, PLANES + 1],
            cells[line, PLANES + 2],
        )
        spots = lines[empty]
        if cells[line, CAME_FROM] >= 0:
            spots &= ~(1 << cells[line, CAME_FROM])
        hole = 1 << empty
        while spots:
            spot = trailing_zeros(spots)
            spots &= spots - 1
            color = (
                ((plane0 >> spot) & 1)
                | (((plane1 >> spot) & 1) << 1)
                | (((plane2 >> spot) & 1) << 2)
            )
            booths = masks[line, color] ^ ((1 << spot) | hole)
            before = (needs_of_colors >> (8 * color)) & 255
            end_need = need - before + color_distance(color, np.uint64(booths), tables)
            needs[found] = end_need
            moves[found] = (line << LINE_SHIFT) | (color << SPOT_BITS) | spot
            if end_need == 0:
                return -1 - found
            found += 1
    return found


@kernel
def _judge(
    count: int,
    needs: Int64s,
    moves: Int64s,
    keys: Int64s,
    deviation: int,
    state: np.uint64,
) -> None:
    """Set the keys of the continuations: what each needs, plus an error.

    The errors have mean 0 and the standard ``deviation``, shaped nearly as a bell: sums of the
    four 16-bit parts of the random words that follow ``state``.
    """
    low = np.uint64(0xFFFF)
    for i in range(count):
        word = scramble(state + STEP * np.uint64(i + 1))
        total = (
            (word & low)
            + ((word >> np.uint64(16)) & low)
            + ((word >> np.uint64(32)) & low)
            + (word >> np.uint64(48))
        )
        lifted = (np.int64(total) - 2 * 0xFFFF) * deviation + LIFT * SPREAD
        error = ((lifted * INVERSE) >> INVERSE_SHIFT) - LIFT
        look = (needs[i] << SPOT_BITS) | (moves[i] & SPOT_MASK)
        keys[i] = ((needs[i] * SCALE + error) << JUDGED_SHIFT) | (i << LOOK_BITS) | look


@kernel
def _end_alike(one: int, other: int, cells: Int64s) -> bool:
    """Return whether two continuations lead to the same position."""
    line, other_line = one >> LINE_SHIFT, other >> LINE_SHIFT
    swap = (1 << cells[line, EMPTY]) | (1 << (one & SPOT_MASK))
    other_swap = (1 << cells[other_line, EMPTY]) | (1 << (other & SPOT_MASK))
    color, other_color = (one >> SPOT_BITS) & COLOR_MASK, (other >> SPOT_BITS) & COLOR_MASK
    for plane in range(3):
        end = cells[line, PLANES + plane] ^ (swap * ((color >> plane) & 1))
        other_end = cells[other_line, PLANES + plane] ^ (other_swap * ((other_color >> plane) & 1))
        if end != other_end:
            return False
    return True


@kernel
def _is_kept(key: int, kept: Int64s, moves: Int64s, cells: Int64s) -> bool:
    """Return whether a continuation is kept that ends as that of ``key`` does."""
    move = moves[(key >> LOOK_BITS) & NUMBER_MASK]
    for place in range(1, kept.size):
        other = kept[place]
        if other == NO_KEY:
            return False
        if (other & LOOK_MASK) == (key & LOOK_MASK) and _end_alike(
            move, moves[(other >> LOOK_BITS) & NUMBER_MASK], cells
        ):
            return True
    return False


@kernel
def _keep_best(
    count: int,
    width: int,
    cells: Int64s,
    moves: Int64s,
    keys: Int64s,
    kept: Int64s,
) -> int:
    """Put the keys of the continuations judged best into ``kept``; return how many.

    In the order of their numbers: one that ends as one kept at that time is passed over, even
    where it is judged better, since the player has thought of it already.
    """
    for place in range(1, kept.size):
        kept[place] = NO_KEY
    for i in range(count):
        key = keys[i]
        if key >= kept[width]:
            continue
        look = key & LOOK_MASK
        looks_alike = 0
        for block in range((kept.size - 1) // BLOCK):
            for place in range(BLOCK):
                same = (kept[1 + block * BLOCK + place] & LOOK_MASK) == look
                looks_alike |= 1 if same else 0
        if looks_alike and _is_kept(key, kept, moves, cells):
            continue
        # Each place takes the middle one of its own key, the key before it, and the new key;
        # written out, as the compiler makes vectors of this and not of a loop downwards.
        for last in range(kept.size - 1, 0, -BLOCK):
            k7 = min(kept[last], max(kept[last - 1], key))
            k6 = min(kept[last - 1], max(kept[last - 2], key))
            k5 = min(kept[last - 2], max(kept[last - 3], key))
            k4 = min(kept[last - 3], max(kept[last - 4], key))
            k3 = min(kept[last - 4], max(kept[last - 5], key))
            k2 = min(kept[last - 5], max(kept[last - 6], key))
            k1 = min(kept[last - 6], max(kept[last - 7], key))
            k0 = min(kept[last - 7], max(kept[last - 8], key))
            kept[last - 7], kept[last - 6], kept[last - 5], kept[last - 4] = k0, k1, k2, k3
            kept[last - 3], kept[last - 2], kept[last - 1], kept[last] = k4, k5, k6, k7
        for place in range(width + 1, kept.size):
            kept[place] = NO_KEY
    found = 0
    while found < width and kept[found + 1] != NO_KEY:
        found += 1
    return found


@kernel
def _follow(
    count: int,
    kept: Int64s,
    moves: Int64s,
    needs: Int64s,
    cells: Int64s,
    masks: Int64s,
    new_cells: Int64s,
    new_masks: Int64s,
) -> None:
    """Set the ends of the lines that are kept."""
    for place in range(count):
        number = (kept[place + 1] >> LOOK_BITS) & NUMBER_MASK
        line = moves[number] >> LINE_SHIFT
        color = (moves[number] >> SPOT_BITS) & COLOR_MASK
        spot = moves[number] & SPOT_MASK
        empty = cells[line, EMPTY]
        swap = (1 << spot) | (1 << empty)
        for other in range(COLORS):
            new_masks[place, other] = masks[line, other]
        new_masks[place, color] ^= swap
        for plane in range(3):
            new_cells[place, PLANES + plane] = cells[line, PLANES + plane] ^ (
                swap * ((color >> plane) & 1)
            )
        gain = needs[number] - cells[line, NEED]
        new_cells[place, NEED] = needs[number]
        new_cells[place, NEEDS] = cells[line, NEEDS] + (gain << (8 * color))
        new_cells[place, CAME_FROM] = empty
        new_cells[place, EMPTY] = spot


@kernel
def _play_move(spot: int, here: Int64s, masks: Int64s, tables: Tables) -> None:
    """Let the booth on ``spot`` jump, in the game itself."""
    color = 0
    while (masks[color] >> spot) & 1 == 0:
        color += 1
    swap = (1 << spot) | (1 << here[EMPTY])
    masks[color] ^= swap
    for plane in range(3):
        here[PLANES + plane] ^= swap * ((color >> plane) & 1)
    gain = color_distance(color, np.uint64(masks[color]), tables) - (
        (here[NEEDS] >> (8 * color)) & 255
    )
    here[NEED] += gain
    here[NEEDS] += gain << (8 * color)
    here[CAME_FROM], here[EMPTY] = here[EMPTY], spot


@kernel
def _think(
    width: int, deviation: int, state: np.uint64, mind: Mind, tables: Tables
) -> tuple[int, bool, np.uint64]:
    """Think on from the only line until one solves or all are as long as the player looks ahead.

    Returns the number of steps, whether a line solves, and the state of the random numbers. The
    best line is then the first of those that the last step kept.
    """
    cells, masks, kept = mind.cells, mind.masks, mind.kept
    needs, moves, keys = mind.needs, mind.moves, mind.keys
    parents, spots = mind.parents, mind.spots
    side, count = 0, 1
    for depth in range(parents.shape[0]):
        found = _imagine(count, cells[side], masks[side], needs, moves, tables)
        if found < 0:
            parents[depth, 0] = moves[-1 - found] >> LINE_SHIFT
            spots[depth, 0] = moves[-1 - found] & SPOT_MASK
            return depth + 1, True, state
        _judge(found, needs, moves, keys, deviation, state)
        state += STEP * np.uint64(found)
        count = _keep_best(found, width, cells[side], moves, keys, kept)
        for line in range(count):
            move = moves[(kept[line + 1] >> LOOK_BITS) & NUMBER_MASK]
            parents[depth, line] = move >> LINE_SHIFT
            spots[depth, line] = move & SPOT_MASK
        other = 1 - side
        _follow(count, kept, moves, needs, cells[side], masks[side], cells[other], masks[other])
        side = other
    return parents.shape[0], False, state


@kernel
def play_games(
    start_masks: Int64s,
    start_empty: int,
    lines: Int64s,
    distances: UInt8s,
    offsets: Int64s,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
    width: int,
    look_ahead: int,
    plays: int,
    error: int,
    seed: np.uint64,
    most_moves: int,
    lengths: Int64s,
) -> None:
    """Play one game for each entry of ``lengths``.

    Parameters
    ----------
    start_masks
        int64 (C,): the booths of each color that is present.
    start_empty
        The empty spot.
    lines
        int64 (spots,): the other spots of each spot's row and column.
    distances, offsets, low_ranks, high_ranks
        The pattern databases, one offset a color.
    width
        Lines of thought kept in mind.
    look_ahead
        Moves that each is long.
    plays
        Moves made of the best line before the player thinks again; a line that solves is
        played out.
    error
        Standard deviation of the error of one judgement, in 1/SCALE move.
    seed
        uint64; each game has a stream of its own.
    most_moves
        After how many moves the player gives up.
    lengths
        Out, int64: the moves of each game; 1 + ``most_moves`` where the player gave up.
    """
    tables = Tables(lines, distances, offsets, low_ranks, high_ranks)
    # No spot has as many others in its row and column as the board has spots.
    most = width * lines.size
    mind = Mind(
        np.empty((2, width, CELLS), np.int64),
        np.zeros((2, width, COLORS), np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.full(1 + (width + BLOCK - 1) // BLOCK * BLOCK, -NO_KEY, np.int64),
        np.empty((look_ahead, width), np.int64),
        np.empty((look_ahead, width), np.int64),
    )
    best = np.empty(look_ahead, np.int64)
    start = np.zeros(CELLS, np.int64)
    here = np.empty(CELLS, np.int64)
    here_masks = np.zeros(COLORS, np.int64)
    start[EMPTY], start[CAME_FROM] = start_empty, -1
    for color in range(start_masks.size):
        distance = color_distance(color, np.uint64(start_masks[color]), tables)
        start[NEED] += distance
        start[NEEDS] |= distance << (8 * color)
        for plane in range(3):
            start[PLANES + plane] |= start_masks[color] * ((color >> plane) & 1)
    base = scramble(seed + STEP)
    for game in range(lengths.size):
        state = scramble(base + np.uint64(game))
        here[:] = start
        here_masks[: start_masks.size] = start_masks
        made = 0
        while here[NEED] > 0 and made <= most_moves:
            mind.cells[0, 0] = here
            mind.masks[0, 0] = here_masks
            depth, solved, state = _think(width, error, state, mind, tables)
            line = 0
            for step in range(depth - 1, -1, -1):
                best[step] = mind.spots[step, line]
                line = mind.parents[step, line]
            for step in range(depth if solved else min(plays, depth)):
                _play_move(best[step], here, here_masks, tables)
                made += 1
        lengths[game] = min(made, most_moves + 1)
