"""Speed of random play of every game on one core, against an older commit and OpenSpiel.

``python -m benchmarks games`` stores the table in RESULTS.md. Git provides the older code;
OpenSpiel is optional.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.report import machine, table, write_section
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.simulate import SimulationPlan, play_game

__all__ = ["main"]

SEED = 1
TARGET = 1000
"""Games a minute that every game must reach."""
REPEATS = 3
SECONDS = 1.5
"""Processor time of one repeat."""
BEFORE = "e9b2f56"
"""The last commit before the games' engines were made faster."""
TURNS = 5
"""How often before, now and OpenSpiel take turns."""
BACKGAMMON = "backgammon:2"
ROOT = Path(__file__).parent.parent


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
    speeds = speed_table([f"{game}:{players}" for game, players in setups])
    rows = [measure(game, players) for game, players in setups]
    text = report(rows, speeds)
    print(text)
    write_section("games", text)
    slow = [row.game for row in rows if row.games_a_minute < TARGET]
    if slow:
        raise SystemExit(f"below {TARGET} games a minute: {', '.join(slow)}")


def speed_table(names: list[str]) -> str:
    now: list[dict[str, float]] = []
    before: list[dict[str, float]] = []
    extra = [BACKGAMMON] if find_spec("pyspiel") else []
    with tempfile.TemporaryDirectory() as directory:
        has_before = _take_out(Path(directory))
        for _ in range(TURNS):
            if has_before:
                before.append(_actions_a_second(Path(directory), names))
            now.append(_actions_a_second(ROOT, [*names, *extra]))
    cells = []
    for name in (*names, *extra):
        fast = [run[name] for run in now]
        old = [run[name] for run in before] if name in names else []
        ratios = sorted(new / slow for new, slow in zip(fast, old, strict=False))
        times = f"{statistics.median(ratios):.1f}" if ratios else "-"
        spread = f"{ratios[0]:.1f}..{ratios[-1]:.1f}" if ratios else "-"
        game, players = name.split(":")
        label = f"{game} (OpenSpiel)" if name == BACKGAMMON else game
        was = f"{statistics.median(old):,.0f}" if old else "-"
        cells.append((label, players, was, f"{statistics.median(fast):,.0f}", times, spread))
    header = ("game", "players", "before", "now", "times", "range")
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return (
        f"Actions a second of random play driven from Python, chance included: medians of {TURNS} "
        f"turns of {BEFORE} (before), this code and OpenSpiel's C++, in one run ({load}); `times` "
        "is the median of the turns' ratios. Before: actions were texts, each checked again. "
        f"Now: `legal_actions`, `chance_outcomes` and `apply_unchecked`.\n\n{table(header, cells)}"
    )


def _take_out(directory: Path) -> bool:
    command = ("git", "archive", BEFORE, "chatuchak_solver", "data")
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(directory, filter="data")
    return True


def _actions_a_second(code: Path, names: list[str]) -> dict[str, float]:
    command = (sys.executable, "-P", str(ROOT / "benchmarks" / "random_play.py"), *names)
    paths = os.pathsep.join((str(code), str(code / "data")))
    environment = {**os.environ, "PYTHONPATH": paths}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    rates: dict[str, float] = json.loads(run.stdout)
    return rates


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
