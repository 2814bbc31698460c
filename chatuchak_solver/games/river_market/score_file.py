"""Answers to the title's four questions on file, or a finished game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.river_market.actions import MOST_POINTS, RESOURCES
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.title import ENDINGS, Title, TitleTable, most_left_over
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.sheet import MOST, Field, Number, Printed, Sheet


def _ties(document: JsonObject) -> list[str]:
    """Return the resources of which most are left over."""
    amounts = document["left_over"]
    return [name for name in RESOURCES if amounts[name] == max(amounts.values())]


SHEET: Final = Sheet(
    range(0),
    of_game=(
        Field("helpers", int, "Helpers hired.", "helpers that you hired", Number(0), "0",
              required=True),
        Field("score", int, "The final score.", "your score", Number(0, MOST_POINTS),
              required=True),
        Field("left_over", dict[str, int] | str,
              "Resources left over, or the one left over most.", "left over", Number(0), "0",
              required=True, each=RESOURCES),
        Field("ended_by", Literal[ENDINGS], "What ended the game.", "what ended the game",
              required=True, choices=lambda _: ENDINGS, offered=ENDINGS),
        Field("choose", str, "Which resource counts where several tie.",
              "which counts as most", choices=_ties, offered=RESOURCES, first=True),
    ),
    printed=Printed(
        "River Market, solo",
        4,
        ("Helpers hired", "Final score", "Resource most left over", "Ended by", "Title"),
        ("chatuchak score river-market tells the title that these four answers earn.",),
    ),
)  # fmt: skip
"""What is written down of a game."""


@dataclass(frozen=True, slots=True)
class ScoreFile(Jsonable):
    """The four answers of a game.

    Attributes
    ----------
    helpers
        How many helpers you hired.
    score
        Your final score; None before the game is over.
    left_over
        The resources of which you have most left over: several where they tie and none is chosen.
    ended_by
        What ended the game, one of `ENDINGS`; None before.
    under_way
        Where a game stands that is not over.
    """

    written = "helpers score left_over ended_by title=first phrases titles"

    helpers: int
    score: int | None
    left_over: tuple[str, ...]
    ended_by: str | None
    under_way: RiverMarketState | None = None

    def titles(self) -> dict[str, Title]:
        """Return the title for each resource that may count, in the table's order."""
        if self.score is None or self.ended_by is None or self.under_way is not None:
            return {}
        return {
            resource: TitleTable.load().title(
                helpers=self.helpers, score=self.score, left_over=resource, ended_by=self.ended_by
            )
            for resource in self.left_over
        }

    @property
    def first(self) -> Title | None:
        """The title, or the first where resources tie; None before the game is over."""
        return next(iter(self.titles().values()), None)

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases that it is made of."""
        return () if self.first is None else self.first.phrases

    @classmethod
    def from_node(cls, document: Node) -> Self:
        """Read the answers, a saved game or a companion's session.

        Raises
        ------
        InvalidInstanceError
            If something is missing or wrong, or the game is not over; the message names its place.
        IllegalMoveError
            If the log of a saved game breaks a rule.
        """
        found = cls.so_far(document)
        if found.under_way is not None:
            raise document.error("the game is not over yet: its score is not counted")
        return found

    @classmethod
    def so_far(cls, document: Node) -> Self:
        """Read the same, also of a game that is not over.

        Raises
        ------
        InvalidInstanceError, IllegalMoveError
            As `from_node`.
        """
        fields = document.mapping()
        if "chapters" in fields:
            return cls._from_state(Companion.from_node(document).state)
        if "start" in fields or "phase" in fields:
            return cls._from_state(GameRecord.read_of(RiverMarketState, document).state)
        fields = SHEET.fields(document)
        return cls(
            helpers=fields["helpers"].integer(least=0, most=MOST),
            score=fields["score"].integer(least=0, most=MOST_POINTS),
            left_over=_left_over(fields),
            ended_by=fields["ended_by"].choice(ENDINGS),
        )

    @classmethod
    def _from_state(cls, state: RiverMarketState) -> Self:
        is_over = state.score is not None and state.ended_by is not None
        score = state.score if is_over else None
        under_way = None if is_over else state
        return cls(state.helpers, score, state.most_left_over, state.ended_by, under_way)


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
    return fields.get("choose", node).blamed(most_left_over, amounts, chosen)
