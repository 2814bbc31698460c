"""Score forms: the single description of a finished game.

Terminal questions, page forms, score files and their schemas derive from it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

from chatuchak_solver import codec
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.box import Box, Part, Reasons
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.facts import SummaryTable
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

MAX_NUMBER = 1_000_000


@dataclass(frozen=True, slots=True)
class Number:
    """Reads an integer from ``least`` to ``most``; None of an empty text if ``optional``."""

    least: int
    most: int = MAX_NUMBER
    optional: bool = False

    def __call__(self, text: str) -> Any:
        """Return the number, or None if allowed and empty."""
        if self.optional and not text:
            return None
        number = parse_int(text, 7)
        if number is None or not self.least <= number <= self.most:
            found = quote(text, 20)
            raise InputError(f"invalid number {found}: expected {self.least} to {self.most}")
        return number


@dataclass(frozen=True, slots=True)
class Question:
    """A field of a score file to ask for.

    Attributes
    ----------
    read
        Returns the value of a typed line, of ``lines`` up to an empty one, or the fields of a box.
    default
        The meaning of an empty line.
    each
        The keys of an object, asked for one by one.
    choices
        The possible answers by the document so far, at least two to ask.
    offered
        The choices on the page; by default the players.
    first
        Whether an empty line means the first choice.
    when
        Whether to ask, called with the document and the player after all other fields.
    """

    name: str
    text: str
    read: Callable[..., Any] = str
    default: str = ""
    lines: bool = False
    each: tuple[str, ...] = ()
    choices: Callable[[codec.JsonObject], Sequence[str]] | None = None
    offered: tuple[str, ...] = ()
    first: bool = False
    when: Callable[[codec.JsonObject, codec.JsonObject], bool] | None = None


Cell = str | int


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A row of a report: a player or a title.

    Attributes
    ----------
    cells
        The parts of the points, by the head of the report.
    lines
        More lines of the picture.
    grid, picture, stand
        The player's board, if any.
    """

    name: str
    cells: tuple[Cell, ...] = ()
    wins: bool = False
    lines: tuple[str, ...] = ()
    grid: Grid | None = None
    picture: Picture | None = None
    stand: Stand | None = None


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The score of a finished game, or of a game in progress.

    Attributes
    ----------
    title
        The title of its picture.
    result
        A value with ``to_dict``.
    players
        The rows, winners first.
    head
        The keys of the players' cells.
    team_rows, more
        Further rows of the points table, and further tables.
    notes
        Contradictions in the document.
    ends
        Open questions, for example the turn of an unfinished game.
    assumed
        The assumed parts of the box behind the score, with the reasons.
    text
        The terminal report; None for the tables.
    by_stands
        Whether the terminal report shows market stands.
    """

    title: str
    result: Any
    players: tuple[PlayerRow, ...]
    head: tuple[str, ...] = ()
    team_rows: tuple[tuple[Cell, ...], ...] = ()
    more: tuple[SummaryTable, ...] = ()
    notes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    assumed: Reasons = field(default_factory=dict)
    text: str | None = None
    by_stands: bool = False

    @property
    def points(self) -> SummaryTable:
        """The points table."""
        rows = tuple((row.name, *row.cells) for row in self.players)
        return SummaryTable("points", ("player", *self.head), (*rows, *self.team_rows))

    @property
    def tables(self) -> tuple[SummaryTable, ...]:
        """All tables."""
        return (self.points, *self.more) if self.head else self.more

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' names."""
        return tuple(row.name for row in self.players if row.wins)


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """A document to score.

    Attributes
    ----------
    source
        The name of the document in error messages.
    directory
        The folder of files named by the document.
    """

    document: codec.JsonObject
    source: str = ""
    directory: Path = field(default_factory=Path)
    box: Box = field(default_factory=Box.default)

    @property
    def is_game(self) -> bool:
        """Whether the document is a saved game or a state."""
        return "game" in self.document

    @classmethod
    def of(cls, game: codec.Source) -> Self:
        """Return the request of a score file, or of its content as bytes or a mapping."""
        document, name = codec.read_json(game)
        return cls(codec.convert(document, codec.JsonObject, source=name), name)


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The form of a finished game.

    Attributes
    ----------
    name
        The name of the command, ``score NAME``.
    summary
        One line of help.
    score
        Returns the report of a request; raises InputError if the document is invalid. Its
        docstring is the help of the command.
    players
        The numbers of players; empty in a solo game.
    of_player, of_game
        The questions about each player, after the name, and about the game.
    parts
        The parts of the box behind the score.
    takes_data
        Whether the command accepts figures in a file.
    draws_games
        Whether the picture of a saved game is that of its score.
    names_files
        Whether a score file may name other files.
    """

    name: str
    summary: str
    form: type[codec.Form]
    score: Callable[[ScoreRequest], ScoreReport]
    players: range = range(0)
    of_player: tuple[Question, ...] = ()
    of_game: tuple[Question, ...] = ()
    player_form: type[codec.Form] = codec.Form
    parts: tuple[Part, ...] = ()
    takes_data: bool = False
    draws_games: bool = False
    names_files: bool = False


F = TypeVar("F", bound=codec.Form)


def read_file(document: object, form: type[F], source: str) -> F:
    """Return a score file, whose players must have different names."""
    found = codec.convert(document, form, source=source)
    players: Sequence[Any] = getattr(found, "players", ())
    with codec.error_context(source):
        codec.check_unique((f"players[{at}].name", row.name) for at, row in enumerate(players))
    return found


def ranked(winners: Collection[int], totals: Sequence[int]) -> list[int]:
    """Return the winners, then the other players by points."""
    return sorted(range(len(totals)), key=lambda index: (index not in winners, -totals[index]))


def not_over(name: str | None) -> tuple[str, ...]:
    """Return the turn of an unfinished game."""
    if name is None:
        return ()
    return (Sentence("not_over", f"the game is not over: it is the turn of {name}"),)
