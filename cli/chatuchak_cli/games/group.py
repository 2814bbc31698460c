"""The ``game`` group: the rules of each game.

A game with additional commands has a folder here.
"""

from chatuchak_cli.games.game_commands import of_package
from chatuchak_cli.shared.lazy import CommandTable, LazyGroup, lazy_group
from chatuchak_solver.games.registry import every_game, game_entry

SHARED: CommandTable = {
    "rules": ("games.positions", "How the game goes, in short."),
    "new": ("games.positions", "Set up a game."),
    "legal": ("games.positions", "List the legal actions."),
    "apply": ("games.positions", "Play one action or several."),
    "show": ("games.positions", "Show a position."),
    "play": ("games.play", "Play a game: people and computer players."),
    "advise": ("games.advise", "The best actions, with values and reasons."),
    "simulate": ("games.advise", "Play many games and report the results."),
}
"""The commands of every game: functions of these names in the modules."""


def game_group(name: str) -> LazyGroup:
    """Return the commands of one game: the shared ones, then its own."""
    game = game_entry(name)
    table = {
        command: (f"{module}:{command}", summary)
        for command, (module, summary) in {**SHARED, **of_package(game, "COMMANDS")}.items()
    }
    text = f"{game.summary}\n\n{game.details}".strip()
    return LazyGroup(name=name, help=text, sections={"Commands": table}, subject=game)


@lazy_group({game.name: ("games.group:game_group", game.summary) for game in every_game()})
def command() -> None:
    r"""Play, check and simulate a game by its rules.

    Every game has the same commands, and some have more; a saved game is a JSON file with its
    start and its log.

    \b
    Examples:
      chatuchak game chatuchak new --players 3 --seed 7 --out game.json
      chatuchak game chatuchak legal game.json
      chatuchak game chatuchak apply game.json move 3 --out game.json
      chatuchak game mercado simulate -n 500 --players greedy,random
    """
