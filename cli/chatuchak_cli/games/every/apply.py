"""``game GAME apply``: one action or several."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click
import numpy as np

from chatuchak_cli.games.game_input import GameCommands, Options, SavedGame, parse_legal, saved_game
from chatuchak_cli.games.game_output import emit_record, out_option
from chatuchak_cli.shared.output import print_message
from chatuchak_solver.games.contract import CHANCE, AnyState, sample_chance

SETTINGS: Final[Mapping[str, bool]] = {"ignore_unknown_options": True}


def options(game: GameCommands) -> Options:
    """Return the command's options for one game."""
    return (
        click.option("--draw", is_flag=True, help="Draw the outcomes of chance."),
        click.option("--seed", type=click.IntRange(0), help="Makes --draw repeatable."),
        out_option,
        saved_game(game.entry.state),
        click.argument("actions", nargs=-1, metavar="ACTION..."),
    )


def command(
    game: GameCommands, *, saved: SavedGame[AnyState], actions: tuple[str, ...], draw: bool,
    seed: int | None, out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    r"""Play actions from the position in FILE and show the result.

    FILE is a saved game or a position, - for standard input; it changes only with
    --out. Several actions are separated by commas. `legal` lists the legal actions and outcomes of
    chance; --draw draws the chance events before and after the actions.

    \b
    Examples:
      chatuchak game {game.entry.name} apply game.json {game.example} --out next.json
      chatuchak game {game.entry.name} apply game.json {game.example} --draw --seed 3 --json
    """
    if not actions and not draw:
        raise click.UsageError(f"missing ACTION: expected one such as {game.example}")
    record = saved.record
    rng = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
    listed = [action.strip() for action in " ".join(actions).split(",")] if actions else []
    for action in (*listed, None):
        while draw and record.state.current_player == CHANCE and not record.state.is_over:
            record = record.apply(sample_chance(record.state, rng))
        if action is not None:
            before = record.state
            taken = parse_legal(before, action)
            record = record.after(action, taken)
            for event in game.entry.describe_events(before, taken, record.state):
                print_message(f"{action}: {event}")
    emit_record(record, saved.assumed, out=out, as_json=as_json)
