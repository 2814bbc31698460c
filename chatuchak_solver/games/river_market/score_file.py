"""The title of a finished solo game: the score form, its file and the report."""

from typing import Annotated, Any, Self

from msgspec import Meta

from chatuchak_solver.codec import Answer, Form, Source, convert, error_context
from chatuchak_solver.errors import InvalidInstanceError, Sentence
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.facts import SummaryTable, fill
from chatuchak_solver.games.river_market import title as titles
from chatuchak_solver.games.river_market.actions import MAX_POINTS, RESOURCES, Resource
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.text import TEXTS, what_next


class FileForm(Form, frozen=True, kw_only=True):
    """A score file.

    Attributes
    ----------
    left_over
        Resources left over, or the most frequent one.
    choose
        The chosen resource among tied ones.
    """

    helpers: titles.Amount
    score: Annotated[int, Meta(ge=0, le=MAX_POINTS)]
    left_over: titles.ResourceCounts | Resource
    ended_by: titles.Ending
    choose: Resource | None = None

    @property
    def most_left_over(self) -> tuple[Resource, ...]:
        """The most frequent leftover resources, or the chosen one."""
        if isinstance(self.left_over, str):
            return (self.left_over,)
        with error_context("choose"):
            return titles.most_left_over(self.left_over, self.choose)


class ScoreFile(Answer, frozen=True, kw_only=True):
    """The four answers of a game and its titles.

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
    title
        The first title; None before the game is over.
    phrases
        Its phrases, in order of the questions.
    titles
        The title for each tied resource, in table order.
    """

    helpers: int
    score: int | None
    left_over: tuple[str, ...]
    ended_by: str | None
    title: str | None
    phrases: tuple[str, ...]
    titles: dict[str, str]

    @classmethod
    def of_game(cls, game: FileForm | RiverMarketState) -> Self:
        """Return the titles of a game."""
        left_over = game.most_left_over
        found = {name: title for name in left_over if (title := titles.title_of(game, name))}
        texts = {name: str(title) for name, title in found.items()}
        first, phrases = next(iter(texts.values()), None), next(iter(found.values()), ())
        return cls.of(game, left_over=left_over, title=first, phrases=phrases, titles=texts)

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the answers in a score file's content or a saved game."""
        with error_context(source):
            return cls.of_game(_read(document))

    def check_over(self, source: str = "") -> None:
        """Raise InvalidInstanceError if the game is not over."""
        if self.score is None:
            with error_context(source):
                raise InvalidInstanceError("the game is not over yet: its score is not counted")


def _read(document: Any) -> FileForm | RiverMarketState:
    if isinstance(document, dict) and {*document} & {"chapters", "start", "phase"}:
        return Companion.from_dict(document).state
    return convert(document, FileForm)


def score_river_market(game: Source) -> ScoreFile:
    """Return the results and title of a finished solo game of River Market.

    ``game`` is a file, or its content as bytes or a mapping. Raises as
    `chatuchak_solver.score_mercado`.

    Examples
    --------
    >>> answers = {"helpers": 3, "score": 30, "left_over": "fish", "ended_by": "deck"}
    >>> score_river_market(answers).to_dict()["title"]
    'The most charmingly Bright-eyed Minnow Wrangler of the summer!'
    """
    request = forms.ScoreRequest.of(game)
    result = ScoreFile.from_dict(request.document, source=request.source)
    result.check_over(request.source)
    return result


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
    with error_context(request.source):
        state = _read(request.document)
        game = ScoreFile.of_game(state)
    lines = fill(__package__, "score.txt", game=game, endings=TEXTS.endings).splitlines()
    ends: tuple[Sentence, ...] = ()
    if isinstance(state, RiverMarketState) and game.score is None:
        ends = (Sentence("not_over", f"the game is not over: {what_next(state)}"),)
    if len(game.titles) > 1:
        tied = ", ".join(game.titles)
        ends = (Sentence("tie", f"choose one: {tied} tie for most left over", a=tied),)
    names = tuple(game.titles.values())
    rows = tuple(forms.PlayerRow(name, lines=tuple(lines)) for name in names or ("no title yet",))
    table = SummaryTable("titles", ("left-over", "title"), tuple(game.titles.items()))
    text = "\n".join(names) or str(state)
    return forms.ScoreReport("River Market", game, rows, more=(table,), ends=ends, text=text)


FORM = forms.ScoreForm(
    "river-market", "Show the title that a solo game of River Market earns.", FileForm, score,
    of_game=(
        forms.Question("helpers", "helpers that you hired", forms.Number(0), "0"),
        forms.Question("score", "your score", forms.Number(0, MAX_POINTS)),
        forms.Question("left_over", "left over", forms.Number(0), "0", each=RESOURCES),
        forms.Question("ended_by", "trigger of the end", choices=lambda _: titles.ENDINGS,
                       offered=titles.ENDINGS),
        forms.Question("choose", "counted as most", offered=RESOURCES, first=True,
                       choices=lambda document: titles.most_left_over(document["left_over"])),
    ),
)  # fmt: skip
"""The score form of the game."""
