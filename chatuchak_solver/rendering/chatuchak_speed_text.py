"""How a speed game stands, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from chatuchak_solver.rendering.tables import number_table

if TYPE_CHECKING:
    from chatuchak_solver.games.chatuchak_speed.score_file import ScoreFile

__all__ = ["standing_table"]


def standing_table(game: ScoreFile) -> RenderableType:
    """Return a line per player, the winner first and then by what is left to group."""
    table = number_table("player", ("done", "moves", "groups and single booths", "too many"))
    for index in game.standing:
        player = game.players[index]
        table.add_row(
            Text(player.name),
            "yes" if player.is_done else "no",
            "" if player.moves is None else str(player.moves),
            str(player.groups),
            str(player.too_many),
        )
    if len(game.winners) != 1:
        return table
    return Group(table, "", Text(f"{game.players[game.winners[0]].name} wins."))
