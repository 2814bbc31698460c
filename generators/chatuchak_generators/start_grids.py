"""Start grids by the rulebook's random procedure, single or in batches.

The booths are shuffled and placed one by one, each on the lowest free spot by rules A, B and C (see
`chatuchak_solver.puzzle.start_rules`). A booth that does not fit is exchanged with a placed one,
else placed by rules A and B only (the fallback), or all are shuffled again.

Source: rulebook, Variants, New start grids; G. L. Steele, D. Lea, C. H. Flood, Fast splittable
pseudorandom number generators (2014), for SplitMix64; D. Lemire, Fast random integer generation in
an interval (2019), for `RandomStream.below`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

import numpy as np
from msgspec.structs import force_setattr

from chatuchak_generators.kernels.start_grids import MAX_SHUFFLES, fill_start_grids
from chatuchak_solver import Grid, InvalidInstanceError, codec
from chatuchak_solver.arguments import check_all, check_int, check_type
from chatuchak_solver.kernels.arrays import ArrayValue, Bools, Int8s
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.colors import LETTERS, MAX_BOOTHS, MIN_BOOTHS, STANDARD_COLORS, Color

GENERATOR_VERSION = 1
"""Incremented when a seed gives different grids."""

BATCH_SIZE = 64
CHUNK_SIZE = 4096
"""A few hundredths of a second when streaming."""
MAX_BATCH = 50_000_000
"""1.5 GB; `start_grid_batches` yields any number."""
Counts: TypeAlias = Sequence[int] | None
"""Booths per color; as even as possible for None."""
MAX_SEED = 2**64 - 1
MAX_INDEX = 2**63 - 1

_HALF = 2**32 - 1
_STEP = 0x9E3779B97F4A7C15


class RandomStream:
    """The random numbers of an item, which depend only on its seed and index.

    ``seed`` is 0..2**64 - 1, ``index`` 0..2**63 - 1; ``state`` is that of SplitMix64, for kernels.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, index: int) -> None:
        seed = check_int(seed, 0, MAX_SEED, name="seed")
        index = check_int(index, 0, MAX_INDEX, name="index")
        # Scrambling twice decorrelates the streams of neighboring seeds and indices.
        self.state = _scramble(_scramble(seed + _STEP) + index)

    def next_word(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + _STEP) & MAX_SEED
        return _scramble(self.state)

    def below(self, bound: int) -> int:
        """Return an unbiased number 0..``bound`` - 1; ``bound`` is 1..2**32."""
        excess = 2**32 % bound  # the lowest products would bias the result
        product = (self.next_word() >> 32) * bound
        while product & _HALF < excess:
            product = (self.next_word() >> 32) * bound
        return product >> 32


def _scramble(word: int) -> int:
    """Return SplitMix64's bijective mix of 64 bits."""
    word &= MAX_SEED
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MAX_SEED
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MAX_SEED
    return word ^ (word >> 31)


class StartGrid(codec.Answer, frozen=True):
    """A random start grid.

    Attributes
    ----------
    grid
        Its empty spot is the upper left corner.
    fallback
        Whether a booth was placed by rules A and B only.
    """

    grid: codec.Notation[Grid]
    fallback: bool


@dataclass(frozen=True, slots=True, eq=False)
class StartGridBatch(ArrayValue):
    """A batch of start grids as arrays.

    Attributes
    ----------
    colors
        int8 (n, spots): color per spot, -1 on the empty corner.
    fallback
        bool (n,): whether rule C may be violated.
    """

    board: Board
    colors: Int8s
    fallback: Bools

    def __len__(self) -> int:
        return len(self.fallback)

    def __iter__(self) -> Iterator[StartGrid]:
        bits = np.left_shift(np.uint64(1), np.arange(self.board.spots, dtype=np.uint64))
        masks = [(self.colors == color) @ bits for color in range(len(Color))]
        rows = np.stack(masks, axis=1).tolist()
        for row, fallback in zip(rows, self.fallback.tolist(), strict=True):
            yield StartGrid(Grid(self.board, tuple(row), 0), fallback)

    def texts(self) -> list[str]:
        """Return the grids in grid notation, faster than through values."""
        rows, columns = self.board.rows, self.board.columns
        letters = np.frombuffer(LETTERS.encode(), dtype=np.uint8)
        text = np.full((len(self), rows, columns + 1), ord("/"), dtype=np.uint8)
        text[:, :, :columns] = letters[self.colors].reshape(-1, rows, columns)
        text[:, -1, -1] = ord("\n")
        return text.tobytes().decode("ascii").splitlines()


def even_counts(board: Board) -> tuple[int, ...]:
    """Return as even booths per color as possible for ``board``: 6,6,6,6,5 on 5 x 6.

    Uses the game's colors, and more on boards of over 46 spots.
    """
    booths = board.spots - 1
    colors = max(min(len(STANDARD_COLORS), booths // MIN_BOOTHS), -(-booths // MAX_BOOTHS))
    share, extra = divmod(booths, colors)
    return tuple(share + (color < extra) for color in range(colors))


def check_counts(counts: Counts, board: Board) -> tuple[int, ...]:
    """Return the booths per color; checks that they fill ``board``.

    ``counts`` are 2..9 each or 0, for up to nine colors; `even_counts` by default. Returns at least
    five counts, up to the last color present.
    """
    check_type(board, Board, name="board", hint="Board(5, 6)")
    given = even_counts(board) if counts is None else check_all(counts, object, name="counts")
    counts = tuple(check_int(number, name="count of booths") for number in given)
    in_range = all(number == 0 or MIN_BOOTHS <= number <= MAX_BOOTHS for number in counts)
    if not in_range or len(counts) > len(Color) or sum(counts) != board.spots - 1:
        raise InvalidInstanceError(
            f"invalid counts {','.join(map(str, counts))}: expected up to {len(Color)} of "
            f"{MIN_BOOTHS}..{MAX_BOOTHS}, or 0, with a sum of {board.spots - 1} on a {board} board"
        )
    while len(counts) > len(STANDARD_COLORS) and not counts[-1]:
        counts = counts[:-1]
    return counts + (0,) * (len(STANDARD_COLORS) - len(counts))


def start_grid(
    seed: int, index: int, *, counts: Counts = None, board: Board = STANDARD_BOARD
) -> StartGrid:
    """Return the start grid number ``index`` of ``seed``.

    A pure function of its arguments and `GENERATOR_VERSION`.

    Parameters
    ----------
    seed
        0..2**64 - 1.
    counts
        Booths per color; as even as possible by default.

    Examples
    --------
    >>> start_grid(1, 0).grid == start_grid(1, 0).grid
    True
    """
    (start,) = bulk_start_grids(1, seed=seed, first=index, counts=counts, board=board)
    return start


def generate_start_grids(
    n: int | None = None,
    *,
    seed: int,
    first: int = 0,
    counts: Counts = None,
    board: Board = STANDARD_BOARD,
) -> Iterator[StartGrid]:
    """Yield the start grids of ``seed`` from number ``first``; endless without ``n``."""
    for batch in start_grid_batches(
        n, seed=seed, first=first, counts=counts, board=board, chunk=BATCH_SIZE
    ):
        yield from batch


def bulk_start_grids(
    n: int, *, seed: int, first: int = 0, counts: Counts = None, board: Board = STANDARD_BOARD
) -> StartGridBatch:
    """Return the start grids number ``first`` .. ``first + n - 1`` of ``seed``.

    ``n`` is at most 50 million.
    """
    return StartGridSource(seed, check_counts(counts, board), board).batch(first, n)


def start_grid_batches(
    n: int | None = None,
    *,
    seed: int,
    first: int = 0,
    counts: Counts = None,
    board: Board = STANDARD_BOARD,
    chunk: int = CHUNK_SIZE,
) -> Iterator[StartGridBatch]:
    """Yield the start grids of ``seed`` in batches of up to ``chunk``; endless by default.

    The grids do not depend on ``chunk``.
    """
    first = check_int(first, 0, name="first grid")
    end = MAX_INDEX + 1 if n is None else first + check_int(n, 0, name="number of grids")
    chunk = check_int(chunk, 1, MAX_BATCH, name="number of grids of a batch")
    source = StartGridSource(seed, check_counts(counts, board), board)
    for number in range(first, end, chunk):
        yield source.batch(number, min(chunk, end - number))


class StartGridSource(codec.Answer, frozen=True, omit_defaults=False):
    """The random start grids of a seed, with direct access by number.

    Attributes
    ----------
    counts
        Booths per color.
    board
        Rows and columns.
    generator_version
        Version of the generator; no other one can be read.
    """

    seed: int
    counts: tuple[codec.Count, ...] | None = None
    board: codec.Notation[Board] = STANDARD_BOARD
    generator_version: int = GENERATOR_VERSION

    def __post_init__(self) -> None:
        check_int(self.generator_version, 1, GENERATOR_VERSION, name="generator_version")
        force_setattr(self, "seed", check_int(self.seed, 0, MAX_SEED, name="seed"))
        force_setattr(self, "counts", check_counts(self.counts, self.board))

    def batch(self, first: int, n: int) -> StartGridBatch:
        """Return ``n`` grids from number ``first`` as arrays; ``n`` is at most 50 million."""
        n = check_int(n, 0, MAX_BATCH, name="number of grids")
        first = check_int(first, 0, MAX_INDEX - max(n - 1, 0), name="index")
        colors = np.empty((n, self.board.spots), dtype=np.int8)
        fallback = np.empty(n, dtype=np.bool_)
        made = fill_start_grids(
            np.uint64(self.seed), np.uint64(first), np.array(self.counts, dtype=np.int64),
            self.board.rows, self.board.columns, MAX_SHUFFLES, colors, fallback,
        )  # fmt: skip
        if made < n:
            shown = ",".join(map(str, self.counts or ()))
            raise InvalidInstanceError(
                f"no start grid with counts {shown} on a board of {self.board} in "
                f"{MAX_SHUFFLES} shuffles: expected a larger board, more colors or more even counts"
            )
        return StartGridBatch(self.board, colors, fallback)


def daily_seed(day: date) -> int:
    """Return a day's seed: the digits of its date, such as 20261122."""
    check_type(day, date, name="day", hint="date(2026, 11, 22)")
    return 10_000 * day.year + 100 * day.month + day.day


def daily_grid(day: date, *, counts: Counts = None) -> StartGrid:
    """Return the start grid of a day, as on the browser page.

    Examples
    --------
    >>> from datetime import date
    >>> str(daily_grid(date(2026, 11, 22)).grid)
    '.GPYBY/YRYBGP/PBRGRB/BPGPBR/RGYRYG'
    """
    return start_grid(daily_seed(day), 0, counts=counts)
