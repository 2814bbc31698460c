"""The counts of a simulation and their statistics.

Integer counts make the result independent of the distribution among processes.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median_low
from typing import Any, Final, Self

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


class SeatTally(Answer, frozen=True, kw_only=True):
    """The results of a seat or entrant over many games.

    Attributes
    ----------
    lowest, highest
        None without a game.
    wins
        Wins; a win shared by k players counts 1/k.
    sole_wins
        Games won alone.
    win_share
        The share of games won; its interval covers shared wins in part.
    """

    games: Count
    mean_score: float | None
    deviation: float | None
    lowest: int | None
    highest: int | None
    wins: float
    sole_wins: Count
    win_share: Proportion

    @classmethod
    def of_games(cls, games: Mapping[tuple[int, int], int], **fields: Any) -> Self:
        """Return the results of games, counted by score and number of winners (0 if lost)."""
        played, scores = sum(games.values()), [score for score, _ in games]
        total = sum(score * count for (score, _), count in games.items())
        squares = sum(score * score * count for (score, _), count in games.items())
        spread = squares * played - total**2
        won = sum(Fraction(count, sharing) for (_, sharing), count in games.items() if sharing)
        return cls(
            games=played,
            mean_score=total / played if played else None,
            deviation=math.sqrt(spread / (played * (played - 1))) if played > 1 else None,
            lowest=min(scores, default=None),
            highest=max(scores, default=None),
            wins=float(won),
            sole_wins=sum(count for (_, sharing), count in games.items() if sharing == 1),
            win_share=Proportion.of(float(won), played),
            **fields,
        )


class EntrantResults(SeatTally, frozen=True, kw_only=True):
    """The results of a player.

    Attributes
    ----------
    number
        Its number, from 1.
    player
        The kind of player.
    """

    number: int
    player: str


class SeatResults(SeatTally, frozen=True, kw_only=True):
    """The results of a seat.

    Attributes
    ----------
    seat
        The seat, from 0.
    """

    seat: int


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

    num_players: int
    games: int = 0
    unwon: int = 0
    """Games without a winner."""
    shared: int = 0
    """Games with several winners."""
    results: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)
    """Number of games by seat, entrant, score and number of winners (0 if lost)."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Number of games by number of players' actions."""
    chances: int = 0
    events: Counter[tuple[str, str]] = field(default_factory=Counter)
    events_seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of games with each event."""

    def add(self, outcome: GameOutcome) -> None:
        """Count one game."""
        self.games += 1
        self.unwon += not outcome.winners
        self.shared += len(outcome.winners) > 1
        self.lengths[outcome.actions] += 1
        self.chances += outcome.chances
        self.events.update(outcome.events)
        self.events_seen.update(outcome.events.keys())
        for seat, (entrant, score) in enumerate(zip(outcome.entrants, outcome.scores, strict=True)):
            sharing = len(outcome.winners) if seat in outcome.winners else 0
            self.results[seat, entrant, score, sharing] += 1

    @property
    def seats(self) -> list[SeatResults]:
        """The results of each seat."""
        return [SeatResults.of_games(own, seat=seat) for seat, own in enumerate(self._by(0))]

    @property
    def entrants(self) -> list[SeatTally]:
        """The results of each entrant, in plan order."""
        return list(map(SeatTally.of_games, self._by(1)))

    def length(self) -> LengthSummary:
        """Return statistics on the length of games."""
        if not self.games:
            return LengthSummary(None, None, None, None, None)
        lengths = sorted(self.lengths.elements())
        mean, median = sum(lengths) / self.games, median_low(lengths)
        return LengthSummary(mean, lengths[0], median, lengths[-1], self.chances / self.games)

    def _by(self, place: int) -> list[Counter[tuple[int, int]]]:
        counts: list[Counter[tuple[int, int]]] = [Counter() for _ in range(self.num_players)]
        for key, count in self.results.items():
            counts[key[place]][key[2:]] += count
        return counts
