"""A simulated player with limited foresight and memory.

The player looks ahead along a narrow beam of lines, judges the final position color by color with
an error, plays the first moves of the best line, and thinks again. As for people, conflicts between
colors remain unnoticed until they obstruct a move. All parameters are assumed.
"""

from collections.abc import Mapping

import numpy as np

from chatuchak_solver import arguments, codec
from chatuchak_solver.analysis.kernels import simulated_player as kernels
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Int64s, UInt8s
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.additive_heuristic import heuristic_tables

PLAYER_GAMES = 200
"""Games of the simulated player per grid."""
PLAYER_SEED = kernels.PLAYER_SEED
MAX_SEED = 2**64 - 1
MAX_GAMES = 10_000_000
PORTION = 20_000
"""Games, times lines of thought and their length, per call of the kernel; some 0.06 s."""


class SimulatedPlayer(codec.Answer, frozen=True, kw_only=True, omit_defaults=False):
    """Parameters of a simulated player.

    Attributes
    ----------
    width
        Number of lines of thought, 1..256.
    look_ahead
        Length of each line in moves, 1..32.
    plays
        Moves before thinking again, 1..look_ahead.
    error
        Standard deviation of the error of a judgment in moves, 0..16.
    patience
        Moves after which the player gives up, 1..1000.
    """

    width: int = kernels.WIDTH
    look_ahead: int = kernels.LOOK_AHEAD
    plays: int = kernels.PLAYS
    error: float = kernels.ERROR
    patience: int = kernels.PATIENCE

    def __post_init__(self) -> None:
        arguments.check_int(self.width, 1, 256, name="width")
        arguments.check_int(self.look_ahead, 1, 32, name="look_ahead")
        arguments.check_int(self.plays, 1, self.look_ahead, name="plays")
        arguments.check_number(self.error, 0, 16, name="error")
        arguments.check_int(self.patience, 1, 1000, name="patience")


REFERENCE_PLAYER = SimulatedPlayer()
"""The simulated player of the difficulty formula."""


def play_games(
    grid: Grid, *, player: SimulatedPlayer = REFERENCE_PLAYER, games: int, seed: int,
    stop: Stop | None = None,
) -> Int64s:  # fmt: skip
    """Play games of a simulated player on ``grid`` by the jump rule.

    A pure function on any machine; some 0.3 ms a game.

    At most 10,000,000 ``games``. ``seed`` is 0..2**64 - 1; different grids have the same stream of
    errors. Returns int64 (games,): the moves of each game, or 1 + the patience if given up. Fewer
    games, at least one, after a ``stop``; unit of work: games.
    """
    return _played(grid, player, games, seed, 0, Run.begin(stop))[0]


def record_games(
    grid: Grid, *, player: SimulatedPlayer = REFERENCE_PLAYER, games: int, seed: int,
    stop: Stop | None = None,
) -> list[tuple[int, ...]]:  # fmt: skip
    """Return the moves of the games of `play_games`; up to the patience if given up."""
    lengths, moves = _played(grid, player, games, seed, player.patience, Run.begin(stop))
    pairs = zip(lengths.tolist(), moves.reshape(len(lengths), -1).tolist(), strict=True)
    return [tuple(spots[:length]) for length, spots in pairs]


def _played(
    grid: Grid, player: SimulatedPlayer, games: int, seed: int, recorded: int, run: Run
) -> tuple[Int64s, UInt8s]:
    arguments.check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    games = arguments.check_int(games, 1, MAX_GAMES, name="number of games")
    seed = arguments.check_int(seed, 0, MAX_SEED, name="seed")
    arguments.check_type(player, SimulatedPlayer, name="player", hint="SimulatedPlayer(width=8)")
    masks = np.array([grid.color_masks[color] for color in grid.colors], np.int64)
    tables = heuristic_tables(grid, MoveRule.JUMP)
    own = tables._replace(offsets=tables.offsets[list(grid.colors)])
    lengths, moves = np.empty(games, np.int64), np.zeros(games * recorded, np.uint8)
    portion = max(1, PORTION // (player.width * player.look_ahead))
    for first in range(0, games, portion):
        if first and run.should_stop(first):
            return lengths[:first], moves[: first * recorded]
        end = first + portion
        kernels.play_games(
            masks, grid.empty, own, player.width, player.look_ahead, player.plays,
            round(player.error * kernels.SCALE), np.uint64(seed), first, player.patience,
            lengths[first:end], moves[first * recorded : end * recorded],
        )  # fmt: skip
    return lengths, moves


PLAYER_KINDS: Mapping[str, SimulatedPlayer] = {
    "quick": SimulatedPlayer(width=8, look_ahead=4, plays=2, error=0.75),
    "usual": REFERENCE_PLAYER,
    "careful": SimulatedPlayer(width=48, look_ahead=8, plays=2, error=0.25),
}
"""Assumed; ``usual`` is the difficulty formula's player."""


def expected_losses(grid: Grid, optimal_length: int, *, games: int = 20) -> dict[str, float]:
    """Return the mean lost moves by kind of player, in ``games`` of each.

    A given-up game counts with the patience.
    """
    lengths = _lengths(grid, games)
    return {kind: float(found.mean()) - optimal_length for kind, found in lengths.items()}


def miss_shares(grid: Grid, optimal_length: int, *, games: int = 50) -> dict[str, float]:
    """Return the share of non-optimal games by kind of player, 0..1."""
    lengths = _lengths(grid, games)
    return {kind: float((found > optimal_length).mean()) for kind, found in lengths.items()}


def _lengths(grid: Grid, games: int) -> dict[str, Int64s]:
    return {
        kind: play_games(grid, player=player, games=games, seed=PLAYER_SEED)
        for kind, player in PLAYER_KINDS.items()
    }
