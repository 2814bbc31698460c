"""The title of a finished solo game: four answers, four phrases."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.codec import Form, Label
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.river_market.actions import RESOURCES, Resource
from chatuchak_solver.games.stored import fixed_keys
from chatuchak_solver.io.package_data import load_form

Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
ResourceCounts = Annotated[dict[Resource, Amount], fixed_keys(RESOURCES)]
"""Resource counts in files; 0 by default."""
Ending: TypeAlias = Literal["deck", "rival-houses", "your-houses"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
"""The possible ends: an empty deck, or no houses of the Rival or of yours."""


class Title(NamedTuple):
    """The phrases, in order of the questions."""

    helpers: str
    score: str
    left_over: str
    ended_by: str

    def __str__(self) -> str:
        return " ".join(self)


class TitleTable(Form, frozen=True):
    """Every phrase by its answer; by its minimum for numbers."""

    helpers: dict[int, Label]
    score: dict[int, Label]
    left_over: dict[str, Label]
    ended_by: dict[str, Label]

    def title(self, *, helpers: int, score: int, left_over: str, ended_by: str) -> Title:
        """Return the title for four answers.

        Parameters
        ----------
        score
            Below 0 counts as 0.
        left_over
            Your most frequent leftover resource, one of `RESOURCES`.
        ended_by
            One of `ENDINGS`.
        """

        def phrase(phrases: Mapping[int, str], number: int) -> str:
            return phrases[max(least for least in phrases if least <= max(0, number))]

        return Title(
            phrase(self.helpers, helpers),
            phrase(self.score, score),
            self.left_over[check_choice(left_over, RESOURCES, name="left_over")],
            self.ended_by[check_choice(ended_by, ENDINGS, name="ended_by")],
        )


TITLES = load_form("river_market_titles.json", TitleTable)
"""The shipped table."""


def title_of(game: Any, left_over: str | None) -> Title | None:
    """Return the title of a game with this leftover resource; None before the game is over."""
    answers = {name: getattr(game, name) for name in TITLES.__struct_fields__}
    answers["left_over"] = left_over
    return None if None in answers.values() else TITLES.title(**answers)


def most_left_over(amounts: Mapping[Any, int], chosen: str | None = None) -> tuple[Resource, ...]:
    """Return the most frequent leftover resources, or the chosen one."""
    most = max(amounts.get(resource, 0) for resource in RESOURCES)
    tied = tuple(resource for resource in RESOURCES if amounts.get(resource, 0) == most)
    if chosen not in (None, *tied):
        text = f"{chosen!r} is not left over most; {', '.join(tied)}: {most}"
        raise InputError(Sentence("not_most", text, a=str(chosen)))
    return tuple(resource for resource in tied if chosen in (None, resource))
