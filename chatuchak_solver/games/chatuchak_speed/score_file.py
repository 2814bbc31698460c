"""Who won a speed game, and how far everybody else is: from a file, or of a saved game.

``{"players": [{"name", "grid", "moves"}], "first"}``. ``moves`` may be left out or null where
nobody counted them; ``first`` names who was done first, where several are done.

Source: rulebook, Variants, Speed game.
"""

from dataclasses import dataclass
from typing import Final, Self

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.games.chatuchak.scoring import clusters
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.grid_document import GRID_FIELD, read_grid
from chatuchak_solver.sentences import Sentence
from chatuchak_solver.sheet import MOST, Field, Number, Sheet


def _done(document: JsonObject) -> list[str]:
    """Return the names of those who are done."""
    return [one["name"] for one in document["players"] if Grid.parse(one["grid"]).is_solved]


SHEET: Final = Sheet(
    range(1, 6),
    (
        GRID_FIELD,
        Field("moves", int | None, "The moves made; null where nobody counted them.",
              "moves, empty if nobody counted", Number(0, optional=True)),
    ),
    (
        Field("first", str, "The name of the first to be done, where several are.",
              "who was done first", choices=_done),
    ),
)  # fmt: skip
"""What is written down of a game."""


@dataclass(frozen=True, slots=True)
class FinalPlayer(Jsonable):
    """A player's grid as it stands.

    Attributes
    ----------
    moves
        The moves made; None where nobody counted them.
    """

    written = "name done=is_done moves groups too_many"

    name: str
    grid: Grid
    moves: int | None = None

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
        """How many of these are more than one a color; 0 where the player is done."""
        return self.groups - len(self.grid.colors)


@dataclass(frozen=True, slots=True)
class ScoreFile(Jsonable):
    """A speed game as it stands.

    Attributes
    ----------
    players
        In the order of their seats.
    first
        Who was done first, where that is told.
    is_called_off
        Whether nobody has a move left, and nobody is done.
    """

    written = "over=is_over players standing=standing_names winners=winner_names"

    players: tuple[FinalPlayer, ...]
    first: int | None = None
    is_called_off: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The first to be done; all who are done where nothing says who was first."""
        if self.first is not None:
            return (self.first,)
        return tuple(index for index, player in enumerate(self.players) if player.is_done)

    @property
    def is_over(self) -> bool:
        """Whether somebody is done, or the game is called off."""
        return self.is_called_off or bool(self.winners)

    @property
    def standing(self) -> tuple[int, ...]:
        """The players: the winner, then whoever has less to group.

        The rules know a winner and nobody behind; players that are as far as each other stand in
        the order of their seats.
        """
        winners = self.winners
        order = range(len(self.players))
        return tuple(sorted(order, key=lambda at: (at not in winners, self.players[at].too_many)))

    def doubts(self) -> list[str]:
        """Return what is left open, or who has won nothing yet."""
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

    def standing_names(self) -> list[str]:
        """Return the names: the winner, then by what is left to group."""
        return [self.players[index].name for index in self.standing]

    def winner_names(self) -> list[str]:
        """Return who was done first; all who are done where that is not told."""
        return [self.players[index].name for index in self.winners]

    @classmethod
    def from_node(cls, document: Node) -> Self:
        """Read a document: a score file, a saved game or a position.

        Raises
        ------
        InvalidInstanceError
            If a field is wrong, a name comes twice, or who is named first is not done; the
            message names the place.
        IllegalMoveError
            If the log of a saved game breaks a rule.
        """
        if "game" in document.mapping():
            return cls._of_game(GameRecord.read_of(SpeedState, document))
        fields = SHEET.fields(document)
        parts = SHEET.parts(fields["players"])
        names = [part["name"].label() for part in parts]
        players = tuple(
            FinalPlayer(name, read_grid(part["grid"]), _moves(part.get("moves")))
            for name, part in zip(names, parts, strict=True)
        )
        if "first" not in fields:
            return cls(players)
        first = names.index(fields["first"].choice(names))
        if not players[first].is_done:
            text = f"the grid of {names[first]} is not fully grouped"
            raise fields["first"].error(Sentence("not_grouped", text, names=names[first]))
        return cls(players, first)

    @classmethod
    def _of_game(cls, record: GameRecord[SpeedState]) -> Self:
        state = record.state
        rows = zip(record.names, state.grids, state.moves, strict=True)
        players = tuple(FinalPlayer(*row) for row in rows)
        return cls(players, is_called_off=state.is_over and not state.winners())


def _moves(node: Node | None) -> int | None:
    if node is None or node.value is None:
        return None
    return node.integer(least=0, most=MOST)
