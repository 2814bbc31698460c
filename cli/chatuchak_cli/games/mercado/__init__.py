"""The commands of Mercado de Lisboa."""

from typing import Final

from chatuchak_cli.shared.lazy import CommandTable

COMMANDS: Final[CommandTable] = {
    "incomes": ("games.mercado.market", "What every legal action brings now, the best first."),
    "place": ("games.mercado.market", "What a placement would earn each owner."),
    "picture": ("games.mercado.market", "The market in color, or as SVG."),
}
