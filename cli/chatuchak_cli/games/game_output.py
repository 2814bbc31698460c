"""What the commands of all games print alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from chatuchak_cli.shared.files import write_json
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState
from chatuchak_solver.games.record import AnyRecord

Command = TypeVar("Command", bound=Callable[..., object])


def out_option(command: Command) -> Command:
    """Give a command the option ``--out``."""
    return click.option("--out", metavar="FILE", help="Save the game, with its log, to FILE.")(
        command
    )


def emit_record(record: AnyRecord, *, out: str | None, as_json: bool) -> None:
    """Print a game, as its position or as JSON, and save it where ``out`` says."""
    if out is not None:
        write_json(Path(out), record.to_dict())
    print_answer(record, lambda: str(record.state), as_json=as_json)


def whose_turn(state: AnyState) -> int | str | None:
    """Return who acts: a player's number, ``chance``, ``anyone``, or None where it is over."""
    if state.is_over:
        return None
    return {CHANCE: "chance", ANYONE: "anyone"}.get(state.current_player, state.current_player)
