"""What lies on the table in the multiplayer game."""

from dataclasses import field
from typing import Final

from chatuchak_solver.drafts import drafted_class, drafted_from
from chatuchak_solver.games.chatuchak.actions import ROLLS, Action
from chatuchak_solver.games.chatuchak.strengths import Profile
from chatuchak_solver.games.chatuchak.table import Table
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.puzzle import Grid


@drafted_class
class Position:
    """An immutable position; `rules` says what may be done in it.

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
    choices
        The legal actions, or the rolls, sorted as texts; follows from what is to be done.
    """

    table: Table
    grids: tuple[Grid, ...]
    holders: tuple[int, ...]
    token_owners: tuple[int, ...]
    general_tokens: tuple[int, ...]
    passed: tuple[bool, ...]
    turn: int
    rolling: bool
    time: TimeTrack
    profiles: tuple[Profile, ...] = field(init=False, compare=False, repr=False)
    choices: tuple[Action, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        table, grids = self.table, self.grids
        profiles = [Profile(table.shapes, grid.color_masks, table.markers) for grid in grids]
        turns = () if self.time.is_at_end else table.turns[grids[self.turn].empty]
        object.__setattr__(self, "profiles", tuple(profiles))
        object.__setattr__(self, "choices", ROLLS if self.rolling else turns)

    @property
    def track_holder(self) -> int:
        """The player with the time track: right of the start player, so the last in turn."""
        return len(self.grids) - 1

    def fits(self, player: int, index: int) -> bool:
        """Return whether a marker has a place in a player's grid; else it lies beside it."""
        return self.profiles[player].strength(index) > 0


drafted: Final = drafted_from(Position)
