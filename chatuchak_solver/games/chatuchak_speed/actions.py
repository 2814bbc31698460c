"""The actions of the speed game: ``0 move 15`` is player 0's move of that booth."""

from dataclasses import dataclass
from functools import cache

from chatuchak_solver.games.chatuchak.actions import move_actions
from chatuchak_solver.puzzle import Board, MoveRule


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A player's booth moves from a spot to the empty spot."""

    player: int
    spot: int

    def __str__(self) -> str:
        return f"{self.player} move {self.spot}"


@cache
def player_moves(player: int, board: Board, rule: MoveRule) -> tuple[tuple[PlayerMove, ...], ...]:
    """Return, per empty spot, a player's moves, sorted as texts."""
    by_empty = move_actions(board, rule)
    return tuple(tuple(PlayerMove(player, move.spot) for move in moves) for moves in by_empty)
