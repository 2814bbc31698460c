"""How well advice plays: shares of wins against the players of all games, each game and size.

``python -m benchmarks advice`` runs it and keeps its section of RESULTS.md. It can be ended at any
time: what was played is kept in ``results/advice.jsonl``, the table shows it, and the next run goes
on. ``MINUTES`` in the environment ends it by itself; ``ROWS="2 greedy 0.2"`` plays only the rows
whose names hold that.

A second of thought is a fixed number of playouts (`PLAYOUTS_A_SECOND`), so that the same games are
played on every machine, however busy it is. Each deal is played from every seat with the same luck:
the n-th event of chance comes out alike wherever the same outcomes are possible.
"""

from __future__ import annotations

import math
import os
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.measured_rows import MeasuredRows
from benchmarks.report import machine, table, write_section
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState, sample_chance
from chatuchak_solver.games.players import GreedyPlayer, Player
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.title import TitleTable
from chatuchak_solver.games.simulate import SimulationPlan
from chatuchak_solver.games.statistics import Proportion
from chatuchak_solver.run import Stop

__all__ = ["main"]

SEED: Final = 11
GAMES: Final = 200
"""Games of each row in all."""
LEAST: Final = 40
"""Rows of fewer games say too little to be shown."""
SECONDS: Final = (0.2, 1.0, 5.0)
PLAYOUTS_A_SECOND: Final = {
    "chatuchak": 500,
    "mercado": 330,
    "market-stand": 5000,
    "river-market": 13_000,
}
"""What a core of the reference machine makes in a second of processor time (`measure_pace`)."""
SIZES: Final = {"chatuchak": (2, 3, 4, 5), "mercado": (2, 3, 4), "market-stand": (2, 3, 4)}
SOLVED_SIZES: Final = (2, 3, 4, 5)
SOLVED: Final = "chatuchak-speed"
"""The game whose adviser is a solver, which needs no time to speak of."""
OPPONENTS: Final = ("greedy", "look-ahead")
TEAMS: Final = {("market-stand", 4): 2}
"""How many sides there are where players share a side."""
SOLO: Final = "river-market"
SOLO_PLAYERS: Final = ("greedy", "look-ahead")
GOAL: Final = 0.7
"""The share of wins that advice is to reach at a second of thought where luck allows it."""
POSITIONS: Final = 6
"""Positions on which playouts a second are measured."""


class Cell(NamedTuple):
    """A row of the table: the advisor against others who all play alike."""

    game: str
    players: int
    opponent: str
    seconds: float | None

    @property
    def advisor(self) -> str:
        """The advisor's name with its work."""
        return advisor(self.game, self.seconds)

    @property
    def sides(self) -> int:
        """How many may win."""
        return TEAMS.get((self.game, self.players), self.players)

    def __str__(self) -> str:
        thought = "solved" if self.seconds is None else self.seconds
        return f"{self.game} {self.players} {self.opponent} {thought}"


def advisor(game: str, seconds: float | None) -> str:
    """Return the name of the advisor who thinks so long."""
    if seconds is None:
        return "advisor"
    return f"advisor:{max(1, round(seconds * PLAYOUTS_A_SECOND[game]))}"


def main() -> None:
    """Play what is missing, print and keep the tables."""
    rows = MeasuredRows("advice")
    end = time.monotonic() + 60 * float(os.environ.get("MINUTES", "inf"))
    pace = {game: rows.get("pace", game, measure_pace, game)["playouts"] for game in (*SIZES, SOLO)}
    wanted = os.environ.get("ROWS", "")
    try:
        played, solo = collect(rows, end, wanted)
    except KeyboardInterrupt:
        print("ended early; the next run goes on")
        played, solo = collect(rows, 0.0, wanted)
    text = report(pace, played, solo)
    print(text)
    write_section("advice", text)


def collect(
    rows: MeasuredRows, end: float, wanted: str
) -> tuple[dict[Cell, list[float]], dict[str, list[dict[str, Any]]]]:
    """Return every game kept or played before the end: the advisor's wins, and the solo games."""
    played: dict[Cell, list[float]] = {}
    for index, cell in plan():
        row = rows.kept(str(cell), index)
        if row is None and wanted in str(cell) and time.monotonic() < end:
            row = rows.get(str(cell), index, play, cell, index)
        if row is not None:
            played.setdefault(cell, []).append(row["win"])
    solo: dict[str, list[dict[str, Any]]] = {}
    for index in range(GAMES):
        for name in solo_players():
            row = rows.kept(f"{SOLO} {name}", index)
            if row is None and wanted in f"{SOLO} {name}" and time.monotonic() < end:
                row = rows.get(f"{SOLO} {name}", index, play_solo, name, index)
            if row is not None:
                solo.setdefault(name, []).append(row)
    return played, solo


def plan() -> Iterator[tuple[int, Cell]]:
    """Yield every game of every row: what takes little time first, so that none waits for all."""
    cells = [
        Cell(game, players, opponent, seconds)
        for game, sizes in (*SIZES.items(), (SOLVED, SOLVED_SIZES))
        for opponent in OPPONENTS
        for players in sizes
        for seconds in ((None,) if game == SOLVED else SECONDS)
    ]
    games = [(index, cell) for index in range(GAMES) for cell in cells]
    yield from sorted(games, key=_when)


def _when(game: tuple[int, Cell]) -> float:
    """Return what puts games in order; greedy opponents say more by the minute of play."""
    index, (_, players, opponent, seconds) = game
    return (index + 1) * (seconds or 0) * players * (1 if opponent == "greedy" else 3)


def play(cell: Cell, index: int) -> dict[str, Any]:
    """Play one game and return the advisor's share of the win."""
    deal, seat = divmod(index, cell.players)
    entry = game_entry(cell.game)
    seated = [entry.make_player(cell.opponent) for _ in range(cell.players)]
    seated[seat] = entry.make_player(cell.advisor)
    winners = finished(cell.game, seated, deal).winners()
    # Who wins as a team shares nothing with the partner.
    sides = len(winners) * cell.sides // cell.players
    return {"win": 1 / max(1, sides) if seat in winners else 0.0}


def finished(game: str, seated: list[Player], deal: int) -> AnyState:
    """Return the end of a game of a deal; the luck does not depend on what the players draw."""
    state, rng = SimulationPlan(game, ("random",) * len(seated), games=1, seed=SEED).start(deal)
    own = [np.random.default_rng((SEED, deal, seat)) for seat in range(len(seated))]
    event = 0
    while not state.is_over:
        player = state.current_player
        if player == CHANCE:
            state = state.after(coupled_chance(state, deal, event))
            event += 1
            continue
        if player == ANYONE:
            able = [seat for seat in range(state.num_players) if state.actions_of(seat)]
            player = able[int(rng.integers(len(able)))]
        state = state.after(seated[player].choose(state, player, own[player]))
    return state


def coupled_chance(state: AnyState, deal: int, event: int) -> Any:
    """Return an outcome, drawn by the weights, that another game of the deal draws too if it can.

    Each outcome's waiting time is drawn by its text, and the first one comes.
    """
    waits = []
    for index, (outcome, weight) in enumerate(state.chance_outcomes()):
        mixed = zlib.crc32(f"{SEED} {deal} {event} {state.format(outcome)}".encode())
        share = (mixed * 2654435761 % 2**32 + 0.5) / 2**32
        waits.append((-math.log(share) / weight, index, outcome))
    return min(waits)[2]


def solo_players() -> Iterator[str]:
    """Yield the players of the solo game, the advisor with its seconds."""
    yield from SOLO_PLAYERS
    yield from (f"advisor {seconds}" for seconds in SECONDS[:2])


def play_solo(name: str, index: int) -> dict[str, Any]:
    """Play one solo game and return what came of it."""
    kind, _, seconds = name.partition(" ")
    player = advisor(SOLO, float(seconds)) if seconds else kind
    state = finished(SOLO, [game_entry(SOLO).make_player(player)], index)
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
    }


def measure_pace(game: str) -> dict[str, Any]:
    """Return the playouts in a second of processor time, the median of some positions."""
    entry = game_entry(game)
    adviser, walker = entry.load_adviser(), entry.make_player("greedy")
    assert isinstance(walker, GreedyPlayer)
    rates = []
    for seed in range(POSITIONS + 1):
        rng = np.random.default_rng(seed)
        state = entry.load_state().new(1 if game == SOLO else 2, rng=rng)
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
            state = state.after(action)
        began = time.process_time()
        advice = adviser.advise(state, rng=rng, stop=Stop(work=100), most=2)
        if seed:  # the first one fills caches
            rates.append(advice.playouts / (time.process_time() - began))
    return {"playouts": round(float(np.median(rates)))}


def report(
    pace: dict[str, int],
    played: dict[Cell, list[float]],
    solo: dict[str, list[dict[str, Any]]],
) -> str:
    """Return the section as Markdown."""
    head = f"## Advice\n\n{machine()}\nCommand: `python -m benchmarks advice`."
    fixed = ", ".join(f"{game} {number}" for game, number in PLAYOUTS_A_SECOND.items())
    found = ", ".join(f"{game} {number}" for game, number in pace.items())
    method = (
        "Shares of wins of one advisor against others who all play alike, with 95% intervals "
        "(Wilson). Each deal is played from every seat with the same luck; "
        f"{GAMES} games a row are planned, `of` says how many were played. A second of thought is "
        "a fixed number of playouts, so that the same games come again on every machine: "
        f"{fixed}. That is what the search made in a second of processor time when it was "
        f"calibrated, the median of {POSITIONS} positions; at this run, on a busy machine, it "
        f"made: {found}. The speed game's adviser is a solver and needs no such limit. Seed {SEED}."
    )
    played = {cell: wins for cell, wins in played.items() if len(wins) >= LEAST}
    cells = []
    for cell in sorted(played, key=str):
        wins = played[cell]
        share = Proportion.of(sum(wins), len(wins))
        interval = f"{100 * share.low:.0f}..{100 * share.high:.0f}%"
        even = f"{100 / cell.sides:.0f}%"
        thought = "-" if cell.seconds is None else cell.seconds
        row = (cell.game, cell.players, cell.opponent, thought, f"{100 * share.share:.0f}%")
        cells.append((*row, interval, even, len(wins)))
    header = ("game", "players", "against", "seconds", "wins", "interval", "even share", "of")
    return "\n\n".join(
        (
            head,
            method,
            table(header, cells),
            verdict(played),
            "### River Market, solo",
            *river(solo),
        )
    )


def verdict(played: dict[Cell, list[float]]) -> str:
    """Return what the intervals of the rows show."""
    shares = {cell: Proportion.of(sum(wins), len(wins)) for cell, wins in played.items()}
    above = [cell for cell, share in shares.items() if share.low > 1 / cell.sides]
    rest = [cell for cell in played if cell not in above]
    duels = {
        cell: share
        for cell, share in shares.items()
        if (cell.players, cell.opponent) == (2, "greedy") and cell.seconds != SECONDS[-1]
    }
    lacking = [f"{cell} ({share.share:.0%})" for cell, share in duels.items() if share.share < GOAL]
    return (
        f"Against greedy with two players {GOAL:.0%} is the goal at 1 s; below it: "
        f"{'; '.join(sorted(lacking)) or 'none'}. The cards drawn decide much of a market "
        "stand: two greedy players, who play alike, end 9 points apart on average. "
        f"Above the even share beyond chance: {_listed(above)}. Not shown to be above it by so "
        f"many games: {_listed(rest)}. Rows of fewer than {LEAST} games are left out."
    )


def _listed(cells: list[Cell]) -> str:
    return "; ".join(sorted(map(str, cells))) or "none"


def river(solo: dict[str, list[dict[str, Any]]]) -> tuple[str, str]:
    """Return what the solo table says, and the table."""
    text = (
        "A game is played for a title. Means of the turns, the owner bonuses that the Rival's "
        "moves bring, your booths and the Rival's, the helpers hired and the score, with half "
        "its 95% interval; then how often the score earned which phrase of the title, the lowest "
        "first. What a turn brings and costs is the players' own assumption: it is the base game's."
    )
    ranks = [phrase for _, phrase in TitleTable.load().score]
    means = ("turns", "bonuses", "booths", "rival", "helpers")
    cells = []
    for name in filter(solo.__contains__, solo_players()):
        games = solo[name]
        found = Counter(row["rank"] for row in games)
        scores = [row["score"] for row in games]
        half = 1.96 * float(np.std(scores)) / math.sqrt(len(scores))
        cells.append(
            (
                name,
                *(f"{np.mean([row[mean] for row in games]):.1f}" for mean in means),
                f"{np.mean(scores):.1f} ± {half:.1f}",
                *(found[rank] for rank in ranks),
                len(games),
            )
        )
    return text, table(("player", *means, "score", *ranks, "of"), cells)
