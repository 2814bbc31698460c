"""The counts of a simulation and their statistics.

Integer counts make the result independent of the distribution among processes.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median_low
from typing import Final, Self

from chatuchak_solver.codec import Answer, Count, Form
from chatuchak_solver.errors import InputError

Z_95: Final = 1.959963984540054
"""The normal quantile of a two-sided 95% interval."""


def wilson_interval(successes: float, trials: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a proportion; (0, 1) without trials.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    J. Am. Stat. Assoc. 22 (1927).

    Examples
    --------
    >>> tuple(round(bound, 3) for bound in wilson_interval(10, 20))
    (0.299, 0.701)
    """
    if not 0 <= successes <= trials:
        raise InputError(f"{successes} successes of {trials} trials; expected 0 to {trials}")
    if trials == 0:
        return 0.0, 1.0
    share, z = successes / trials, Z_95
    weight = 1 + z * z / trials
    center = (share + z * z / (2 * trials)) / weight
    reach = z / weight * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    return max(0.0, center - reach), min(1.0, center + reach)


class Proportion(Form, frozen=True):
    """A share of games.

    Attributes
    ----------
    low, high
        The ends of its 95% interval.
    """

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, successes: float, trials: int) -> Self:
        """Return the share of successes with Wilson's interval."""
        low, high = wilson_interval(successes, trials)
        return cls(successes / trials if trials else 0.0, low, high)


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One finished game.

    Attributes
    ----------
    scores
        Points per seat.
    winners
        The winning seats.
    entrants
        The entrant's index per seat.
    actions, chances
        The numbers of players' actions and of chance events.
    events
        Counts by `Observe`.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    entrants: tuple[int, ...]
    actions: int
    chances: int
    events: Counter[tuple[str, str]]


class ResultsAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of a `SeatTally`.

    Attributes
    ----------
    lowest, highest
        None without a game.
    wins
        Wins; a win shared by k players counts 1/k.
    sole_wins
        Games won alone.
    """

    games: Count
    mean_score: float | None
    deviation: float | None
    lowest: int | None
    highest: int | None
    wins: float
    sole_wins: Count
    win_share: Proportion


@dataclass(slots=True)
class SeatTally:
    """The results of one seat or entrant over many games."""

    games: int = 0
    score_sum: int = 0
    square_sum: int = 0
    lowest: int | None = None
    highest: int | None = None
    wins: Fraction = Fraction(0)
    """Wins; a win shared by k players counts 1/k."""
    sole_wins: int = 0

    def add(self, score: int, *, won: bool, num_winners: int) -> None:
        """Count one game."""
        self.games += 1
        self.score_sum += score
        self.square_sum += score * score
        self.lowest = score if self.lowest is None else min(self.lowest, score)
        self.highest = score if self.highest is None else max(self.highest, score)
        if won:
            self.wins += Fraction(1, num_winners)
            self.sole_wins += num_winners == 1

    @property
    def mean_score(self) -> float | None:
        """The mean score; None without a game."""
        return self.score_sum / self.games if self.games else None

    @property
    def deviation(self) -> float | None:
        """The sample standard deviation of the scores; None below two games."""
        if self.games < 2:
            return None
        spread = self.square_sum * self.games - self.score_sum**2
        return math.sqrt(spread / (self.games * (self.games - 1)))

    @property
    def win_share(self) -> Proportion:
        """The share of games won; its interval covers shared wins in part."""
        return Proportion.of(float(self.wins), self.games)


class LengthSummary(Form, frozen=True):
    """The number of players' actions per game; None without a game."""

    mean: float | None
    shortest: int | None
    median: int | None
    longest: int | None
    mean_chance_events: float | None
    """Mean number of chance events."""


@dataclass(slots=True)
class Tally:
    """Counts over games with the same number of players."""

    seats: list[SeatTally]
    entrants: list[SeatTally]
    games: int = 0
    unwon: int = 0
    """Games without a winner."""
    shared: int = 0
    """Games with several winners."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Number of games by number of players' actions."""
    chances: int = 0
    events: Counter[tuple[str, str]] = field(default_factory=Counter)
    events_seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of games with each event."""

    @classmethod
    def empty(cls, num_players: int) -> Self:
        """Return a tally without games."""
        return cls(
            [SeatTally() for _ in range(num_players)], [SeatTally() for _ in range(num_players)]
        )

    def add(self, outcome: GameOutcome) -> None:
        """Count one game."""
        self.games += 1
        self.unwon += not outcome.winners
        self.shared += len(outcome.winners) > 1
        self.lengths[outcome.actions] += 1
        self.chances += outcome.chances
        self.events.update(outcome.events)
        self.events_seen.update(outcome.events.keys())
        for seat, score in enumerate(outcome.scores):
            for tally in (self.seats[seat], self.entrants[outcome.entrants[seat]]):
                tally.add(score, won=seat in outcome.winners, num_winners=len(outcome.winners) or 1)

    def length(self) -> LengthSummary:
        """Return statistics on the length of games."""
        if not self.games:
            return LengthSummary(None, None, None, None, None)
        lengths = sorted(self.lengths.elements())
        mean, median = sum(lengths) / self.games, median_low(lengths)
        return LengthSummary(mean, lengths[0], median, lengths[-1], self.chances / self.games)
