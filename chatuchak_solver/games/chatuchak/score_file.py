"""Final scores of a multiplayer game from a file.

``{"players": [{"name", "grid", "markers": [{"marker", "in_grid"}], "tokens": [{"token",
"stars"}]}]}``. Markers and tokens may be left out where a player has none, ``in_grid`` where the
grid shall decide, and ``stars`` for the token's own number.

Source: rulebook, End score.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, NotRequired, Self, TypedDict

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.games.chatuchak.figures import Figures, read_marker
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES, Marker, markers_in_play
from chatuchak_solver.games.chatuchak.scoring import Result, best, worst_color
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.strengths import has_place
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle import Color, Grid
from chatuchak_solver.puzzle.grid_document import GRID_FIELD, read_grid
from chatuchak_solver.sentences import Sentence
from chatuchak_solver.sheet import Field, Printed, Sheet

GENERAL: Final = "general"
MARKERS: Final = tuple(marker.name for marker in markers_in_play(ALL_MIXES))
"""The names of all markers."""
MAX_TOKENS: Final = 1000
MAX_STARS: Final = 1000


class MarkerHeld(TypedDict):
    """A marker held."""

    marker: str
    """Its name: group:R, mix:RG, path or rectangle."""
    in_grid: NotRequired[bool]
    """Whether it lies in the grid; the grid decides where this is left out."""


class TokenHeld(TypedDict):
    """A token held."""

    token: str
    """general, or as a marker."""
    stars: NotRequired[int]
    """Stars; its own number where this is left out."""


def _typed(name: str) -> Callable[[str], list[JsonObject]]:
    """Return what reads words, each the ``name`` of a marker or, of tokens, general."""

    def read(text: str) -> list[JsonObject]:
        words = text.replace(",", " ").split()
        is_general = [name == "token" and word == GENERAL for word in words]
        return [
            {name: word if general else Marker.parse(word).name}
            for word, general in zip(words, is_general, strict=True)
        ]

    return read


SHEET: Final = Sheet(
    range(1, 6),
    (
        GRID_FIELD,
        Field("markers", list[MarkerHeld], "The player's markers.",
              "markers, such as group:R mix:RG path", _typed("marker"), offered=MARKERS),
        Field("tokens", list[TokenHeld], "The player's tokens.",
              "tokens, such as group:R general general",
              _typed("token"), offered=(*MARKERS, GENERAL)),
    ),
    printed=Printed(
        "Chatuchak, the jump game",
        5,
        (
            "Stars on markers in the grid", "Stars on general tokens",
            "Stars on tokens of groups", "Stars on mix tokens",
            "Stars on path and rectangle tokens", "Worst color: groups + single booths, minus",
            "Total",
        ),
        (
            "A marker beside the grid counts nothing.",
            "Ties: most stars on general tokens, then most mix tokens.",
        ),
    ),
)  # fmt: skip
"""What is written down of a game."""


@dataclass(frozen=True, slots=True)
class FinalPlayer:
    """A player's table at the end.

    Attributes
    ----------
    markers
        The markers held, and whether each is in the grid.
    tokens
        The matching tokens, None for a general one, and each one's stars.
    """

    name: str
    grid: Grid
    markers: tuple[tuple[Marker, bool], ...]
    tokens: tuple[tuple[Marker | None, int], ...]

    @property
    def token_stars(self) -> int:
        """The stars on all tokens."""
        return sum(stars for _, stars in self.tokens)

    def result(self, figures: Figures) -> Result:
        """Return what decides the player's place."""
        stars = sum(figures.stars_of_marker(marker) for marker, in_grid in self.markers if in_grid)
        general = sum(number for marker, number in self.tokens if marker is None)
        mixes = sum(marker is not None and marker.kind == "mix" for marker, _ in self.tokens)
        stars += self.token_stars
        return Result(stars, worst_color(self.grid)[1], general, mixes)

    def doubts(self) -> list[Sentence]:
        """Return what the file says against the rules, though it can be scored as it stands."""
        doubts: list[Sentence] = []
        for marker, in_grid in self.markers:
            fits = has_place(self.grid, marker)
            if in_grid and not fits:
                text = f"the marker {marker.name} has no place in the grid"
                doubts.append(Sentence("no_place", text, a=marker.name))
            elif fits and not in_grid:
                text = f"the marker {marker.name} has a place in the grid, but lies beside"
                doubts.append(Sentence("beside", text, a=marker.name))
        return doubts


class PlayerScore(NamedTuple):
    """What a player's total is made of."""

    name: str
    """The name."""
    stars: int
    """Stars on markers and tokens."""
    worst_color: str
    """The color with most groups and single booths."""
    minus: int
    """What that costs."""
    total: int
    """The points in all."""


@dataclass(frozen=True, slots=True)
class FinalScore(Jsonable):
    """The scores and the winners.

    Attributes
    ----------
    worst_colors
        Per player, the color with the most groups plus single booths.
    winners
        The indices of the winning players.
    """

    written = "players=scores winners=winner_names"

    players: tuple[FinalPlayer, ...]
    results: tuple[Result, ...]
    worst_colors: tuple[Color, ...]
    winners: tuple[int, ...]

    def scores(self) -> list[PlayerScore]:
        """Return what everybody's total is made of, in the order of the seats."""
        rows = zip(self.players, self.results, self.worst_colors, strict=True)
        return [
            PlayerScore(player.name, result.stars, color.letter, result.minus, result.total)
            for player, result, color in rows
        ]

    def winner_names(self) -> list[str]:
        """Return who wins; several share."""
        return [self.players[index].name for index in self.winners]


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """A finished game as a file tells it, or a saved game as it stands.

    Attributes
    ----------
    to_move
        The player whose turn it is in a saved game that is not over; None where it is over.
    """

    players: tuple[FinalPlayer, ...]
    figures: Figures
    to_move: int | None = None

    @classmethod
    def from_node(cls, document: Node, figures: Figures) -> Self:
        """Read a document.

        Raises
        ------
        InvalidInstanceError
            If a field is wrong, a name comes twice, or two players have the same marker or
            matching token, of which there is one each; the message names the place.
        """
        if "game" in document.mapping():
            return cls._from_game(document)
        fields = SHEET.parts(SHEET.fields(document)["players"])
        held: list[tuple[Node, str]] = []
        taken: list[tuple[Node, str]] = []
        players = tuple(_read_player(row, figures, held, taken) for row in fields)
        list(document.distinct(held))
        list(document.distinct(taken))
        return cls(players, figures)

    @classmethod
    def _from_game(cls, document: Node) -> Self:
        record = GameRecord.read_of(ChatuchakState, document)
        state, table = record.state, record.state.table
        players = tuple(
            FinalPlayer(
                record.names[player],
                grid,
                tuple(
                    (marker, state.fits(player, index))
                    for index, marker in enumerate(table.markers)
                    if state.holders[index] == player
                ),
                (
                    *(
                        (marker, table.token_stars[index])
                        for index, marker in enumerate(table.markers)
                        if state.token_owners[index] == player
                    ),
                    *[(None, table.figures.stars_of_general)] * state.general_tokens[player],
                ),
            )
            for player, grid in enumerate(state.grids)
        )
        return cls(players, table.figures, None if state.is_over else state.turn)

    def score(self) -> FinalScore:
        """Return the scores."""
        results = tuple(player.result(self.figures) for player in self.players)
        colors = tuple(worst_color(player.grid)[0] for player in self.players)
        return FinalScore(self.players, results, colors, best(results))


def _read_player(
    fields: dict[str, Node],
    figures: Figures,
    held: list[tuple[Node, str]],
    taken: list[tuple[Node, str]],
) -> FinalPlayer:
    """Read a player; ``held`` and ``taken`` collect the markers and the matching tokens."""
    grid = read_grid(fields["grid"])
    markers = []
    for row in _rows(fields.get("markers"), ("marker",), ("in_grid",)):
        marker = read_marker(row["marker"])
        held.append((row["marker"], marker.name))
        fits = has_place(grid, marker)
        markers.append((marker, row["in_grid"].boolean() if "in_grid" in row else fits))
    tokens: list[tuple[Marker | None, int]] = []
    for row in _rows(fields.get("tokens"), ("token",), ("stars",)):
        own = None if row["token"].value == GENERAL else read_marker(row["token"])
        if own is not None:
            taken.append((row["token"], own.name))
        stars = figures.stars_of_general if own is None else figures.stars_of_token(own)
        if "stars" in row:
            stars = row["stars"].integer(least=0, most=MAX_STARS)
        tokens.append((own, stars))
    return FinalPlayer(fields["name"].label(), grid, tuple(markers), tuple(tokens))


def _rows(
    node: Node | None, required: Iterable[str], optional: Iterable[str]
) -> list[dict[str, Node]]:
    if node is None:
        return []
    return [item.fields(required, optional) for item in node.items(most=MAX_TOKENS)]
