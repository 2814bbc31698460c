"""The position of the multiplayer game, and the parts of a game that never change."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from numpy.random import Generator

from chatuchak_solver.games import contract
from chatuchak_solver.games.chatuchak.actions import (
    Action,
    all_actions,
    broken_move_rule,
    parse_action,
)
from chatuchak_solver.games.chatuchak.figures import Figures, load_figures
from chatuchak_solver.games.chatuchak.markers import Marker, markers_in_play
from chatuchak_solver.games.chatuchak.scoring import Result, best
from chatuchak_solver.games.chatuchak.setup import RULE_OPTION, draw_mixes, draw_start_grids
from chatuchak_solver.games.chatuchak.strengths import Profile, profile_of
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.contract import Data, GameState, Options
from chatuchak_solver.games.frozen import cached_property
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, Grid, MoveRule

CENTER: Final = -1
"""The holder of a marker that no player has won, and the owner of a token still in the center."""


@dataclass(frozen=True)
class Table:
    """The figures, the mix markers that were drawn, the move rule and the grids' board."""

    figures: Figures
    mixes: tuple[Marker, ...]
    rule: MoveRule
    board: Board = STANDARD_BOARD

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """The markers of the game, referenced by index."""
        return markers_in_play(self.mixes)

    @cached_property
    def marker_stars(self) -> tuple[int, ...]:
        """The stars on each marker."""
        return tuple(map(self.figures.stars_of_marker, self.markers))

    @cached_property
    def token_stars(self) -> tuple[int, ...]:
        """The stars on each marker's matching token."""
        return tuple(map(self.figures.stars_of_token, self.markers))


@dataclass(frozen=True)
class ChatuchakState(GameState[Action]):
    """An immutable position; `rules` holds its legal actions and their effects.

    Attributes
    ----------
    table
        The parts that never change.
    grids
        Each player's grid.
    holders
        Per marker, its holder, or `CENTER`.
    token_owners
        Per marker, the owner of its matching token, or `CENTER`.
    general_tokens
        Per player, the number of general tokens won, before any exchange for bigger ones.
    passed
        Per player, whether they have passed.
    turn
        The player to move; the time track's holder while the die is rolled and at the end.
    rolling
        Whether the die is to be rolled.
    time
        The time track.
    """

    game: ClassVar[str] = "chatuchak"
    player_counts: ClassVar[range] = range(2, 6)
    setup_options: ClassVar[tuple[contract.SetupOption, ...]] = (RULE_OPTION,)

    table: Table
    grids: tuple[Grid, ...]
    holders: tuple[int, ...]
    token_owners: tuple[int, ...]
    general_tokens: tuple[int, ...]
    passed: tuple[bool, ...]
    turn: int
    rolling: bool
    time: TimeTrack

    @classmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Set up a game; see `GameState.new` and the data file ``chatuchak_game.json``.

        ``data["start_grids"]`` gives the players' start grids instead of drawing tiles.
        """
        rule = MoveRule(contract.check_setup(cls, num_players, options)[RULE_OPTION.name])
        figures, setup = load_figures(data)
        grids = draw_start_grids(num_players, setup, rng)
        return cls.start(grids, mixes=draw_mixes(setup, rng), figures=figures, rule=rule)

    @classmethod
    def start(
        cls,
        grids: Iterable[Grid],
        *,
        mixes: Iterable[Marker],
        figures: Figures,
        rule: MoveRule = MoveRule.JUMP,
    ) -> Self:
        """Return the start of a game with these grids, in the players' order, and mix markers."""
        grids = tuple(grids)
        table = Table(figures, tuple(mixes), rule, grids[0].board)
        in_center = (CENTER,) * len(table.markers)
        return cls(
            table,
            grids,
            holders=in_center,
            token_owners=in_center,
            general_tokens=(0,) * len(grids),
            passed=(False,) * len(grids),
            turn=0,
            rolling=False,
            time=TimeTrack(figures.time_track),
        )

    @cached_property
    def profiles(self) -> tuple[Profile, ...]:
        """Each grid's strengths."""
        return tuple([profile_of(grid, self.table.markers) for grid in self.grids])

    @property
    def track_holder(self) -> int:
        """The player with the time track: right of the start player, so the last in turn."""
        return len(self.grids) - 1

    def fits(self, player: int, index: int) -> bool:
        """Return whether a marker has a place in a player's grid."""
        return self.profiles[player].strengths[index] > 0

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.grids)

    @property
    def current_player(self) -> int:
        """The player to move, `CHANCE` for the die, the time track's holder at the end."""
        return contract.CHANCE if self.rolling else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the tent stands on the last space."""
        return self.time.is_at_end

    @property
    def max_actions(self) -> int | None:
        """The number of rolls left at most, and a turn of every player before each."""
        return self.time.max_rolls * (self.num_players + 1)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From all stars missed to a general token for every marker at every turn."""
        low = -max(max(grid.counts) for grid in self.grids)
        turns = sum(self.time.numbers)
        table = self.table
        general = table.figures.stars_of_general * len(table.markers) * turns
        return low, sum(table.marker_stars) + sum(table.token_stars) + general

    def all_actions(self) -> tuple[Action, ...]:
        """Return the moves by their spots, ``pass``, the rolls from 1."""
        return all_actions(self.grids[0].board)

    def parse(self, text: str) -> Action:
        """Read an action; see `GameState.parse`."""
        action = parse_action(text)
        if action is None:
            raise contract.illegal_action(text, self.broken_rule(text))
        return action

    def broken_rule(self, action: str) -> str:
        """Return the rule that the text of an illegal action breaks, or why it is not an action."""
        if self.time.is_at_end:
            return "the game is over, the tent stands on the last space"
        if self.rolling:
            return "the die must be rolled first; expected roll 1 to roll 12"
        if action.startswith("roll "):
            return "the die is not to be rolled now; expected a move or pass"
        grid = self.grids[self.turn]
        return broken_move_rule(action, grid, self.table.rule, else_=", or pass")

    def results(self) -> tuple[Result, ...]:
        """Return the sort key of each player if the game ended now."""
        table, owners = self.table, self.token_owners
        general = [tokens * table.figures.stars_of_general for tokens in self.general_tokens]
        stars, mix_tokens = general.copy(), [0] * self.num_players
        for index, (marker, holder) in enumerate(zip(table.markers, self.holders, strict=True)):
            if holder != CENTER:
                # Markers outside the grid score no points.
                stars[holder] += table.marker_stars[index] * self.fits(holder, index)
                stars[owners[index]] += table.token_stars[index]
                mix_tokens[owners[index]] += marker.kind == "mix"
        return tuple(
            Result(stars[player], max(profile.clusters), general[player], mix_tokens[player])
            for player, profile in enumerate(self.profiles)
        )

    def scores(self) -> tuple[int, ...]:
        """Return each player's points as if the game ended now."""
        return tuple([result.total for result in self.results()])

    def winners(self) -> tuple[int, ...]:
        """Return the winners if the game ended now."""
        return best(self.results())
