"""Validity of the difficulty: correlations, predictions, stability of ranks.

``python -m benchmarks difficulty`` measures random start grids, played by players unknown to the
formula, and stores the tables in RESULTS.md.
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.report import machine, table, write_section
from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver.analysis.difficulty import (
    FORMULA_VERSION,
    TERMS,
    Features,
    difficulty,
    features_of,
)
from chatuchak_solver.analysis.optimal_paths import optimal_paths
from chatuchak_solver.analysis.simulated_player import REFERENCE_PLAYER, SimulatedPlayer, play_games
from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import load_start_tiles

__all__ = ["main"]

SEED = 102
GRIDS = 200
GAMES = 100
"""Games of each other player for each grid."""
SEEDS = (1, 2, 3, 4)
"""Seeds of the formula's player; 1 is the formula's own."""
RESAMPLES = 1000

PLAYERS = {
    "hasty": SimulatedPlayer(width=6, look_ahead=4, plays=2, error=0.75),
    "deep": SimulatedPlayer(width=8, look_ahead=10, plays=3, error=0.5),
    "careful": SimulatedPlayer(width=48, look_ahead=6, plays=2, error=0.3),
}
"""Players that the formula does not know."""

Values = Float64s


@dataclass(frozen=True)
class Measured:
    """One sample of grids: features per seed of the formula's player, and others' mean moves."""

    features: dict[int, list[Features]]
    others: dict[str, Values]

    def difficulties(self, seed: int) -> Values:
        return np.array([difficulty(features) for features in self.features[seed]])

    def columns(self) -> dict[str, Values]:
        own = self.features[SEEDS[0]]
        columns = {
            name: np.array([float(getattr(features, name)) for features in own])
            for name in ("optimal_length", "optimal_solutions", "first_moves", "forced_bits",
                         "misleading", "hidden_moves", "player_moves")
        }  # fmt: skip
        return columns | {"difficulty": self.difficulties(SEEDS[0])}


def ranks(values: Values) -> Values:
    order = np.sort(values)
    low = np.searchsorted(order, values, "left")
    high = np.searchsorted(order, values, "right")
    return (low + high - 1) / 2.0


def spearman(a: Values, b: Values) -> float:
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def interval(a: Values, b: Values) -> tuple[float, float]:
    random = np.random.default_rng(SEED)
    picks = random.integers(0, a.size, (RESAMPLES, a.size))
    values = [spearman(a[pick], b[pick]) for pick in picks]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def measured(grids: list[Grid]) -> Measured:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = list(pool.map(optimal_paths, grids))
        features = {seed: [*pool.map(partial(features_of, seed=seed), paths)] for seed in SEEDS}
        others = {
            name: np.array(
                list(
                    pool.map(
                        lambda grid, player=player: play_games(
                            grid, player=player, games=GAMES, seed=9
                        ).mean(),
                        grids,
                    )
                )
            )
            for name, player in PLAYERS.items()
        }
    return Measured(features, others)


def correlation_tables(sample: Measured) -> str:
    columns = sample.columns()
    names = list(columns)
    among = table(
        ["feature", *names],
        [[name, *(f"{spearman(columns[name], columns[other]):+.2f}" for other in names)]
         for name in names],
    )  # fmt: skip
    rows = []
    for name, values in columns.items():
        cells = [name]
        for moves in sample.others.values():
            low, high = interval(values, moves)
            cells.append(f"{spearman(values, moves):+.2f} ({low:+.2f}..{high:+.2f})")
        rows.append(cells)
    return f"{among}\n\n{table(['feature', *sample.others], rows)}"


def fit_table(sample: Measured) -> str:
    own = sample.features[SEEDS[0]]
    values = np.array([[term.value(features) for term in TERMS] for features in own])
    scaled = (values - values.mean(0)) / values.std(0)
    rows = []
    for name, moves in sample.others.items():
        target = (moves - moves.mean()) / moves.std()
        cells = [name]
        for used in (slice(None), slice(1, None)):
            weights = np.linalg.lstsq(scaled[:, used], target, rcond=None)[0]
            explained = 1 - float(((target - scaled[:, used] @ weights) ** 2).mean())
            shown = " ".join(f"{weight:+.2f}" for weight in weights)
            cells += [shown, f"{explained:.0%}"]
        rows.append(cells)
    header = ["player", "weights", "explained", "weights without the player", "explained"]
    return table(header, rows)


def stability_table(random_sample: Measured, tiles: Measured) -> str:
    rows = []
    for name, sample in (("random grids", random_sample), ("16 sample tiles", tiles)):
        own = sample.difficulties(SEEDS[0])
        others = [sample.difficulties(seed) for seed in SEEDS[1:]]
        shifts = [np.abs(ranks(own) - ranks(other)) for other in others]
        noise = np.mean([np.std(own - other) for other in others]) / math.sqrt(2)
        rows.append(
            [
                name,
                f"{min(spearman(own, other) for other in others):.3f}",
                f"{np.mean([shift.mean() for shift in shifts]):.1f}",
                f"{max(shift.max() for shift in shifts):.0f}",
                f"{noise:.1f}",
                f"{own.std():.1f}",
            ]
        )
    header = ["grids", "Spearman, lowest", "mean shift in rank", "largest shift",
              "error of one difficulty", "spread between grids"]  # fmt: skip
    return table(header, rows)


def player_table(sample: Measured) -> str:
    rows = [
        [name, player.width, player.look_ahead, player.plays, player.error, moves]
        for name, player, moves in (
            ("reference", REFERENCE_PLAYER,
             f"{np.mean([f.player_moves for f in sample.features[SEEDS[0]]]):.1f}"),
            *((name, player, f"{sample.others[name].mean():.1f}")
              for name, player in PLAYERS.items()),
        )
    ]  # fmt: skip
    return table(["player", "width", "look-ahead", "plays", "error", "mean moves"], rows)


def main() -> None:
    sample = measured([made.grid for made in StartGridSource(SEED).batch(0, GRIDS)])
    tiles = measured(list(load_start_tiles().grids))
    text = f"""\
## Difficulty

{GRIDS} random start grids of seed {SEED}, formula {FORMULA_VERSION}. Besides the formula's player,
three others played {GAMES} games on each grid:

{player_table(sample)}

Spearman's rank correlations of the features; then of each with the mean moves of the players that
the formula does not know, with 95% bootstrap intervals:

{correlation_tables(sample)}

Weights of a linear fit to these players' moves, in standard deviations, for
{", ".join(term.feature for term in TERMS)}, and the variance that it explains:

{fit_table(sample)}

The formula's player with {len(SEEDS) - 1} other seeds instead of its own:

{stability_table(sample, tiles)}

{machine()} Command: `python -m benchmarks difficulty`.
"""
    print(text)
    write_section("difficulty", text)


if __name__ == "__main__":
    main()
