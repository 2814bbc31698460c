"""Validity of playtests: simulated players and tiles with known parameters.

``python -m benchmarks playtest`` prints the tables and stores them in RESULTS.md. The simulated
players follow a different law from the model: their moves beyond the optimum are negative binomial
with the product of tile difficulty and player clumsiness as mean, while the
model adds log moves. A tile's true difficulty is the mean of 40,000 games of an average player.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from scipy.stats import spearmanr

from benchmarks.report import machine, table, write_section
from chatuchak_generators import generate_start_grids
from chatuchak_solver import Grid
from chatuchak_solver.analysis.difficulty import FORMULA_1, Features
from chatuchak_solver.analysis.playtest.formula_fit import fit_formula
from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.analysis.playtest.measurement import Measurement, measure_playtest
from chatuchak_solver.analysis.ranking import assess
from chatuchak_solver.kernels.arrays import Float64s

__all__ = ["main"]

EVENINGS = 50
"""Simulated evenings per row."""
TILES, PLAYERS, SHARE = 16, 12, 0.7
TRUTH_GAMES = 40_000
EXCESS = 12.0
"""Median moves beyond the optimum of an average player on an average tile."""


@dataclass(frozen=True)
class People:
    """Parameters of the simulated players.

    Attributes
    ----------
    tiles, players
        Standard deviations of the log of the mean excess, among tiles and among players.
    steadiness
        Dispersion of the negative binomial: variance is mean + mean**2 / steadiness.
    patience
        Moves before a player gives up; unlimited by default.
    hints
        Probability of 1 to 3 hints in a game, each of which reduces the excess by a seventh.
    learning
        Exponent of practice: the excess is proportional to game number ** -learning.
    cheats
        Whether one player uses the solver in half of the games.
    share
        Share of the tiles that a player plays.
    """

    tiles: float = 0.6
    players: float = 0.5
    steadiness: float = 6.0
    patience: int | None = None
    hints: float = 0.0
    learning: float = 0.0
    cheats: bool = False
    share: float = SHARE


CLEAN = People()
WORLDS = {
    "clean": CLEAN,
    "some give up at 45 moves": replace(CLEAN, patience=45),
    "many give up at 30 moves": replace(CLEAN, patience=30),
    "hints in a third of the games": replace(CLEAN, hints=0.33),
    "all learn over the evening": replace(CLEAN, learning=0.2),
    "one cheats in half of the games": replace(CLEAN, cheats=True),
    "all of these": People(patience=45, hints=0.33, learning=0.2, cheats=True),
    "unsteady players": replace(CLEAN, steadiness=3.0),
    "tiles that hardly differ": replace(CLEAN, tiles=0.2),
    "a third of the games": replace(CLEAN, share=0.25),
}


@dataclass(frozen=True)
class Evening:
    """Simulated games with their true parameters: log moves of tiles, log excess of players."""

    games: tuple[PlayedGame, ...]
    truth: dict[Grid, float]
    clumsiness: dict[str, float]


@cache
def grids(n: int) -> tuple[Grid, ...]:
    return tuple(made.grid for made in generate_start_grids(n, seed=28))


@cache
def features(grid: Grid) -> Features:
    found = assess(grid).features
    assert isinstance(found, Features)
    return found


def excess(random: np.random.Generator, mean: Float64s | float, people: People) -> Float64s:
    k = people.steadiness
    return np.asarray(random.negative_binomial(k, k / (k + np.asarray(mean))), np.float64)


def evening(seed: int, people: People, hard: Float64s, players: int = PLAYERS) -> Evening:
    random = np.random.default_rng(seed)
    clumsy = random.normal(0, people.players, players)
    games: list[PlayedGame] = []
    for player in range(players):
        chosen = [tile for tile in random.permutation(len(hard)) if random.random() < people.share]
        for turn, tile in enumerate(chosen, start=1):
            mean = EXCESS * np.exp(hard[tile] + clumsy[player]) * turn**-people.learning
            hints = int(random.integers(1, 4)) if random.random() < people.hints else 0
            beyond = int(excess(random, mean * (6 / 7) ** hints, people))
            if people.cheats and player == 0 and random.random() < 0.5:
                beyond = 0
            grid = grids(len(hard))[tile]
            moves = features(grid).optimal_length + beyond
            solved = people.patience is None or moves <= people.patience
            kept = moves if solved or people.patience is None else people.patience
            games.append(PlayedGame(player=f"P{player + 1}", grid=grid, moves=kept, hints=hints,
                                    solved=solved, date=f"2026-05-01T20:{turn:02}"))  # fmt: skip
    truth = {
        grid: float(np.log(features(grid).optimal_length + beyond).mean())
        for grid, beyond in zip(grids(len(hard)), population(seed, people, hard), strict=True)
    }
    names = {f"P{number + 1}": float(skill) for number, skill in enumerate(clumsy)}
    return Evening(tuple(games), truth, names)


def population(seed: int, people: People, hard: Float64s) -> Iterator[Float64s]:
    random = np.random.default_rng([seed, 1])
    clumsy = random.normal(0, people.players, TRUTH_GAMES)
    turn = random.integers(1, 1 + max(1, round(people.share * len(hard))), TRUTH_GAMES)
    for difficulty in hard:
        yield excess(random, EXCESS * np.exp(difficulty + clumsy) * turn**-people.learning, people)


@dataclass(frozen=True)
class Outcome:
    """Comparison of an evening's measurement with the true parameters."""

    spearman: float
    covered: float
    is_significant: float
    wrong: float


def outcome(measured: Measurement, made: Evening) -> Outcome:
    truth = np.array([made.truth[grid] for grid in measured.grids])
    ranked = np.flatnonzero(~np.isnan(measured.level)).tolist()
    level = measured.level
    covered = [
        abs(level[tile] - truth[tile]) <= measured.quantile * (measured.error(tile) or 0.0)
        for tile in ranked
    ]
    pairs = [(first, second) for first in ranked for second in ranked if second < first]
    apart = [pair for pair in pairs if measured.is_significant(*pair)]
    wrong = [
        (first, second)
        for first, second in apart
        if (level[first] > level[second]) != (truth[first] > truth[second])
    ]
    return Outcome(
        float(spearmanr(truth[ranked], level[ranked]).statistic),
        float(np.mean(covered)),
        len(apart) / len(pairs),
        len(wrong) / max(len(apart), 1),
    )


def order_rows() -> Iterator[list[str]]:
    for name, people in WORLDS.items():
        outcomes, games, given_up = [], 0, 0
        for seed in range(EVENINGS):
            hard = np.random.default_rng([seed, 2]).normal(0, people.tiles, TILES)
            made = evening(seed, people, hard)
            games += len(made.games)
            given_up += sum(not game.solved for game in made.games)
            outcomes.append(outcome(measure_playtest(made.games), made))
        spearman = np.array([result.spearman for result in outcomes])
        yield [
            name,
            f"{games / EVENINGS:.0f}",
            f"{100 * given_up / games:.0f}%",
            f"{spearman.mean():.2f}",
            f"{np.quantile(spearman, 0.05):.2f}",
            f"{100 * np.mean([result.covered for result in outcomes]):.0f}%",
            f"{100 * np.mean([result.is_significant for result in outcomes]):.0f}%",
            f"{100 * np.mean([result.wrong for result in outcomes]):.1f}%",
        ]


PLANTED = {
    "formula 1 itself": tuple(term.weight for term in FORMULA_1.terms),
    "traps count most": (0.2, 0.1, 0.1, 0.6, -0.05),
    "the optimum counts most": (0.1, 0.8, 0.05, 0.05, -0.05),
}


def fit_rows() -> Iterator[list[str]]:
    for name, weights in PLANTED.items():
        for tiles, players in ((16, 12), (64, 24)):
            near, near_1, gains, recommended = [], [], [], 0
            for seed in range(EVENINGS // 4):
                known = [features(grid) for grid in grids(tiles)]
                standard = np.array([
                    [(term.value(tile) - term.mean) / term.deviation for term in FORMULA_1.terms]
                    for tile in known
                ])  # fmt: skip
                planted = standard @ np.array(weights)
                hard = 0.6 * (planted - planted.mean()) / planted.std()
                made = evening(seed, CLEAN, hard, players)
                measured = measure_playtest(made.games)
                assert measured.covariance is not None
                place = {grid: at for at, grid in enumerate(measured.grids)}
                order = [place[grid] for grid in grids(tiles)]
                variance = np.diag(measured.covariance)[order]
                fit = fit_formula(known, measured.level[order], variance, games=len(made.games))
                own = standard @ np.array([term.weight for term in fit.formula.terms])
                first = standard @ np.array([term.weight for term in FORMULA_1.terms])
                near.append(float(np.corrcoef(own, planted)[0, 1]))
                near_1.append(float(np.corrcoef(first, planted)[0, 1]))
                assert fit.story.gain is not None
                gains.append(fit.story.gain)
                recommended += fit.story.recommended
            yield [
                name,
                f"{tiles}",
                f"{np.mean(near):.3f}",
                f"{np.mean(near_1):.3f}",
                f"{100 * np.mean(gains):.0f}%",
                f"{100 * recommended / len(gains):.0f}%",
            ]


def main() -> None:
    busy = os.getloadavg()[0]
    orders = table(
        ["people", "games", "given up", "Spearman, mean", "5th percentile", "intervals that hold",
         "pairs told apart", "of these wrong"],
        list(order_rows()),
    )  # fmt: skip
    fits = table(
        ["planted", "tiles", "fitted formula's correlation", "formula 1's", "gain out of sample",
         "recommended"],
        list(fit_rows()),
    )  # fmt: skip
    write_section(
        "playtest",
        f"""\
## Playtests

`python -m benchmarks playtest`: {EVENINGS} made-up evenings a row, {PLAYERS} players, {TILES}
tiles, of which each plays {100 * SHARE:.0f}%; load {busy:.1f}. {machine()} Spearman is the rank
correlation of measured and true difficulties; intervals are meant to hold in 95%.

{orders}

Formulas planted in made-up people and fitted again ({EVENINGS // 4} evenings a row): how well the
fitted formula and formula 1 correlate with the planted one over the tiles, what the fit says it
gains out of sample, and how often it is recommended.

{fits}
""",
    )
