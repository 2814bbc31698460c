"""Complete random games a minute on one core, for every registered game.

``python -m benchmarks games`` runs it and writes ``benchmarks/results/games.md``.
"""

from __future__ import annotations

import platform
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.simulate import SimulationPlan, play_game

__all__ = ["main"]

RESULTS = Path(__file__).parent / "results" / "games.md"
SEED = 1
TARGET = 1000
"""Games a minute that every game must reach."""
REPEATS = 3
SECONDS = 3.0
"""Processor time of one repeat."""


@dataclass(frozen=True)
class Row:
    """One game with one number of players."""

    game: str
    players: int
    games_a_minute: float
    spread: tuple[float, float]
    mean_actions: float
    mean_chances: float


def measure(game: str, players: int) -> Row:
    """Play random games for `REPEATS` times `SECONDS` and return the median rate."""
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
    """Measure, print the table and write it to the results."""
    rows = []
    for entry in GAMES:
        counts = entry.load_state().player_counts
        rows += [measure(entry.name, n) for n in dict.fromkeys((counts[0], counts[-1]))]
    text = report(rows)
    print(text)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")
    slow = [row.game for row in rows if row.games_a_minute < TARGET]
    if slow:
        raise SystemExit(f"below {TARGET} games a minute: {', '.join(slow)}")


def report(rows: list[Row]) -> str:
    """Return the table as Markdown."""
    method = (
        f"Complete games between players who choose at random, on one core: median of {REPEATS} "
        f"runs of {SECONDS:.0f} s of processor time, lowest and highest beside it. Target: "
        f"{TARGET:,} a minute for each game."
    )
    machine = (
        f"Seed {SEED}; Python {platform.python_version()}, numpy {np.__version__}, "
        f"{platform.machine()}. Command: `python -m benchmarks games`."
    )
    lines = [
        "## Random games",
        "",
        method,
        "",
        "| game | players | games a minute | range | actions a game | chance events a game |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        low, high = row.spread
        lines.append(
            f"| {row.game} | {row.players} | {row.games_a_minute:,.0f} | {low:,.0f}..{high:,.0f} "
            f"| {row.mean_actions:.1f} | {row.mean_chances:.1f} |"
        )
    lines += ["", machine, ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
