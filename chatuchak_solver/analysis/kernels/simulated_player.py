"""The simulated player's games, compiled.

Deterministic on every machine: integers alone, with the random numbers of SplitMix64.

A step of thought is done for all lines at once: first every continuation is imagined, then all are
judged, in a loop that the compiler makes vectors of, then the best are kept. Those kept are sorted
keys, one word each, so that keeping another one is a few vector instructions. Of the last step
only the best continuation is wanted, so that most need not be looked at: their errors rule them
out. Nothing below the way in counts references to arrays, which cost as much as the thinking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.analysis.kernels.sorted_keys import SORTED_BLOCK, insert_sorted
from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import inner_kernel, kernel
from chatuchak_solver.search.kernels.heuristic_tables import color_distance
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s, Int64s, UInt8s, UInt32s, UInt64s

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
# before, the moves still needed when the colors are looked at one by one, and a hash. Words index
# faster than integers, which may be negative.
EMPTY, CAME_FROM, NEED, HASH = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
CELLS = 4
COLORS = 9
SPOTS = 64
NOWHERE = 64
"""Where the empty spot was before the first move."""
ONE = np.uint64(1)

# A continuation in one word: the line that it continues, the color and the spot that move.
SPOT_BITS = np.uint64(6)
LINE_SHIFT = np.uint64(10)
SPOT_MASK = np.uint64(63)
COLOR_MASK = np.uint64(15)

# A kept continuation in one word, the key that sorts it: the judgement, and its number, so that
# of equal ones the earlier comes first.
NUMBER_BITS = 13
NUMBER_MASK = (1 << NUMBER_BITS) - 1
NO_KEY = (1 << 31) - 1
BEFORE_ALL = -(1 << 31)
BEST_OF_ALL = 1 << 62
"""A judgement that any is better than."""
HASH_MASK = np.uint64(255)
NEVER = -1


class Tables(NamedTuple):
    """The board, and the pattern databases, one offset a color.

    ``lines`` uint64 (spots,), and the same spots one by one, ascending, uint8 (spots, L);
    ``marks`` uint64 (COLORS, SPOTS), whose exclusive or is a position's hash.
    """

    lines: UInt64s
    others: UInt8s
    marks: UInt64s
    distances: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: UInt32s


class Mind(NamedTuple):
    """What the player has in mind; W lines, M continuations, D steps.

    Of each position ``cells`` uint64 (R, CELLS), ``masks`` uint64 (R, COLORS), the ``needs_of``
    each color uint8 (R, COLORS) and the ``colors`` of the spots uint8 (R, SPOTS); the rows 0..W-1
    and W..2W-1 are the ends of the lines before and after a step, in turns, the next is the game
    itself and the last its start. Of each continuation int32 (M,) ``needs``, ``moves``, ``keys``,
    ``errors``, ``alike`` (one kept before it in the same place of ``last_alike`` int64 (256,)) and
    uint64 (M,) ``hashes``. ``kept`` int32 (W up to a whole block,) are the keys of those kept,
    ascending; ``followed`` int32 (D * W,), how each line came about.
    """

    cells: UInt64s
    masks: UInt64s
    needs_of: UInt8s
    colors: UInt8s
    needs: Int32s
    moves: Int32s
    keys: Int32s
    errors: Int32s
    alike: Int32s
    hashes: UInt64s
    last_alike: Int64s
    kept: Int32s
    followed: Int32s


@inner_kernel
def _draw_errors(count: int | np.int64, deviation: int, state: np.uint64, errors: Int32s) -> None:
    """Set the errors of the next judgements.

    They have mean 0 and the standard ``deviation``, shaped nearly as a bell: sums of the four
    16-bit parts of the random words that follow ``state``.
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
        errors[np.uint64(i)] = ((lifted * INVERSE) >> INVERSE_SHIFT) - LIFT


@inner_kernel
def _need_after(row: np.uint64, spot: np.uint64, mind: Mind, tables: Tables) -> np.int64:
    """Return what is needed when the booth on ``spot`` has jumped."""
    color = mind.colors[row, spot]
    mask = mind.masks[row, color] ^ (ONE << spot | ONE << mind.cells[row, EMPTY])
    gain = color_distance(color, mask, tables) - np.int64(mind.needs_of[row, color])
    return np.int64(mind.cells[row, NEED]) + gain


@inner_kernel
def _move_of(line: np.uint64, row: np.uint64, spot: np.uint64, mind: Mind) -> np.uint64:
    """Return the word of a continuation."""
    return line << LINE_SHIFT | np.uint64(mind.colors[row, spot]) << SPOT_BITS | spot


@inner_kernel
def _imagine(base: np.uint64, count: int, mind: Mind, tables: Tables) -> np.int64:
    """List all continuations of the ``count`` lines from row ``base``; return how many, or less.

    Where one solves, which will be kept whatever the others are: -1 less the first one's number.
    """
    found = np.uint64(0)
    for number in range(count):
        line = np.uint64(number)
        row, first = base + line, found
        empty, came_from = mind.cells[row, EMPTY], mind.cells[row, CAME_FROM]
        for place in range(tables.others.shape[1]):
            spot = np.uint64(tables.others[empty, np.uint64(place)])
            mind.needs[found] = _need_after(row, spot, mind, tables)
            mind.moves[found] = _move_of(line, row, spot, mind)
            # Overwritten by the next one if it goes back.
            found += np.uint64(spot != came_from)
        if mind.cells[row, NEED] == ONE:
            for one in range(first, found):
                if mind.needs[np.uint64(one)] == 0:
                    return np.int64(-1) - np.int64(one)
    return np.int64(found)


@inner_kernel
def _best_of(
    base: np.uint64, count: int, mind: Mind, tables: Tables
) -> tuple[np.uint64, np.uint64]:
    """Return the continuation of the lines that is judged best, and how many there are.

    None of the lines may be one move from solved.
    """
    found = np.uint64(0)
    best = np.int64(BEST_OF_ALL)
    best_move = np.uint64(0)
    for number in range(count):
        line = np.uint64(number)
        row = base + line
        empty, came_from = mind.cells[row, EMPTY], mind.cells[row, CAME_FROM]
        # A move gains one at most.
        least = (np.int64(mind.cells[row, NEED]) - 1) * SCALE
        for place in range(tables.others.shape[1]):
            spot = np.uint64(tables.others[empty, np.uint64(place)])
            if spot == came_from:
                continue
            error = np.int64(mind.errors[found])
            found += ONE
            if least + error < best:
                judged = _need_after(row, spot, mind, tables) * SCALE + error
                if judged < best:
                    best, best_move = judged, _move_of(line, row, spot, mind)
    return best_move, found


@inner_kernel
def _end_alike(base: np.uint64, one: np.uint64, other: np.uint64, mind: Mind) -> bool:
    """Return whether two continuations lead to the same position."""
    row, other_row = base + (one >> LINE_SHIFT), base + (other >> LINE_SHIFT)
    swap = ONE << mind.cells[row, EMPTY] | ONE << (one & SPOT_MASK)
    other_swap = ONE << mind.cells[other_row, EMPTY] | ONE << (other & SPOT_MASK)
    for number in range(COLORS):
        color = np.uint64(number)
        differing = mind.masks[row, color] ^ mind.masks[other_row, color]
        if color == (one >> SPOT_BITS) & COLOR_MASK:
            differing ^= swap
        if color == (other >> SPOT_BITS) & COLOR_MASK:
            differing ^= other_swap
        if differing:
            return False
    return True


@inner_kernel
def _ends_as_another(base: np.uint64, move: np.uint64, mind: Mind, tables: Tables) -> bool:
    """Return whether a line before that of ``move`` has a continuation that ends alike."""
    spot = move & SPOT_MASK
    for number in range(move >> LINE_SHIFT):
        line = np.uint64(number)
        row = base + line
        is_near = tables.lines[mind.cells[row, EMPTY]] >> spot & ONE
        if is_near and mind.cells[row, CAME_FROM] != spot:  # noqa: SIM102
            if _end_alike(base, move, _move_of(line, row, spot, mind), mind):
                return True
    return False


@inner_kernel
def _hash_after(base: np.uint64, move: np.uint64, mind: Mind, tables: Tables) -> np.uint64:
    """Return the hash of the position that a continuation leads to."""
    row, color = base + (move >> LINE_SHIFT), (move >> SPOT_BITS) & COLOR_MASK
    left, taken = tables.marks[color, move & SPOT_MASK], tables.marks[color, mind.cells[row, EMPTY]]
    return np.uint64(mind.cells[row, HASH] ^ left ^ taken)


@inner_kernel
def _keep_best(
    base: np.uint64, count: np.int64, width: int, step: int, mind: Mind, tables: Tables
) -> int:
    """Put the keys of the continuations judged best into ``kept``; return how many.

    In the order of their numbers: one that ends as one kept at that time is passed over, even
    where it is judged better, since the player has thought of it already. No other call of the
    same games has the number ``step``.
    """
    kept, keys, alike = mind.kept, mind.keys, mind.alike
    for place in range(kept.size):
        kept[np.uint64(place)] = NO_KEY
    worst = np.int64(NO_KEY)
    for number in range(count):
        i = np.uint64(number)
        key = np.int64(keys[i])
        if key >= worst:
            continue
        hashed = _hash_after(base, np.uint64(mind.moves[i]), mind, tables)
        mind.hashes[i] = hashed
        last = mind.last_alike[hashed & HASH_MASK]
        other = last & NUMBER_MASK if last >> NUMBER_BITS == step else np.int64(NEVER)
        alike[i] = other
        # What was kept once and has a key above the worst was pushed out since.
        while other >= 0 and not (
            mind.hashes[np.uint64(other)] == hashed
            and keys[np.uint64(other)] <= worst
            and _end_alike(
                base, np.uint64(mind.moves[i]), np.uint64(mind.moves[np.uint64(other)]), mind
            )
        ):
            other = np.int64(alike[np.uint64(other)])
        if other >= 0:
            continue
        mind.last_alike[hashed & HASH_MASK] = step << NUMBER_BITS | number
        for start in range(kept.size - SORTED_BLOCK, -1, -SORTED_BLOCK):
            before = np.int64(kept[np.uint64(start - 1)]) if start else np.int64(BEFORE_ALL)
            insert_sorted(kept, start, before, key)
        for place in range(width, kept.size):
            kept[np.uint64(place)] = NO_KEY
        worst = np.int64(kept[np.uint64(width - 1)])
    found = 0
    while found < width and kept[np.uint64(found)] != NO_KEY:
        found += 1
    return found


@inner_kernel
def _copy(source: np.uint64, target: np.uint64, mind: Mind) -> None:
    """Copy a position from one row to another."""
    for cell in range(CELLS):
        mind.cells[target, np.uint64(cell)] = mind.cells[source, np.uint64(cell)]
    for color in range(COLORS):
        mind.masks[target, np.uint64(color)] = mind.masks[source, np.uint64(color)]
    for color in range(COLORS):
        mind.needs_of[target, np.uint64(color)] = mind.needs_of[source, np.uint64(color)]
    for spot in range(SPOTS):
        mind.colors[target, np.uint64(spot)] = mind.colors[source, np.uint64(spot)]


@inner_kernel
def _jump(row: np.uint64, spot: np.uint64, need: np.int64, mind: Mind, tables: Tables) -> None:
    """Let the booth on ``spot`` of a position jump, which then has that ``need``."""
    empty, color = mind.cells[row, EMPTY], np.uint64(mind.colors[row, spot])
    mind.masks[row, color] ^= ONE << spot | ONE << empty
    gain = need - np.int64(mind.cells[row, NEED])
    mind.needs_of[row, color] = np.int64(mind.needs_of[row, color]) + gain
    mind.colors[row, empty] = color
    mind.cells[row, HASH] ^= tables.marks[color, spot] ^ tables.marks[color, empty]
    mind.cells[row, NEED] = need
    mind.cells[row, CAME_FROM], mind.cells[row, EMPTY] = empty, spot


@inner_kernel
def _think(
    width: int,
    look_ahead: int,
    deviation: int,
    state: np.uint64,
    step: int,
    mind: Mind,
    tables: Tables,
) -> tuple[int, bool, np.uint64]:
    """Think on from the only line until one solves or all are as long as the player looks ahead.

    ``step`` is the number of the first step. Returns how many steps there were, whether a line
    solves, and the state of the random numbers. The best line is then the first of those that the
    last step kept.
    """
    base, count = np.uint64(0), 1
    for depth in range(look_ahead):
        first = np.uint64(depth * width)
        if depth == look_ahead - 1:
            near = False
            for number in range(count):
                near |= mind.cells[base + np.uint64(number), NEED] == ONE
            if not near:
                _draw_errors(count * tables.others.shape[1], deviation, state, mind.errors)
                best, seen = _best_of(base, count, mind, tables)
                if not _ends_as_another(base, best, mind, tables):
                    mind.followed[first] = best
                    return look_ahead, False, state + STEP * seen
        found = _imagine(base, count, mind, tables)
        if found < 0:
            mind.followed[first] = mind.moves[np.uint64(-1 - found)]
            return depth + 1, True, state
        _draw_errors(found, deviation, state, mind.errors)
        state += STEP * np.uint64(found)
        for number in range(found):
            i = np.uint64(number)
            judged = np.int64(mind.needs[i]) * SCALE + mind.errors[i]
            mind.keys[i] = judged << NUMBER_BITS | number
        count = _keep_best(base, found, width, step + depth, mind, tables)
        other = np.uint64(width) - base
        for number in range(count):
            line = np.uint64(number)
            i = np.uint64(mind.kept[line] & NUMBER_MASK)
            move = np.uint64(mind.moves[i])
            mind.followed[first + line] = mind.moves[i]
            _copy(base + (move >> LINE_SHIFT), other + line, mind)
            _jump(other + line, move & SPOT_MASK, np.int64(mind.needs[i]), mind, tables)
        base = other
    return look_ahead, False, state


@inner_kernel
def _play(
    width: int,
    look_ahead: int,
    plays: int,
    error: int,
    base: np.uint64,
    most_moves: int,
    lengths: Int64s,
    best: Int64s,
    mind: Mind,
    tables: Tables,
) -> None:
    """Play one game for each entry of ``lengths``, from the position in the last row."""
    game_row, start_row = np.uint64(2 * width), np.uint64(2 * width + 1)
    step = 0
    for game in range(lengths.size):
        state = scramble(base + np.uint64(game))
        _copy(start_row, game_row, mind)
        made = 0
        while mind.cells[game_row, NEED] > np.uint64(0) and made <= most_moves:
            _copy(game_row, np.uint64(0), mind)
            depth, solved, state = _think(width, look_ahead, error, state, step, mind, tables)
            step += look_ahead
            line = np.uint64(0)
            for back in range(depth):
                at = depth - 1 - back
                move = np.uint64(mind.followed[np.uint64(at * width) + line])
                best[np.uint64(at)] = np.int64(move & SPOT_MASK)
                line = move >> LINE_SHIFT
            for ahead in range(depth if solved else min(plays, depth)):
                spot = np.uint64(best[np.uint64(ahead)])
                need = _need_after(game_row, spot, mind, tables)
                _jump(game_row, spot, need, mind, tables)
                made += 1
        lengths[game] = min(made, most_moves + 1)


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
    spots = lines.size
    # Every spot has as many others in its row and column.
    most_others = popcount(np.uint64(lines[0]))
    others = np.empty((spots, most_others), np.uint8)
    for spot in range(spots):
        left = np.uint64(lines[spot])
        for place in range(most_others):
            others[spot, place] = trailing_zeros(left)
            left &= left - ONE
    marks = np.empty((COLORS, SPOTS), np.uint64)
    for color in range(COLORS):
        for spot in range(SPOTS):
            marks[color, spot] = scramble(np.uint64(color * SPOTS + spot + 1))
    tables = Tables(
        lines.astype(np.uint64), others, marks, distances, offsets, low_ranks, high_ranks
    )
    rows, most = 2 * width + 2, width * most_others + 1
    mind = Mind(
        np.zeros((rows, CELLS), np.uint64),
        np.zeros((rows, COLORS), np.uint64),
        np.zeros((rows, COLORS), np.uint8),
        np.zeros((rows, SPOTS), np.uint8),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.uint64),
        np.full(HASH_MASK + ONE, NEVER, np.int64),
        np.empty((width + SORTED_BLOCK - 1) // SORTED_BLOCK * SORTED_BLOCK, np.int32),
        np.empty(look_ahead * width, np.int32),
    )
    start = rows - 1
    mind.cells[start, EMPTY], mind.cells[start, CAME_FROM] = start_empty, NOWHERE
    for color in range(start_masks.size):
        mask = np.uint64(start_masks[color])
        distance = color_distance(color, mask, tables)
        mind.masks[start, color] = mask
        mind.needs_of[start, color] = distance
        mind.cells[start, NEED] += np.uint64(distance)
        while mask:
            mind.colors[start, trailing_zeros(mask)] = color
            mask &= mask - ONE
    best = np.empty(look_ahead, np.int64)
    base = scramble(seed + STEP)
    _play(width, look_ahead, plays, error, base, most_moves, lengths, best, mind, tables)
