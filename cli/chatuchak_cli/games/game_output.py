"""What the commands of all games print alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, TypeVar

from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.files import write_json
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.box import Reasons
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState
from chatuchak_solver.games.record import AnyRecord
from chatuchak_solver.jsonable import Jsonable

Command = TypeVar("Command", bound=Callable[..., object])


class ChanceAnswer(TypedDict):
    """What chance may bring."""

    outcome: str
    """The outcome's text."""
    weight: int
    """Its weight."""


@dataclass(frozen=True, slots=True)
class Turn(Jsonable):
    """Whose turn it is in a position.

    Attributes
    ----------
    current_player
        Who acts: a player's number from 0, chance, anyone, or null where it is over.
    over
        Whether the game is over.
    """

    written = "game=state.game current_player over=state.is_over"

    state: AnyState

    @property
    def current_player(self) -> int | str | None:
        """Who acts: a player's number from 0, chance, anyone, or None where it is over."""
        player = self.state.current_player
        return (
            None if self.state.is_over else {CHANCE: "chance", ANYONE: "anyone"}.get(player, player)
        )


@dataclass(frozen=True, slots=True)
class LegalAnswer(Turn):
    """The legal actions.

    Attributes
    ----------
    actions
        The legal actions, as texts.
    """

    written = f"{Turn.written} actions=state.legal_texts chance"

    @property
    def chance(self) -> list[ChanceAnswer]:
        """What chance may bring, where it is next."""
        return [{"outcome": text, "weight": weight} for text, weight in self.state.chance_texts()]


@dataclass(frozen=True, slots=True)
class ShowAnswer(Turn):
    """A position.

    Attributes
    ----------
    scores
        Everybody's points as if the game ended now.
    actions_played
        How many actions of the log are played.
    state
        The state, as the schema of the game's saved games describes it.
    """

    written = f"{Turn.written} scores=state.scores winners actions_played state=state.to_dict"

    actions_played: int

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who won, from 0; None before the end."""
        return self.state.winners() if self.state.is_over else None


def out_option(command: Command) -> Command:
    """Give a command the option ``--out``."""
    return output_option("--out", updates="FILE", help="Save the game, with its log, to FILE.")(
        command
    )


def emit_record(record: AnyRecord, assumed: Reasons, *, out: Path | None, as_json: bool) -> None:
    """Print a game, as its position or as JSON, and save it to ``out``."""
    if out is not None:
        write_json(out, record.to_dict())
    print_answer(record, lambda: str(record.state), as_json=as_json, assumed=assumed)
