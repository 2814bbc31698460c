"""The multiplayer game as the games' contract has it.

Source: rulebook, Turns to End score.
"""

from collections.abc import Iterable
from typing import ClassVar, Self

from numpy.random import Generator

from chatuchak_solver.drafts import drafted_class
from chatuchak_solver.games import contract
from chatuchak_solver.games.chatuchak import rules
from chatuchak_solver.games.chatuchak.actions import Action, all_actions, parse_action
from chatuchak_solver.games.chatuchak.figures import Figures, load_figures
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.position import Position
from chatuchak_solver.games.chatuchak.scoring import Result, best
from chatuchak_solver.games.chatuchak.setup import (
    RULE_OPTION,
    check_player_count,
    draw_mixes,
    draw_start_grids,
)
from chatuchak_solver.games.chatuchak.table import CENTER, table_of
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.contract import Data, GameState, Options
from chatuchak_solver.puzzle import Grid, MoveRule


@drafted_class
class ChatuchakState(Position, GameState[Action]):
    """A position of the multiplayer game; its attributes are those of `Position`.

    Actions are ``move SPOT`` (the booth on that spot goes to the empty one) and ``pass`` (for
    the rest of the game); chance is ``roll 1`` to ``roll 12``.
    """

    game: ClassVar[str] = "chatuchak"
    player_counts: ClassVar[range] = range(2, 6)
    setup_options: ClassVar[tuple[contract.SetupOption, ...]] = (RULE_OPTION,)

    @classmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Set up a game; see `GameState.new` and the data file ``chatuchak_game.json``.

        ``data["start_grids"]`` gives the players' start grids instead of drawing tiles.
        """
        rule = MoveRule(contract.check_options(cls, options)[RULE_OPTION.name])
        check_player_count(num_players, cls.player_counts)
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
        table = table_of(figures, tuple(mixes), rule, grids[0].board)
        nobody = (CENTER,) * len(table.markers)
        return cls(
            table,
            grids,
            holders=nobody,
            token_owners=nobody,
            general_tokens=(0,) * len(grids),
            passed=(False,) * len(grids),
            turn=0,
            rolling=False,
            time=TimeTrack(figures.time_track),
        )

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
        return not self.choices

    @property
    def max_actions(self) -> int | None:
        """The number of rolls left at most, and a turn of every player before each."""
        return self.time.max_rolls * (self.num_players + 1)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From all stars missed to a general token for every marker at every turn."""
        low = -max(max(grid.counts) for grid in self.grids)
        turns = sum(self.time.numbers)
        general = self.table.general_stars * len(self.table.markers) * turns
        return low, sum(self.table.marker_stars) + sum(self.table.token_stars) + general

    def all_actions(self) -> tuple[Action, ...]:
        """Return the moves by their spots, ``pass``, the rolls from 1."""
        return all_actions(self.grids[0].board)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the moves and ``pass``, or the rolls, sorted as texts."""
        return self.choices

    chance_outcomes = rules.chance_outcomes
    apply_unchecked = rules.apply_unchecked

    def illegal_reason(self, action: Action) -> str | None:
        """Return the rule that an action breaks; see `GameState.illegal_reason`."""
        return None if action in self.choices else rules.broken_rule(self, str(action))

    def parse(self, text: str) -> Action:
        """Read an action; see `GameState.parse`."""
        action = parse_action(text)
        if action is None:
            raise contract.illegal_action(text, rules.broken_rule(self, text))
        return action

    def results(self) -> tuple[Result, ...]:
        """Return what decides each player's place if the game ends now."""
        table = self.table
        profiles, owners = self.profiles, self.token_owners
        general = [tokens * table.general_stars for tokens in self.general_tokens]
        stars = general.copy()
        for index, holder in enumerate(self.holders):
            if holder == CENTER:
                continue  # and its token too
            # A marker beside the grid brings no points.
            if profiles[holder].strength(index):
                stars[holder] += table.marker_stars[index]
            stars[owners[index]] += table.token_stars[index]
        mixes = [owners[index] for index in table.mix_indices]
        return tuple(
            [
                Result(stars[player], max(profile.clusters), general[player], mixes.count(player))
                for player, profile in enumerate(profiles)
            ]
        )

    def scores(self) -> tuple[int, ...]:
        """Return each player's points as if the game ended now."""
        return tuple([result.total for result in self.results()])

    def winners(self) -> tuple[int, ...]:
        """Return who wins if the game ends now."""
        return best(self.results())
