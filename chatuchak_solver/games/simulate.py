"""Many seeded games between named players, on all cores.

Each game has its own random stream and counts are integers, so results are independent of the
number of processes.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from chatuchak_solver import arguments
from chatuchak_solver.codec import Answer, Count, Form, JsonObject
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_processes
from chatuchak_solver.games import contract, statistics
from chatuchak_solver.games.game import IN_PLAY
from chatuchak_solver.games.registry import game_entry

BATCH_SIZE: Final = 10
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
    games
        The number of games, at least 1.
    seed
        At least 0.
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


class StartPlayer(statistics.Proportion, frozen=True):
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
    games_with
        The number of games with the event.
    games
        The number of games with its subject.
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
    shared_wins
        The number of games with several winners.
    unwon
        The number of games without a winner.
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
    players: tuple[statistics.EntrantResults, ...]
    seats: tuple[statistics.SeatResults, ...]
    start_player: StartPlayer
    shared_wins: Count
    unwon: Count
    length: statistics.LengthSummary
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
    tally: statistics.Tally
    stopped_by: StopReason | None = None
    seconds: float = field(default=0.0, compare=False)
    workers: int = field(default=1, compare=False)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        tally = self.tally
        return SimulationAnswer.of(
            self.plan,
            planned_games=self.plan.games,
            games=tally.games,
            finished=self.finished,
            stopped_by=self.stopped_by,
            options=self.options,
            players=self.players(),
            seats=self.seats(),
            start_player=self.start_player(),
            shared_wins=tally.shared,
            unwon=tally.unwon,
            length=tally.length(),
            events=self.events(),
        ).to_dict()

    def event_table(self) -> tuple[tuple[str, ...], dict[str, dict[str, float]]]:
        """Return the designer's table: columns, and per row the mean counts per game."""
        events = [count for count in self.events() if count.event != IN_PLAY]
        found = {count.event for count in events}
        ordered = [c for c in game_entry(self.plan.game).columns if c in found]
        rows: dict[str, dict[str, float]] = {}
        for count in events:
            rows.setdefault(count.row, {})[count.event] = count.times_a_game
        return (*ordered, *sorted(found.difference(ordered))), rows

    @property
    def finished(self) -> bool:
        """Whether all games were played."""
        return self.stopped_by is None

    @property
    def options(self) -> dict[str, str]:
        """The options of the game."""
        return dict(self.plan.options or {})

    def players(self) -> list[statistics.EntrantResults]:
        """Return the results of the entrants, in plan order."""
        pairs = zip(self.plan.players, self.tally.entrants, strict=True)
        return [
            statistics.EntrantResults.of(results, number=number, player=name)
            for number, (name, results) in enumerate(pairs, 1)
        ]

    def seats(self) -> list[statistics.SeatResults]:
        """Return the results of each seat."""
        return self.tally.seats

    def start_player(self) -> StartPlayer:
        """Return the start player's share of decided games."""
        even = 1 / len(self.plan.players)
        won = self.tally.games - self.tally.unwon
        share = statistics.Proportion.of(float(self.tally.seats[0].wins), won)
        verdict = "more" if share.low > even else "less" if share.high < even else "even"
        return StartPlayer(share.share, share.low, share.high, even, verdict)

    def events(self) -> list[EventCount]:
        """Return the event counts by rows of the game."""
        found = []
        for (row, column), count in sorted(self.tally.events.items()):
            games = self.tally.events_seen.get((row, IN_PLAY), self.tally.games)
            seen = self.tally.events_seen[row, column]
            found.append(EventCount(row, column, count, count / games, seen, games))
        return found


def simulate(
    plan: SimulationPlan,
    *,
    workers: int | None = None,
    spread: Executor | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> SimulationReport:
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
        Called after each game.
    """
    arguments.check_callable(spread, name="spread")
    arguments.check_type(plan, SimulationPlan, name="plan")
    workers = count_workers(workers)
    plan.start(0)  # so that impossible data is reported here and not by every process
    workers = min(workers, plan.games)
    total = statistics.Tally(len(plan.players))
    run = Run.begin(stop, on_progress)
    for outcome in _play_all(plan, workers, lambda: run.should_stop(total.games), spread):
        total.add(outcome)
        run.report(total.games, plan.games)
    stopped_by = None if total.games == plan.games else run.stopped_by
    return SimulationReport(plan, total, stopped_by, run.seconds, workers)


class _StoppedError(Exception):
    pass


def play_game(
    plan: SimulationPlan, index: int, should_stop: Callable[[], bool] = lambda: False
) -> statistics.GameOutcome:
    """Play game ``index`` of a plan."""
    entry = game_entry(plan.game)
    state, rng = plan.start(index)
    seating = plan.seating(index)
    seated = [entry.make_player(plan.players[entrant]) for entrant in seating]
    events: Counter[tuple[str, str]] = Counter()
    actions = chances = 0
    while not state.is_over:
        player = state.current_player
        if player == contract.CHANCE:
            action = contract.sample_chance(state, rng)
            chances += 1
        else:
            if should_stop():
                raise _StoppedError
            if player == contract.ANYONE:
                player = contract.next_of_all(state, rng)
            action = seated[player].choose(state, player, rng)
            actions += 1
        before, state = state, state.apply_unchecked(action)
        events.update(entry.observe(before, action, state))
    scores, winners = state.scores(), state.winners()
    return statistics.GameOutcome(scores, winners, seating, actions, chances, events)


def _play_games(plan: SimulationPlan, games: range) -> list[statistics.GameOutcome]:
    return [play_game(plan, index) for index in games]


def _play_all(
    plan: SimulationPlan, workers: int, should_stop: Callable[[], bool], spread: Executor | None
) -> Iterator[statistics.GameOutcome]:
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
