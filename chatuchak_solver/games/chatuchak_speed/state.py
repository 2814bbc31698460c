"""The speed game: all play at once, and the first whose grid is fully grouped wins.

A log of it is the order in which the moves were made; how fast anybody is, is up to whoever
writes the log.

Source: rulebook, Variants, Speed game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Self

from chatuchak_solver.games.chatuchak.actions import broken_move_rule, parse_spot
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak.setup import (
    RULE_OPTION,
    check_player_count,
    draw_start_grids,
)
from chatuchak_solver.games.chatuchak_speed.actions import PlayerMove, numbering, player_actions
from chatuchak_solver.games.contract import (
    ANYONE,
    Data,
    GameState,
    Options,
    SetupOption,
    check_options,
    check_player,
    illegal_action,
)
from chatuchak_solver.games.numbering import ActionList
from chatuchak_solver.games.values import Successive, put_at
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.groups import is_connected

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["SpeedState"]


@dataclass(frozen=True)
class SpeedState(Successive, GameState[PlayerMove]):
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
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Set up a game as the multiplayer game is, without markers and time track."""
        rule = MoveRule(check_options(cls, options)[RULE_OPTION.name])
        check_player_count(num_players, cls.player_counts)
        _, setup = load_figures(data)
        grids = draw_start_grids(num_players, setup, rng)
        moves = (0,) * num_players
        solved = tuple(grid.is_solved for grid in grids)
        return cls(rule, setup.speed_move_limit, grids, moves, 0, solved)

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.grids)

    @property
    def current_player(self) -> int:
        """`ANYONE`; the player who moved last once the game is over."""
        return ANYONE if self._choices else self.last_player

    @property
    def is_over(self) -> bool:
        """Whether a grid is fully grouped, or no moves are left."""
        return not self._choices

    @cached_property
    def _choices(self) -> tuple[tuple[PlayerMove, ...], ...]:
        """Per player, the legal moves, sorted as texts; nothing at all once the game is over."""
        if True in self.solved or self._left() == 0:
            return ()
        places = zip(self._moves_to, self.grids, self.moves, strict=True)
        return tuple(
            [() if made == self.move_limit else to[grid.empty] for to, grid, made in places]
        )

    @cached_property
    def _moves_to(self) -> tuple[tuple[tuple[PlayerMove, ...], ...], ...]:
        """Per player and empty spot, the moves to it."""
        return player_actions(len(self.grids), self.grids[0].board, self.rule)

    @property
    def max_actions(self) -> int | None:
        """The number of moves left, if there is a limit."""
        return self._left()

    @property
    def score_bounds(self) -> tuple[int, int]:
        """A fully grouped grid scores 1, any other 0."""
        return 0, 1

    @property
    def numbering(self) -> ActionList[PlayerMove]:
        """All moves, player by player."""
        return numbering(self.num_players, self.grids[0].board)

    def legal_actions(self) -> tuple[PlayerMove, ...]:
        """Return all moves of all players who have some left, sorted as texts."""
        return tuple(chain.from_iterable(self._choices))

    def actions_of(self, player: int) -> tuple[PlayerMove, ...]:
        """Return a player's moves, sorted as texts."""
        check_player(self, player)
        return self._choices[player] if self._choices else ()

    def pick(self, player: int, draw: Callable[[int], int]) -> PlayerMove | None:
        """Return one move of a player, or of all; see `GameState.pick`."""
        if player != ANYONE or not self._choices:
            return super().pick(player, draw)
        choices = self._choices
        index = draw(sum(map(len, choices)))
        for own in choices:
            if index < len(own):
                return own[index]
            index -= len(own)
        raise AssertionError("the number drawn is below the number of moves")

    def chance_outcomes(self) -> tuple[tuple[PlayerMove, int], ...]:
        """Return nothing: no chance acts after the start grids."""
        return ()

    def refusal(self, action: PlayerMove) -> str | None:
        """Return the rule that an action breaks; see `GameState.refusal`."""
        known = 0 <= action.player < self.num_players
        if known and action in self.actions_of(action.player):
            return None
        return self._broken_rule(str(action))

    def after(self, action: PlayerMove) -> Self:
        """Return the state after one player's legal move, unchecked."""
        player, spot = action.player, action.spot
        grid, color = self.grids[player].moved(spot)
        grids, moves, choices = list(self.grids), list(self.moves), list(self._choices)
        grids[player] = grid
        moves[player] += 1
        choices[player] = self._moves_to[player][spot] if moves[player] != self.move_limit else ()
        following = self.but(
            grids=tuple(grids),
            moves=tuple(moves),
            last_player=player,
            _choices=tuple(choices) if any(choices) else (),
        )
        # A color in pieces is told at once, without a look at the others.
        if is_connected(grid.board, grid.color_masks[color]) and grid.is_solved:
            return following.but(solved=put_at(self.solved, player, True), _choices=())
        return following

    def parse(self, text: str) -> PlayerMove:
        """Read an action; see `GameState.parse`."""
        action = self.numbering.read(text)
        if action is None:
            player, _, move = text.partition(" ")
            spot = parse_spot(move)
            if spot is None or not (player.isascii() and player.isdecimal() and len(player) == 1):
                raise illegal_action(text, self._broken_rule(text))
            return PlayerMove(int(player), spot)
        return action

    def scores(self) -> tuple[int, ...]:
        """Return 1 for a fully grouped grid, else 0."""
        return tuple(map(int, self.solved))

    def winners(self) -> tuple[int, ...]:
        """Return the player whose grid is fully grouped, or nobody."""
        return tuple(player for player, solved in enumerate(self.solved) if solved)

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
