"""Shared output of the commands of all games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.files import write_json
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.box import Reasons
from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState
from chatuchak_solver.games.record import AnyRecord

Command = TypeVar("Command", bound=Callable[..., object])


class ChanceAnswer(Answer, frozen=True, kw_only=True):
    """A possible outcome of chance.

    Attributes
    ----------
    outcome
        The outcome's text.
    weight
        Its weight.
    """

    outcome: str
    weight: int


class TurnAnswer(Answer, frozen=True, kw_only=True):
    """The turn in a position.

    Attributes
    ----------
    current_player
        The player to act, from 0, chance, anyone, or None if the game is over.
    over
        Whether the game is over.
    """

    game: str
    current_player: int | Literal["chance", "anyone"] | None
    over: bool


class LegalAnswer(TurnAnswer, frozen=True, kw_only=True):
    """The legal actions.

    Attributes
    ----------
    actions
        The legal actions, as texts.
    chance
        The possible outcomes, if chance is next.
    """

    actions: tuple[str, ...]
    chance: tuple[ChanceAnswer, ...]


class ShowAnswer(TurnAnswer, frozen=True, kw_only=True):
    """A position.

    Attributes
    ----------
    scores
        The players' points as if the game ended now.
    winners
        The winners, from 0; None before the end.
    actions_played
        The number of actions of the log that were played.
    state
        The state, as in saved games.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    actions_played: int
    state: JsonObject


def turn_of(state: AnyState) -> JsonObject:
    """Return the fields of a `TurnAnswer`."""
    player = state.current_player
    names = {CHANCE: "chance", ANYONE: "anyone"}
    acting = None if state.is_over else names.get(player, player)
    return {"game": state.game, "current_player": acting, "over": state.is_over}


def legal_answer(state: AnyState) -> LegalAnswer:
    """Return the legal actions of a state."""
    chance = tuple(ChanceAnswer(outcome=text, weight=n) for text, n in state.chance_texts())
    return LegalAnswer(**turn_of(state), actions=state.legal_texts(), chance=chance)


def show_answer(state: AnyState, played: int) -> ShowAnswer:
    """Return a position after a number of actions."""
    return ShowAnswer(
        **turn_of(state),
        scores=state.scores(),
        winners=state.winners() if state.is_over else None,
        actions_played=played,
        state=state.to_dict(),
    )


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
