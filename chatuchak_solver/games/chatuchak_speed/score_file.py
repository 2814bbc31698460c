"""The result of a speed game: the score form, its file and the report.

Source: rulebook, Variants, Speed game.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.chatuchak.score_file import GRID
from chatuchak_solver.games.chatuchak.state import clusters
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.session import GameRecord, read_record
from chatuchak_solver.puzzle import Grid


class FinalPlayer(codec.Form, frozen=True):
    """A player and the current grid.

    Attributes
    ----------
    grid
        The player's grid, in notation.
    moves
        The number of moves; None if not counted.
    """

    name: codec.Label
    grid: codec.Notation[Grid]
    moves: Annotated[int, Meta(ge=0, le=forms.MAX_NUMBER)] | None = None

    @property
    def is_done(self) -> bool:
        """Whether each color is one group."""
        return self.grid.is_solved

    @property
    def groups(self) -> int:
        """The groups and single booths of all colors."""
        return sum(clusters(self.grid))

    @property
    def too_many(self) -> int:
        """The excess over one per color; 0 for a finished player."""
        return self.groups - len(self.grid.colors)


class FileForm(codec.Form, frozen=True, kw_only=True):
    """A score file.

    Attributes
    ----------
    first
        The name of the first of several finished players.
    """

    players: Annotated[tuple[FinalPlayer, ...], Meta(min_length=1, max_length=5)]
    first: str | None = None


class PlayerAnswer(codec.Answer, frozen=True, kw_only=True):
    """The JSON form of a `FinalPlayer`.

    Attributes
    ----------
    done
        Whether each color is one group.
    """

    name: str
    done: bool
    moves: int | None
    groups: int
    too_many: int


class StandingAnswer(codec.Answer, frozen=True, kw_only=True):
    """The JSON form of a `ScoreFile`.

    Attributes
    ----------
    over
        Whether a player is finished, or the game is called off.
    """

    over: bool
    players: tuple[PlayerAnswer, ...]
    standing: tuple[str, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """A speed game in its current state.

    Attributes
    ----------
    players
        In seat order.
    first
        The first finished player, if known.
    is_called_off
        Whether all moves are used without a finished player.
    """

    players: tuple[FinalPlayer, ...]
    first: int | None = None
    is_called_off: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The first finished player; all finished players if the order is unknown."""
        if self.first is not None:
            return (self.first,)
        return tuple(index for index, player in enumerate(self.players) if player.is_done)

    @property
    def is_over(self) -> bool:
        """Whether a player is finished, or the game is called off."""
        return self.is_called_off or bool(self.winners)

    @property
    def standing(self) -> tuple[int, ...]:
        """The winner, then the other players by progress and seat.

        The rules rank only the winner.
        """
        winners = self.winners
        order = range(len(self.players))
        return tuple(sorted(order, key=lambda at: (at not in winners, self.players[at].too_many)))

    def doubts(self) -> list[Sentence]:
        """Return the open question of an unfinished game."""
        if len(self.winners) > 1:
            names = " and ".join(self.players[index].name for index in self.winners)
            text = f"{names} are done; say who was the first"
            return [Sentence("who_first", text, names=names)]
        if self.is_called_off:
            text = "the game is called off: all moves are made, and nobody has won"
            return [Sentence("called_off", text)]
        if self.is_over:
            return []
        return [Sentence("nobody_done", "the game is not over: nobody is done yet")]

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON-ready form."""
        names = [player.name for player in self.players]
        return StandingAnswer(
            over=self.is_over,
            players=tuple(PlayerAnswer.of(player, done=player.is_done) for player in self.players),
            standing=tuple(names[index] for index in self.standing),
            winners=tuple(names[index] for index in self.winners),
        ).to_dict()

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the game of a score file."""
        form = forms.read_file(document, FileForm, source)
        if form.first is None:
            return cls(form.players)
        names = [row.name for row in form.players]
        with codec.error_context(source), codec.error_context("first"):
            if form.first not in names:
                raise InputError(f"expected one of {', '.join(names)}")
            first = names.index(form.first)
            if not form.players[first].is_done:
                text = f"the grid of {names[first]} is not fully grouped"
                raise InputError(Sentence("not_grouped", text, names=names[first]))
        return cls(form.players, first)

    @classmethod
    def of_game(cls, record: GameRecord[SpeedState]) -> Self:
        """Return a saved game in its current state."""
        state = record.state
        rows = zip(record.names, state.grids, state.moves, strict=True)
        players = tuple(FinalPlayer(*row) for row in rows)
        return cls(players, is_called_off=state.is_over and not state.winners())


def read(request: forms.ScoreRequest) -> ScoreFile:
    """Return the game of a request."""
    if request.is_game:
        return ScoreFile.of_game(read_record(request.document, SpeedState, source=request.source))
    return ScoreFile.from_dict(request.document, source=request.source)


def score_chatuchak_speed(game: codec.Source) -> ScoreFile:
    """Return the winner of a speed game of Chatuchak, and all players' progress.

    ``game`` is a file, or its content as bytes or a mapping. Raises as
    `chatuchak_solver.score_mercado`.

    Examples
    --------
    >>> amy = {"name": "Amy", "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.", "moves": 21}
    >>> ben = {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}
    >>> game = score_chatuchak_speed({"players": [ben, amy]})
    >>> game.to_dict()["winners"], [player.too_many for player in game.players]
    (['Amy'], [24, 0])
    """
    return read(forms.ScoreRequest.of(game))


def score(request: forms.ScoreRequest) -> forms.ScoreReport:
    r"""Print the winner of a speed game of Chatuchak, and the progress of all players.

    The first player with one group per color wins; the rules rank only the winner. All players are
    listed by their groups and single booths beyond one a color. FILE is JSON, or - for
    standard input:

    \b
      {"players": [
        {"name": "Amy", "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.", "moves": 21},
        {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}], "first": "Amy"}

    "moves" may be left out; "first" is for several finished players. A game that
    `game chatuchak-speed` saved is read as well, even one that is not over. Without FILE a
    terminal asks for the grids.
    """
    game = read(request)
    rows = []
    for index in game.standing:
        player = game.players[index]
        moves = "" if player.moves is None else player.moves
        cells = ("yes" if player.is_done else "no", moves, player.groups, player.too_many)
        rows.append(forms.PlayerRow(player.name, cells, (index,) == game.winners, grid=player.grid))
    head = ("done", "moves", "clusters", "too-many")
    title = "Chatuchak, speed game"
    return forms.ScoreReport(title, game, tuple(rows), head, ends=tuple(game.doubts()))


def _done(document: codec.JsonObject) -> list[str]:
    return [row["name"] for row in document["players"] if Grid.parse(row["grid"]).is_solved]


FORM = forms.ScoreForm(
    "chatuchak-speed",
    "Show the winner of a speed game, and the progress of all players.",
    FileForm,
    score,
    range(1, 6),
    (GRID, forms.Question("moves", "moves, empty if not counted", forms.Number(0, optional=True))),
    (forms.Question("first", "first finished player", choices=_done),),
    player_form=FinalPlayer,
    draws_games=True,
)
