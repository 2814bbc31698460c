"""Speed of random play of every game on one core, against OpenSpiel's backgammon.

``python -m benchmarks games`` stores the tables in RESULTS.md. OpenSpiel is optional.
"""

from __future__ import annotations

import os
import statistics
import time
from dataclasses import dataclass
from importlib.util import find_spec

from benchmarks import random_play
from benchmarks.report import machine, table, write_section
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.simulate import SimulationPlan, play_game

__all__ = ["main"]

SEED = 1
TARGET = 1000
"""Target of every game, in games per minute."""
REPEATS = 3
SECONDS = 1.5
"""Processor time of one repeat."""
TURNS = 5
"""Alternations between the games."""
BACKGAMMON = ("backgammon", 2)


@dataclass(frozen=True)
class Row:
    """A game with a number of players."""

    game: str
    players: int
    games_a_minute: float
    spread: tuple[float, float]
    mean_actions: float
    mean_chances: float


def measure(game: str, players: int) -> Row:
    plan = SimulationPlan(game, ("random",) * players, games=10**9, seed=SEED)
    play_game(plan, 0)  # imports and caches
    rates, lengths, chances = [], [], []
    index = 0
    for _ in range(REPEATS):
        played, began = 0, time.process_time()
        while (elapsed := time.process_time() - began) < SECONDS:
            outcome = play_game(plan, index)
            lengths.append(outcome.actions)
            chances.append(outcome.chances)
            index += 1
            played += 1
        rates.append(60 * played / elapsed)
    return Row(
        game,
        players,
        statistics.median(rates),
        (min(rates), max(rates)),
        statistics.mean(lengths),
        statistics.mean(chances),
    )


def main() -> None:
    setups = [
        (entry.name, players)
        for entry in GAMES
        for counts in (entry.state.player_counts,)
        for players in dict.fromkeys((counts[0], counts[-1]))
    ]
    speeds = speed_table(setups)
    rows = [measure(game, players) for game, players in setups]
    text = report(rows, speeds)
    print(text)
    write_section("games", text)
    slow = [row.game for row in rows if row.games_a_minute < TARGET]
    if slow:
        raise SystemExit(f"below {TARGET} games a minute: {', '.join(slow)}")


def speed_table(setups: list[tuple[str, int]]) -> str:
    extra = [BACKGAMMON] if find_spec("pyspiel") else []
    turns = [
        {setup: random_play.rates(*setup) for setup in (*setups, *extra)} for _ in range(TURNS)
    ]
    cells = []
    for setup in (*setups, *extra):
        actions, games = (statistics.median(turn[setup][kind] for turn in turns) for kind in (0, 1))
        ratios = sorted(turn[setup][1] / turn[BACKGAMMON][1] for turn in turns if extra)
        times = f"{statistics.median(ratios):.2f}" if ratios else "-"
        spread = f"{ratios[0]:.2f}..{ratios[-1]:.2f}" if ratios else "-"
        label = f"{setup[0]} (OpenSpiel)" if setup == BACKGAMMON else setup[0]
        cells.append((label, str(setup[1]), f"{actions:,.0f}", f"{games:,.0f}", times, spread))
    header = ("game", "players", "actions", "games", "times", "range")
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return (
        "Random play driven from Python (`legal_actions`, `chance_outcomes`, `apply_unchecked`), "
        f"actions and games a second: medians of {TURNS} turns of all games ({load}). `times` is "
        "the median of the turns' ratios of games a second to OpenSpiel's backgammon in C++, "
        f"target 0.5 for Mercado.\n\n{table(header, cells)}"
    )


def report(rows: list[Row], speeds: str) -> str:
    method = (
        f"Complete games between players who choose at random, on one core: median of {REPEATS} "
        f"runs of {SECONDS} s of processor time, lowest and highest beside it. Target: "
        f"{TARGET:,} a minute for each game. Seed {SEED}."
    )
    header = ("game", "players", "games a minute", "range", "actions", "chance events")
    cells = [
        (
            row.game,
            row.players,
            f"{row.games_a_minute:,.0f}",
            f"{row.spread[0]:,.0f}..{row.spread[1]:,.0f}",
            f"{row.mean_actions:.1f}",
            f"{row.mean_chances:.1f}",
        )
        for row in rows
    ]
    head = f"## Random games\n\n{machine()}\nCommand: `python -m benchmarks games`."
    return "\n\n".join((head, speeds, method, table(header, cells)))


if __name__ == "__main__":
    main()
