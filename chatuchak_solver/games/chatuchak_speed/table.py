"""What is the same for every position of one speed game, and what one player has there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from chatuchak_solver.games.chatuchak_speed.actions import PlayerMove, player_actions
from chatuchak_solver.puzzle import Board, Grid, MoveRule

__all__ = ["Seat", "Table", "table_of"]

Seat: TypeAlias = tuple[tuple[int, ...], int, int, tuple[PlayerMove, ...]]
"""A grid's color masks and empty spot, the moves made, and the moves to choose from, by text."""


@dataclass(frozen=True, slots=True)
class Table:
    """The number of players, their grids' board, the move rule and the limit of moves.

    Attributes
    ----------
    moves_to
        Per player and empty spot, the moves to it, sorted as texts.
    neighbours
        Per spot, the mask of its orthogonal neighbours.
    """

    num_players: int
    board: Board
    rule: MoveRule
    move_limit: int | None
    moves_to: tuple[tuple[tuple[PlayerMove, ...], ...], ...] = field(
        init=False, compare=False, repr=False
    )
    neighbours: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        moves_to = player_actions(self.num_players, self.board, self.rule)
        object.__setattr__(self, "moves_to", moves_to)
        object.__setattr__(self, "neighbours", self.board.neighbour_masks)

    def seat(self, player: int, grid: Grid, made: int) -> Seat:
        """Return what a player has who has made so many moves."""
        choices = () if made == self.move_limit else self.moves_to[player][grid.empty]
        return grid.color_masks, grid.empty, made, choices


@lru_cache(maxsize=1 << 8)
def table_of(num_players: int, board: Board, rule: MoveRule, move_limit: int | None) -> Table:
    """Return a game's table; kept, since many games are played by the same."""
    return Table(num_players, board, rule, move_limit)
