"""Complete random games a minute on one core, for every registered game.

``python -m benchmarks games`` runs it and keeps its section of RESULTS.md.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

from benchmarks.report import machine, table, write_section
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.simulate import SimulationPlan, play_game

__all__ = ["main"]

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
    """Measure, print and keep the table."""
    rows = []
    for entry in GAMES:
        counts = entry.load_state().player_counts
        rows += [measure(entry.name, n) for n in dict.fromkeys((counts[0], counts[-1]))]
    text = report(rows)
    print(text)
    write_section("games", text)
    slow = [row.game for row in rows if row.games_a_minute < TARGET]
    if slow:
        raise SystemExit(f"below {TARGET} games a minute: {', '.join(slow)}")


def report(rows: list[Row]) -> str:
    """Return the section as Markdown."""
    method = (
        f"Complete games between players who choose at random, on one core: median of {REPEATS} "
        f"runs of {SECONDS:.0f} s of processor time, lowest and highest beside it. Target: "
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
    return "\n\n".join((head, method, table(header, cells)))


if __name__ == "__main__":
    main()
