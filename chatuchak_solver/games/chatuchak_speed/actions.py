"""What a player does in the speed game: ``0 move 15`` is player 0's move of that booth."""

from dataclasses import dataclass
from functools import cache

from chatuchak_solver.games.chatuchak.actions import move_actions
from chatuchak_solver.puzzle import Board, MoveRule


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A player's booth goes from a spot to the empty one."""

    player: int
    spot: int

    def __str__(self) -> str:
        return f"{self.player} move {self.spot}"


@cache
def player_actions(
    num_players: int, board: Board, rule: MoveRule
) -> tuple[tuple[tuple[PlayerMove, ...], ...], ...]:
    """Return, per player and empty spot, the player's moves, sorted as texts."""
    return tuple(
        tuple(
            tuple(PlayerMove(player, move.spot) for move in moves)
            for moves in move_actions(board, rule)
        )
        for player in range(num_players)
    )
