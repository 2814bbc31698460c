"""Kinds of simulated players and their expected losses."""

from collections.abc import Iterator, Mapping
from typing import Final

from chatuchak_solver.analysis.simulated_player import REFERENCE_PLAYER, Player, play_games
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.puzzle.grid import Grid

PLAYER_KINDS: Final[Mapping[str, Player]] = {
    "quick": Player(width=8, look_ahead=4, plays=2, error=0.75),
    "usual": REFERENCE_PLAYER,
    "careful": Player(width=48, look_ahead=8, plays=2, error=0.25),
}
"""Assumed, not measured on people; ``usual`` is the difficulty formula's player."""

SEED: Final = 1


def expected_losses(grid: Grid, optimal_length: int, *, games: int = 20) -> dict[str, float]:
    """Return the mean moves lost on a grid by jumps, by kind of player.

    A given-up game counts with the player's patience.

    Parameters
    ----------
    games
        The number of games per kind; reproducible.
    """
    return {kind: float(lengths.mean()) - optimal_length for kind, lengths in _lengths(grid, games)}


def miss_shares(grid: Grid, optimal_length: int, *, games: int = 50) -> dict[str, float]:
    """Return the share of non-optimal games by kind of player, 0..1."""
    return {
        kind: float((lengths > optimal_length).mean()) for kind, lengths in _lengths(grid, games)
    }


def _lengths(grid: Grid, games: int) -> Iterator[tuple[str, Int64s]]:
    for kind, player in PLAYER_KINDS.items():
        yield kind, play_games(grid, player=player, games=games, seed=SEED)
