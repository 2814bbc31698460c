"""The time track: the clock of the multiplayer game."""

from __future__ import annotations

from typing import NamedTuple

from chatuchak_solver.errors import InputError


class TimeTrack(NamedTuple):
    """The place of the tent and the required roll.

    Attributes
    ----------
    numbers
        The number of each space after the start.
    tent
        The number of spaces that the tent has moved.
    lowered
        The number of misses on the current space; each lowers its number by 1.

    Source: rulebook, Time track.
    """

    numbers: tuple[int, ...]
    tent: int = 0
    lowered: int = 0

    @property
    def is_at_end(self) -> bool:
        """Whether the tent stands on the last space, which ends the game."""
        return self.tent == len(self.numbers)

    @property
    def requirement(self) -> int | None:
        """The lowest roll that moves the tent; None at the end."""
        return None if self.is_at_end else self.numbers[self.tent] - self.lowered

    @property
    def max_rolls(self) -> int:
        """The most rolls that can be left: a number that falls to 1 is reached for sure."""
        return sum(self.numbers[self.tent :]) - self.lowered

    def after(self, roll: int) -> TimeTrack:
        """Return the track after a roll of the die, 1..12."""
        if self.is_at_end:
            raise InputError("the tent stands on the last space; no roll follows")
        numbers, tent, lowered = self
        if roll >= numbers[tent] - lowered:
            return TimeTrack(numbers, tent + 1)
        return TimeTrack(numbers, tent, lowered + 1)

    def __str__(self) -> str:
        spaces = ["start", *map(str, self.numbers)]
        spaces[self.tent] = f"[{spaces[self.tent]}]"
        needed = (
            "" if self.is_at_end else f"  (a roll of {self.requirement} or more moves the tent)"
        )
        return " ".join(spaces) + needed
