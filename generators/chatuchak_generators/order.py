"""Specifications of start grids; `chatuchak_generators.targeted` searches for them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal, get_args

import numpy as np
from msgspec import field, structs

from chatuchak_generators.annealing import Range, codes_of
from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver import Grid, InputError, arguments, codec, exports
from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula, measure_features
from chatuchak_solver.analysis.optimal_paths import check_countable_size
from chatuchak_solver.analysis.records import load_rank_records, load_record_book
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES
from chatuchak_solver.execution.limits import Stop, count_workers
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.search.batch import solve_batch

Quality = Literal["optimal", "difficulty"]

GAME_SOURCE = StartGridSource(0)
NAMES = {"optimal": "an optimum", "difficulty": "a difficulty"}
SAMPLE = 40
SAMPLE_S = 5.0
"""Random grids, and seconds, for the typical range of a board."""
SCREENING_GAMES = 40
"""Games of the simulated player to estimate the difficulty."""
DOUBT = 5.0
"""Two standard deviations of the estimate, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Specification of start grids.

    Attributes
    ----------
    quality
        ``optimal``, the optimal length; or ``difficulty``.
    source
        Source of random start grids; seed 0 by default.
    workers
        Deprecated; an argument of `make_to_order` and `make_set`.
    optimal
        Range of optimal lengths of grids ordered by difficulty.
    """

    quality: Quality = "optimal"
    source: StartGridSource = GAME_SOURCE
    workers: int | None = None
    formula: Formula = FORMULA_1
    optimal: Range | None = None

    def __post_init__(self) -> None:
        if self.optimal is not None:
            arguments.check_type(self.optimal, Range, name="optimal", hint="Range(19, 20)")
            if self.quality == "optimal":
                raise InputError("invalid optimal: expected None if optimal lengths are ordered")
        arguments.check_type(self.formula, Formula, name="formula", hint="load_formula(path)")
        arguments.check_choice(self.quality, get_args(Quality), name="quality")
        arguments.check_type(self.source, StartGridSource, name="source", hint="StartGridSource(1)")
        if self.workers is not None:
            count_workers(self.workers)
            exports.warn_renamed("Order(workers=...)", "make_to_order(workers=...)", stacklevel=4)
        if self.quality == "difficulty":
            counts = self.source.counts or ()
            check_countable_size(self.source.board.spots, len(counts) - counts.count(0))

    @property
    def known_codes(self) -> Int8s:
        """Color codes of the easiest and hardest known grids, int8 (n, spots).

        Empty unless the source has the game's kind.
        """
        is_of_game = structs.replace(self.source, seed=0) == GAME_SOURCE
        return _record_codes() if is_of_game else codes_of([])

    def known(self) -> Range | None:
        """Return the quality range of the known grids, if any."""
        return _known_range(self.quality, self.formula) if len(self.known_codes) else None

    def check_known(self, wanted: Range) -> None:
        """Raise InputError for qualities far from all known grids: a search would be futile."""
        known = self.known()
        is_optimal = self.quality == "optimal"
        margin = 0.0 if is_optimal else DOUBT
        if known and max(wanted.low - known.high, known.low - wanted.high) > margin:
            shown = f"{known} moves" if is_optimal else f"{known.low:.0f}..{known.high:.0f}"
            hint = " ('chatuchak records --search' looks for others)" if is_optimal else ""
            raise InputError(
                f"no start grid with {NAMES[self.quality]} of {wanted} is known: known are "
                f"{shown}{hint}"
            )

    def by_length(self) -> "Order":
        """Return the order by optimal length alone."""
        return replace(self, quality="optimal", optimal=None)

    def usual(self) -> Range:
        """Return the range of most random grids, the default of sets."""
        start = replace(self, source=structs.replace(self.source, seed=0))
        values = self.values(start.random_codes(0, SAMPLE), Stop(time_s=SAMPLE_S))
        if np.isnan(values).all():
            raise InputError(f"no default range for a {self.source.board} board: expected a range")
        return Range(float(np.nanmin(values)), float(np.nanmax(values)))

    def random_codes(self, first: int, n: int) -> Int8s:
        """Return the color codes of the rule-valid grids among ``n`` from number ``first`` on."""
        batch = self.source.batch(first, n)
        return batch.colors[~batch.fallback]

    def values(self, codes: Int8s, stop: Stop, games: int = PLAYER_GAMES) -> Float64s:
        """Return the qualities of grids, float64 (n,) of color codes int8 (n, spots).

        A quality is nan if unknown, not computed before the stop, or with an optimal length outside
        `optimal`. With fewer ``games`` than the formula has, difficulties are estimates.
        """
        board = self.source.board
        run = stop.begin()
        values = np.full(len(codes), np.nan)
        lengths = solve_batch(board, codes, run=run).lengths if len(codes) else values
        if self.quality == "optimal":
            return np.where(lengths < 0, np.nan, lengths)
        for index, length in enumerate(lengths.tolist()):
            fits = self.optimal is None or self.optimal.distance(length) == 0
            if length >= 0 and fits and not run.should_stop():
                grid = Grid.from_colors(codes[index].tolist(), board=board)
                features = measure_features(grid, length=length, games=games, stop=run.inside())
                if features is not None:
                    values[index] = self.formula.difficulty(features)
        return values


class MadeGrid(codec.Answer, frozen=True):
    """A generated grid.

    Attributes
    ----------
    grid
        Grid by rules A, B and C.
    optimal_length
        Number of moves of a shortest solution.
    guided
        Whether annealing found it, not the random start grids.
    difficulty
        None, and absent in JSON, if the quality is the optimal length.
    fallback
        Always false, since rule C holds.
    """

    grid: codec.Notation[Grid]
    optimal_length: codec.Count
    guided: bool
    difficulty: float | None = None
    fallback: Literal[False] = field(default_factory=bool)  # type: ignore[arg-type]
    digits: ClassVar[codec.Digits] = {"difficulty": 3}

    @property
    def value(self) -> float:
        """Quality."""
        return self.optimal_length if self.difficulty is None else self.difficulty


@cache
def _record_codes() -> Int8s:
    grids = [record.grid for record in load_record_book().records]
    for rank in load_rank_records().ranks:
        grids += [rank.easiest.grid, rank.hardest.grid]
    return codes_of(tuple(dict.fromkeys(grids)))


@cache
def _known_range(quality: Quality, formula: Formula) -> Range:
    values = Order(quality=quality, formula=formula).values(_record_codes(), Stop())
    if quality == "difficulty" and formula == FORMULA_1:
        values = np.append(values, [rank.difficulties for rank in load_rank_records().ranks])
    return Range(float(values.min()), float(values.max()))
