"""The speed game: all play at once, and the first whose grid is fully grouped wins.

A log of it is the order in which the moves were made; how fast anybody is, is up to whoever
writes the log.

Source: rulebook, Variants, Speed game.
"""

from collections.abc import Sequence
from dataclasses import field
from itertools import chain
from typing import ClassVar, Final, Self

from numpy.random import Generator

from chatuchak_solver.drafts import draft_of, drafted_class
from chatuchak_solver.games import contract
from chatuchak_solver.games.chatuchak.actions import broken_move_rule, parse_spot
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak.setup import RULE_OPTION, check_player_count, draw_start_grids
from chatuchak_solver.games.chatuchak_speed.actions import PlayerMove
from chatuchak_solver.games.chatuchak_speed.table import Seat, Table, first_apart, table_of
from chatuchak_solver.games.contract import Data, GameState, Options
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.puzzle import Grid, MoveRule


@drafted_class
class SpeedState(GameState[PlayerMove]):
    """A position of the speed game.

    Actions are ``PLAYER move SPOT``, such as ``0 move 15``, in any order of players.

    Attributes
    ----------
    table
        What is fixed for the game.
    seats
        What each player has: see `Seat`.
    last_player
        The player who moved last; 0 at the start.
    ended
        Whether a grid is fully grouped, or no moves are left; follows from the seats.
    choices
        The number of moves to choose from, of all players; follows from the seats.
    """

    game: ClassVar[str] = "chatuchak-speed"
    player_counts: ClassVar[range] = range(2, 6)
    setup_options: ClassVar[tuple[contract.SetupOption, ...]] = (RULE_OPTION,)

    table: Table
    seats: tuple[Seat, ...]
    last_player: int
    ended: bool = field(compare=False, repr=False)
    choices: int = field(compare=False, repr=False)

    @classmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Set up a game as the multiplayer game is, without markers and time track."""
        rule = MoveRule(contract.check_options(cls, options)[RULE_OPTION.name])
        check_player_count(num_players, cls.player_counts)
        _, setup = load_figures(data)
        grids = draw_start_grids(num_players, setup, rng)
        return cls.of(grids, (0,) * num_players, rule=rule, move_limit=setup.speed_move_limit)

    @classmethod
    def of(
        cls,
        grids: Sequence[Grid],
        moves: Sequence[int],
        *,
        rule: MoveRule,
        move_limit: int | None,
        last_player: int = 0,
    ) -> Self:
        """Return the position of players with these grids after these numbers of moves."""
        table = table_of(len(grids), grids[0].board, rule, move_limit)
        seats = tuple(map(table.seat, range(len(grids)), grids, moves))
        choices = sum(len(own) for _, _, _, own, _ in seats)
        ended = not choices or any(apart == len(masks) for masks, _, _, _, apart in seats)
        return cls(table, seats, last_player, ended, choices)

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.seats)

    @property
    def rule(self) -> MoveRule:
        """The move rule."""
        return self.table.rule

    @property
    def move_limit(self) -> int | None:
        """The moves that each player has; None without a limit.

        The game is called off, and nobody wins, when all have been made.
        """
        return self.table.move_limit

    @property
    def grids(self) -> tuple[Grid, ...]:
        """Each player's grid."""
        board = self.table.board
        return tuple([Grid.unchecked(board, masks, empty) for masks, empty, _, _, _ in self.seats])

    @property
    def moves(self) -> tuple[int, ...]:
        """Per player, the number of moves made."""
        return tuple([made for _, _, made, _, _ in self.seats])

    @property
    def solved(self) -> tuple[bool, ...]:
        """Per player, whether the grid is fully grouped."""
        return tuple([apart == len(masks) for masks, _, _, _, apart in self.seats])

    @property
    def current_player(self) -> int:
        """`ANYONE`; the player who moved last once the game is over."""
        return self.last_player if self.ended else contract.ANYONE

    @property
    def is_over(self) -> bool:
        """Whether a grid is fully grouped, or no moves are left."""
        return self.ended

    @property
    def max_actions(self) -> int | None:
        """The number of moves left, if there is a limit."""
        if self.move_limit is None:
            return None
        return self.move_limit * len(self.seats) - sum(self.moves)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """A fully grouped grid scores 1, any other 0."""
        return 0, 1

    def all_actions(self) -> list[PlayerMove]:
        """Return all moves, player by player in the order of the spots."""
        spots = range(self.table.board.spots)
        return [PlayerMove(p, spot) for p in range(self.num_players) for spot in spots]

    def legal_actions(self) -> tuple[PlayerMove, ...]:
        """Return all moves of all players who have some left, sorted as texts."""
        if self.ended:
            return ()
        return tuple(chain.from_iterable([own for _, _, _, own, _ in self.seats]))

    def actions_of(self, player: int) -> tuple[PlayerMove, ...]:
        """Return a player's moves, sorted as texts."""
        contract.check_player(self, player)
        return () if self.ended else self.seats[player][3]

    def chance_outcomes(self) -> tuple[tuple[PlayerMove, int], ...]:
        """Return nothing: no chance acts after the start grids."""
        return ()

    def illegal_reason(self, action: PlayerMove) -> str | None:
        """Return the rule that an action breaks; see `GameState.illegal_reason`."""
        known = 0 <= action.player < self.num_players
        if known and action in self.actions_of(action.player):
            return None
        return self._broken_rule(str(action))

    def apply_unchecked(self, action: PlayerMove) -> Self:
        """Return the state after one player's legal move, unchecked."""
        player, spot = action.player, action.spot
        table, seats = self.table, list(self.seats)
        masks, empty, made, own, apart = seats[player]
        made += 1
        choices = self.choices - len(own)
        own = () if made == table.move_limit else table.moves_to[player][spot]
        choices += len(own)
        # As `masks_after`, without the call.
        moved, bit, color = list(masks), 1 << spot, 0
        while not moved[color] & bit:
            color += 1
        mask = moved[color] = moved[color] ^ (bit | 1 << empty)
        # Whatever later colors do; and a booth alone leaves its color in pieces.
        if color < apart or (color == apart and table.neighbors[empty] & mask):
            apart = first_apart(table.board, moved)
        seats[player] = tuple(moved), spot, made, own, apart
        draft: Self = _DRAFT()
        draft.table = table
        draft.seats = tuple(seats)
        draft.last_player = player
        draft.ended = apart == len(moved) or not choices
        draft.choices = choices
        draft.__class__ = type(self)
        return draft

    def parse(self, text: str) -> PlayerMove:
        """Read an action; see `GameState.parse`."""
        player, _, move = text.partition(" ")
        spot = parse_spot(move)
        if spot is None or not (player.isascii() and player.isdecimal() and len(player) == 1):
            raise contract.illegal_action(text, self._broken_rule(text))
        return PlayerMove(int(player), spot)

    def scores(self) -> tuple[int, ...]:
        """Return 1 for a fully grouped grid, else 0."""
        return tuple(map(int, self.solved))

    def winners(self) -> tuple[int, ...]:
        """Return the player whose grid is fully grouped, or nobody."""
        return tuple(player for player, solved in enumerate(self.solved) if solved)

    def _broken_rule(self, action: str) -> str:
        """Return the rule that an illegal action breaks."""
        if self.winners():
            return f"the game is over, {seat_name(self.winners()[0])} was the first to be done"
        if self.is_over:
            return "the game is called off, all moves have been made"
        word, _, move = action.partition(" ")
        if not (word.isascii() and word.isdecimal() and len(word) == 1):
            return "expected a player and a move, such as 0 move 3"
        player = int(word)
        if player >= self.num_players:
            return f"there is no player {player}; expected 0 to {self.num_players - 1}"
        if self.move_limit is not None and self.moves[player] == self.move_limit:
            return f"{seat_name(player)} has made all {self.move_limit} moves"
        return broken_move_rule(move, self.grids[player], self.rule)


_DRAFT: Final = draft_of(SpeedState)
