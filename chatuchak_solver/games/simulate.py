"""Many seeded games between named players, on all cores.

Each game has its own random stream and counts are integers: processes do not change results.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from statistics import median_low
from typing import Any, Self, TypeAlias

import numpy as np

from chatuchak_solver import arguments
from chatuchak_solver.codec import Answer, Count, Form, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_processes
from chatuchak_solver.games import contract
from chatuchak_solver.games.game import IN_PLAY
from chatuchak_solver.games.registry import game_entry

BATCH_SIZE = 10
"""Games sent to another machine together."""

SetUp: TypeAlias = Callable[..., contract.AnyState]
"""A setup function like `GameState.new`, importable by name for several processes."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A simulation plan. Equal plans give equal games.

    Attributes
    ----------
    game
        The game's name in the registry.
    players
        The kinds of the entrants; the first starts the first game.
    games, seed
        The number of games, at least 1, and the seed, at least 0.
    rotate
        Whether the players rotate by one seat after each game.
    data, options
        As for `GameState.new`.
    set_up
        None for the default setup.
    """

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    rotate: bool = True
    data: contract.Data = None
    options: contract.Options = None
    set_up: SetUp | None = None

    def __post_init__(self) -> None:
        entry = game_entry(self.game)
        players = arguments.check_all(self.players, str, name="players")
        object.__setattr__(self, "players", players)
        arguments.check_int(self.games, 1, name="games")
        arguments.check_int(self.seed, 0, name="seed")
        arguments.check_type(self.rotate, bool, name="rotate")
        arguments.check_mapping(self.data, name="data")
        arguments.check_callable(self.set_up, name="set-up")
        contract.check_setup(entry.state, len(players), self.options)
        for name in self.players:
            entry.make_player(name)

    def start(self, index: int) -> tuple[contract.AnyState, np.random.Generator]:
        """Return the start of game ``index``, from 0, and the generator for its actions."""
        arguments.check_int(index, 0, name="game")
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(index,)))
        set_up: SetUp = self.set_up or game_entry(self.game).state.new
        state = set_up(len(self.players), rng=rng, data=self.data, options=self.options)
        return state, rng

    def seating(self, index: int) -> tuple[int, ...]:
        """Return the entrant of each seat in game ``index``."""
        shift = index if self.rotate else 0
        count = len(self.players)
        return tuple((seat + shift) % count for seat in range(count))


Z_95 = 1.959963984540054
"""The normal quantile of a two-sided 95% interval."""


class Proportion(Form, frozen=True):
    """A share of games with the ends of its 95% interval."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, successes: float, trials: int) -> Self:
        """Return the share of successes with Wilson's interval; 0 to 1 without trials.

        Source: E. B. Wilson, Probable inference, J. Am. Stat. Assoc. 22 (1927).

        Examples
        --------
        >>> share = Proportion.of(10, 20)
        >>> round(share.low, 3), round(share.high, 3)
        (0.299, 0.701)
        """
        if not 0 <= successes <= trials:
            raise InputError(f"invalid number of successes {successes}: expected 0 to {trials}")
        if trials == 0:
            return cls(0.0, 0.0, 1.0)
        share, z = successes / trials, Z_95
        weight = 1 + z * z / trials
        center = (share + z * z / (2 * trials)) / weight
        reach = z / weight * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
        return cls(share, max(0.0, center - reach), min(1.0, center + reach))


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One finished game.

    Attributes
    ----------
    scores, entrants
        The points and the entrant's index per seat.
    winners
        The winning seats.
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
        wins = float(sum(Fraction(n, sharing) for (_, sharing), n in games.items() if sharing))
        return cls(
            games=played, mean_score=total / played if played else None,
            deviation=math.sqrt(spread / (played * (played - 1))) if played > 1 else None,
            lowest=min(scores, default=None), highest=max(scores, default=None), wins=wins,
            sole_wins=sum(count for (_, sharing), count in games.items() if sharing == 1),
            win_share=Proportion.of(wins, played), **fields,
        )  # fmt: skip


class EntrantResults(SeatTally, frozen=True, kw_only=True):
    """The results of a player: its number from 1, and its kind."""

    number: int
    player: str


class SeatResults(SeatTally, frozen=True, kw_only=True):
    """The results of a seat, counted from 0."""

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
        counts = enumerate(self.counts_by(0))
        return [SeatResults.of_games(own, seat=seat) for seat, own in counts]

    def length(self) -> LengthSummary:
        """Return statistics on the length of games."""
        if not self.games:
            return LengthSummary(None, None, None, None, None)
        lengths = sorted(self.lengths.elements())
        mean, median = sum(lengths) / self.games, median_low(lengths)
        return LengthSummary(mean, lengths[0], median, lengths[-1], self.chances / self.games)

    def counts_by(self, place: int) -> list[Counter[tuple[int, int]]]:
        """Return the games by score and number of winners, of each seat (0) or entrant (1)."""
        counts: list[Counter[tuple[int, int]]] = [Counter() for _ in range(self.num_players)]
        for key, count in self.results.items():
            counts[key[place]][key[2:]] += count
        return counts


class StartPlayer(Proportion, frozen=True):
    """The start player's share of wins among games with a winner.

    Attributes
    ----------
    even
        The even share.
    verdict
        ``even`` if the share's interval contains the even share, otherwise ``more`` or ``less``.
    """

    even: float
    verdict: str


class EventCount(Form, frozen=True):
    """The count of an event.

    Attributes
    ----------
    row
        The subject of the event.
    times_a_game
        The count per game.
    games_with, games
        Games with the event, and with its subject.
    """

    row: str
    event: str
    count: int
    times_a_game: float
    games_with: int
    games: int


class SimulationAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of a `SimulationReport`.

    Attributes
    ----------
    planned_games
        The number of games of the plan.
    shared_wins, unwon
        The numbers of games with several winners, and without a winner.
    length
        The number of players' actions per game.
    rotate
        Whether the players rotate by one seat after each game.
    """

    game: str
    games: Count
    planned_games: Count
    finished: bool
    stopped_by: StopReason | None
    seed: int
    rotate: bool
    options: dict[str, str]
    players: tuple[EntrantResults, ...]
    seats: tuple[SeatResults, ...]
    start_player: StartPlayer
    shared_wins: Count
    unwon: Count
    length: LengthSummary
    events: tuple[EventCount, ...]


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """The results of a plan.

    Attributes
    ----------
    stopped_by
        The limit that ended the simulation; None if finished.
    seconds
        Wall time.
    """

    plan: SimulationPlan
    tally: Tally
    stopped_by: StopReason | None = None
    seconds: float = field(default=0.0, compare=False)
    workers: int = field(default=1, compare=False)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        plan, tally = self.plan, self.tally
        return SimulationAnswer.of(
            plan, games=tally.games, planned_games=plan.games, finished=self.stopped_by is None,
            stopped_by=self.stopped_by, options=dict(plan.options or {}), players=self.players(),
            seats=tally.seats, start_player=self.start_player(), shared_wins=tally.shared,
            unwon=tally.unwon, length=tally.length(), events=self.events(),
        ).to_dict()  # fmt: skip

    def players(self) -> list[EntrantResults]:
        """Return the results of the entrants, in plan order."""
        pairs = enumerate(zip(self.plan.players, self.tally.counts_by(1), strict=True), 1)
        return [EntrantResults.of_games(own, number=n, player=name) for n, (name, own) in pairs]

    def start_player(self) -> StartPlayer:
        """Return the start player's share of decided games."""
        even, tally = 1 / len(self.plan.players), self.tally
        share = Proportion.of(tally.seats[0].wins, tally.games - tally.unwon)
        verdict = "more" if share.low > even else "less" if share.high < even else "even"
        return StartPlayer(share.share, share.low, share.high, even, verdict)

    def events(self) -> list[EventCount]:
        """Return the event counts by rows of the game."""
        found, seen = [], self.tally.events_seen
        for (row, column), count in sorted(self.tally.events.items()):
            games = seen.get((row, IN_PLAY), self.tally.games)
            found.append(EventCount(row, column, count, count / games, seen[row, column], games))
        return found

    def event_table(self) -> tuple[tuple[str, ...], dict[str, dict[str, float]]]:
        """Return the designer's table: columns, and per row the mean counts per game."""
        rows: dict[str, dict[str, float]] = {}
        for count in self.events():
            if count.event != IN_PLAY:
                rows.setdefault(count.row, {})[count.event] = count.times_a_game
        found = {column for row in rows.values() for column in row}
        ordered = [name for name in game_entry(self.plan.game).columns if name in found]
        return (*ordered, *sorted(found.difference(ordered))), rows


def simulate(
    plan: SimulationPlan, *, workers: int | None = None, spread: Executor | None = None,
    stop: Stop | None = None, on_progress: OnProgress | None = None,
) -> SimulationReport:  # fmt: skip
    """Play a plan's games.

    Parameters
    ----------
    workers
        Processes, without effect on the result; None for one per core. A script with several
        processes needs the guard ``if __name__ == "__main__":``.
    spread
        Plays the games in place of ``workers``, for example ``Cluster(address).each``.
    stop
        The limits; a unit of work is a game. The report has the finished games.
    on_progress
        Unit of work: games.
    """
    arguments.check_callable(spread, name="spread")
    arguments.check_type(plan, SimulationPlan, name="plan")
    workers = min(count_workers(workers), plan.games)
    plan.start(0)  # so that impossible data is reported here and not by every process
    total, run = Tally(len(plan.players)), Run.begin(stop, on_progress)
    for outcome in _play_all(plan, workers, lambda: run.should_stop(total.games), spread):
        total.add(outcome)
        run.report(total.games, plan.games)
    stopped_by = None if total.games == plan.games else run.stopped_by
    return SimulationReport(plan, total, stopped_by, run.seconds, workers)


class _StoppedError(Exception):
    pass


def play_game(
    plan: SimulationPlan, index: int, should_stop: Callable[[], bool] = lambda: False
) -> GameOutcome:
    """Play game ``index`` of a plan."""
    entry = game_entry(plan.game)
    state, rng = plan.start(index)
    seating = plan.seating(index)
    seated = [entry.make_player(plan.players[entrant]) for entrant in seating]
    events: Counter[tuple[str, str]] = Counter()
    actions = chances = 0
    while not state.is_over:
        player = contract.next_player(state, rng)
        if player == contract.CHANCE:
            action = contract.sample_chance(state, rng)
            chances += 1
        else:
            if should_stop():
                raise _StoppedError
            action = seated[player].choose(state, player, rng)
            actions += 1
        before, state = state, state.apply_unchecked(action)
        events.update(entry.observe(before, action, state))
    scores, winners = state.scores(), state.winners()
    return GameOutcome(scores, winners, seating, actions, chances, events)


def _play_games(plan: SimulationPlan, games: range) -> list[GameOutcome]:
    return [play_game(plan, index) for index in games]


def _play_all(
    plan: SimulationPlan, workers: int, should_stop: Callable[[], bool], spread: Executor | None
) -> Iterator[GameOutcome]:
    games = range(plan.games)
    if spread is None and workers == 1:
        with suppress(_StoppedError):
            for index in games:
                yield play_game(plan, index, should_stop)
        return
    # Sending a task to another machine takes as long as some games.
    size = BATCH_SIZE if spread else 1
    parts = (games[at : at + size] for at in games[::size])
    each = spread or partial(in_processes, workers=workers)
    for outcomes in each(partial(_play_games, plan), parts, should_stop=should_stop):
        yield from outcomes
