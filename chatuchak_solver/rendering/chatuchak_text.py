"""Final scores of the multiplayer game as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from chatuchak_solver.rendering.tables import number_table

if TYPE_CHECKING:
    from chatuchak_solver.games.chatuchak.score_file import FinalScore

__all__ = ["final_score_table"]


def final_score_table(final: FinalScore) -> RenderableType:
    """Return a line per player, best first, and who wins."""
    columns = (
        "marker stars",
        "token stars",
        "worst color",
        "minus",
        "total",
        "general stars",
        "mix tokens",
    )
    table = number_table("player", columns)
    order = sorted(range(len(final.players)), key=lambda index: -final.results[index].total)
    for index in sorted(order, key=lambda index: index not in final.winners):
        result = final.results[index]
        table.add_row(
            Text(final.players[index].name),
            str(result.stars - final.players[index].token_stars),
            str(final.players[index].token_stars),
            final.worst_colors[index].label,
            str(result.minus),
            str(result.total),
            str(result.general_stars),
            str(result.mix_tokens),
        )
    names = " and ".join(final.players[index].name for index in final.winners)
    shared = "share the win" if len(final.winners) > 1 else "wins"
    return Group(table, "", Text(f"{names} {shared}."))
