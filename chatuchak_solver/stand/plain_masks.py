"""Which of a card's spaces others can hide, in plain Python.

A *mask* is a set of a card's six spaces, row by row, as bits; a set of masks is an integer too,
bit m for mask m. Rows of spaces are integers, bit c for column c.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product


@lru_cache(maxsize=50_000)
def windows(upper: int, lower: int) -> list[tuple[int, int]]:
    """Return where a card meets two rows: the mask that they hide of it, and its first column."""
    columns = range(-2, (upper | lower).bit_length())
    masks = ((upper << 2 >> at + 2 & 7 | (lower << 2 >> at + 2 & 7) << 3, at) for at in columns)
    return [one for one in masks if one[0]]


def hideable(rows: Sequence[int]) -> int:
    """Return the masks that rows of spaces can hide, however they are turned, and the empty one."""
    columns = [
        sum((row >> at & 1) << place for place, row in enumerate(reversed(rows)))
        for at in range(max(rows).bit_length())
    ]
    found = 1
    for lines in (rows, columns):
        for upper, lower in zip((0, *lines), (*lines, 0), strict=True):
            found |= _hideable_between(upper, lower)
    return found


@lru_cache(maxsize=50_000)
def _hideable_between(upper: int, lower: int) -> int:
    found = 0
    for mask, _ in windows(upper, lower):
        half_turned = sum(1 << 5 - at for at in range(6) if mask >> at & 1)
        found |= 1 << mask | 1 << half_turned
    return found


def masks_in(masks: int) -> list[int]:
    """Return the masks of a set."""
    return [mask for mask in range(64) if masks >> mask & 1]


@lru_cache(maxsize=50_000)
def unions(one: int, other: int) -> int:
    """Return the unions of each mask of one set and each of another that have no common space."""
    pairs = product(masks_in(one), masks_in(other))
    return sum({1 << (first | second) for first, second in pairs if not first & second})
