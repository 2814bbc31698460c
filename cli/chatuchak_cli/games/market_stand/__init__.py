"""The commands of the market stand game."""

from typing import Final

COMMANDS: Final = {
    "view": ("games.market_stand.view", "What one player sees, without the others' hands.")
}
