"""The multiplayer game as the games' contract has it.

Source: rulebook, Turns to End score.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar, Self

from numpy.random import Generator

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
from chatuchak_solver.games.chatuchak.table import CENTER, Table
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.contract import Data, Options, RuledState
from chatuchak_solver.puzzle import Grid, MoveRule


@dataclass(frozen=True)
class ChatuchakState(Position, RuledState[Action]):
    """A position of the multiplayer game; its attributes are those of `Position`.

    Actions are ``move SPOT`` (the booth on that spot goes to the empty one) and ``pass`` (for
    the rest of the game); chance is ``roll 1`` to ``roll 12``.
    """

    rules: ClassVar[ModuleType] = rules
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
            raise contract.illegal_action(text, rules.broken_rule(self, text))
        return action

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
