"""Final scores of the multiplayer game: the score form, its file and the report.

Source: rulebook, End score.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final, Self

from msgspec import Meta

from chatuchak_solver.box import Part
from chatuchak_solver.codec import (
    Answer,
    Form,
    JsonObject,
    Label,
    Notation,
    check_unique,
    convert,
    error_context,
)
from chatuchak_solver.errors import Sentence, at
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES, Marker, has_place, markers_in_play
from chatuchak_solver.games.chatuchak.setup import GENERAL, Figures, load_figures
from chatuchak_solver.games.chatuchak.state import ChatuchakState, Result, best, worst_color
from chatuchak_solver.games.facts import SummaryTable
from chatuchak_solver.games.new_game import assumed_in_game
from chatuchak_solver.games.record import GameRecord, read_record
from chatuchak_solver.puzzle import Color, Grid

MARKERS: Final = tuple(marker.name for marker in markers_in_play(ALL_MIXES))
"""The names of all markers."""
MAX_MIXES: Final = 5
"""The number of mix markers, and of mix tokens."""
STARS: Final[tuple[Part, ...]] = ("marker_stars", "token_stars")
Stars = Annotated[int, Meta(ge=0, le=1000)]


class MarkerHeld(Form, frozen=True):
    """A marker of a player.

    Attributes
    ----------
    marker
        Its name: group:R, mix:RG, path or rectangle.
    in_grid
        Whether it is in the grid; by default the grid decides.
    """

    marker: Notation[Marker]
    in_grid: bool | None = None


class TokenHeld(Form, frozen=True):
    """A token of a player.

    Attributes
    ----------
    token
        general, or the name of a marker.
    stars
        Its stars; by default those of the figures.
    """

    token: str
    stars: Stars | None = None


class PlayerForm(Form, frozen=True, kw_only=True):
    """A player.

    Attributes
    ----------
    name
        The name.
    grid
        The player's grid, in notation.
    markers
        The player's markers.
    tokens
        The player's tokens.
    """

    name: Label
    grid: Notation[Grid]
    markers: Annotated[tuple[MarkerHeld, ...], Meta(max_length=1000)] = ()
    tokens: Annotated[tuple[TokenHeld, ...], Meta(max_length=1000)] = ()


class FileForm(Form, frozen=True):
    """A score file.

    Attributes
    ----------
    players
        One entry a player.
    """

    players: Annotated[tuple[PlayerForm, ...], Meta(min_length=1, max_length=5)]


@dataclass(frozen=True, slots=True)
class FinalPlayer:
    """A player at the end.

    Attributes
    ----------
    markers
        The markers, and whether each is in the grid.
    tokens
        The tokens, each with its marker, None for a general one, and its stars.
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
        """Return the sort key of the final ranking."""
        stars = sum(figures.stars_of_marker(marker) for marker, in_grid in self.markers if in_grid)
        general = sum(number for marker, number in self.tokens if marker is None)
        mixes = sum(marker is not None and marker.kind == "mix" for marker, _ in self.tokens)
        stars += self.token_stars
        return Result(stars, worst_color(self.grid)[1], general, mixes)


class PlayerScore(Answer, frozen=True):
    """The parts of a player's total.

    Attributes
    ----------
    name
        The name.
    stars
        Stars on markers and tokens.
    worst_color
        The color with most groups and single booths.
    minus
        The number of these, which is subtracted.
    total
        The points in all.
    """

    name: str
    stars: int
    worst_color: str
    minus: int
    total: int


class FinalScoreAnswer(Answer, frozen=True):
    """The scores and the winners.

    Attributes
    ----------
    players
        The parts of the totals, in the order of the seats.
    winners
        The winners' names; several share.
    """

    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The scores and the winners.

    Attributes
    ----------
    worst_colors
        Per player, the color with the most groups plus single booths.
    winners
        The indices of the winning players.
    """

    players: tuple[FinalPlayer, ...]
    results: tuple[Result, ...]
    worst_colors: tuple[Color, ...]
    winners: tuple[int, ...]

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        rows = zip(self.players, self.results, self.worst_colors, strict=True)
        players = tuple(
            PlayerScore(player.name, result.stars, color.letter, result.minus, result.total)
            for player, result, color in rows
        )
        names = tuple(self.players[index].name for index in self.winners)
        return FinalScoreAnswer(players, names).to_dict()


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """A finished game of a file, or a saved game as it stands.

    Attributes
    ----------
    to_move
        The current player of a saved game; None if it is over.
    start
        The start of a saved game.
    """

    players: tuple[FinalPlayer, ...]
    figures: Figures
    to_move: int | None = None
    start: ChatuchakState | None = None

    @classmethod
    def from_dict(cls, document: object, figures: Figures, *, source: str = "") -> Self:
        """Return the game of a score file's content."""
        rows = convert(document, FileForm, source=source).players
        with error_context(source):
            check_unique((f"players[{at}].name", row.name) for at, row in enumerate(rows))
            check_unique(
                (f"players[{at}].markers[{place}].marker", held.marker.name)
                for at, row in enumerate(rows)
                for place, held in enumerate(row.markers)
            )
            players = tuple(_player(row, figures, f"players[{at}]") for at, row in enumerate(rows))
            check_unique(
                (f"players[{at}].tokens[{place}].token", marker.name)
                for at, player in enumerate(players)
                for place, (marker, _) in enumerate(player.tokens)
                if marker is not None
            )
        return cls(players, figures)

    @classmethod
    def of_game(cls, record: GameRecord[ChatuchakState]) -> Self:
        """Return a saved game as it stands."""
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
        to_move = None if state.is_over else state.turn
        return cls(players, table.figures, to_move, record.start)

    def score(self) -> FinalScore:
        """Return the scores."""
        results = tuple(player.result(self.figures) for player in self.players)
        colors = tuple(worst_color(player.grid)[0] for player in self.players)
        return FinalScore(self.players, results, colors, best(results))

    def doubts(self) -> Iterator[str]:
        """Yield contradictions to the rules; the game can be scored all the same."""
        tokens = [marker for player in self.players for marker, _ in player.tokens]
        for player in self.players:
            for marker, in_grid in player.markers:
                fits, name = has_place(player.grid, marker), marker.name
                if in_grid and not fits:
                    text = f"the marker {name} has no place in the grid"
                    yield at(player.name, Sentence("no_place", text, a=name))
                elif fits and not in_grid:
                    text = f"the marker {name} has a place in the grid, but lies beside"
                    yield at(player.name, Sentence("beside", text, a=name))
                if marker not in tokens:
                    text = f"no player has the token of the marker {name}, which was won with it"
                    yield at(player.name, Sentence("no_token", text, a=name))
        mixes = sum(marker is not None and marker.kind == "mix" for marker in tokens)
        if mixes > MAX_MIXES:
            text = f"{mixes} mix tokens: the game has {MAX_MIXES}"
            yield Sentence("mix_tokens", text, n=mixes, a=MAX_MIXES)


def _player(row: PlayerForm, figures: Figures, path: str) -> FinalPlayer:
    markers = tuple(
        (held.marker, has_place(row.grid, held.marker) if held.in_grid is None else held.in_grid)
        for held in row.markers
    )
    tokens: list[tuple[Marker | None, int]] = []
    for index, held in enumerate(row.tokens):
        with error_context(f"{path}.tokens[{index}].token"):
            own = None if held.token == GENERAL else Marker.parse(held.token)
        stars = figures.stars_of_general if own is None else figures.stars_of_token(own)
        tokens.append((own, stars if held.stars is None else held.stars))
    return FinalPlayer(row.name, row.grid, markers, tuple(tokens))


def read(request: forms.ScoreRequest, figures: Figures) -> ScoreFile:
    """Return the game of a request; a score file is scored by the figures."""
    if request.is_game:
        return ScoreFile.of_game(
            read_record(request.document, ChatuchakState, source=request.source)
        )
    return ScoreFile.from_dict(request.document, figures, source=request.source)


def score(request: forms.ScoreRequest) -> forms.ScoreReport:
    r"""Score a finished multiplayer game and print the winners.

    Stars on markers in the grid and on tokens, less the groups plus single booths of the color
    with the most. FILE is JSON, or - for standard input:

    \b
      {"players": [{"name": "Amy", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR",
         "markers": [{"marker": "group:R", "in_grid": true}, ...],
         "tokens": [{"token": "general", "stars": 5}, ...]}, ...]}

    Markers and tokens: group:R, mix:RG, path, rectangle; tokens also general, and at the terminal
    general:5 for one of 5 stars. Without "in_grid" the grid decides, without "stars" a token has
    its own number. Ties are broken by the stars on general tokens, then by the number of mix
    tokens. A game that `game chatuchak` saved is scored as well, as it stands if it is not over.
    Without FILE a terminal asks for the game.
    """
    box = request.box
    with error_context(request.data_source):
        figures, _ = load_figures({**box.data("chatuchak"), **request.data})
    box = box.with_data("chatuchak", request.data)
    game, assumed = read(request, figures), box.reasons(*STARS)
    if game.start is not None:
        reasons = assumed_in_game(game.start, box)
        assumed = {part: reasons[part] for part in STARS if part in reasons}
    final = game.score()
    players, ties = [], []
    for index in forms.ranked(final.winners, [result.total for result in final.results]):
        player, result = final.players[index], final.results[index]
        own, worst = player.token_stars, f"color:{final.worst_colors[index].letter} {result.minus}"
        cells = (result.stars - own, own, worst, result.total)
        wins = index in final.winners
        players.append(forms.PlayerRow(player.name, cells, wins, _lines(player), player.grid))
        ties.append((player.name, result.general_stars, result.mix_tokens))
    return forms.ScoreReport(
        "Chatuchak",
        final,
        tuple(players),
        ("marker-stars", "token-stars", "worst", "total"),
        more=(SummaryTable("ties", ("player", "general-stars", "mix-tokens"), tuple(ties)),),
        notes=tuple(game.doubts()),
        ends=forms.not_over(None if game.to_move is None else game.players[game.to_move].name),
        assumed=assumed,
    )


def _lines(player: FinalPlayer) -> tuple[str, ...]:
    inside = [marker.name for marker, in_grid in player.markers if in_grid]
    beside = [marker.name for marker, in_grid in player.markers if not in_grid]
    tokens = [
        f"{GENERAL} {stars}" if marker is None else marker.name for marker, stars in player.tokens
    ]
    lines = (f"markers: {forms.listed(inside)}", f"tokens: {forms.listed(tokens)}")
    return (lines[0], f"beside the grid: {forms.listed(beside)}", lines[1]) if beside else lines


_TOKEN: Final = re.compile(r"general(?::([0-9]{1,4}))?")


def _typed(field: str) -> Callable[[str], list[JsonObject]]:
    def read(text: str) -> list[JsonObject]:
        found: list[JsonObject] = []
        for word in text.replace(",", " ").split():
            general = _TOKEN.fullmatch(word) if field == "token" else None
            if general is None:
                found.append({field: Marker.parse(word).name})
            elif general[1] is None:
                found.append({field: GENERAL})
            else:
                found.append({field: GENERAL, "stars": convert(int(general[1]), Stars)})
        return found

    return read


GRID: Final = forms.Question("grid", "grid, as RYGBP/...", lambda text: str(Grid.parse(text)))

FORM: Final = forms.ScoreForm(
    "chatuchak",
    "Score the multiplayer game of Chatuchak.",
    FileForm,
    score,
    range(1, 6),
    (
        GRID,
        forms.Question("markers", "markers, such as group:R mix:RG path", _typed("marker"),
                       offered=MARKERS),
        forms.Question("tokens", "tokens, such as group:R general general:5", _typed("token"),
                       offered=(*MARKERS, *(f"{GENERAL}:{stars}"
                                            for stars in load_figures()[0].general_denominations))),
    ),
    player_form=PlayerForm,
    printed=forms.PrintLayout(
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
    parts=("marker_stars", "token_stars", "general_denominations"),
    takes_data=True,
    draws_games=True,
)  # fmt: skip
"""The score form of the game."""
