"""The simulated player's games, compiled.

Deterministic on every machine: integers alone, with the random numbers of SplitMix64.

A step of thought is done for all lines at once: first the errors are drawn, in a loop that the
compiler makes vectors of, then all continuations are judged, those of a line in one vector, then
the best are kept. What the jumps of a position gain is remembered for the other games. Those kept
are sorted keys, one word each, so that keeping another one is a few vector instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.analysis.kernels.player_positions import (
    CAME_FROM,
    COLOR_BYTES,
    COLORS,
    EMPTY,
    HASH,
    LINE_SHIFT,
    MASKS,
    MEMORY_BITS,
    NEED,
    NEED_BYTES,
    NOWHERE,
    ROW,
    ROW_BYTE_BITS,
    SPOT_BITS,
    SPOT_MASK,
    SPOTS,
    WAY_BACK,
    Mind,
    Tables,
    code_after,
    codes_after,
    copy_position,
    end_alike,
    hash_after,
    let_jump,
    move_of,
    word_of,
)
from chatuchak_solver.analysis.kernels.scales import SCALE
from chatuchak_solver.analysis.kernels.small_tables import (
    CODE_BITS,
    CODE_MASK,
    SmallTables,
    part_bits,
)
from chatuchak_solver.analysis.kernels.sorted_keys import (
    JUDGED_BLOCK,
    NUMBER_BITS,
    SORTED_BLOCK,
    insert_sorted,
    judge_block,
    keys_below,
)
from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import inlined_kernel, inner_kernel, kernel
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s, Int64s, UInt8s, UInt32s

__all__ = ["play_games"]

SPREAD = 37837
"""The standard deviation of the sum of four 16-bit numbers."""
LIFT = 1 << 15
"""Larger than any error; makes what is divided by `SPREAD` positive."""
INVERSE_SHIFT = 47
INVERSE = (1 << INVERSE_SHIFT) // SPREAD + 1
"""``x * INVERSE >> INVERSE_SHIFT`` is ``x // SPREAD`` for x below 2**31, and can be vectorised."""

ONE = np.uint64(1)

NUMBER_MASK = (1 << NUMBER_BITS) - 1
NO_KEY = (1 << 31) - 1
BEFORE_ALL = -(1 << 31)
HASH_MASK = np.uint64(255)
NEVER = -1


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


@inlined_kernel
def _judge(
    base: np.uint64,
    count: int,
    choices: np.uint64,
    shift: np.uint64,
    deviation: int,
    state: np.uint64,
    mind: Mind,
    tables: Tables,
) -> np.int64:
    """Judge all continuations of the ``count`` lines from row ``base``; return their keys' end.

    ``choices`` a line; its keys start at its number times 1 << ``shift``. Where one solves, which
    will be kept whatever the others are: -1 less the first one's number.
    """
    _draw_errors(np.int64(count) * np.int64(choices), deviation, state, mind.errors)
    for number in range(count):
        line = np.uint64(number)
        row = base + line
        codes = codes_after(row, mind, tables)
        back = CODE_BITS * word_of(row, WAY_BACK, mind)
        # Without the code of the way back, if there is one.
        before = (ONE << back) - ONE
        codes = codes & before | codes >> CODE_BITS & ~before
        mind.codes[line] = codes
        need = np.int64(word_of(row, NEED, mind)) - 1
        if need == 0:
            for choice in range(choices):
                if codes >> CODE_BITS * np.uint64(choice) & CODE_MASK == np.uint64(0):
                    return np.int64(-1) - np.int64(line << shift | np.uint64(choice))
        errors, first = line * choices, line << shift
        for block in range(0, choices, JUDGED_BLOCK):
            start = np.uint64(block)
            judge_block(codes, need * SCALE, mind.errors, errors + start, mind.keys, first + start)
            codes >>= CODE_BITS * np.uint64(JUDGED_BLOCK)
        for after in range(choices, ONE << shift):
            mind.keys[first + np.uint64(after)] = NO_KEY
    end = np.uint64(count) << shift
    for after in range(SORTED_BLOCK):
        mind.keys[end + np.uint64(after)] = NO_KEY
    return np.int64(end)


@inner_kernel
def _ends_as_another(base: np.uint64, move: np.uint64, mind: Mind, tables: Tables) -> bool:
    """Return whether a line before that of ``move`` has a continuation that ends alike."""
    spot = move & SPOT_MASK
    for number in range(move >> LINE_SHIFT):
        line = np.uint64(number)
        row = base + line
        is_near = tables.lines[word_of(row, EMPTY, mind)] >> spot & ONE
        if is_near and word_of(row, CAME_FROM, mind) != spot:  # noqa: SIM102
            if end_alike(base, move, line << LINE_SHIFT | spot, mind):
                return True
    return False


@inlined_kernel
def _keep_best(
    base: np.uint64,
    end: np.int64,
    shift: np.uint64,
    width: int,
    step: int,
    mind: Mind,
    tables: Tables,
) -> int:
    """Put the keys of the continuations judged best into ``kept``; return how many.

    In the order of their numbers, all below ``end``: one that ends as one kept at that time is
    passed over, even where it is judged better, since the player has thought of it already. No
    other call of the same games has the number ``step``.
    """
    kept, keys, alike = mind.kept, mind.keys, mind.alike
    for at in range(kept.size):
        kept[np.uint64(at)] = NO_KEY
    worst = np.int64(NO_KEY)
    for block in range(0, end, SORTED_BLOCK):
        better = keys_below(keys, np.uint64(block), worst)
        while better:
            i = np.uint64(block) + np.uint64(trailing_zeros(better))
            better &= better - ONE
            key = np.int64(keys[i])
            if key >= worst:
                continue
            move = move_of(base, i, shift, mind, tables)
            hashed = hash_after(base, move, mind, tables)
            mind.hashes[i] = hashed
            last = mind.last_alike[hashed & HASH_MASK]
            other = last & NUMBER_MASK if last >> NUMBER_BITS == step else np.int64(NEVER)
            alike[i] = other
            # What was kept once and has a key above the worst was pushed out since.
            while other >= 0 and not (
                mind.hashes[np.uint64(other)] == hashed
                and keys[np.uint64(other)] <= worst
                and end_alike(
                    base, move, move_of(base, np.uint64(other), shift, mind, tables), mind
                )
            ):
                other = np.int64(alike[np.uint64(other)])
            if other >= 0:
                continue
            mind.last_alike[hashed & HASH_MASK] = step << NUMBER_BITS | np.int64(i)
            for start in range(kept.size - SORTED_BLOCK, -1, -SORTED_BLOCK):
                before = np.int64(kept[np.uint64(start - 1)]) if start else np.int64(BEFORE_ALL)
                insert_sorted(kept, start, before, key)
            for after in range(width, kept.size):
                kept[np.uint64(after)] = NO_KEY
            worst = np.int64(kept[np.uint64(width - 1)])
    found = 0
    while found < width and kept[np.uint64(found)] != NO_KEY:
        found += 1
    return found


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
        # All lines have a way back, or the only one has none.
        choices = tables.most - np.uint64(word_of(base, WAY_BACK, mind) < tables.most)
        shift = np.uint64(0)
        while ONE << shift < choices:
            shift += ONE
        end = _judge(base, count, choices, shift, deviation, state, mind, tables)
        if end < 0:
            mind.followed[first] = move_of(base, np.uint64(-1 - end), shift, mind, tables)
            return depth + 1, True, state
        state += STEP * choices * np.uint64(count)
        if depth == look_ahead - 1:
            best = np.int64(NO_KEY)
            for number in range(end):
                best = min(best, np.int64(mind.keys[np.uint64(number)]))
            move = move_of(base, np.uint64(best & NUMBER_MASK), shift, mind, tables)
            if not _ends_as_another(base, move, mind, tables):
                mind.followed[first] = move
                return look_ahead, False, state
        count = _keep_best(base, end, shift, width, step + depth, mind, tables)
        other = np.uint64(width) - base
        for number in range(count):
            line = np.uint64(number)
            i = np.uint64(mind.kept[line] & NUMBER_MASK)
            move = move_of(base, i, shift, mind, tables)
            mind.followed[first + line] = move
            copy_position(base + (move >> LINE_SHIFT), other + line, mind)
            choice = i & ((ONE << shift) - ONE)
            code = mind.codes[move >> LINE_SHIFT] >> CODE_BITS * choice & CODE_MASK
            let_jump(other + line, move & SPOT_MASK, code, mind, tables)
        base = other
    return look_ahead, False, state


@inner_kernel
def _set_out(
    row: np.uint64, masks: Int64s, needs: Int64s, empty: int, mind: Mind, tables: Tables
) -> None:
    """Write the position that has the colors' booths on ``masks`` into a row of zeros."""
    words, row_bytes = row * np.uint64(ROW), row << ROW_BYTE_BITS
    mind.rows[words + EMPTY], mind.rows[words + CAME_FROM] = empty, NOWHERE
    mind.rows[words + WAY_BACK] = tables.most
    for color in range(masks.size):
        mask = np.uint64(masks[color])
        mind.rows[words + MASKS + np.uint64(color)] = mask
        mind.rows[words + NEED] += np.uint64(needs[color])
        mind.bytes[row_bytes + NEED_BYTES + np.uint64(color)] = needs[color]
        while mask:
            spot = np.uint64(trailing_zeros(mask))
            mind.bytes[row_bytes + COLOR_BYTES + spot] = color
            mind.rows[words + HASH] ^= tables.marks[np.uint64(color) << SPOT_BITS | spot]
            mask &= mask - ONE


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
        copy_position(start_row, game_row, mind)
        made = 0
        while word_of(game_row, NEED, mind) > np.uint64(0) and made <= most_moves:
            copy_position(game_row, np.uint64(0), mind)
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
                let_jump(game_row, spot, code_after(game_row, spot, mind, tables), mind, tables)
                made += 1
        lengths[game] = min(made, most_moves + 1)


@kernel
def play_games(
    start_masks: Int64s,
    start_needs: Int64s,
    start_empty: int,
    lines: Int64s,
    offsets: Int64s,
    packed: UInt8s,
    part_ranks: UInt32s,
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
    start_needs
        int64 (C,): their distances in the pattern databases.
    start_empty
        The empty spot.
    lines
        int64 (spots,): the other spots of each spot's row and column.
    offsets, packed, part_ranks
        The pattern databases, one offset a color, and what ranks masks in them: see `SmallTables`.
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
    most = np.int64(popcount(np.uint64(lines[0])))
    others = np.zeros(spots * SPOTS, np.uint8)
    places = np.full(spots * SPOTS, most, np.uint8)
    for spot in range(spots):
        left = np.uint64(lines[spot])
        for place in range(most):
            other = trailing_zeros(left)
            others[spot * SPOTS + place] = other
            places[spot * SPOTS + other] = place
            left &= left - ONE
    marks = np.empty(COLORS * SPOTS, np.uint64)
    for place in range(marks.size):
        marks[place] = scramble(np.uint64(place + 1))
    bits = part_bits(spots)
    tables = Tables(
        lines.astype(np.uint64),
        others,
        places,
        marks,
        offsets.astype(np.uint64),
        np.uint64(most),
        SmallTables(packed, part_ranks, np.uint64(bits), np.uint64((part_ranks.size >> bits) // 2)),
    )
    rows = np.zeros((2 * width + 2) * ROW, np.uint64)
    # A block may reach beyond the last continuation.
    slots = 1
    while slots < most:
        slots *= 2
    continuations = width * slots + SORTED_BLOCK
    mind = Mind(
        rows,
        rows.view(np.uint8),
        np.zeros(2 << MEMORY_BITS, np.uint64),
        np.empty(width, np.uint64),
        np.empty(continuations, np.uint64),
        np.empty(continuations, np.int32),
        np.zeros(continuations, np.int32),
        np.empty(continuations, np.int32),
        np.full(HASH_MASK + ONE, NEVER, np.int64),
        np.empty((width + SORTED_BLOCK - 1) // SORTED_BLOCK * SORTED_BLOCK, np.int32),
        np.empty(look_ahead * width, np.int32),
    )
    _set_out(np.uint64(2 * width + 1), start_masks, start_needs, start_empty, mind, tables)
    best = np.empty(look_ahead, np.int64)
    base = scramble(seed + STEP)
    _play(width, look_ahead, plays, error, base, most_moves, lengths, best, mind, tables)
