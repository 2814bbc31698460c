"""Text of markets and positions.

The letters are the first two of each name: ``Fi1`` is player 1's fish stand, ``[Pu]`` an open
pub, ``??`` a facedown restaurant, ``2FiMe`` a tile with two customers for fish or meat.
"""

from chatuchak_solver.games.facts import NameList, SummaryTable, counted, seat_name
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS, CustomerTile, Market
from chatuchak_solver.games.mercado.state import MercadoState

LEGEND = (
    "Fi1 stand and its owner, [Pu] restaurant, ?? facedown restaurant, "
    "2FiMe customers at an entrance"
)

ENDINGS = {
    "spaces": "few spaces are left in the market",
    "entrances": "few entrances are left",
    "coins": "everyone took a coin",
}


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
    north, south = ends[:side], ends[side : 2 * side]
    codes = [space_code(market, space) for space in range(side * side)]
    rows = [
        ["", "", *(name[1] for name in market.layout.entrance_names[:side]), ""],
        ["N", "", *north, ""],
        *(
            [str(n + 1), ends[2 * side + n], *codes[side * n : side * (n + 1)], ends[3 * side + n]]
            for n in range(side)
        ),
        ["S", "", *south, ""],
    ]
    _, margin, *widths, _ = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for label, west, *cells, east in rows:
        pairs = zip(cells, widths, strict=True)
        middle = "  ".join(cell.center(max(4, width)) for cell, width in pairs)
        lines.append(f"{label:>2}  {west:>{margin}}  {middle}  {east}".rstrip())
    return "\n".join(lines)


def position_lines(state: MercadoState) -> list[str]:
    """Return the lines next to the market."""
    points, around = facts(state)
    lines = [around.text("display: {display}; bag: {bag} tiles")]
    for customers in sorted({tile.customers for tile in state.shown}):
        tiles = (str(tile) for tile in state.shown if tile.customers == customers)
        lines.append(f"customers: {', '.join(tiles)}")
    lines += points.lines(
        "{player}: {coins} coins, {stands} stands open, tiles {tiles}, restaurants {restaurants}"
    )
    return [*lines, _whose_turn(state)]


def facts(state: MercadoState) -> tuple[SummaryTable, ...]:
    """Return the players' possessions and the market's supplies."""
    seats = range(state.num_players)
    stands = map(state.market.stands_of, seats)
    tiles = [counted(held, STANDS) for held in state.tiles]
    restaurants = [counted(held, RESTAURANTS) for held in state.unplaced]
    names = map(seat_name, seats)
    points = tuple(zip(names, state.coins, stands, tiles, restaurants, strict=True))
    return (
        SummaryTable(
            "points", ("player", "coins", "stands", "tiles", "restaurants"), tuple(points)
        ),
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


def _whose_turn(state: MercadoState) -> str:
    if state.is_over:
        scores = ", ".join(map(str, state.scores()))
        winners = " and ".join(seat_name(player) for player in state.winners())
        reason = ENDINGS[state.ended_by or "coins"]
        return f"over, since {reason}: {scores}; won by {winners}"
    if state.pending:
        return f"{seat_name(state.player)}'s turn, waiting for chance: {state.pending[0]}"
    wanted = "take a tile" if state.phase.startswith("take") else "an action"
    ending = "" if state.turns_left is None else f"; last turns: {state.turns_left}"
    return f"{seat_name(state.player)}'s turn: {wanted}{ending}"
