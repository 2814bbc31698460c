"""The title that a finished solo game earns: four answers, four phrases."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

from chatuchak_solver.document import JsonObject, Node, names_of
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.io.package_data import ASSUMED_FIELDS, read_document
from chatuchak_solver.sentences import Sentence

ENDINGS: Final = ("deck", "rival-houses", "your-houses")
"""What can end a game: the deck, the Rival's or your own houses ran out."""

SHIPPED: Final = "river_market_titles.json"

Bands = tuple[tuple[int, str], ...]
"""The least number of each band and its phrase, ascending from 0."""


@dataclass(frozen=True, slots=True)
class Title:
    """The four phrases, in the order of the questions."""

    helpers: str
    score: str
    left_over: str
    ended_by: str

    @property
    def phrases(self) -> tuple[str, str, str, str]:
        """The four phrases."""
        return self.helpers, self.score, self.left_over, self.ended_by

    def __str__(self) -> str:
        return " ".join(self.phrases)


@dataclass(frozen=True, slots=True)
class TitleTable:
    """Every phrase by its answer."""

    helpers: Bands
    score: Bands
    left_over: Mapping[str, str]
    ended_by: Mapping[str, str]

    @classmethod
    @cache
    def load(cls) -> Self:
        """Return the shipped table."""
        return cls.from_node(read_document(SHIPPED))

    @classmethod
    def from_node(cls, node: Node) -> Self:
        """Read a table.

        Raises
        ------
        InvalidInstanceError
            If a phrase is missing or the bands do not ascend from 0.
        """
        fields = node.fields(names_of(TitleTable), ASSUMED_FIELDS)
        return cls(
            helpers=_read_bands(fields["helpers"]),
            score=_read_bands(fields["score"]),
            left_over=_read_phrases(fields["left_over"], RESOURCES),
            ended_by=_read_phrases(fields["ended_by"], ENDINGS),
        )

    def title(self, *, helpers: int, score: int, left_over: str, ended_by: str) -> Title:
        """Return the title for four answers.

        Parameters
        ----------
        helpers
            How many helpers you hired, 0 or more.
        score
            Your final score; below 0 counts as 0.
        left_over
            The resource that you have most of left over, one of `RESOURCES`.
        ended_by
            What ended the game, one of `ENDINGS`.

        Raises
        ------
        InputError
            If the resource or the ending is none of these.
        """
        for value, known in ((left_over, RESOURCES), (ended_by, ENDINGS)):
            if value not in known:
                raise InputError(f"{value!r} is none of: {', '.join(known)}")
        return Title(
            helpers=_phrase(self.helpers, helpers),
            score=_phrase(self.score, score),
            left_over=self.left_over[left_over],
            ended_by=self.ended_by[ended_by],
        )


def most_left_over(amounts: Mapping[str, int], chosen: str | None = None) -> tuple[str, ...]:
    """Return the resources of which most are left over, or the one chosen among those tied.

    Raises
    ------
    InputError
        If the chosen one is none of them.
    """
    most = max(amounts.get(resource, 0) for resource in RESOURCES)
    tied = tuple(resource for resource in RESOURCES if amounts.get(resource, 0) == most)
    if chosen is None:
        return tied
    if chosen not in tied:
        text = f"{chosen!r} is not left over most; {', '.join(tied)}: {most}"
        raise InputError(Sentence("not_most", text, a=chosen))
    return (chosen,)


def _phrase(bands: Bands, number: int) -> str:
    return next((phrase for least, phrase in reversed(bands) if number >= least), bands[0][1])


def _read_bands(node: Node) -> Bands:
    bands: list[tuple[int, str]] = []
    for item in node.items(least=1):
        fields = item.fields(("least", "phrase"))
        least = fields["least"].integer(least=0)
        if (least == 0) != (not bands) or (bands and least <= bands[-1][0]):
            raise fields["least"].error("the bands ascend from 0")
        bands.append((least, fields["phrase"].label()))
    return tuple(bands)


def _read_phrases(node: Node, names: tuple[str, ...]) -> dict[str, str]:
    fields: JsonObject = node.fields(names)
    return {name: fields[name].label() for name in names}
