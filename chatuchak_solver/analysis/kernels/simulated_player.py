"""The simulated player's games, compiled.

Deterministic on every machine: integers alone, with the random numbers of SplitMix64.

A step of thought is done for all lines at once: first the errors are drawn and all continuations
are judged, those of a line in one vector. What the jumps of a position gain is remembered for the
other games. Then the best are kept: sorted keys, one word each, merged a vector at a time.

Those that the player has thought of already are passed over. That is asked of the best alone, and
of whatever comes in for those passed over: whether an earlier continuation ends alike takes a
vector for sixteen lines (`lines_near`), whether it was kept at that time mostly a count of the keys
before. Where that does not tell, all are gone through one after the other.
"""

import numpy as np

from chatuchak_solver.analysis.kernels.player_positions import (
    COLORS,
    EMPTY,
    HALF,
    LINE_SHIFT,
    LOWER,
    MEMORY_BITS,
    NEED,
    ROW,
    ROW_BITS,
    SPOT_BITS,
    SPOT_MASK,
    SPOTS,
    WAY_BACK,
    Mind,
    Tables,
    code_after,
    codes_after,
    first_alike,
    hash_after,
    let_jump,
    set_out,
    word_of,
)
from chatuchak_solver.analysis.kernels.player_vectors import (
    ERROR_BLOCK,
    LINE_BLOCK,
    LINE_WORDS,
    copy_words,
    draw_errors,
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
    LAST_KEY,
    NUMBER_BITS,
    SORTED_BLOCK,
    insert_sorted,
    judge_block,
    keys_below,
    least_above,
    merge_block,
)
from chatuchak_solver.kernels.arrays import Int32s, Int64s, UInt8s, UInt32s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, inner_kernel, kernel
from chatuchak_solver.search.kernels.splitmix import STEP, scramble

ONE = np.uint64(1)

NUMBER_MASK = (1 << NUMBER_BITS) - 1
NO_KEY = LAST_KEY
ANY_KEY = np.int64(NO_KEY)
BEFORE_ALL = -(1 << 31)
UNSURE = -1
FIRST = np.uint64(0)
"""The first line."""


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
    for start in range(0, np.int64(count) * np.int64(choices), ERROR_BLOCK):
        draw_errors(state + STEP * np.uint64(start), deviation, mind.errors, start)
    for number in range(count):
        line = np.uint64(number)
        row = base + line
        codes = codes_after(row, mind, tables)
        mind.codes[line] = codes
        need = np.int64(word_of(row, NEED, mind)) - 1
        if need == 0:
            for choice in range(choices):
                if codes >> CODE_BITS * np.uint64(choice) & CODE_MASK == np.uint64(0):
                    return np.int64(-1) - np.int64(line << shift | np.uint64(choice))
        errors, first = line * choices, line << shift
        judge_block(codes, need * SCALE, mind.errors, errors, mind.keys, first)
        for block in range(JUDGED_BLOCK, choices, JUDGED_BLOCK):
            codes >>= CODE_BITS * np.uint64(JUDGED_BLOCK)
            place = np.uint64(block)
            judge_block(codes, need * SCALE, mind.errors, errors + place, mind.keys, first + place)
        for after in range(choices, ONE << shift):
            mind.keys[first + np.uint64(after)] = NO_KEY
    end = np.uint64(count) << shift
    for after in range(SORTED_BLOCK):
        mind.keys[end + np.uint64(after)] = NO_KEY
    return np.int64(end)


@inner_kernel
def _spot_of(
    base: np.uint64, line: np.uint64, choice: np.uint64, mind: Mind, tables: Tables
) -> np.uint64:
    """Return the spot that moves in a continuation of a line."""
    row = base + line
    place = choice + np.uint64(choice >= word_of(row, WAY_BACK, mind))
    return np.uint64(tables.others[word_of(row, EMPTY, mind) << SPOT_BITS | place])


@inner_kernel
def _was_kept(
    base: np.uint64,
    earlier: np.uint64,
    number: np.uint64,
    shift: np.uint64,
    width: int,
    mind: Mind,
    tables: Tables,
) -> int:
    """Return whether a continuation was kept when ``number`` had its turn: 0, 1 or `UNSURE`.

    The ``earlier`` one is itself not passed over. It was kept if less than ``width`` of those
    before were better and not passed over.
    """
    keys = mind.keys
    bound = np.int64(keys[earlier])
    if bound <= mind.kept[np.uint64(width - 1)]:
        return 1
    better, sure = 0, 0
    for start in range(0, number, SORTED_BLOCK):
        block = np.uint64(start)
        below = keys_below(keys, block, bound)
        if number - block < np.uint64(SORTED_BLOCK):
            below &= (ONE << number - block) - ONE
        better += popcount(below)
    if better < width:
        return 1
    for start in range(0, number, SORTED_BLOCK):
        block = np.uint64(start)
        below = keys_below(keys, block, bound)
        if number - block < np.uint64(SORTED_BLOCK):
            below &= (ONE << number - block) - ONE
        while below:
            one = block + np.uint64(trailing_zeros(below))
            below &= below - ONE
            line, choice = one >> shift, one & ((ONE << shift) - ONE)
            spot = _spot_of(base, line, choice, mind, tables)
            hashed = hash_after(base + line, spot, mind, tables)
            if first_alike(base, FIRST, line, spot, hashed, shift, ANY_KEY, mind, tables) < 0:
                sure += 1
                if sure == width:
                    return 0
    return UNSURE


@inner_kernel
def _drop(kept: Int32s, at: int, keys: Int32s, end: np.int64) -> None:
    """Take a key out of ``kept``; the next best of all comes in at its end."""
    last = np.int64(kept[np.uint64(kept.size - 1)])
    for place in range(at, kept.size - 1):
        kept[np.uint64(place)] = kept[np.uint64(place + 1)]
    kept[np.uint64(kept.size - 1)] = least_above(keys, end, last)


@inlined_kernel
def _follow_best(
    base: np.uint64,
    other: np.uint64,
    end: np.int64,
    shift: np.uint64,
    width: int,
    first: np.uint64,
    is_sure: bool,
    mind: Mind,
    tables: Tables,
) -> int:
    """Make the lines from row ``other`` of the best continuations; return how many.

    ``kept`` has the best keys of all; unless they ``is_sure`` to be those to keep, each is passed
    over that ends as an earlier one that was kept when its turn came. Returns `UNSURE` where that
    depends on which others were passed over.
    """
    kept, keys = mind.kept, mind.keys
    stride = np.uint64(mind.lines.size >> 2)
    count = 0
    while count < width and kept[np.uint64(count)] != NO_KEY:
        # The next best continuation, and the position that it ends in.
        number = np.uint64(kept[np.uint64(count)] & NUMBER_MASK)
        line, choice = number >> shift, number & ((ONE << shift) - ONE)
        row = base + line
        spot = _spot_of(base, line, choice, mind, tables)
        hashed = hash_after(row, spot, mind, tables)
        # Pass over what ends as an earlier one that was kept, if that is certain.
        if line and not is_sure:
            alike = first_alike(base, FIRST, line, spot, hashed, shift, ANY_KEY, mind, tables)
            if alike >= 0:
                was_kept = _was_kept(base, np.uint64(alike), number, shift, width, mind, tables)
                if was_kept == 1:
                    keys[number] = NO_KEY
                    _drop(kept, count, keys, end)
                    continue
                after = (np.uint64(alike) >> shift) + ONE
                alike = first_alike(base, after, line, spot, hashed, shift, ANY_KEY, mind, tables)
                if was_kept < 0 or alike >= 0:
                    return UNSURE
        # Make its line, in all the forms in which lines are kept.
        target = np.uint64(count)
        mind.followed[first + target] = line << LINE_SHIFT | spot
        code = mind.codes[line] >> CODE_BITS * choice & CODE_MASK
        let_jump(row, other + target, spot, code, hashed, mind, tables)
        mark = tables.spot_marks[spot]
        cell = other + target
        mind.lines[cell], mind.lines[cell + stride] = hashed, hashed >> HALF
        cell += stride + stride
        mind.lines[cell], mind.lines[cell + stride] = mark, mark >> HALF
        count += 1
    return count


@inner_kernel
def _keep_in_order(
    base: np.uint64, end: np.int64, shift: np.uint64, width: int, mind: Mind, tables: Tables
) -> None:
    """Put the keys of the continuations judged best into ``kept``, one after the other.

    In the order of their numbers, all below ``end``: one that ends as one kept at that time is
    passed over, even where it is judged better, since the player has thought of it already.
    """
    kept, keys = mind.kept, mind.keys
    for at in range(kept.size):
        kept[np.uint64(at)] = NO_KEY
    worst = np.int64(NO_KEY)
    for block in range(0, end, SORTED_BLOCK):
        better = keys_below(keys, np.uint64(block), worst)
        while better:
            number = np.uint64(block) + np.uint64(trailing_zeros(better))
            better &= better - ONE
            key = np.int64(keys[number])
            if key >= worst:
                continue
            line, choice = number >> shift, number & ((ONE << shift) - ONE)
            spot = _spot_of(base, line, choice, mind, tables)
            hashed = hash_after(base + line, spot, mind, tables)
            # What was kept once and has a key above the worst was pushed out since.
            if first_alike(base, FIRST, line, spot, hashed, shift, worst, mind, tables) >= 0:
                keys[number] = NO_KEY
                continue
            for start in range(kept.size - SORTED_BLOCK, -1, -SORTED_BLOCK):
                before = np.int64(kept[np.uint64(start - 1)]) if start else np.int64(BEFORE_ALL)
                insert_sorted(kept, start, before, key)
            worst = np.int64(kept[np.uint64(width - 1)])


@inner_kernel
def _think(
    width: int, look_ahead: int, deviation: int, state: np.uint64, mind: Mind, tables: Tables
) -> tuple[int, bool, np.uint64]:
    """Think on from the only line until one solves or all are as long as the player looks ahead.

    Returns how many steps there were, whether a line solves, and the state of the random numbers.
    The best line is then the first of those that the last step kept.
    """
    base, count = np.uint64(0), 1
    kept, keys = mind.kept, mind.keys
    for depth in range(look_ahead):
        first = np.uint64(depth * width)
        # Judge all continuations. All lines have a way back, or the only one has none.
        choices = tables.most - np.uint64(word_of(base, WAY_BACK, mind) < tables.most)
        shift = np.uint64(0)
        while ONE << shift < choices:
            shift += ONE
        end = _judge(base, count, choices, shift, deviation, state, mind, tables)
        is_last = depth == look_ahead - 1
        # One that solves, or the best of the last step, ends the thought.
        best = np.int64(-1) - end
        if end >= 0 and is_last:
            best = least_above(keys, end, BEFORE_ALL) & NUMBER_MASK
        if end < 0 or is_last:
            line, choice = np.uint64(best) >> shift, np.uint64(best) & ((ONE << shift) - ONE)
            spot = _spot_of(base, line, choice, mind, tables)
            mind.followed[first] = line << LINE_SHIFT | spot
            if end < 0:
                return depth + 1, True, state
        state += STEP * choices * np.uint64(count)
        if is_last:
            hashed = hash_after(base + line, spot, mind, tables)
            if first_alike(base, FIRST, line, spot, hashed, shift, ANY_KEY, mind, tables) < 0:
                return look_ahead, False, state
        # Keep the best; one after the other where what is alike leaves doubts.
        for at in range(kept.size):
            kept[np.uint64(at)] = NO_KEY
        for start in range(0, end, SORTED_BLOCK):
            merge_block(kept, kept.size // SORTED_BLOCK, keys, start)
        other = np.uint64(width) - base
        is_sure = False
        while True:
            count = _follow_best(base, other, end, shift, width, first, is_sure, mind, tables)
            if count >= 0:
                break
            _keep_in_order(base, end, shift, width, mind, tables)
            is_sure = True
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
    moves: UInt8s,
    best: Int64s,
    mind: Mind,
    tables: Tables,
) -> None:
    """Play one game for each entry of ``lengths``, from the position in the last row."""
    recorded = moves.size // max(1, lengths.size)
    game_row, start_row = np.uint64(2 * width), np.uint64(2 * width + 1)
    for game in range(lengths.size):
        state = scramble(base + np.uint64(game))
        copy_words(mind.rows, start_row << ROW_BITS, game_row << ROW_BITS)
        made = 0
        while word_of(game_row, NEED, mind) > np.uint64(0) and made <= most_moves:
            copy_words(mind.rows, game_row << ROW_BITS, np.uint64(0))
            depth, solved, state = _think(width, look_ahead, error, state, mind, tables)
            line = np.uint64(0)
            for back in range(depth):
                at = depth - 1 - back
                move = np.uint64(mind.followed[np.uint64(at * width) + line])
                best[np.uint64(at)] = np.int64(move & SPOT_MASK)
                line = move >> LINE_SHIFT
            for ahead in range(depth if solved else min(plays, depth)):
                spot = np.uint64(best[np.uint64(ahead)])
                code = code_after(game_row, spot, mind, tables)
                hashed = hash_after(game_row, spot, mind, tables)
                let_jump(game_row, game_row, spot, code, hashed, mind, tables)
                if made < recorded:
                    moves[np.uint64(game * recorded + made)] = np.uint8(spot)
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
    moves: UInt8s,
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
        Standard deviation of the error of one judgment, in 1/SCALE move.
    seed
        uint64; each game has a stream of its own.
    most_moves
        After how many moves the player gives up.
    lengths
        Out, int64: the moves of each game; 1 + ``most_moves`` where the player gave up.
    moves
        Out, uint8: the spots whose booths moved, as many per game as there is room for.
    """
    # Tables of the board: neighbors both ways, and random marks to hash positions by.
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
    spot_marks = np.empty(SPOTS, np.uint64)
    marks = np.empty(COLORS * SPOTS, np.uint64)
    for spot in range(SPOTS):
        own = scramble(np.uint64(spot + 1))
        spot_marks[spot] = own
        for color in range(COLORS):
            factor = scramble(np.uint64(SPOTS + color + 1)) & LOWER
            upper = (own >> HALF) * factor << HALF
            marks[color * SPOTS + spot] = (own & LOWER) * factor & LOWER | upper
    # Put them with the packed pattern databases.
    bits = part_bits(spots)
    most_below = (part_ranks.size >> bits) // 2
    tables = Tables(
        others,
        places,
        marks,
        spot_marks,
        offsets.astype(np.uint64),
        np.uint64(most),
        SmallTables(
            packed,
            part_ranks,
            np.uint64(bits),
            np.uint64(most_below),
            np.uint64(1 + most_below << bits),
        ),
    )
    # The mind: two sets of lines, the game and its start, and a memory of gains.
    rows = np.zeros((2 * width + 2) * ROW, np.uint64)
    # A block may reach beyond the last continuation.
    slots = 1
    while slots < most:
        slots *= 2
    continuations = width * slots + SORTED_BLOCK
    lines_in_mind = 2 * width + LINE_BLOCK
    mind = Mind(
        rows,
        rows.view(np.uint8),
        np.zeros(LINE_WORDS * lines_in_mind, np.uint32),
        np.zeros(2 << MEMORY_BITS, np.uint64),
        np.empty(width, np.uint64),
        np.empty(continuations, np.int32),
        np.zeros(continuations, np.int32),
        np.empty((width + SORTED_BLOCK - 1) // SORTED_BLOCK * SORTED_BLOCK, np.int32),
        np.empty(look_ahead * width, np.int32),
    )
    set_out(np.uint64(2 * width + 1), start_masks, start_needs, start_empty, mind, tables)
    best = np.empty(look_ahead, np.int64)
    base = scramble(seed + STEP)
    _play(width, look_ahead, plays, error, base, most_moves, lengths, moves, best, mind, tables)
