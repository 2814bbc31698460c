"""The title of a finished solo game: the score form, its file and the report."""

from dataclasses import dataclass
from typing import Annotated, Final, Self

from msgspec import Meta

from chatuchak_solver.codec import Answer, Form, JsonObject, convert, error_context
from chatuchak_solver.errors import InvalidInstanceError, Sentence
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.facts import SummaryTable
from chatuchak_solver.games.record import read_record
from chatuchak_solver.games.river_market.actions import MAX_POINTS, RESOURCES, Resource
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.text import TEXTS, what_next
from chatuchak_solver.games.river_market.title import (
    ENDINGS,
    Amount,
    Ending,
    ResourceCounts,
    Title,
    TitleTable,
    most_left_over,
)


class FileForm(Form, frozen=True, kw_only=True):
    """A score file.

    Attributes
    ----------
    left_over
        Resources left over, or the most frequent one.
    choose
        The chosen resource among tied ones.
    """

    helpers: Amount
    score: Annotated[int, Meta(ge=0, le=MAX_POINTS)]
    left_over: ResourceCounts | Resource
    ended_by: Ending
    choose: Resource | None = None


class TitleAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of a `ScoreFile`.

    Attributes
    ----------
    title
        None before the game is over.
    """

    helpers: int
    score: int | None
    left_over: tuple[str, ...]
    ended_by: str | None
    title: str | None
    phrases: tuple[str, ...]
    titles: dict[str, str]


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """The four answers of a game.

    Attributes
    ----------
    helpers
        The number of hired helpers.
    score
        Your final score; None before the game is over.
    left_over
        The most frequent leftover resources: several if tied without a choice.
    ended_by
        One of `ENDINGS`; None before the game is over.
    under_way
        The state of a game in progress.
    """

    helpers: int
    score: int | None
    left_over: tuple[str, ...]
    ended_by: str | None
    under_way: RiverMarketState | None = None

    def titles(self) -> dict[str, Title]:
        """Return the title for each tied resource, in table order."""
        if self.score is None or self.ended_by is None:
            return {}
        return {
            resource: TitleTable.load().title(
                helpers=self.helpers, score=self.score, left_over=resource, ended_by=self.ended_by
            )
            for resource in self.left_over
        }

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        titles = self.titles()
        first = next(iter(titles.values()), None)
        return TitleAnswer.of(
            self,
            title=None if first is None else str(first),
            phrases=tuple(first or ()),
            titles={name: str(title) for name, title in titles.items()},
        ).to_dict()

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the answers in a score file's content, a saved game or a companion's session."""
        if isinstance(document, dict) and "chapters" in document:
            return cls._of_state(Companion.from_dict(document, source=source).state)
        if isinstance(document, dict) and ("start" in document or "phase" in document):
            record = read_record(document, RiverMarketState, source=source)
            return cls._of_state(record.state)
        form = convert(document, FileForm, source=source)
        left = form.left_over
        if isinstance(left, str):
            return cls(form.helpers, form.score, (left,), form.ended_by)
        with error_context(source), error_context("choose" if form.choose else "left_over"):
            return cls(form.helpers, form.score, most_left_over(left, form.choose), form.ended_by)

    def check_over(self, source: str = "") -> None:
        """Raise InvalidInstanceError if the game is not over."""
        if self.under_way is not None:
            with error_context(source):
                raise InvalidInstanceError("the game is not over yet: its score is not counted")

    @classmethod
    def _of_state(cls, state: RiverMarketState) -> Self:
        if state.score is None or state.ended_by is None:
            return cls(state.helpers, None, state.most_left_over, state.ended_by, state)
        return cls(state.helpers, state.score, state.most_left_over, state.ended_by)


def score(request: forms.ScoreRequest) -> forms.ScoreReport:
    r"""Print the title that a finished solo game of River Market earns.

    FILE is JSON, or - for standard input, with the answers to the four questions. "ended_by" is
    deck, rival-houses or your-houses; "left_over" holds amounts of veggies, fish, cloth, tools,
    lilies and coins, or just the one you have most of. If several tie, "choose" names one:

    \b
      {"helpers": 3, "score": 30, "left_over": {"fish": 2, "coins": 2}, "choose": "fish",
       "ended_by": "rival-houses"}

    A game that `game river-market` saved, or a companion's session, is read as well; one that is
    not over has no title yet. Without FILE a terminal asks for the four answers.
    """
    game = ScoreFile.from_dict(request.document, source=request.source)
    state, titles = game.under_way, game.titles()
    lines = [f"helpers: {game.helpers}", f"left over most: {forms.listed(game.left_over)}"]
    if state is None:
        lines.insert(1, f"score: {game.score}")
        lines.append(f"the end: {TEXTS.endings[game.ended_by or '']}")
        names = [*map(str, titles.values())]
        tied = ", ".join(titles)
        text = f"choose one: {tied} tie for most left over"
        ends = (Sentence("tie", text, a=tied),) if names[1:] else ()
    else:
        names = ["no title yet"]
        ends = (Sentence("not_over", f"the game is not over: {what_next(state)}"),)
    rows = tuple((resource, str(title)) for resource, title in titles.items())
    return forms.ScoreReport(
        "River Market",
        game,
        tuple(forms.PlayerRow(name, lines=tuple(lines)) for name in names),
        more=(SummaryTable("titles", ("left-over", "title"), rows),),
        ends=ends,
        text="\n".join(names) if state is None else str(state),
    )


def _ties(document: JsonObject) -> list[str]:
    amounts = document["left_over"]
    return [name for name in RESOURCES if amounts[name] == max(amounts.values())]


FORM: Final = forms.ScoreForm(
    "river-market",
    "Show the title that a solo game of River Market earns.",
    FileForm,
    score,
    of_game=(
        forms.Question("helpers", "helpers that you hired", forms.Number(0), "0"),
        forms.Question("score", "your score", forms.Number(0, MAX_POINTS)),
        forms.Question("left_over", "left over", forms.Number(0), "0", each=RESOURCES),
        forms.Question(
            "ended_by", "trigger of the end", choices=lambda _: ENDINGS, offered=ENDINGS
        ),
        forms.Question("choose", "counted as most", choices=_ties, offered=RESOURCES, first=True),
    ),
)
"""The score form of the game."""
