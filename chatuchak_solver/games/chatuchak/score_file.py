"""Final scores of the multiplayer game: the score form, its file and the report.

Source: rulebook, End score.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_mapping
from chatuchak_solver.box import Part
from chatuchak_solver.errors import Sentence, at
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.chatuchak.markers import (
    ALL_MIXES,
    GENERAL,
    Marker,
    Token,
    has_place,
    markers_in_play,
)
from chatuchak_solver.games.chatuchak.setup import Figures, load_figures
from chatuchak_solver.games.chatuchak.state import ChatuchakState, Result, best, worst_color
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.facts import NameList, SummaryTable
from chatuchak_solver.games.registry import assumed_in_game
from chatuchak_solver.games.session import GameRecord, read_record
from chatuchak_solver.puzzle import Color, Grid

MARKERS = tuple(marker.name for marker in markers_in_play(ALL_MIXES))
MAX_MIXES = 5
"""The number of mix markers and of mix tokens."""
STARS: tuple[Part, ...] = ("marker_stars", "token_stars")
Stars = Annotated[int, Meta(ge=0, le=1000)]


class MarkerHeld(codec.Form, frozen=True):
    """A player's marker.

    Attributes
    ----------
    marker
        Its name: group:R, mix:RG, path or rectangle.
    in_grid
        Whether it is in the grid; by default the grid decides.
    """

    marker: codec.Notation[Marker]
    in_grid: bool | None = None


class TokenHeld(codec.Form, frozen=True):
    """A player's token.

    Attributes
    ----------
    token
        general, or the name of a marker.
    stars
        Its stars; by default those of the figures.
    """

    token: codec.Notation[Token]
    stars: Stars | None = None


class PlayerForm(codec.Form, frozen=True, kw_only=True):
    """A player.

    Attributes
    ----------
    grid
        The player's grid, in notation.
    """

    name: codec.Label
    grid: codec.Notation[Grid]
    markers: Annotated[tuple[MarkerHeld, ...], Meta(max_length=1000)] = ()
    tokens: Annotated[tuple[TokenHeld, ...], Meta(max_length=1000)] = ()

    def completed(self, figures: Figures) -> Self:
        """Return the player with defaults from the grid and the figures."""
        markers, tokens = list(self.markers), list(self.tokens)
        for index, marker in enumerate(markers):
            if marker.in_grid is None:
                markers[index] = replace(marker, in_grid=has_place(self.grid, marker.marker))
        for index, token in enumerate(tokens):
            if token.stars is None:
                tokens[index] = replace(token, stars=figures.stars_of_token(token.token))
        return replace(self, markers=tuple(markers), tokens=tuple(tokens))

    @property
    def token_stars(self) -> int:
        """The stars on all tokens."""
        return sum(held.stars or 0 for held in self.tokens)

    def result(self, figures: Figures) -> Result:
        """Return the final ranking's sort key."""
        stars = sum(figures.stars_of_marker(held.marker) for held in self.markers if held.in_grid)
        general = sum(held.stars or 0 for held in self.tokens if held.token == GENERAL)
        mixes = sum(held.token.kind == "mix" for held in self.tokens)
        return Result(stars + self.token_stars, worst_color(self.grid)[1], general, mixes)


class FileForm(codec.Form, frozen=True):
    """A score file."""

    players: Annotated[tuple[PlayerForm, ...], Meta(min_length=1, max_length=5)]


class PlayerScore(codec.Answer, frozen=True):
    """The parts of a player's total.

    Attributes
    ----------
    stars
        Stars on markers and tokens.
    worst_color
        The color with most groups and single booths.
    minus
        The subtracted number of these.
    """

    name: str
    stars: int
    worst_color: str
    minus: int
    total: int


class FinalScoreAnswer(codec.Answer, frozen=True):
    """The scores and the winners.

    Attributes
    ----------
    players
        The scores in seat order.
    winners
        The winners' names; several for a tie.
    """

    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The scores and the winners of a finished or saved game.

    Attributes
    ----------
    to_move
        The current player of a saved game; None if it is over.
    start
        The start of a saved game.
    """

    players: tuple[PlayerForm, ...]
    figures: Figures
    to_move: int | None = None
    start: ChatuchakState | None = None

    @property
    def results(self) -> tuple[Result, ...]:
        """Each player's sort key."""
        return tuple(player.result(self.figures) for player in self.players)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners' indices."""
        return best(self.results)

    @property
    def worst_colors(self) -> tuple[Color, ...]:
        """Each player's color with most groups and single booths."""
        return tuple(worst_color(player.grid)[0] for player in self.players)

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON-ready form."""
        rows = zip(self.players, self.results, self.worst_colors, strict=True)
        players = tuple(
            PlayerScore(player.name, result.stars, color.letter, result.minus, result.total)
            for player, result, color in rows
        )
        names = tuple(self.players[index].name for index in self.winners)
        return FinalScoreAnswer(players, names).to_dict()

    @classmethod
    def of_file(cls, document: object, figures: Figures, *, source: str = "") -> Self:
        """Return the game of a score file."""
        rows = forms.read_file(document, FileForm, source).players
        with codec.error_context(source):
            for part in ("marker", "token"):
                codec.check_unique(
                    (f"players[{at}].{part}s[{place}].{part}", getattr(held, part).name)
                    for at, row in enumerate(rows)
                    for place, held in enumerate(getattr(row, f"{part}s"))
                    if getattr(held, part) != GENERAL
                )
        return cls(tuple(row.completed(figures) for row in rows), figures)

    @classmethod
    def of_game(cls, record: GameRecord[ChatuchakState]) -> Self:
        """Return a saved game in its current state."""
        state, players = record.state, []
        for seat, grid in enumerate(state.grids):
            markers = [MarkerHeld(row.marker) for row in state.markers if row.holder == seat]
            own = [row.marker for row in state.markers if row.token == seat]
            tokens = [TokenHeld(Token(marker.kind, marker.colors)) for marker in own]
            tokens += [TokenHeld(GENERAL)] * state.general_tokens[seat]
            player = PlayerForm(
                name=record.names[seat], grid=grid, markers=tuple(markers), tokens=tuple(tokens)
            )
            players.append(player.completed(state.figures))
        to_move = None if state.is_over else state.turn
        return cls(tuple(players), state.figures, to_move, record.start)

    def doubts(self) -> Iterator[str]:
        """Yield contradictions to the rules that do not prevent scoring."""
        tokens = [held.token for player in self.players for held in player.tokens]
        names = [token.name for token in tokens]
        for player in self.players:
            for held in player.markers:
                fits, name = has_place(player.grid, held.marker), held.marker.name
                if held.in_grid and not fits:
                    text = f"the marker {name} has no place in the grid"
                    yield at(player.name, Sentence("no_place", text, a=name))
                elif fits and not held.in_grid:
                    text = f"the marker {name} has a place in the grid, but lies beside"
                    yield at(player.name, Sentence("beside", text, a=name))
                if name not in names:
                    text = f"no player has the token of the marker {name}, which was won with it"
                    yield at(player.name, Sentence("no_token", text, a=name))
        mixes = sum(token.kind == "mix" for token in tokens)
        if mixes > MAX_MIXES:
            text = f"{mixes} mix tokens: the game has {MAX_MIXES}"
            yield Sentence("mix_tokens", text, n=mixes, a=MAX_MIXES)


def read(request: forms.ScoreRequest, figures: Figures) -> FinalScore:
    """Return the game of a request, scored by the figures."""
    if request.is_game:
        record = read_record(request.document, ChatuchakState, source=request.source)
        return FinalScore.of_game(record)
    return FinalScore.of_file(request.document, figures, source=request.source)


def score_chatuchak(game: codec.Source, *, data: Data = None) -> FinalScore:
    """Score a finished multiplayer game of Chatuchak.

    ``game`` is a file, or its content as bytes or a mapping; ``data`` replaces shipped figures, for
    example ``marker_stars``. Raises as `chatuchak_solver.score_mercado`.

    Examples
    --------
    >>> amy = {"name": "Amy", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}
    >>> amy["tokens"] = [{"token": "general", "stars": 3}]
    >>> score_chatuchak({"players": [amy]}).to_dict()["players"][0]["total"]
    -3
    """
    request, figures = forms.ScoreRequest.of(game), load_figures(check_mapping(data, name="data"))
    return read(request, figures[0])


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
    figures, _ = load_figures(box.data("chatuchak"))
    final, assumed = read(request, figures), box.reasons(*STARS)
    if final.start is not None:
        reasons = assumed_in_game(final.start, box)
        assumed = {part: reasons[part] for part in STARS if part in reasons}
    players, ties, results = [], [], final.results
    for index in forms.ranked(final.winners, [result.total for result in results]):
        player, result = final.players[index], results[index]
        color = final.worst_colors[index].letter
        own, worst = player.token_stars, f"color:{color} {result.minus}"
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
        notes=tuple(final.doubts()),
        ends=forms.not_over(None if final.to_move is None else final.players[final.to_move].name),
        assumed=assumed,
    )


def _lines(player: PlayerForm) -> tuple[str, ...]:
    inside, beside = (
        NameList(held.marker.name for held in player.markers if held.in_grid == is_in)
        for is_in in (True, False)
    )
    tokens = [
        f"{held.token} {held.stars}" if held.token == GENERAL else held.token.name
        for held in player.tokens
    ]
    lines = (f"markers: {inside}", f"tokens: {NameList(tokens)}")
    return lines if not beside else (lines[0], f"beside the grid: {beside}", lines[1])


def _typed_markers(text: str) -> list[codec.JsonObject]:
    return [{"marker": Marker.parse(word).name} for word in text.replace(",", " ").split()]


def _typed_tokens(text: str) -> list[codec.JsonObject]:
    found: list[codec.JsonObject] = []
    for word in text.replace(",", " ").split():
        name, _, stars = word.partition(":")
        if name == GENERAL.name and stars.isdecimal() and stars.isascii() and len(stars) < 5:
            found.append({"token": name, "stars": codec.convert(int(stars), Stars)})
        else:
            found.append({"token": Token.parse(word).name})
    return found


GRID = forms.Question("grid", "grid, as RYGBP/...", lambda text: str(Grid.parse(text)))

FORM = forms.ScoreForm(
    "chatuchak",
    "Score the multiplayer game of Chatuchak.",
    FileForm,
    score,
    range(1, 6),
    (
        GRID,
        forms.Question("markers", "markers, such as group:R mix:RG path", _typed_markers,
                       offered=MARKERS),
        forms.Question("tokens", "tokens, such as group:R general general:5", _typed_tokens,
                       offered=(*MARKERS, *(f"{GENERAL}:{stars}"
                                            for stars in load_figures()[0].general_denominations))),
    ),
    player_form=PlayerForm,
    parts=("marker_stars", "token_stars", "general_denominations"),
    takes_data=True,
    draws_games=True,
)  # fmt: skip
