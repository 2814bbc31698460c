"""The commands of Mercado de Lisboa."""

COMMANDS = {
    "incomes": ("games.mercado.market", "What every legal action brings now, the best first."),
    "place": ("games.mercado.market", "What a placement would earn each owner."),
    "picture": ("games.mercado.market", "The market in color, or as SVG."),
}
