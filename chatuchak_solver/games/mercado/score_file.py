"""Final scores of Mercado de Lisboa: the score form, its file and the report."""

from collections.abc import Iterable
from typing import Annotated, Self

from msgspec import Meta

from chatuchak_solver.codec import Answer, Form, JsonObject, Label, Source, error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError, Sentence, at, counted
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.mercado.market import MarketForm, RestaurantName, Side
from chatuchak_solver.games.mercado.state import MercadoState, winners
from chatuchak_solver.games.session import read_record

MAX_TILES = 100
"""Maximum of a player's restaurant tiles or stands."""
Number = Annotated[int, Meta(ge=0, le=MAX_TILES)]


class PlayerForm(Form, frozen=True, kw_only=True):
    """A player.

    Attributes
    ----------
    restaurants
        Unplaced restaurant tiles, by name or their number.
    stands
        Stands in the market, which settle ties.
    """

    name: Label
    coins: Annotated[int, Meta(ge=0, le=forms.MAX_NUMBER)]
    restaurants: Number | Annotated[tuple[RestaurantName, ...], Meta(max_length=MAX_TILES)] = 0
    stands: Number | None = None


class FileForm(Form, frozen=True, kw_only=True):
    """A score file.

    Attributes
    ----------
    market
        The board, instead of the number of stands.
    side
        Rows and columns of the board.
    """

    players: Annotated[tuple[PlayerForm, ...], Meta(min_length=2, max_length=4)]
    market: MarketForm | None = None
    side: Side = 5


class PlayerScore(Answer, frozen=True):
    """A player's score.

    Attributes
    ----------
    unplaced_restaurants
        Each costs a coin.
    stands
        The stands in the market; None if unknown.
    """

    coins: int
    unplaced_restaurants: int
    stands: int | None
    total: int
    name: str


@renamed_members(scores="players")
class ScoreFile(Answer, frozen=True, kw_only=True, rename={"winner_names": "winners"}):
    """A scored game.

    Attributes
    ----------
    players
        The scores in seat order.
    winner_names
        The winners' names; several for a tie.
    """

    players: tuple[PlayerScore, ...]
    winner_names: tuple[str, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners, ascending."""
        return winners((player.total, player.stands or 0) for player in self.players)

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[str, int, int, int | None]]) -> Self:
        """Return the game of names, coins, unplaced restaurants and stands."""
        players = tuple(
            PlayerScore(row[1], row[2], row[3], row[1] - row[2], row[0]) for row in rows
        )
        best = winners((player.total, player.stands or 0) for player in players)
        return cls(players=players, winner_names=tuple(players[seat].name for seat in best))

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the game of a score file."""
        form = forms.read_file(document, FileForm, source)
        with error_context(source):
            board, rows = form.market, []
            market = board.to_market(form.side, len(form.players)) if board else None
            for seat, row in enumerate(form.players):
                held = row.restaurants
                stands = row.stands if market is None else market.stands_of(seat)
                if row.stands not in (None, stands):
                    text = f"{counted(row.stands or 0, 'stand')}, but the market shows {stands}"
                    raise InputError(f"players[{seat}].stands: {text}")
                unplaced = held if isinstance(held, int) else len(held)
                rows.append((row.name, row.coins, unplaced, stands))
            game = cls.of_rows(rows)
            tied = winners((player.total, 0) for player in game.players)
            names = " and ".join(rows[seat][0] for seat in tied)
            for seat, coins in [(seat, game.players[seat].total) for seat in tied]:
                if len(tied) > 1 and rows[seat][-1] is None:
                    text = (
                        f'missing field "stands", and there is no market to count in: {names} tie '
                        f"with {counted(coins, 'coin')}, and most stands decide"
                    )
                    message = Sentence("who_ties", text, names=names, n=coins)
                    raise InvalidInstanceError(at(f"players[{seat}]", message))
        return game


def score_mercado(game: Source) -> ScoreFile:
    """Score a finished game of Mercado de Lisboa: a file, its content as bytes or a mapping.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If the content is invalid; the message names the place.
    IllegalMoveError
        If the log of a saved game breaks a rule.

    Examples
    --------
    >>> ana = {"name": "Ana", "coins": 31, "stands": 7}
    >>> score_mercado({"players": [ana, {"name": "Rui", "coins": 30, "stands": 9}]}).winners
    (0,)
    """
    result: ScoreFile = score(forms.ScoreRequest.of(game)).result
    return result


def score(request: forms.ScoreRequest) -> forms.ScoreReport:
    r"""Score a finished game of Mercado de Lisboa and print the winners.

    FILE is JSON, or - for standard input. Each player gives the coins, the restaurant tiles still
    unplaced (their number or their names) and the stands in the market, which settle ties and may
    be left out without one:

    \b
      {"players": [
        {"name": "Ana", "coins": 31, "restaurants": ["pub"], "stands": 7},
        {"name": "Rui", "coins": 30, "restaurants": 0, "stands": 6}]}

    Instead of "stands", "market" may show the board: {"stands": {"c3": {"type": "fish",
    "owner": 0}, ...}}, with players numbered from 0. A game that `game mercado` saved is
    scored as well, as it stands if it is not over. Without FILE a terminal asks for the game.
    """
    if request.is_game:
        record = read_record(request.document, MercadoState, source=request.source)
        state, names = record.state, record.names
        ends = forms.not_over(None if state.is_over else names[state.player])
        game = ScoreFile.of_rows(
            (name, own.coins, sum(own.restaurants.values()), state.market.stands_of(seat))
            for seat, (name, own) in enumerate(zip(names, state.players, strict=True))
        )
    else:
        game, ends = ScoreFile.from_dict(request.document, source=request.source), ()
    rows = []
    for index in forms.ranked(game.winners, [player.total for player in game.players]):
        player = game.players[index]
        stands = "" if player.stands is None else player.stands
        cells = (player.coins, -player.unplaced_restaurants, stands, player.total)
        rows.append(forms.PlayerRow(player.name, cells, index in game.winners))
    head = ("coins", "unplaced", "stands", "total")
    return forms.ScoreReport("Mercado de Lisboa", game, tuple(rows), head, ends=ends)


def _ties(document: JsonObject, player: JsonObject) -> bool:
    totals = [row["coins"] - row["restaurants"] for row in document["players"]]
    own = player["coins"] - player["restaurants"]
    return own == max(totals) and totals.count(own) > 1


FORM = forms.ScoreForm(
    "mercado",
    "Score a finished game of Mercado de Lisboa.",
    FileForm,
    score,
    MercadoState.player_counts,
    (
        forms.Question("coins", "coins", forms.Number(0)),
        forms.Question("restaurants", "restaurants not opened", forms.Number(0, MAX_TILES), "0"),
        forms.Question("stands", "stands in the market, which settle the tie",
                       forms.Number(0, MAX_TILES), when=_ties),
    ),
    player_form=PlayerForm,
)  # fmt: skip
