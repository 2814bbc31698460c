"""``game GAME play``: a game of people and computer players."""

from pathlib import Path
from typing import Final

import click

from chatuchak_cli.games.game_input import GameCommands, Options, setup_options
from chatuchak_cli.games.play_start import AUTO, MANUAL, PlayRequest, new_table, resume_table
from chatuchak_cli.shared.file_roles import OutputFile, use_output
from chatuchak_cli.shared.files import default_save_path
from chatuchak_cli.shared.options import RenamedOption
from chatuchak_solver.games.session import HUMAN

DICE: Final = (AUTO, MANUAL)
OLD_DICE: Final = {"drawn": AUTO, "typed": MANUAL}


def options(game: GameCommands) -> Options:
    """Return the command's options for one game."""
    return (
        click.argument("file", required=False, type=OutputFile(path_type=str)),
        click.option("--seats", metavar="A,B,...",
                     help=f"The players; {HUMAN}{game.others} by default."),
        click.option("--dice", "dice", cls=RenamedOption, old=["--chance"], old_values=OLD_DICE,
                     type=click.Choice(DICE),
                     help="auto (the default): drawn here; manual: from your dice and cards."),
        click.option("--setup", "laying", cls=RenamedOption, old_values=OLD_DICE,
                     type=click.Choice(DICE),
                     help="The same for the setup alone [as --dice]."),
        click.option("--new", is_flag=True, help="Start over even if the file is there."),
        click.option("--seed", type=click.IntRange(0),
                     help="Makes setup, chance and computer players repeatable."),
        *setup_options(game),
    )  # fmt: skip


def command(
    game: GameCommands, *, file: str | None, seats: str | None, dice: str | None,
    laying: str | None, new: bool, seed: int | None, **given: str | None,
) -> int:  # fmt: skip
    r"""Play a game in company: people at this screen, and computer players.

    A game in FILE continues; else a new one is set up. It is saved there after every action, as
    a saved game that all commands read; without FILE it is stored in your data folder, and the
    first line prints the path. Type ? for help. Hidden cards are shown to their owners only.

    With --dice manual you type the results of your dice and cards, from the setup on: the command
    asks for each part, and Enter draws it. The person who types a hidden card sees it.

    Seats: human or human:NAME, {game.players}; advisor:N plays N games on for each decision. The
    first of --seats is the start player; without --seats one is drawn.

    \b
    Examples:
      chatuchak game {game.entry.name} play
      chatuchak game {game.entry.name} play --seats human:Ana{game.others}
      chatuchak game {game.entry.name} play tonight.json --seats human{game.others} --dice manual
    """
    path = default_save_path(f"{game.entry.name}-play.json") if file is None else Path(file)
    use_output(path, "FILE")
    request = PlayRequest.of(game, path, seats, seed, dice=dice, laying=laying)
    if request.path.exists() and not new:
        return resume_table(request, given).run()
    table = new_table(request, f"{HUMAN}{game.others}".split(","), given)
    return 0 if table is None else table.run()
