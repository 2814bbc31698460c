"""What the commands of all games print alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.files import write_json
from chatuchak_cli.shared.output import assumed_fields, print_answer, print_assumed
from chatuchak_solver.box import Box
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.games.assumptions import assumed_in_game
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState
from chatuchak_solver.games.record import AnyRecord

if TYPE_CHECKING:
    from rich.console import RenderableType

Command = TypeVar("Command", bound=Callable[..., object])


class Writable(Protocol):
    """A value that writes itself as a JSON object."""

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""


class ChanceAnswer(Answer, frozen=True):
    """An outcome of chance.

    Attributes
    ----------
    outcome
        Its text.
    weight
        Its weight.
    """

    outcome: str
    weight: Count


class TurnAnswer(Answer, frozen=True, kw_only=True):
    """Base of answers about a position.

    Attributes
    ----------
    game
        The game's name.
    current_player
        A player's number from 0, chance or anyone; None if the game is over.
    over
        Whether the game is over.
    """

    game: str
    current_player: int | str | None
    over: bool


class LegalAnswer(TurnAnswer, frozen=True, kw_only=True):
    """The legal actions.

    Attributes
    ----------
    actions
        The legal actions, as texts.
    chance
        The outcomes of chance, if it is next.
    """

    actions: tuple[str, ...]
    chance: tuple[ChanceAnswer, ...]


class ShowAnswer(TurnAnswer, frozen=True, kw_only=True):
    """A position.

    Attributes
    ----------
    scores
        The points of all players as if the game ended now.
    winners
        The winners, from 0; None before the end.
    actions_played
        The number of applied actions of the log.
    state
        The state, as the schema of the game's saved games describes it.
    """

    scores: tuple[int, ...]
    winners: tuple[Count, ...] | None
    actions_played: Count
    state: JsonObject


def legal_answer(state: AnyState) -> LegalAnswer:
    """Return the legal actions of a position."""
    chance = tuple(ChanceAnswer(text, weight) for text, weight in state.chance_texts())
    return LegalAnswer(**_turn(state), actions=tuple(state.legal_texts()), chance=chance)


def show_answer(state: AnyState, actions_played: int) -> ShowAnswer:
    """Return a position."""
    winners = state.winners() if state.is_over else None
    return ShowAnswer(
        **_turn(state), scores=state.scores(), winners=winners, actions_played=actions_played,
        state=state.to_dict(),
    )  # fmt: skip


def _turn(state: AnyState) -> JsonObject:
    player = state.current_player
    acting = None if state.is_over else {CHANCE: "chance", ANYONE: "anyone"}.get(player, player)
    return {"game": state.game, "current_player": acting, "over": state.is_over}


def out_option(command: Command) -> Command:
    """Give a command the option ``--out``."""
    return output_option("--out", updates="FILE", help="Save the game, with its log, to FILE.")(
        command
    )


def emit_record(record: AnyRecord, box: Box, *, out: Path | None, as_json: bool) -> None:
    """Print a game, as its position or as JSON, and save it to ``out``."""
    if out is not None:
        write_json(out, record.to_dict())
    print_game_answer(record, lambda: str(record.state), record.start, box, as_json=as_json)


def print_game_answer(
    answer: Writable, report: Callable[[], RenderableType | str], start: AnyState, box: Box,
    *, as_json: bool,
) -> None:  # fmt: skip
    """Print an answer about a game, with the assumed parts of its setup."""
    parts = assumed_in_game(start, box)
    default = Box.default()
    answer_fields = {**answer.to_dict(), **assumed_fields(default, *parts)} if as_json else answer
    print_answer(answer_fields, report, as_json=as_json)
    if not as_json:
        print_assumed(default, *parts)
