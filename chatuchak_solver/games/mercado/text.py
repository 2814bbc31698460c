"""Text of markets and positions.

The letters are the first two of each name: ``Fi1`` is player 1's fish stand, ``[Pu]`` an open
pub, ``??`` a facedown restaurant, ``2FiMe`` a tile with two customers for fish or meat.
"""

from chatuchak_solver.games.facts import NameList, SummaryTable, counted, fill, seat_name
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS, Market
from chatuchak_solver.games.mercado.state import MercadoState

LEGEND = (
    "Fi1 stand and its owner, [Pu] restaurant, ?? facedown restaurant, "
    "2FiMe customers at an entrance"
)


def _code(name: str) -> str:
    return name[:2].title()


def grid(market: Market) -> list[list[str]]:
    """Return rows of names: the label, the west entrance, spaces or other entrances, the east."""
    board = market.layout
    ends = [[end, "", *(end + column for column in board.columns), ""] for end in "NS"]
    inner = [[row, f"W{row}", *board.lines[row], f"E{row}"] for row in board.rows]
    return [["", "", *board.columns, ""], ends[0], *inner, ends[1]]


def code_of(market: Market, name: str) -> str:
    """Return the short text of a space or an entrance; other names remain."""
    if stand := market.stands.get(name):
        return f"{_code(stand.type)}{stand.owner + 1}"
    if restaurant := market.restaurants.get(name):
        return f"[{_code(restaurant)}]"
    if tile := market.entrances.get(name):
        return f"{tile.customers}{''.join(map(_code, tile.types))}"
    board = market.layout
    if name in board.space_names:
        return "??" if name in market.gray else "."
    return "-" if name in board.entrance_names else name


def draw_market(market: Market) -> str:
    """Return the market as rows of text: entrances around the spaces."""
    rows = [[code_of(market, name) for name in row] for row in grid(market)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return fill(__package__, "market.txt", rows=rows, widths=widths)


def position_lines(state: MercadoState) -> list[str]:
    """Return the lines next to the market."""
    return fill(__package__, "position.txt", state=state, facts=facts(state)).split("\n")


def facts(state: MercadoState) -> tuple[SummaryTable, ...]:
    """Return the players' possessions and the market's supplies."""
    points = []
    for seat, own in enumerate(state.players):
        held = (counted(own.tiles, STANDS), counted(own.restaurants, RESTAURANTS))
        points.append((seat_name(seat), own.coins, state.market.stands_of(seat), *held))
    head = ("player", "coins", "stands", "tiles", "restaurants")
    return (
        SummaryTable("points", head, tuple(points)),
        SummaryTable.of(
            "around",
            display=counted(state.display, STANDS),
            customers=NameList(map(str, state.customers_shown)),
            bag=sum(state.bag.values()),
        ),
    )


def describe(state: MercadoState) -> str:
    """Return the whole position as text."""
    return "\n".join((draw_market(state.market), "", *position_lines(state)))
