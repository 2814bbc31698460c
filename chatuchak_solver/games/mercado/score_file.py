"""Games to be scored on file: the figures that count, or a whole position.

The document is an object with ``players`` and, where stands are to be counted from the board,
``market``; or a saved game or position of ``game mercado``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.games.mercado.layout import SIDES, MarketDocument
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.scoring import FinalScore, winners
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.tiles import RESTAURANTS
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.sentences import Sentence
from chatuchak_solver.sheet import MOST, Field, Number, Printed, Sheet

MOST_TILES: Final = 100
"""Restaurant tiles, and stands, of a player."""


def _ties(document: JsonObject, player: JsonObject) -> bool:
    """Return whether a player has as much as the best, and somebody else too."""
    totals = [one["coins"] - one["restaurants"] for one in document["players"]]
    own = player["coins"] - player["restaurants"]
    return own == max(totals) and totals.count(own) > 1


SHEET: Final = Sheet(
    MercadoState.player_counts,
    (
        Field("coins", int, "Coins.", "coins", Number(0), required=True),
        Field("restaurants", int | list[str], "Restaurant tiles left, by name or their number.",
              "restaurants not opened", Number(0, MOST_TILES), "0"),
        Field("stands", int, "Stands in the market, which settle ties.",
              "stands in the market, which settle the tie", Number(0, MOST_TILES), when=_ties),
    ),
    (
        Field("market", MarketDocument, "The board, instead of the number of stands."),
        Field("side", int, "Rows and columns of the board; 5 where it is left out."),
    ),
    printed=Printed(
        "Mercado de Lisboa",
        4,
        ("Coins", "Unplaced restaurants: -1 each", "Stands in the market, for ties", "Total"),
        ("Most coins win, then most stands in the market.",),
    ),
)  # fmt: skip
"""What is written down of a game."""


@dataclass(frozen=True, slots=True)
class PlayerScore(Jsonable):
    """A player and what the total is made of."""

    written = "name *score"

    name: str
    score: FinalScore


@dataclass(frozen=True, slots=True)
class ScoreFile(Jsonable):
    """A game as it is to be scored.

    Attributes
    ----------
    names
        The players in seat order, all different.
    scores
        What each player's total is made of.
    to_move
        The player whose turn it is in a saved game that is not over; else None.
    """

    written = "players winners=winner_names"

    names: tuple[str, ...]
    scores: tuple[FinalScore, ...]
    to_move: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who win or share the win, ascending."""
        return winners(self.scores)

    def players(self) -> list[PlayerScore]:
        """Return what everybody's total is made of, in the order of the seats."""
        return [PlayerScore(*pair) for pair in zip(self.names, self.scores, strict=True)]

    def winner_names(self) -> list[str]:
        """Return who wins; several share."""
        return [self.names[player] for player in self.winners]

    @classmethod
    def from_node(cls, document: Node) -> Self:
        """Read a game.

        Raises
        ------
        InvalidInstanceError
            If something is missing or wrong; the message names its place.
        IllegalMoveError
            If the log of a saved game breaks a rule.
        """
        fields = document.mapping()
        if "start" in fields or "phase" in fields:
            return cls._from_game(document)
        fields = SHEET.fields(document)
        parts = SHEET.parts(fields["players"])
        market = _market(fields, len(parts))
        names = tuple(part["name"].label() for part in parts)
        scores = tuple(
            FinalScore(
                coins=part["coins"].integer(least=0, most=MOST),
                unplaced_restaurants=_restaurants(part.get("restaurants")),
                stands=_stands(part.get("stands"), market, player),
            )
            for player, part in enumerate(parts)
        )
        _check_ties(fields["players"].items(), names, scores)
        return cls(names, scores)

    @classmethod
    def _from_game(cls, document: Node) -> Self:
        record = GameRecord.read_of(MercadoState, document)
        state, names = record.state, record.names
        to_move = None if state.is_over else state.player
        return cls(names, state.final_scores(), to_move)


def _market(fields: Mapping[str, Node], num_players: int) -> Market | None:
    side = 5
    if "side" in fields:
        side = fields["side"].integer(least=SIDES.start, most=SIDES.stop - 1)
    if "market" not in fields:
        return None
    owners: dict[str | int, int] = {player: player for player in range(num_players)}
    return Market.from_node(fields["market"], side=side, owners=owners)


def _check_ties(
    players: Sequence[Node], names: Sequence[str], scores: Sequence[FinalScore]
) -> None:
    """Raise unless the stands of all who have most coins are known, where several have."""
    best = max(score.total for score in scores)
    tied = [player for player, score in enumerate(scores) if score.total == best]
    for player in tied:
        if len(tied) > 1 and scores[player].stands is None:
            who = " and ".join(names[seat] for seat in tied)
            text = (
                f'the field "stands" is missing, and there is no market to count in: {who} tie '
                f"with {best} coins, and most stands decide"
            )
            raise players[player].error(Sentence("who_ties", text, names=who, n=best))


def _restaurants(node: Node | None) -> int:
    """Read unplaced restaurants: their number, or a list of their names."""
    if node is None:
        return 0
    if not isinstance(node.value, list):
        return node.integer(least=0, most=MOST_TILES)
    for item in node.items(most=MOST_TILES):
        item.choice(RESTAURANTS)
    return len(node.value)


def _stands(node: Node | None, market: Market | None, number: int) -> int | None:
    """Read the stands in the market, and check the number against the board where both are."""
    if market is None:
        return None if node is None else node.integer(least=0, most=SIDES.stop**2)
    counted = market.stands_of(number)
    if node is not None and node.integer(least=0) != counted:
        raise node.error(f"{node.value} stands, but the market shows {counted}")
    return counted
