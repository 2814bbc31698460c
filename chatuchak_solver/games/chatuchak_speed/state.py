"""The speed game: all play at once, and the first fully grouped grid wins.

A log is the order of the moves; the players' speed is not modeled.

Source: rulebook, Variants, Speed game.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Annotated, ClassVar, Self

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import Notation
from chatuchak_solver.games import contract
from chatuchak_solver.games.chatuchak.actions import move_actions, why_not_moved
from chatuchak_solver.games.chatuchak.setup import (
    RULE_OPTION,
    MoveLimit,
    board_faults,
    draw_start_grids,
    load_figures,
)
from chatuchak_solver.games.contract import Data, GameState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import put_at, replace
from chatuchak_solver.puzzle import Board, Grid, MoveRule


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A player's booth moves to the empty spot."""

    player: int
    spot: int

    def __str__(self) -> str:
        return f"{self.player} move {self.spot}"


@cache
def player_moves(player: int, board: Board, rule: MoveRule) -> tuple[tuple[PlayerMove, ...], ...]:
    """Return a player's moves per empty spot, sorted by text."""
    by_empty = move_actions(board, rule)
    return tuple(tuple(PlayerMove(player, move.spot) for move in moves) for moves in by_empty)


@dataclass(frozen=True)
class SpeedState(GameState[PlayerMove]):
    """A position of the speed game.

    Actions are ``PLAYER move SPOT``, for example ``0 move 15``, in any order of players.

    Attributes
    ----------
    move_limit
        The moves of each player, after which the game is called off without a winner; None without
        a limit.
    last_player
        The player of the last move; 0 at the start.
    """

    game: ClassVar[str] = "chatuchak-speed"
    player_counts: ClassVar[range] = range(2, 6)
    is_simultaneous: ClassVar[bool] = True
    setup_options: ClassVar[tuple[contract.SetupOption, ...]] = (RULE_OPTION,)
    score_bounds = (0, 1)

    grids: Annotated[tuple[Notation[Grid], ...], Meta(min_length=2, max_length=5)]
    moves: tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...]
    rule: MoveRule
    move_limit: MoveLimit | None
    last_player: Annotated[int, Meta(ge=0, le=4)] = 0

    @classmethod
    def set_up(cls, num_players: int, rng: Generator, data: Data, options: dict[str, str]) -> Self:
        """Set up as the multiplayer game, without markers and time track."""
        _, setup = load_figures(data)
        grids = draw_start_grids(num_players, setup, rng)
        return cls(grids, (0,) * num_players, MoveRule(options["rule"]), setup.speed_move_limit)

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.grids)

    @cached_property
    def solved(self) -> tuple[bool, ...]:
        """Per player, whether the grid is fully grouped."""
        return tuple([grid.is_solved for grid in self.grids])

    @property
    def current_player(self) -> int:
        """`ANYONE`; after the game, the player of the last move."""
        return self.last_player if self.is_over else contract.ANYONE

    @cached_property
    def is_over(self) -> bool:
        """Whether a grid is fully grouped or no moves are left."""
        return any(self.solved) or all(made == self.move_limit for made in self.moves)

    @property
    def max_actions(self) -> int | None:
        """The remaining moves, if limited."""
        if self.move_limit is None:
            return None
        return self.move_limit * self.num_players - sum(self.moves)

    def all_actions(self) -> list[PlayerMove]:
        """Return all moves by player and spot."""
        spots = range(self.grids[0].board.spots)
        return [PlayerMove(p, spot) for p in range(self.num_players) for spot in spots]

    def legal_actions(self) -> tuple[PlayerMove, ...]:
        """Return all remaining moves, sorted by text."""
        return tuple(chain.from_iterable(map(self.actions_of, range(self.num_players))))

    def actions_of(self, player: int) -> tuple[PlayerMove, ...]:
        """Return a player's moves, sorted by text."""
        contract.check_player(self, player)
        if self.is_over or self.moves[player] == self.move_limit:
            return ()
        grid = self.grids[player]
        return player_moves(player, grid.board, self.rule)[grid.empty]

    def chance_outcomes(self) -> tuple[tuple[PlayerMove, int], ...]:
        """Return no outcomes: only the setup has chance."""
        return ()

    def illegal_reason(self, action: PlayerMove) -> str | None:
        """Return the rule that an action breaks, or None."""
        player, count = action.player, self.num_players
        if self.winners():
            return f"the game is over, {seat_name(self.winners()[0])} was the first to be done"
        if self.is_over:
            return "the game is called off, all moves have been made"
        if not 0 <= player < count:
            return f"invalid player {player}: expected 0 to {count - 1}"
        if self.moves[player] == self.move_limit:
            return f"{seat_name(player)} has made all {self.move_limit} moves"
        if action in self.actions_of(player):
            return None
        return why_not_moved(action.spot, self.grids[player], self.rule)

    def apply_unchecked(self, action: PlayerMove) -> Self:
        """Return the state after a legal move."""
        player = action.player
        grid, _ = self.grids[player].apply_unchecked(action.spot)
        moves = put_at(self.moves, player, self.moves[player] + 1)
        grids = put_at(self.grids, player, grid)
        return replace(self, grids=grids, moves=moves, last_player=player)

    def parse(self, text: str) -> PlayerMove:
        """Parse an action; see `GameState.parse`."""
        match = re.fullmatch("([0-9]) move (0|[1-9][0-9]{0,3})", str(text))
        if match is None:
            raise contract.illegal_action(text, "expected a player and a move, such as 0 move 3")
        return PlayerMove(int(match[1]), int(match[2]))

    def scores(self) -> tuple[int, ...]:
        """Return 1 for a fully grouped grid, else 0."""
        return tuple(map(int, self.solved))

    def winners(self) -> tuple[int, ...]:
        """Return the player with a fully grouped grid, if any."""
        return tuple(player for player, solved in enumerate(self.solved) if solved)


def faults(state: SpeedState) -> Iterator[str]:
    """Yield contradictions in a state."""
    count = state.num_players
    yield from board_faults(state.grids)
    if len(state.moves) != count:
        yield f"moves: expected {count} items, found {len(state.moves)}"
    for index, number in enumerate(state.moves):
        if state.move_limit is not None and number > state.move_limit:
            yield f"invalid moves[{index}] {number}: expected 0 to {state.move_limit}"
    if state.last_player >= count:
        yield f"invalid last_player {state.last_player}: expected 0 to {count - 1}"
