"""Text of markets and positions.

The letters are the first two of each name: ``Fi1`` is player 1's fish stand, ``[Pu]`` an open
pub, ``??`` a facedown restaurant, ``2FiMe`` a tile with two customers for fish or meat.
"""

from chatuchak_solver.games.facts import NameList, SummaryTable, counted, fill, seat_name
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS, CustomerTile, Market
from chatuchak_solver.games.mercado.state import MercadoState

LEGEND = (
    "Fi1 stand and its owner, [Pu] restaurant, ?? facedown restaurant, "
    "2FiMe customers at an entrance"
)


def _code(name: str) -> str:
    return name[:2].title()


def customer_code(tile: CustomerTile) -> str:
    """Return the short text of a customer tile, for example ``2FiMe``."""
    return f"{tile.customers}{''.join(_code(STANDS[type_]) for type_ in tile.types)}"


def space_code(market: Market, space: int) -> str:
    """Return the short text of a space."""
    stand, restaurant = market.stands[space], market.restaurants[space]
    if stand is not None:
        return f"{_code(STANDS[stand.type])}{stand.owner + 1}"
    if restaurant is not None:
        return f"[{_code(RESTAURANTS[restaurant])}]"
    return "??" if market.gray[space] else "."


def draw_market(market: Market) -> str:
    """Return the market as rows of text: entrances around the spaces."""
    side = market.side
    ends = ["-" if tile is None else customer_code(tile) for tile in market.entrances]
    north, south, west, east = (ends[side * n : side * (n + 1)] for n in range(4))
    codes = [space_code(market, space) for space in range(side * side)]
    columns = [name[1] for name in market.layout.entrance_names[:side]]
    inner = [[str(n + 1), west[n], *codes[side * n :][:side], east[n]] for n in range(side)]
    rows = [["", "", *columns, ""], ["N", "", *north, ""], *inner, ["S", "", *south, ""]]
    _, margin, *widths, _ = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for label, left, *cells, right in rows:
        pairs = zip(cells, widths, strict=True)
        middle = "  ".join(cell.center(max(4, width)) for cell, width in pairs)
        lines.append(f"{label:>2}  {left:>{margin}}  {middle}  {right}".rstrip())
    return "\n".join(lines)


def position_lines(state: MercadoState) -> list[str]:
    """Return the lines next to the market."""
    return fill(__package__, "position.txt", state=state, facts=facts(state)).split("\n")


def facts(state: MercadoState) -> tuple[SummaryTable, ...]:
    """Return the players' possessions and the market's supplies."""
    seats = range(state.num_players)
    stands = map(state.market.stands_of, seats)
    tiles = [counted(held, STANDS) for held in state.tiles]
    restaurants = [counted(held, RESTAURANTS) for held in state.unplaced]
    names = map(seat_name, seats)
    points = tuple(zip(names, state.coins, stands, tiles, restaurants, strict=True))
    return (
        SummaryTable("points", ("player", "coins", "stands", "tiles", "restaurants"), points),
        SummaryTable.of(
            "around",
            display=counted(state.display, STANDS),
            customers=NameList(map(str, state.shown)),
            bag=sum(state.bag),
        ),
    )


def describe(state: MercadoState) -> str:
    """Return the whole position as text."""
    return "\n".join((draw_market(state.market), "", *position_lines(state)))
