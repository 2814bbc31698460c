"""The position of the multiplayer game."""

from dataclasses import dataclass
from functools import cached_property

from chatuchak_solver.games.chatuchak.strengths import Profile, profile_of
from chatuchak_solver.games.chatuchak.table import Table
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.puzzle import Grid


@dataclass(frozen=True)
class Position:
    """An immutable position; `rules` holds what may be done in it.

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

    table: Table
    grids: tuple[Grid, ...]
    holders: tuple[int, ...]
    token_owners: tuple[int, ...]
    general_tokens: tuple[int, ...]
    passed: tuple[bool, ...]
    turn: int
    rolling: bool
    time: TimeTrack

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
