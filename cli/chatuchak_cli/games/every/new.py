"""``game GAME new``: a game from its setup."""

from pathlib import Path

import click

from chatuchak_cli.games.game_input import GameCommands, Options, setup_choice, setup_options
from chatuchak_cli.games.game_output import emit_record, out_option
from chatuchak_cli.shared.options import json_option, resolve_seed
from chatuchak_solver.games.record import GameRecord


def options(game: GameCommands) -> Options:
    """Return the command's options for one game."""
    counts = game.player_counts
    return (
        click.option("--players", type=click.IntRange(counts[0], counts[-1]), default=counts[0],
                     show_default=True, help="How many play."),
        click.option("--seed", type=click.IntRange(0), help="Makes the setup repeatable."),
        *setup_options(game),
        out_option,
        json_option,
    )  # fmt: skip


def command(
    game: GameCommands, *, players: int, seed: int | None, out: Path | None, as_json: bool,
    **given: str | None,
) -> None:  # fmt: skip
    r"""Set up a game and show it, or save it with --out.

    \b
    Examples:
      chatuchak game {game.entry.name} new --seed 7 --out game.json
      chatuchak game {game.entry.name} new --json | chatuchak game {game.entry.name} legal -
    """
    setup = setup_choice(game, given)
    start = setup.start(game, players, resolve_seed(seed))
    emit_record(GameRecord.begin(start), setup.assumed(start), out=out, as_json=as_json)
