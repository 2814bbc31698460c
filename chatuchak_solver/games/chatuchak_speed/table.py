"""What is the same for every position of one speed game, and what one player has there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from chatuchak_solver.games.chatuchak_speed.actions import PlayerMove, player_actions
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.groups import is_connected

Seat: TypeAlias = tuple[tuple[int, ...], int, int, tuple[PlayerMove, ...], int]
"""What a player has.

A grid's color masks and empty spot, the moves made, the moves to choose from, by text, and the
first color that is not one group: the number of colors where the grid is fully grouped.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """The number of players, their grids' board, the move rule and the limit of moves.

    Attributes
    ----------
    moves_to
        Per player and empty spot, the moves to it, sorted as texts.
    neighbors
        Per spot, the mask of its orthogonal neighbors.
    """

    num_players: int
    board: Board
    rule: MoveRule
    move_limit: int | None
    moves_to: tuple[tuple[tuple[PlayerMove, ...], ...], ...] = field(
        init=False, compare=False, repr=False
    )
    neighbors: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        moves_to = player_actions(self.num_players, self.board, self.rule)
        object.__setattr__(self, "moves_to", moves_to)
        object.__setattr__(self, "neighbors", self.board.neighbor_masks)

    def seat(self, player: int, grid: Grid, made: int) -> Seat:
        """Return what a player has after a number of moves."""
        choices = () if made == self.move_limit else self.moves_to[player][grid.empty]
        masks = grid.color_masks
        return masks, grid.empty, made, choices, first_apart(self.board, masks)


def first_apart(board: Board, masks: Sequence[int]) -> int:
    """Return the first color that is not one group; the number of colors if each is."""
    for color, mask in enumerate(masks):
        if not is_connected(board, mask):
            return color
    return len(masks)


@lru_cache(maxsize=1 << 8)
def table_of(num_players: int, board: Board, rule: MoveRule, move_limit: int | None) -> Table:
    """Return a game's table; kept, since many games are played by the same."""
    return Table(num_players, board, rule, move_limit)
