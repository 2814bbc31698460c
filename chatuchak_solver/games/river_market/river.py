"""The river as its caller describes it: a circle of booths and end spots.

One line names the places clockwise: a booth by its name, followed by ``=you`` or ``=rival`` if
owned, and an end spot in brackets: ``swap-meet [e1] mill=you [e2] forge=rival``.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from chatuchak_solver.errors import InputError, NotationError, Sentence
from chatuchak_solver.games.frozen import cached_property

SWAP_MEET: Final = "swap-meet"
"""The start of both pawns."""

Owner: TypeAlias = Literal["you", "rival"]

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


@dataclass(frozen=True, slots=True)
class Booth:
    """A booth and its owner, if any."""

    name: str
    owner: Owner | None = None

    def __str__(self) -> str:
        return self.name if self.owner is None else f"{self.name}={self.owner}"


@dataclass(frozen=True, slots=True)
class EndSpot:
    """A free spot for a booth."""

    name: str

    def __str__(self) -> str:
        return f"[{self.name}]"


Place: TypeAlias = Booth | EndSpot


@dataclass(frozen=True)
class River:
    """Places in clockwise order.

    Attributes
    ----------
    places
        Booths and end spots, all of different names; at least one booth.

    Examples
    --------
    >>> river = River.parse("swap-meet [e1] mill=you [e2]")
    >>> river.walk("mill", 1)
    'swap-meet'
    >>> str(river.build("e1", Booth("forge", "rival")))
    'swap-meet forge=rival mill=you [e2]'
    """

    places: tuple[Place, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.places))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a river; blanks and line ends part the places."""
        places = tuple(_parse_place(word, n) for n, word in enumerate(text.split(), start=1))
        names = [place.name for place in places]
        for name in names:
            if names.count(name) > 1:
                text = f"two places of the river are called {name!r}"
                raise NotationError(Sentence("place_twice", text, a=name))
        if not any(isinstance(place, Booth) for place in places):
            text = "the river has no booth; expected one such as 'swap-meet'"
            raise NotationError(Sentence("no_booth_river", text))
        return cls(places)

    @cached_property
    def booths(self) -> tuple[Booth, ...]:
        """The booths, clockwise from the first place."""
        return tuple(place for place in self.places if isinstance(place, Booth))

    @cached_property
    def booth_names(self) -> tuple[str, ...]:
        """The names of the booths, clockwise from the first place."""
        return tuple(booth.name for booth in self.booths)

    @cached_property
    def end_spots(self) -> tuple[str, ...]:
        """The names of the end spots, clockwise from the first place."""
        return tuple(place.name for place in self.places if isinstance(place, EndSpot))

    def owner(self, booth: str) -> Owner | None:
        """Return the owner of the booth of that name."""
        return self.booths[self._index(booth)].owner

    def owned_by(self, owner: Owner) -> int:
        """Return the number of booths of an owner."""
        return sum(booth.owner == owner for booth in self.booths)

    def walk(self, booth: str, steps: int) -> str:
        """Return the booth ``steps`` booths clockwise, possibly the same one."""
        return self.booth_names[(self._index(booth) + steps) % len(self.booth_names)]

    def count_end_spots(self, booth: str, steps: int) -> str:
        """Return the end spot that is the ``steps``-th clockwise from a booth.

        The count wraps around if the river has fewer end spots.
        """
        start = self.places.index(self.booths[self._index(booth)])
        ahead = (*self.places[start:], *self.places[:start])
        spots = [place.name for place in ahead if isinstance(place, EndSpot)]
        if not spots:
            raise InputError("the river has no end spot")
        if steps < 1:
            raise InputError(f"{steps} steps lead to no end spot; expected 1 or more")
        return spots[(steps - 1) % len(spots)]

    def build(self, spot: str, booth: Booth, *, spot_stays: bool = False) -> Self:
        """Return the river with a booth built on an end spot.

        Parameters
        ----------
        spot
            The end spot's name.
        booth
            The new booth.
        spot_stays
            Whether the end spot stays, clockwise behind the booth; otherwise it is used up.
        """
        if spot not in self.end_spots:
            spots = ", ".join(self.end_spots) or "none"
            raise InputError(f"the river has no end spot {spot!r}; it has: {spots}")
        index = self.places.index(EndSpot(spot))
        kept = self.places[index:] if spot_stays else self.places[index + 1 :]
        return type(self)((*self.places[:index], booth, *kept))

    def _index(self, booth: str) -> int:
        if booth not in self.booth_names:
            booths = ", ".join(self.booth_names)
            raise InputError(f"the river has no booth {booth!r}; it has: {booths}")
        return self.booth_names.index(booth)

    def new_name(self, stem: str) -> str:
        """Return the first of ``stem-1``, ``stem-2``, ... that no place has."""
        names = {place.name for place in self.places}
        number = 1
        while f"{stem}-{number}" in names:
            number += 1
        return f"{stem}-{number}"


class RiverBoard(NamedTuple):
    """A river and the booths of the pawns, by owner."""

    river: River
    pawns: dict[str, str]


def _parse_place(word: str, number: int) -> Place:
    spot = re.fullmatch(rf"\[({NAME.pattern})\]", word)
    if spot is not None:
        return EndSpot(spot[1])
    booth = re.fullmatch(rf"({NAME.pattern})(?:=(you|rival))?", word)
    if booth is None:
        text = (
            f"place {number} of the river, {word!r}, is none; expected a booth such as 'mill', "
            "'mill=you' or 'mill=rival', or an end spot such as '[e1]'"
        )
        raise NotationError(Sentence("no_river_place", text, n=number, a=repr(word)))
    owner: Owner | None = "you" if booth[2] == "you" else "rival" if booth[2] == "rival" else None
    return Booth(booth[1], owner)
