"""The commands of the market stand game."""

from typing import Final

from chatuchak_cli.shared.lazy import CommandTable

COMMANDS: Final[CommandTable] = {
    "view": ("games.market_stand.view", "What one player sees, without the others' hands.")
}
