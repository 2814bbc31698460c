"""``game mercado``: Mercado de Lisboa."""

from __future__ import annotations

from chatuchak_cli.games.game_group import game_group

__all__ = ["command"]

command = game_group(
    "mercado",
    example="coin",
    own={
        "incomes": (
            "chatuchak_cli.games.mercado.incomes",
            "What every legal action brings now, the best first.",
        ),
        "place": ("chatuchak_cli.games.mercado.place", "What a placement would earn each owner."),
        "picture": ("chatuchak_cli.games.mercado.picture", "The market in color, or as SVG."),
    },
    details="Actions are `stand fish c3`, `bring 2 fish+meat W3` (a customer tile and an "
    "entrance), `restaurant pub c3`, `coin`, `redraw` (three equal tiles), then `take fish` and "
    "`replace` (an equal display). Columns are a to e, rows 1 to 5, entrances N and S of a column, "
    "W and E of a row. Chance is `draw`, `reveal` and `arrive`.",
)
