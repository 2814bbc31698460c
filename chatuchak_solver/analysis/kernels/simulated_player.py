"""The simulated player's games, compiled.

Deterministic on every machine: integers alone, with the random numbers of SplitMix64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import kernel

__all__ = ["SCALE", "play_games"]

SCALE = 256
"""Units of a judgement and its error per move."""
SPREAD = 37837
"""The standard deviation of the sum of four 16-bit numbers."""
STEP = np.uint64(0x9E3779B97F4A7C15)

# Cells of a line of thought: the empty spot at its end, where it was one move before, and the
# moves still needed when the colors are looked at one by one.
EMPTY, CAME_FROM, NEED = range(3)


@kernel
def _scramble(word: Any) -> Any:
    """Return SplitMix64's scrambling of 64 bits."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def _error(state: Any, deviation: int) -> Any:
    """Return a random number of mean 0 and the standard ``deviation``, shaped nearly as a bell."""
    state[0] += STEP
    word = _scramble(state[0])
    total = np.int64(0)
    for _ in range(4):
        total += np.int64(word & np.uint64(0xFFFF))
        word >>= np.uint64(16)
    return (total - 2 * 0xFFFF) * deviation // SPREAD


@kernel
def _distance(
    mask: int, color: int, distances: Any, offsets: Any, low_ranks: Any, high_ranks: Any
) -> Any:
    """Look up in the pattern databases what a color needs until it is connected."""
    low = mask & (low_ranks.size - 1)
    high = mask >> trailing_zeros(np.uint64(low_ranks.size))
    rank = low_ranks[low] + high_ranks[popcount(low), high]
    return np.int64(distances[offsets[color] + np.int64(rank)])


@kernel
def _holds(masks: Any, ends: Any, count: int, parent: Any, color: int, booths: int) -> bool:
    """Return whether one of ``count`` lines ends with ``parent``, but for ``color`` on ``booths``.

    Equal masks make the empty spots equal; comparing ``ends`` first is only quicker.
    """
    for line in range(count):
        if ends[line]:
            same = masks[line, color] == booths
            for other in range(parent.size):
                same = same and (other == color or masks[line, other] == parent[other])
            if same:
                return True
    return False


@kernel
def _widen(
    count: int,
    old: Any,
    old_masks: Any,
    new: Any,
    new_masks: Any,
    judged: Any,
    parents: Any,
    moved_spots: Any,
    lines: Any,
    distances: Any,
    offsets: Any,
    low_ranks: Any,
    high_ranks: Any,
    error: int,
    state: Any,
) -> int:
    """Extend ``count`` lines of thought by one move, keep those judged best; return how many.

    The judgement of a line is what its end still needs, plus an error; a solved end is always
    seen. Equal ends are kept once. ``parents`` and ``moved_spots`` say how each came about.
    """
    width = new_masks.shape[0]
    ends = np.zeros(width, np.bool_)
    kept = 0
    for parent in range(count):
        empty = old[parent, EMPTY]
        moves = lines[empty]
        if old[parent, CAME_FROM] >= 0:
            moves &= ~(1 << old[parent, CAME_FROM])
        while moves:
            moved = trailing_zeros(moves)
            moves &= moves - 1
            color = 0
            while (old_masks[parent, color] >> moved) & 1 == 0:
                color += 1
            before = old_masks[parent, color]
            booths = before ^ ((1 << moved) | (1 << empty))
            need = (
                old[parent, NEED]
                - _distance(before, color, distances, offsets, low_ranks, high_ranks)
                + _distance(booths, color, distances, offsets, low_ranks, high_ranks)
            )
            judgement = need * SCALE + _error(state, error) if need else -(1 << 40)
            if kept == width and judgement >= judged[kept - 1]:
                continue
            for line in range(kept):
                ends[line] = new[line, EMPTY] == moved and new[line, NEED] == need
            if _holds(new_masks, ends, kept, old_masks[parent], color, booths):
                continue
            place = min(kept, width - 1)
            kept = min(kept + 1, width)
            while place > 0 and judged[place - 1] > judgement:
                judged[place] = judged[place - 1]
                parents[place] = parents[place - 1]
                moved_spots[place] = moved_spots[place - 1]
                new[place] = new[place - 1]
                new_masks[place] = new_masks[place - 1]
                place -= 1
            judged[place] = judgement
            parents[place] = parent
            moved_spots[place] = moved
            new[place, EMPTY] = moved
            new[place, CAME_FROM] = empty
            new[place, NEED] = need
            new_masks[place] = old_masks[parent]
            new_masks[place, color] = booths
    return kept


@kernel
def play_games(
    start_masks: Any,
    start_empty: int,
    lines: Any,
    distances: Any,
    offsets: Any,
    low_ranks: Any,
    high_ranks: Any,
    width: int,
    look_ahead: int,
    plays: int,
    error: int,
    seed: Any,
    most_moves: int,
    lengths: Any,
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
    colors = start_masks.size
    here = np.empty(colors, np.int64)
    old_masks = np.empty((width, colors), np.int64)
    new_masks = np.empty((width, colors), np.int64)
    old = np.empty((width, 3), np.int64)
    new = np.empty((width, 3), np.int64)
    judged = np.empty(width, np.int64)
    parents = np.empty((look_ahead, width), np.int64)
    moved_spots = np.empty((look_ahead, width), np.int64)
    best = np.empty(look_ahead, np.int64)
    state = np.empty(1, np.uint64)
    first_need = 0
    for color in range(colors):
        first_need += _distance(
            start_masks[color], color, distances, offsets, low_ranks, high_ranks
        )
    base = _scramble(seed + STEP)
    for game in range(lengths.size):
        state[0] = _scramble(base + np.uint64(game))
        here[:] = start_masks
        need, empty, came_from, made = first_need, start_empty, -1, 0
        while need > 0 and made <= most_moves:
            old[0, EMPTY], old[0, CAME_FROM], old[0, NEED] = empty, came_from, need
            old_masks[0] = here
            count, depth, solved = 1, 0, False
            while depth < look_ahead and not solved:
                count = _widen(
                    count,
                    old,
                    old_masks,
                    new,
                    new_masks,
                    judged,
                    parents[depth],
                    moved_spots[depth],
                    lines,
                    distances,
                    offsets,
                    low_ranks,
                    high_ranks,
                    error,
                    state,
                )
                old[:count] = new[:count]
                old_masks[:count] = new_masks[:count]
                depth += 1
                solved = old[0, NEED] == 0
            line = 0
            for step in range(depth - 1, -1, -1):
                best[step] = moved_spots[step, line]
                line = parents[step, line]
            for step in range(depth if solved else min(plays, depth)):
                moved = best[step]
                color = 0
                while (here[color] >> moved) & 1 == 0:
                    color += 1
                need -= _distance(here[color], color, distances, offsets, low_ranks, high_ranks)
                here[color] ^= (1 << moved) | (1 << empty)
                need += _distance(here[color], color, distances, offsets, low_ranks, high_ranks)
                came_from, empty = empty, moved
                made += 1
        lengths[game] = min(made, most_moves + 1)
