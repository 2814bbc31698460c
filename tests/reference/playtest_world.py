"""Synthetic games by the model's own law, with known parameters."""

import numpy as np

from chatuchak_generators import generate_start_grids
from chatuchak_solver import Grid, PlayedGame


def grids(n: int) -> list[Grid]:
    return [made.grid for made in generate_start_grids(n, seed=3)]


def evening(
    levels: list[float], skills: list[float], *, chance: float, seed: int = 1, share: float = 1.0
) -> list[PlayedGame]:
    """Return games with log moves of level minus skill plus noise, slightly rounded."""
    random = np.random.default_rng(seed)
    games = []
    for number, skill in enumerate(skills, start=1):
        for grid, level in zip(grids(len(levels)), levels, strict=True):
            log = level - skill + chance * random.standard_normal()
            if random.random() < share:
                moves = round(float(np.exp(log)))
                games.append(PlayedGame(player=f"P{number}", grid=grid, moves=moves))
    return games
