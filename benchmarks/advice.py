"""How well advice plays: shares of wins against the players of all games, each game and size.

``python -m benchmarks advice`` runs it and keeps its section of RESULTS.md. It can be ended at any
time: what was played is kept in ``results/advice.jsonl``, the table shows it, and the next run goes
on. ``MINUTES`` in the environment ends it by itself.

A second of thought is a number of playouts, measured once on this machine in processor time, so
that the machine's other work does not weaken the advice.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

from benchmarks.measured_rows import MeasuredRows
from benchmarks.report import machine, table, write_section
from chatuchak_solver.games.contract import ANYONE, CHANCE, sample_chance
from chatuchak_solver.games.players import RandomPlayer
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.simulate import SimulationPlan, play_game
from chatuchak_solver.games.statistics import Proportion
from chatuchak_solver.run import Stop

__all__ = ["main"]

SEED = 11
GAMES = 100
"""Games of each row in all."""
BLOCK = 4
"""Games between two looks at the clock; seats rotate among the players."""
SECONDS = (0.2, 1.0, 5.0)
SIZES = {"chatuchak": (2, 3, 4, 5), "mercado": (2, 3, 4), "market-stand": (2, 3, 4)}
OPPONENTS = ("greedy", "look-ahead")
Cell: TypeAlias = tuple[str, int, str, float]
"""A row of the table: the game, its players, the advisor's opponents, the seconds of thought."""
POSITIONS = 6
"""Positions on which playouts a second are measured."""


def main() -> None:
    """Play what is missing, print and keep the table."""
    rows = MeasuredRows("advice")
    minutes = float(os.environ.get("MINUTES", "inf"))
    end = time.monotonic() + 60 * minutes
    pace = {game: rows.get("pace", game, measure_pace, game)["playouts"] for game in SIZES}
    try:
        played = collect(rows, pace, end)
    except KeyboardInterrupt:
        print("ended early; the next run goes on")
        played = collect(rows, pace, 0.0)
    text = report(pace, played)
    print(text)
    write_section("advice", text)


def collect(rows: MeasuredRows, pace: dict[str, int], end: float) -> dict[Cell, list[float]]:
    """Return the advisor's shares of the wins, of every game kept or played before the end."""
    played: dict[Cell, list[float]] = {}
    for first, cell in plan():
        game, players, opponent, seconds = cell
        what = f"{game} {players} {opponent} {seconds}"
        playouts = max(1, round(seconds * pace[game]))
        for index in range(first, first + BLOCK):
            row = rows.kept(what, index)
            if row is None and time.monotonic() < end:
                row = rows.get(what, index, play, game, players, opponent, playouts, index)
            if row is not None:
                played.setdefault(cell, []).append(row["win"])
    return played


def plan() -> Iterator[tuple[int, Cell]]:
    """Yield blocks of games: two players first, and of these what takes little time."""
    blocks = [
        (first, (game, players, opponent, seconds))
        for first in range(0, GAMES, BLOCK)
        for opponent in OPPONENTS
        for game, sizes in SIZES.items()
        for players in sizes
        for seconds in SECONDS
    ]
    blocks.sort(key=_when)
    yield from blocks


def _when(block: tuple[int, Cell]) -> tuple[bool, float]:
    """Return what puts blocks in order; greedy opponents say more by the minute of play."""
    first, (_, players, opponent, seconds) = block
    cost = (first + BLOCK) * seconds * players * (1 if opponent == "greedy" else 3)
    return players > 2 or seconds > 1, cost


def play(game: str, players: int, opponent: str, playouts: int, index: int) -> dict[str, Any]:
    """Play one game and return the advisor's share of the win."""
    names = (f"advisor:{playouts}", *[opponent] * (players - 1))
    outcome = play_game(SimulationPlan(game, names, games=GAMES, seed=SEED), index)
    won = [outcome.entrants[seat] for seat in outcome.winners]
    return {"win": won.count(0) / len(won) if won else 0.0, "playouts": playouts}


def measure_pace(game: str) -> dict[str, Any]:
    """Return the playouts in a second of processor time, the median of some positions."""
    entry = game_entry(game)
    adviser = entry.load_adviser()
    rates = []
    for seed in range(POSITIONS + 1):
        rng = np.random.default_rng(seed)
        state = entry.load_state().new(2, rng=rng)
        left = 5 * seed
        while left > 0 or state.current_player == CHANCE:
            left -= 1
            mover = state.current_player
            assert mover != ANYONE
            chance = mover == CHANCE
            action = (
                sample_chance(state, rng) if chance else RandomPlayer().choose(state, mover, rng)
            )
            state = state.after(action)
        began = time.process_time()
        advice = adviser.advise(state, rng=rng, stop=Stop(work=100), most=1)
        if seed:  # the first one fills caches
            rates.append(advice.playouts / (time.process_time() - began))
    return {"playouts": round(float(np.median(rates)))}


def report(pace: dict[str, int], played: dict[Cell, list[float]]) -> str:
    """Return the section as Markdown."""
    paces = ", ".join(f"{game} {number:,}" for game, number in pace.items())
    method = (
        f"Shares of wins of one advisor against others who all play alike, seats in rotation, with "
        f"95% intervals (Wilson); {GAMES} games a row are planned, `of` says how many were played. "
        f"A second of thought is as many playouts as took a second of processor time: {paces}. "
        f"Seed {SEED}."
    )
    cells, above = [], []
    for (game, players, opponent, seconds), wins in sorted(played.items()):
        share = Proportion.of(sum(wins), len(wins))
        interval = f"{100 * share.low:.0f}..{100 * share.high:.0f}%"
        even = f"{100 / players:.0f}%"
        row = (game, players, opponent, seconds, f"{100 * share.share:.0f}%", interval, even)
        cells.append((*row, len(wins)))
        if share.low > 1 / players:
            above.append(f"{game} with {players} against {opponent} at {seconds} s")
    header = ("game", "players", "against", "seconds", "wins", "interval", "even share", "of")
    head = f"## Advice\n\n{machine()}\nCommand: `python -m benchmarks advice`."
    verdict = (
        f"Above the even share beyond chance: {'; '.join(above) or 'none'}. Of all other rows, and "
        "of those that are missing, too few games were played to say more than their intervals do."
    )
    return "\n\n".join((head, method, table(header, cells), verdict))
