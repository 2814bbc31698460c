"""River Market's solo game as the games' contract has it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import ClassVar, Final, Self

import numpy as np

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market import rules
from chatuchak_solver.games.river_market.position import Position
from chatuchak_solver.games.river_market.river import River
from chatuchak_solver.games.river_market.setup import RiverSetup, house_row
from chatuchak_solver.games.river_market.title import Title, TitleTable

ACTIONS_A_TURN: Final = 1 + 1 + 2 * len(act.RESOURCES) + 1 + 2 * act.MAX_CARDS + 1 + 4
"""No turn takes more actions beside building: moving, hiring, gaining and spending each resource,
drawing, the cards drawn and as many discarded later, ending it; then the Rival's card, its
choice, an event and its place."""


@dataclass(frozen=True)
class RiverMarketState(Position, contract.RuledState[act.Action]):
    """A position of the solo game; its attributes are those of `Position`."""

    rules: ClassVar[ModuleType] = rules
    game: ClassVar[str] = "river-market"
    player_counts: ClassVar[range] = range(1, 2)
    setup_options: ClassVar[tuple[contract.SetupOption, ...]] = (
        contract.SetupOption(
            "cards",
            ("dealt", "table"),
            "dealt",
            "dealt: cards are drawn here; table: you turn them up and say what they are.",
        ),
    )

    @classmethod
    def new(
        cls,
        num_players: int = 1,
        *,
        rng: np.random.Generator | None = None,
        data: contract.Data = None,
        options: contract.Options = None,
    ) -> Self:
        """Set up a solo game. Chance draws every card, so the deck is not shuffled."""
        del rng
        chosen = contract.check_options(cls, options)
        if num_players not in cls.player_counts:
            raise InvalidInstanceError(f"river-market is solo: 1 of 1 players, not {num_players}")
        setup = RiverSetup.load(data, table=chosen["cards"] == "table")
        return cls(
            setup=setup,
            river=setup.river,
            deck=() if setup.table else setup.cards,
            events=setup.events,
            houses=setup.houses,
            row=house_row(setup.house_row),
        )

    @property
    def max_actions(self) -> int | None:
        """The maximum number of further actions; None for the table's own deck."""
        if self.is_over:
            return 0
        if self.setup.table:
            return None
        turns = sum(count for _, count in self.deck) + 4
        if self.turns_left is not None:
            turns = self.turns_left + 2
        held = sum(count for _, count in self.hand)
        return turns * ACTIONS_A_TURN + self.houses + held + 2

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From 0 to `MAX_POINTS`."""
        return 0, act.MAX_POINTS

    def with_river(self, river: River) -> Self:
        """Return the state with the river as its owner sees it now.

        Raises
        ------
        InvalidInstanceError
            If a booth that a pawn stands on is missing.
        """
        names = river.booth_names
        for pawn, booth in (("the Rival's pawn", self.pawn), ("your pawn", self.your_pawn)):
            if booth not in names:
                raise InvalidInstanceError(f"the river has no booth {booth!r}, where {pawn} stands")
        if self.phase in ("build", "event-build") and not river.end_spots:
            raise InvalidInstanceError("the river has no end spot, where the Rival is to build")
        return replace(self, river=river)

    def all_actions(self) -> Iterator[act.Action]:
        """Return all actions with the booths, cards and events of the setup."""
        return act.all_actions(self.setup)

    def parse(self, text: str) -> act.Action:
        """Read an action; see `GameState.parse`."""
        return contract.read_action(act.parse_action, text)

    def scores(self) -> tuple[int, ...]:
        """Return your final score, 0 until it is counted."""
        return (self.score or 0,)

    def winners(self) -> tuple[int, ...]:
        """Return you: the solo game is played for a title."""
        return (0,)

    def title(self) -> Title | None:
        """Return your title, once the game is over."""
        if self.score is None or self.left_over is None or self.ended_by is None:
            return None
        return TitleTable.load().title(
            helpers=self.helpers, score=self.score, left_over=self.left_over, ended_by=self.ended_by
        )
