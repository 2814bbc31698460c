"""The multiplayer game's state and its rules.

Source: rulebook, Turns to End score. Section names in the comments are the rulebook's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from chatuchak_solver.games.chatuchak.actions import broken_move_rule, turn_actions
from chatuchak_solver.games.chatuchak.document import read_state_fields, state_to_dict
from chatuchak_solver.games.chatuchak.figures import DIE_SIDES, Figures
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.scoring import Result, best
from chatuchak_solver.games.chatuchak.setup import RULE_OPTION, draw_setup
from chatuchak_solver.games.chatuchak.strengths import Profile, strength_at
from chatuchak_solver.games.chatuchak.table import CENTER, Table
from chatuchak_solver.games.chatuchak.text import format_state
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.contract import (
    CHANCE,
    GameState,
    SetupOption,
    check_options,
    illegal_action,
)
from chatuchak_solver.puzzle import Color, Grid, MoveRule

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ChatuchakState"]

ROLLS: Final = tuple(sorted((f"roll {number}", 1) for number in range(1, DIE_SIDES + 1)))
ROLL_ACTIONS: Final = tuple(roll for roll, _ in ROLLS)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChatuchakState(GameState):
    """A position of the multiplayer game.

    Actions are ``move SPOT`` (the booth on that spot goes to the empty one) and ``pass`` (for
    the rest of the game); chance is ``roll 1`` to ``roll 12``. Whoever has the right to a marker
    after a move gets it with its token at once: there is nothing to decide about it.

    Attributes
    ----------
    table
        What is fixed for the game.
    grids
        Each player's grid.
    holders
        Per marker, the player who has it, or `CENTER`.
    token_owners
        Per marker, the player who has its matching token, or `CENTER`.
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
    profiles
        Per player, the grid's strengths; follows from the grids.
    """

    game: ClassVar[str] = "chatuchak"
    player_counts: ClassVar[range] = range(2, 6)
    setup_options: ClassVar[tuple[SetupOption, ...]] = (RULE_OPTION,)

    table: Table
    grids: tuple[Grid, ...]
    holders: tuple[int, ...]
    token_owners: tuple[int, ...]
    general_tokens: tuple[int, ...]
    passed: tuple[bool, ...]
    turn: int
    rolling: bool
    time: TimeTrack
    profiles: tuple[Profile, ...] = field(compare=False, repr=False)

    @classmethod
    def new(
        cls,
        num_players: int,
        *,
        rng: np.random.Generator,
        data: Mapping[str, Any] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Set up a game; see `GameState.new` and the data file ``chatuchak_game.json``.

        ``data["start_grids"]`` gives the players' start grids instead of drawing tiles.
        """
        rule = MoveRule(check_options(cls, options)[RULE_OPTION.name])
        drawn = draw_setup(num_players, cls.player_counts, rng=rng, data=data)
        return cls.start(drawn.grids, mixes=drawn.mixes, figures=drawn.figures, rule=rule)

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
        table = Table(figures, tuple(mixes), rule)
        grids = tuple(grids)
        nobody = (CENTER,) * len(table.markers)
        return cls(
            table,
            grids,
            nobody,
            nobody,
            (0,) * len(grids),
            (False,) * len(grids),
            0,
            False,
            TimeTrack(figures.time_track),
            tuple(Profile.of(grid, table.markers) for grid in grids),
        )

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.grids)

    @property
    def track_holder(self) -> int:
        """The player with the time track: right of the start player, so the last in turn."""
        return len(self.grids) - 1

    @property
    def current_player(self) -> int:
        """The player to move, `CHANCE` for the die, the time track's holder at the end."""
        return CHANCE if self.rolling else self.turn

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
        general = self.table.figures.stars_of_general * len(self.table.markers) * turns
        return low, sum(self.table.marker_stars) + sum(self.table.token_stars) + general

    def legal_actions(self) -> tuple[str, ...]:
        """Return the moves and ``pass``, or the rolls, sorted as texts."""
        if self.time.is_at_end:
            return ()
        if self.rolling:
            return ROLL_ACTIONS
        grid = self.grids[self.turn]
        return turn_actions(grid.board, self.table.rule)[grid.empty]

    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return the twelve rolls, equally likely, while the die is rolled."""
        return ROLLS if self.rolling else ()

    def apply(self, action: str) -> Self:
        """Return the state after an action; see `GameState.apply`."""
        if action not in self.legal_actions():
            raise illegal_action(action, self._broken_rule(action))
        if self.rolling:
            return self._roll(int(action[len("roll ") :]))
        if action == "pass":
            return self._pass()
        return self._move(int(action[len("move ") :]))

    def fits(self, player: int, index: int) -> bool:
        """Return whether a marker has a place in a player's grid; else it lies beside it."""
        return self.profiles[player].strengths[index] > 0

    def results(self) -> tuple[Result, ...]:
        """Return what decides each player's place if the game ends now."""
        table = self.table
        general_stars = table.figures.stars_of_general
        results = []
        for player, profile in enumerate(self.profiles):
            general = self.general_tokens[player] * general_stars
            stars = general
            for index, holder in enumerate(self.holders):
                # A marker beside the grid brings no points.
                if holder == player and profile.strengths[index]:
                    stars += table.marker_stars[index]
                if self.token_owners[index] == player:
                    stars += table.token_stars[index]
            mixes = sum(self.token_owners[index] == player for index in table.mix_indices)
            results.append(Result(stars, max(map(len, profile.components)), general, mixes))
        return tuple(results)

    def scores(self) -> tuple[int, ...]:
        """Return each player's points as if the game ended now."""
        return tuple(result.total for result in self.results())

    def winners(self) -> tuple[int, ...]:
        """Return who wins if the game ends now."""
        return best(self.results())

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON-ready form; fields as in `chatuchak.document`."""
        return state_to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read `to_dict`'s form; see `GameState.from_dict`."""
        fields = read_state_fields(data, game=cls.game, player_counts=cls.player_counts)
        markers = fields["table"].markers
        profiles = tuple(Profile.of(grid, markers) for grid in fields["grids"])
        return cls(**fields, profiles=profiles)

    def __str__(self) -> str:
        return format_state(self)

    def _move(self, spot: int) -> Self:
        """Move a booth; then the player takes every marker that they now have the right to."""
        table, player = self.table, self.turn
        grid, profile = self.grids[player], self.profiles[player]
        bit, landing = 1 << spot, grid.empty
        color = next(color for color in Color if grid.color_masks[color] & bit)
        grid = grid.move(spot, table.rule)
        affected = table.affected[color]
        profile = profile.after(grid, color, table.markers, affected)

        holders, owners, general = self.holders, self.token_owners, self.general_tokens
        won = [i for i in affected if self._wins(i, profile.strengths[i], grid, landing)]
        if won:
            holders = _with_each(holders, won, player)
            # When do you win tokens? The matching one for a marker from the center; else a
            # general one.
            from_center = [index for index in won if self.holders[index] == CENTER]
            owners = _with_each(owners, from_center, player)
            general = _with_each(general, [player], general[player] + len(won) - len(from_center))
        turn, rolling = next_turn(player + 1, self.passed)
        return replace(
            self,
            grids=_with_each(self.grids, [player], grid),
            profiles=_with_each(self.profiles, [player], profile),
            holders=holders,
            token_owners=owners,
            general_tokens=general,
            turn=turn,
            rolling=rolling,
        )

    def _wins(self, index: int, strength: int, grid: Grid, landing: int) -> bool:
        """Return whether the player to move wins a marker with the booth that has just landed.

        When do you win markers? Only with a place that the moved booth is part of, and only if
        that is better than every other player's best place, whoever has the marker.
        """
        if self.holders[index] == self.turn:
            return False
        others = max(
            profile.strengths[index]
            for player, profile in enumerate(self.profiles)
            if player != self.turn
        )
        return strength > others and strength_at(grid, self.table.markers[index], landing) > others

    def _pass(self) -> Self:
        passed = _with_each(self.passed, [self.turn], True)
        turn, rolling = next_turn(self.turn + 1, passed)
        return replace(self, passed=passed, turn=turn, rolling=rolling)

    def _roll(self, number: int) -> Self:
        time = self.time.after(number)
        if time.is_at_end:
            return replace(self, time=time, turn=self.track_holder, rolling=False)
        turn, rolling = next_turn(0, self.passed)
        return replace(self, time=time, turn=turn, rolling=rolling)

    def _broken_rule(self, action: str) -> str:
        """Return the rule that an illegal action breaks."""
        if self.is_over:
            return "the game is over, the tent stands on the last space"
        if self.rolling:
            return "the die must be rolled first; expected roll 1 to roll 12"
        if action.startswith("roll "):
            return "the die is not to be rolled now; expected a move or pass"
        return broken_move_rule(action, self.grids[self.turn], self.table.rule, else_=", or pass")


def next_turn(player: int, passed: tuple[bool, ...]) -> tuple[int, bool]:
    """Return the first player from ``player`` on who has not passed, or the roll after all."""
    for turn in range(player, len(passed)):
        if not passed[turn]:
            return turn, False
    return len(passed) - 1, True


def _with_each(values: tuple[T, ...], indices: list[int], value: T) -> tuple[T, ...]:
    changed = list(values)
    for index in indices:
        changed[index] = value
    return tuple(changed)
