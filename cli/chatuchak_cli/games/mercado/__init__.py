"""The commands of Mercado de Lisboa."""

from typing import Final

from chatuchak_cli.shared.lazy import Table

COMMANDS: Final[Table] = {
    "incomes": ("games.mercado.incomes", "What every legal action brings now, the best first."),
    "place": ("games.mercado.place", "What a placement would earn each owner."),
    "picture": ("games.mercado.picture", "The market in color, or as SVG."),
}
