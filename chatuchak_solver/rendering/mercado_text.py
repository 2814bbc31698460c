"""The market of Mercado de Lisboa as colored text."""

from rich import box
from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.text import LEGEND, code_of, grid, position_lines
from chatuchak_solver.rendering.tables import TextTable

_INKS = {
    "fish": "black on gray84", "flower": "white on dark_green", "tomato": "white on red3",
    "meat": "white on orange4", "grape": "white on purple4",
}  # fmt: skip
STYLES = {good: Style.parse(f"bold {ink}") for good, ink in _INKS.items()}
RESTAURANT_STYLE = Style(color="black", bgcolor="yellow3", bold=True)
GRAY_STYLE = Style(color="white", bgcolor="gray37")
CUSTOMER_STYLE = Style(color="cyan", bold=True)


def market_table(market: Market) -> TextTable:
    """Return the market with its entrances, readable without color."""
    table = TextTable(show_header=False, show_lines=True, box=box.SQUARE, pad_edge=False)
    for _ in range(market.side + 3):
        table.add_column(justify="center", no_wrap=True)
    for label, west, *names in grid(market):
        first = (west, label) if label.isalpha() else (label, west)
        table.add_row(*[_cell(market, name) for name in (*first, *names)])
    return table


def position_report(state: MercadoState) -> RenderableType:
    """Return the market, its legend and the other parts."""
    lines = [Text(line) for line in position_lines(state)]
    return Group(market_table(state.market), Text(LEGEND, "dim"), Text(), *lines)


def _cell(market: Market, name: str) -> Text:
    code = code_of(market, name)
    if code == name:
        return Text(name, "bold" if name else "")
    if stand := market.stands.get(name):
        return Text(f" {code} ", STYLES[stand.type])
    if name in market.restaurants or name in market.entrances:
        return Text(code, RESTAURANT_STYLE if name in market.restaurants else CUSTOMER_STYLE)
    if code == "-":
        return Text(code, "dim")
    return Text(f" {code} ", GRAY_STYLE if name in market.gray else "dim")
