"""Final scores and the winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from chatuchak_solver.codec import Answer, JsonObject


class FinalScoreAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of a `FinalScore`."""

    coins: int
    unplaced_restaurants: int
    stands: int | None
    total: int


@dataclass(frozen=True, slots=True)
class FinalScore:
    """One player's end of the game.

    Attributes
    ----------
    coins
        The coins, at least 0.
    unplaced_restaurants
        The restaurant tiles still in front of the player; each costs a coin.
    stands
        The player's stands in the market, which settle ties; None if they were not counted.
    """

    coins: int
    unplaced_restaurants: int
    stands: int | None

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return FinalScoreAnswer.of(self).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the score of a JSON form."""
        answer = FinalScoreAnswer.from_dict(document)
        return cls(answer.coins, answer.unplaced_restaurants, answer.stands)

    @property
    def total(self) -> int:
        """The final coins; negative if unplaced restaurants cost more."""
        return self.coins - self.unplaced_restaurants


def winners(scores: Sequence[FinalScore]) -> tuple[int, ...]:
    """Return the players with the most coins, then the most stands; ties are shared."""
    keys = [(score.total, score.stands or 0) for score in scores]
    return tuple(player for player, key in enumerate(keys) if key == max(keys))
