"""The speed game: all play at once, and the first whose grid is fully grouped wins.

A log of it is the order in which the moves were made; how fast anybody is, is up to whoever
writes the log.

Source: rulebook, Variants, Speed game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from chatuchak_solver.document import Node
from chatuchak_solver.games.chatuchak.actions import broken_move_rule, move_actions
from chatuchak_solver.games.chatuchak.document import read_grids
from chatuchak_solver.games.chatuchak.figures import load_figures, read_move_limit
from chatuchak_solver.games.chatuchak.scoring import clusters
from chatuchak_solver.games.chatuchak.setup import (
    RULE_OPTION,
    check_player_count,
    draw_start_grids,
)
from chatuchak_solver.games.chatuchak.text import format_grids
from chatuchak_solver.games.contract import (
    ANYONE,
    GameState,
    SetupOption,
    check_options,
    illegal_action,
)
from chatuchak_solver.puzzle import Board, Grid, MoveRule

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SpeedState"]

FIELDS: Final = ("game", "rule", "move_limit", "grids", "moves", "last_player")
MAX_MOVES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class SpeedState(GameState):
    """A position of the speed game.

    Actions are ``PLAYER move SPOT``, such as ``0 move 15``, in any order of players.

    Attributes
    ----------
    rule
        The move rule.
    move_limit
        The moves that each player has; None without a limit. The game is called off, and nobody
        wins, when all have been made.
    grids
        Each player's grid.
    moves
        Per player, the number of moves made.
    last_player
        The player who moved last; 0 at the start.
    solved
        Per player, whether the grid is fully grouped; follows from the grids.
    """

    game: ClassVar[str] = "chatuchak-speed"
    player_counts: ClassVar[range] = range(2, 6)
    setup_options: ClassVar[tuple[SetupOption, ...]] = (RULE_OPTION,)

    rule: MoveRule
    move_limit: int | None
    grids: tuple[Grid, ...]
    moves: tuple[int, ...]
    last_player: int
    solved: tuple[bool, ...] = field(compare=False, repr=False)

    @classmethod
    def new(
        cls,
        num_players: int,
        *,
        rng: np.random.Generator,
        data: Mapping[str, Any] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Set up a game as the multiplayer game is, without markers and time track."""
        rule = MoveRule(check_options(cls, options)[RULE_OPTION.name])
        check_player_count(num_players, cls.player_counts)
        _, setup = load_figures(data)
        grids = draw_start_grids(num_players, setup, rng)
        moves = (0,) * num_players
        return cls(rule, setup.speed_move_limit, grids, moves, 0, _solved(grids))

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.grids)

    @property
    def current_player(self) -> int:
        """`ANYONE`; the player who moved last once the game is over."""
        return self.last_player if self.is_over else ANYONE

    @property
    def is_over(self) -> bool:
        """Whether a grid is fully grouped, or no moves are left."""
        return True in self.solved or self._left() == 0

    @property
    def max_actions(self) -> int | None:
        """The number of moves left, if there is a limit."""
        return self._left()

    @property
    def score_bounds(self) -> tuple[int, int]:
        """A fully grouped grid scores 1, any other 0."""
        return 0, 1

    def legal_actions(self) -> tuple[str, ...]:
        """Return all moves of all players who have some left, sorted as texts."""
        if self.is_over:
            return ()
        actions: tuple[str, ...] = ()
        for player, grid in enumerate(self.grids):
            if self.move_limit is None or self.moves[player] < self.move_limit:
                actions += _player_actions(player, grid.board, self.rule)[grid.empty]
        return actions

    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return nothing: no chance acts after the start grids."""
        return ()

    def apply(self, action: str) -> Self:
        """Return the state after one player's move; see `GameState.apply`."""
        if action not in self.legal_actions():
            raise illegal_action(action, self._broken_rule(action))
        word, _, spot = action.split(" ")
        player = int(word)
        grid = self.grids[player].move(int(spot), self.rule)
        grids = (*self.grids[:player], grid, *self.grids[player + 1 :])
        moves = (*self.moves[:player], self.moves[player] + 1, *self.moves[player + 1 :])
        solved = (*self.solved[:player], grid.is_solved, *self.solved[player + 1 :])
        return type(self)(self.rule, self.move_limit, grids, moves, player, solved)

    def scores(self) -> tuple[int, ...]:
        """Return 1 for a fully grouped grid, else 0."""
        return tuple(map(int, self.solved))

    def winners(self) -> tuple[int, ...]:
        """Return the player whose grid is fully grouped, or nobody."""
        return tuple(player for player, solved in enumerate(self.solved) if solved)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON-ready form; ``move_limit`` is null without a limit."""
        return {
            "game": self.game,
            "rule": str(self.rule),
            "move_limit": self.move_limit,
            "grids": list(map(str, self.grids)),
            "moves": list(self.moves),
            "last_player": self.last_player,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read `to_dict`'s form; see `GameState.from_dict`."""
        fields = Node(dict(data)).fields(FIELDS)
        fields["game"].choice((cls.game,))
        rule = MoveRule(fields["rule"].choice(tuple(map(str, MoveRule))))
        limit = read_move_limit(fields["move_limit"])
        grids = read_grids(fields["grids"], cls.player_counts)
        moves = fields["moves"].items(least=len(grids), most=len(grids))
        most = MAX_MOVES if limit is None else limit
        return cls(
            rule,
            limit,
            grids,
            tuple(item.integer(least=0, most=most) for item in moves),
            fields["last_player"].integer(least=0, most=len(grids) - 1),
            _solved(grids),
        )

    def __str__(self) -> str:
        winners = " and ".join(f"player {player}" for player in self.winners())
        if winners:
            headline = f"over, won by {winners}"
        else:
            headline = "called off, nobody won" if self.is_over else "all play at once"
        limit = "" if self.move_limit is None else f" of {self.move_limit}"
        lines = [f"chatuchak-speed ({self.rule} rule): {headline}", ""]
        lines += format_grids(self.grids, [f"player {p}" for p in range(self.num_players)])
        lines.append("")
        for player, (grid, made) in enumerate(zip(self.grids, self.moves, strict=True)):
            left = sum(clusters(grid))
            lines.append(
                f"player {player}: {made}{limit} moves; {left} groups and single booths, "
                f"{len(grid.colors)} when fully grouped"
            )
        return "\n".join(lines)

    def _left(self) -> int | None:
        """Return the number of moves that all players together have left."""
        if self.move_limit is None:
            return None
        return self.move_limit * len(self.grids) - sum(self.moves)

    def _broken_rule(self, action: str) -> str:
        """Return the rule that an illegal action breaks."""
        if self.winners():
            return f"the game is over, player {self.winners()[0]} was the first to be done"
        if self.is_over:
            return "the game is called off, all moves have been made"
        word, _, move = action.partition(" ")
        if not (word.isascii() and word.isdecimal() and len(word) == 1):
            return "expected a player and a move, such as 0 move 3"
        player = int(word)
        if player >= self.num_players:
            return f"there is no player {player}; expected 0 to {self.num_players - 1}"
        if self.move_limit is not None and self.moves[player] == self.move_limit:
            return f"player {player} has made all {self.move_limit} moves"
        return broken_move_rule(move, self.grids[player], self.rule)


def _solved(grids: tuple[Grid, ...]) -> tuple[bool, ...]:
    return tuple(grid.is_solved for grid in grids)


@cache
def _player_actions(player: int, board: Board, rule: MoveRule) -> tuple[tuple[str, ...], ...]:
    """Return, per empty spot, a player's actions, sorted as texts."""
    return tuple(tuple(f"{player} {move}" for move in moves) for moves in move_actions(board, rule))
