"""Answers to the title's four questions on file, or a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.title import ENDINGS, Title, TitleTable, most_left_over
from chatuchak_solver.jsonable import Jsonable

__all__ = ["ScoreFile"]

MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class ScoreFile(Jsonable):
    """The four answers of a finished game.

    Attributes
    ----------
    helpers
        How many helpers you hired.
    score
        Your final score.
    left_over
        The resources of which you have most left over: several where they tie and none is chosen.
    ended_by
        What ended the game, one of `ENDINGS`.
    """

    written = "helpers score left_over ended_by title=first phrases=first.phrases titles"

    helpers: int
    score: int
    left_over: tuple[str, ...]
    ended_by: str

    def titles(self, table: TitleTable | None = None) -> dict[str, Title]:
        """Return the title for each resource that may count, in the table's order."""
        table = table or TitleTable.load()
        return {
            resource: table.title(
                helpers=self.helpers,
                score=self.score,
                left_over=resource,
                ended_by=self.ended_by,
            )
            for resource in self.left_over
        }

    @property
    def first(self) -> Title:
        """The title, or the first of them where resources tie."""
        return next(iter(self.titles().values()))

    @classmethod
    def from_node(cls, document: Node) -> Self:
        """Read the answers, a saved game or a companion's session.

        Raises
        ------
        InvalidInstanceError
            If something is missing or wrong; the message names its place.
        IllegalMoveError
            If the log of a saved game breaks a rule.
        """
        fields = document.mapping()
        if "chapters" in fields:
            return cls._from_state(document, Companion.from_node(document).state)
        if "start" in fields or "phase" in fields:
            return cls._from_state(document, GameRecord.read_of(RiverMarketState, document).state)
        fields = document.fields(("helpers", "score", "left_over", "ended_by"), ("choose",))
        return cls(
            helpers=fields["helpers"].integer(least=0, most=MOST),
            score=fields["score"].integer(least=-MOST, most=MOST),
            left_over=_left_over(fields),
            ended_by=fields["ended_by"].choice(ENDINGS),
        )

    @classmethod
    def _from_state(cls, document: Node, state: RiverMarketState) -> Self:
        if state.score is None or state.ended_by is None:
            raise document.error("the game is not over yet: its score is not counted")
        return cls(state.helpers, state.score, state.most_left_over, state.ended_by)


def _left_over(fields: Mapping[str, Node]) -> tuple[str, ...]:
    """Read the amounts left over, or the name of the resource left over most."""
    node = fields["left_over"]
    chosen = fields["choose"].choice(RESOURCES) if "choose" in fields else None
    if isinstance(node.value, str):
        return (node.choice(RESOURCES),)
    amounts = {
        name: amount.integer(least=0, most=MOST)
        for name, amount in node.fields(optional=RESOURCES).items()
    }
    try:
        return most_left_over(amounts, chosen)
    except InputError as error:
        raise fields["choose"].error(str(error)) from None
