"""Win rates of advised players against all other players, by game and number of players.

``python -m benchmarks advice`` stores the table in RESULTS.md. Played games are appended to
``results/``; a later run resumes. Existing rows of the table remain until as many games
are replayed. ``MINUTES`` limits the run; ``ROWS="2 greedy 0.2"`` plays only rows with that text.

One second of thought is a fixed number of playouts (`PLAYOUTS_A_SECOND`), so games do not depend on
the machine. Each deal is played from every seat with common random numbers.
"""

from __future__ import annotations

import math
import os
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from benchmarks.report import RESULTS, MeasuredRows, commit, machine, table, write_section
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState, sample_chance
from chatuchak_solver.games.market_stand import players as adviser
from chatuchak_solver.games.market_stand.actions import Draw
from chatuchak_solver.games.market_stand.players import rater_of
from chatuchak_solver.games.market_stand.state import HAND_CARDS, MARKET_CARDS, MarketStandState
from chatuchak_solver.games.players import AdvisorPlayer, GreedyPlayer, Player
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.title import TITLES
from chatuchak_solver.games.simulate import Proportion, SimulationPlan
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.rollouts import GREEDY_WEIGHTS, WEIGHTS, RolloutState

__all__ = ["main"]

Rows = dict[Any, list[dict[str, Any]]]
"""Played games by row of a table."""
Cells = dict[tuple[str, ...], tuple[str, ...]]
"""Rows of a table: key cells and value cells."""
Play = Callable[[Any, int], dict[str, Any]]

SEED = 11
GAMES = 200
"""Games per row."""
MIN_GAMES = 40
"""Minimum games of a printed row."""
BLIND = np.append(WEIGHTS[:-1], 0.0)
SOURCES: dict[str, tuple[float, dict[str, Any]]] = {
    "all of it": (1.0, {}),
    "a sixth of the games played on": (1 / 6, {}),
    "none played on: the most promising": (0.0, {}),
    "everybody greedy in them": (1.0, {"WEIGHTS": GREEDY_WEIGHTS}),
    "blind to what others have of the own goods": (1.0, {"WEIGHTS": BLIND}),
    "by the mean lead, not by who is ahead": (1.0, {"CLOSE": 1e6}),
    "nothing hidden from it, as nobody can play": (1.0, {}),
    "the same at a second": (5.0, {}),
}
"""Ablations of the market stand's advice: share of playouts, replaced attributes of `adviser`."""
CLAIRVOYANT = tuple(SOURCES)[-2:]
"""Ablations with known hands and known draws."""
SOURCE_S = 0.2
SECONDS = (0.2, 1.0, 5.0)
PLAYOUTS_A_SECOND = {"chatuchak": 500, "mercado": 330, "market-stand": 5000, "river-market": 13_000}
"""Playouts per second of processor time on a core of the reference machine (`measure_pace`)."""
SIZES = {"chatuchak": (2, 3, 4, 5), "mercado": (2, 3, 4), "market-stand": (2, 3, 4)}
SOLVED_SIZES = (2, 3, 4, 5)
SOLVED = "chatuchak-speed"
"""The game with a solver as adviser, which needs no time limit."""
OPPONENTS = ("greedy", "look-ahead")
TEAMS = {("market-stand", 4): 2}
"""Number of teams by game and players."""
SOLO = "river-market"
SOLO_PLAYERS = ("greedy", "look-ahead")
GOALS = {"chatuchak": 0.7, "mercado": 0.7, "market-stand": 0.85}
"""Target share of wins against greedy with one second per move."""
POSITIONS = 6
"""Positions for the measurement of playouts per second."""


class Cell(NamedTuple):
    """A row of the table: the advisor against opponents of one kind."""

    game: str
    players: int
    opponent: str
    seconds: float | None

    @property
    def advisor(self) -> str:
        return advisor(self.game, self.seconds)

    @property
    def sides(self) -> int:
        return TEAMS.get((self.game, self.players), self.players)

    def __str__(self) -> str:
        thought = "solved" if self.seconds is None else self.seconds
        return f"{self.game} {self.players} {self.opponent} {thought}"


def advisor(game: str, seconds: float | None) -> str:
    if seconds is None:
        return "advisor"
    return f"advisor:{max(1, round(seconds * PLAYOUTS_A_SECOND[game]))}"


def main() -> None:
    rows = MeasuredRows("advice")
    end = time.monotonic() + 60 * float(os.environ.get("MINUTES", "inf"))
    pace = {game: rows.get("pace", game, measure_pace, game)["playouts"] for game in (*SIZES, SOLO)}
    wanted = os.environ.get("ROWS", "")
    try:
        found = collect(rows, end, wanted)
    except KeyboardInterrupt:
        print("ended early; the next run goes on")
        found = collect(rows, 0.0, wanted)
    text = report(pace, *found)
    print(text)
    write_section("advice", text)


def collect(rows: MeasuredRows, end: float, wanted: str) -> tuple[Rows, Rows, Rows]:
    def collect_rows(games: Iterable[tuple[int, Any]], prefix: str, play: Play) -> Rows:
        found: Rows = {}
        for index, what in games:
            name = f"{prefix}{what}"
            row = rows.find(name, index)
            if row is None and wanted in name and time.monotonic() < end:
                row = rows.get(name, index, play, what, index)
            if row is not None:
                found.setdefault(what, []).append(row)
        return found

    sources = [(index, name) for index in range(MIN_GAMES) for name in SOURCES]
    solo = [(index, name) for index in range(GAMES) for name in solo_players()]
    return (
        collect_rows(plan(), "", play),
        collect_rows(sources, "source ", play_source),
        collect_rows(solo, f"{SOLO} ", play_solo),
    )


def plan() -> Iterator[tuple[int, Cell]]:
    cells = [
        Cell(game, players, opponent, seconds)
        for game, sizes in (*SIZES.items(), (SOLVED, SOLVED_SIZES))
        for opponent in OPPONENTS
        for players in sizes
        for seconds in ((None,) if game == SOLVED else SECONDS)
    ]
    games = [(index, cell) for index in range(GAMES) for cell in cells]
    yield from sorted(games, key=_priority)


def _priority(game: tuple[int, Cell]) -> float:
    index, (_, players, opponent, seconds) = game
    return (index + 1) * (seconds or 0) * players * (1 if opponent == "greedy" else 3)


def play(cell: Cell, index: int, player: Player | None = None) -> dict[str, Any]:
    """Play one game, with `player` in place of the advisor if given.

    Return the advisor's share of the win, its lead, and the commit.
    """
    deal, seat = divmod(index, cell.players)
    entry = game_entry(cell.game)
    seated = [entry.make_player(cell.opponent) for _ in range(cell.players)]
    seated[seat] = player or entry.make_player(cell.advisor)
    state = play_to_end(cell.game, seated, deal)
    winners, scores = state.winners(), state.scores()
    # Each partner of a winning team gets the whole win.
    sides = len(winners) * cell.sides // cell.players
    return {
        "win": 1 / max(1, sides) if seat in winners else 0.0,
        "lead": scores[seat] - max(scores[:seat] + scores[seat + 1 :]),
        "commit": measured_commit(),
    }


def play_source(name: str, index: int) -> dict[str, Any]:
    share, changes = SOURCES[name]
    work = round(share * SOURCE_S * PLAYOUTS_A_SECOND["market-stand"])
    if name in CLAIRVOYANT:
        changes = {"_sampler": partial(clairvoyant_sampler, index // 2)}
    with patch.multiple(adviser, **{"CLOSE": adviser.CLOSE, **changes}):
        player = AdvisorPlayer(adviser.RolloutAdviser(), work)
        return play(Cell("market-stand", 2, "greedy", SOURCE_S), index, player)


def clairvoyant_sampler(
    deal: int, state: MarketStandState, player: int, _: int
) -> Callable[[int], RolloutState]:
    """Return a sampler of the true state and the future draws."""
    rater, layout, _offered = rater_of(state, player)
    laid = [rater.layout(stand) for stand in state.stands]
    laid[player] = layout
    left, coming = list(state.stack), list[Card]()
    dealt = MARKET_CARDS + HAND_CARDS * state.num_players
    drawn = len(state.deck) - dealt - len(left)
    while left:
        texts = [state.format(Draw(card)) for card in left]
        waits = [waiting_time(deal, drawn + len(coming), text, 1.0) for text in texts]
        coming.append(left.pop(waits.index(min(waits))))
    moment = RolloutState.of(
        rater.arrays.value._replace(opponents_mask=0),
        laid,
        [*map(rater.indices, state.hands), rater.indices(state.market)],
        rater.indices(coming),
    )
    return lambda _future: moment


@cache
def measured_commit() -> str:
    return commit().split()[1].rstrip(",:")


def play_to_end(game: str, seated: list[Player], deal: int) -> AnyState:
    state, rng = SimulationPlan(game, ("random",) * len(seated), games=1, seed=SEED).start(deal)
    own = [np.random.default_rng((SEED, deal, seat)) for seat in range(len(seated))]
    event = 0
    while not state.is_over:
        player = state.current_player
        if player == CHANCE:
            state = state.apply_unchecked(coupled_chance(state, deal, event))
            event += 1
            continue
        if player == ANYONE:
            able = [seat for seat in range(state.num_players) if state.actions_of(seat)]
            player = able[int(rng.integers(len(able)))]
        state = state.apply_unchecked(seated[player].choose(state, player, own[player]))
    return state


def coupled_chance(state: AnyState, deal: int, event: int) -> Any:
    """Draw an outcome by weight, coupled with the other games of the deal.

    The text of an outcome determines its exponential waiting time; the first one wins.
    """
    waits = [
        (waiting_time(deal, event, state.format(outcome), weight), index, outcome)
        for index, (outcome, weight) in enumerate(state.chance_outcomes())
    ]
    return min(waits)[2]


def waiting_time(deal: int, event: int, outcome: str, weight: float) -> float:
    mixed = zlib.crc32(f"{SEED} {deal} {event} {outcome}".encode())
    return -math.log((mixed * 2654435761 % 2**32 + 0.5) / 2**32) / weight


def solo_players() -> Iterator[str]:
    yield from SOLO_PLAYERS
    yield from (f"advisor {seconds}" for seconds in SECONDS[:2])


def play_solo(name: str, index: int) -> dict[str, Any]:
    kind, _, seconds = name.partition(" ")
    player = advisor(SOLO, float(seconds)) if seconds else kind
    state = play_to_end(SOLO, [game_entry(SOLO).make_player(player)], index)
    assert isinstance(state, RiverMarketState)
    title = state.title()
    assert title is not None
    return {
        "turns": state.turn,
        "bonuses": state.bonuses,
        "booths": state.river.owned_by("you"),
        "rival": state.river.owned_by("rival"),
        "helpers": state.helpers,
        "score": state.score,
        "rank": title.score,
        "commit": measured_commit(),
    }


def measure_pace(game: str) -> dict[str, Any]:
    entry = game_entry(game)
    advising, walker = entry.make_adviser(), entry.make_player("greedy")
    assert isinstance(walker, GreedyPlayer)
    rates = []
    for seed in range(POSITIONS + 1):
        rng = np.random.default_rng(seed)
        state = entry.state.new(1 if game == SOLO else 2, rng=rng)
        left = 3 * seed
        while (
            left > 0
            or (mover := state.current_player) == CHANCE
            or len(walker.ratings(state, mover)[0]) < 2
        ):
            left -= 1
            mover = state.current_player
            chance = mover == CHANCE
            action = sample_chance(state, rng) if chance else walker.choose(state, mover, rng)
            state = state.apply_unchecked(action)
        began = time.process_time()
        advice = advising.advise(state, rng=rng, stop=Stop(work=100), most=2)
        if seed:  # fill caches
            rates.append(advice.playouts / (time.process_time() - began))
    return {"playouts": round(float(np.median(rates)))}


def report(pace: dict[str, int], played: Rows, sources: Rows, solo: Rows) -> str:
    head = f"## Advice\n\n{machine()}\nCommand: `python -m benchmarks advice`."
    fixed = ", ".join(f"{game} {number}" for game, number in PLAYOUTS_A_SECOND.items())
    found = ", ".join(f"{game} {number}" for game, number in pace.items())
    method = (
        "Shares of wins of one advisor against others who all play alike, with 95% intervals "
        "(Wilson). Each deal is played from every seat with the same luck; "
        f"{GAMES} games a row are planned, `of` says how many were played, `at` the commit. A "
        "second of thought is "
        "a fixed number of playouts, so that the same games come again on every machine: "
        f"{fixed}. That is what the search made in a second of processor time when it was "
        f"calibrated, the median of {POSITIONS} positions; at this run, on a busy machine, it "
        f"made: {found}. The speed game's adviser is a solver and needs no such limit. Seed {SEED}."
    )
    header = ("game", "players", "against", "seconds", "wins", "interval", "even share", "of", "at")
    fresh: Cells = {}
    for cell, games in played.items():
        share = share_of(games)
        fresh[cell.game, str(cell.players), cell.opponent, str(cell.seconds or "-")] = (
            f"{100 * share.share:.0f}%",
            f"{100 * share.low:.0f}..{100 * share.high:.0f}%",
            f"{100 / cell.sides:.0f}%",
            *games_and_commits(games),
        )
    cells = merge_published(fresh, header, 4)
    return "\n\n".join(
        (
            head,
            method,
            table(header, cells),
            verdict(cells),
            *source_report(sources),
            "### River Market, solo",
            *river(solo),
        )
    )


def share_of(games: list[dict[str, Any]]) -> Proportion:
    return Proportion.of(sum(row["win"] for row in games), len(games))


def games_and_commits(games: list[dict[str, Any]]) -> tuple[str, str]:
    return str(len(games)), " ".join(sorted({row["commit"] for row in games}))


def merge_published(fresh: Cells, header: tuple[str, ...], keys: int = 1) -> list[tuple[str, ...]]:
    """Merge new rows into the published table, by their first ``keys`` cells.

    A new row replaces a published one if it has enough games. The last cells are games and commit.
    """
    found = {key: (*key, *cells) for key, cells in fresh.items()}
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    _, _, rest = text.partition("| " + " | ".join(header) + " |\n")
    for line in rest.splitlines()[1:]:
        row = tuple(line.strip("| ").split(" | "))
        if not line.startswith("|"):
            break
        key = row[:keys]
        if key not in found or int(found[key][-2]) < MIN_GAMES:
            found[key] = row
    return sorted(row for row in found.values() if int(row[-2]) >= MIN_GAMES)


def verdict(rows: list[tuple[str, ...]]) -> str:
    def list_rows(chosen: Iterable[tuple[str, ...]]) -> str:
        return "; ".join(" ".join(row[:4]) for row in chosen) or "none"

    above = [row for row in rows if int(row[5].split("..")[0]) > int(row[6].strip("%"))]
    lacking = [
        row
        for row in rows
        if row[1:4] == ("2", "greedy", "1.0") and int(row[4].strip("%")) < 100 * GOALS[row[0]]
    ]
    return (
        f"Against greedy with two players {min(GOALS.values()):.0%} is the goal at 1 s, in the "
        f"market stand {GOALS['market-stand']:.0%}; below it: {list_rows(lacking)}. The drawn "
        "cards decide much of a market stand: two greedy players end 9 points apart "
        "on average. "
        f"Above the even share beyond chance: {list_rows(above)}. Not shown to be above it by so "
        f"many games: {list_rows(row for row in rows if row not in above)}. Rows of fewer than "
        f"{MIN_GAMES} games are left out."
    )


def source_report(sources: Rows) -> tuple[str, str]:
    text = (
        "### Where the market stand's advice comes from\n\n"
        f"The advice at {SOURCE_S} s against greedy on the first {MIN_GAMES} deals and seats, "
        "and without one part after the other: wins, and points ahead with half the 95% "
        "interval, which is mostly the luck of the deals, the same in every row; at last what "
        "the same search comes to if it is told the others' cards and all that will be drawn. "
        "Which decisions lose how much: see What the market stand's decisions lose."
    )
    header = ("the advice", "wins", "ahead", "of", "at")
    fresh: Cells = {}
    for name, games in sources.items():
        leads = [row["lead"] for row in games]
        half = 1.96 * float(np.std(leads)) / math.sqrt(len(leads))
        ahead = f"{np.mean(leads):.1f} ± {half:.1f}"
        fresh[(name,)] = (f"{100 * share_of(games).share:.0f}%", ahead, *games_and_commits(games))
    order = list(SOURCES)
    cells = sorted(merge_published(fresh, header), key=lambda row: order.index(row[0]))
    return text, table(header, cells)


def river(solo: Rows) -> tuple[str, str]:
    text = (
        "A game is played for a title. Means of the turns, the owner bonuses that the Rival's "
        "moves bring, your booths and the Rival's, the helpers hired and the score, with half "
        "its 95% interval; then how often the score earned which phrase of the title, the lowest "
        "first. What a turn brings and costs is the players' own assumption: it is the base game's."
    )
    ranks = [*TITLES.score.values()]
    means = ("turns", "bonuses", "booths", "rival", "helpers")
    header = ("player", *means, "score", *ranks, "of", "at")
    fresh: Cells = {}
    for name, games in solo.items():
        found = Counter(row["rank"] for row in games)
        scores = [row["score"] for row in games]
        half = 1.96 * float(np.std(scores)) / math.sqrt(len(scores))
        fresh[(name,)] = (
            *(f"{np.mean([row[mean] for row in games]):.1f}" for mean in means),
            f"{np.mean(scores):.1f} ± {half:.1f}",
            *(str(found[rank]) for rank in ranks),
            *games_and_commits(games),
        )
    return text, table(header, merge_published(fresh, header))
