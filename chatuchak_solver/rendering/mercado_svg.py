"""The market of Mercado de Lisboa as SVG, readable without color and by screen readers."""

from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS, CustomerTile, Market
from chatuchak_solver.rendering.pieces import SEAT_COLORS, draw_piece, ground_of
from chatuchak_solver.rendering.svg import INK, PAPER, Svg, add, document, finish, write

SPACE: Final = 72
"""Side of a space in user units."""

ENTRANCE: Final = 64
"""Depth of the entrances around the market."""

MARGIN: Final = 28
"""Margin for the names of columns and rows."""

FILLS: Final[Mapping[str, tuple[str, str]]] = {
    **{good: (ground_of(good), "#212121") for good in STANDS},
    "flower": (ground_of("flower"), "#ffffff"),
    "restaurant": ("#fdd835", "#212121"),
    "gray": ("#616161", "#ffffff"),
    "customers": ("#e0f7fa", "#004d40"),
    "free": ("#ffffff", "#212121"),
}
"""Background and letter color of each kind of tile, with a contrast of at least 4.5 to 1."""

ICON: Final = 46
"""The side of a space's drawing."""
CODE: Final = 14
"""Height of the number of customers in user units; that of owners and edges is smaller."""
SIGN: Final = 10


def market_svg(market: Market, *, title: str = "Mercado de Lisboa") -> Svg:
    """Return an SVG document of the market.

    Tiles have icons as well as colors, owners are numbers in a circle of their color, restaurants
    have round corners and facedown restaurants a dashed edge. ``title`` and ``desc`` are text
    alternatives.

    Parameters
    ----------
    title
        Accessible name.
    """
    size = _size(market)
    root = document(size, size, title=title, description=describe_market(market))
    add(root, "rect", width=size, height=size, rx=14, fill=PAPER)
    for space in range(market.side**2):
        _draw_space(root, market, space)
    for entrance, tile in enumerate(market.entrances):
        _draw_entrance(root, market, entrance, tile)
    _name_lines(root, market)
    return finish(root)


def market_places(market: Market) -> dict[str, tuple[float, float, float, float]]:
    """Return the position of each space and entrance in the picture, by name.

    Left, top, width and height are fractions of the picture.
    """
    side, size = market.side, _size(market)
    spaces = [
        (_start() + column * SPACE, _start() + row * SPACE, SPACE, SPACE)
        for row in range(side)
        for column in range(side)
    ]
    entrances = [
        _entrance_box(side, entrance) for entrance in range(len(market.layout.entrance_names))
    ]
    names = (*market.layout.space_names, *market.layout.entrance_names)
    places = {}
    for name, (left, top, wide, high) in zip(names, (*spaces, *entrances), strict=True):
        places[name] = (left / size, top / size, wide / size, high / size)
    return places


def describe_market(market: Market) -> str:
    """Return the market as text, one line per object."""
    board = market.layout
    lines = []
    for space, name in enumerate(board.space_names):
        stand, restaurant = market.stands[space], market.restaurants[space]
        if stand is not None:
            lines.append(f"{name}: {STANDS[stand.type]} stand of {seat_name(stand.owner)}")
        elif restaurant is not None:
            lines.append(f"{name}: {_words(restaurant)}")
        elif market.gray[space]:
            lines.append(f"{name}: facedown restaurant")
    for entrance, tile in enumerate(market.entrances):
        if tile is not None:
            types = " or ".join(STANDS[type_] for type_ in tile.types)
            lines.append(
                f"{board.entrance_names[entrance]}: {tile.customers} customers for {types}"
            )
    free, doors = len(market.free_spaces), len(market.free_entrances)
    return "\n".join([*lines, f"{free} spaces and {doors} entrances are free"])


def _draw_space(root: ET.Element, market: Market, space: int) -> None:
    row, column = divmod(space, market.side)
    left, top = _start() + column * SPACE, _start() + row * SPACE
    stand, restaurant = market.stands[space], market.restaurants[space]
    group = add(root, "g", class_="place", transform=f"translate({left} {top})")
    if stand is not None:
        kind = STANDS[stand.type]
        _box(group, kind, SPACE, SPACE)
        draw_piece(group, kind, 13, 20, side=ICON)
        color = SEAT_COLORS[stand.owner]
        add(group, "circle", cx=SPACE - 16, cy=16, r=12, fill=color, stroke="#ffffff",
            stroke_width=2)  # fmt: skip
        _text(group, SPACE - 16, 21, SIGN, str(stand.owner + 1), on="gray")
    elif restaurant is not None:
        _box(group, "restaurant", SPACE, SPACE, rounded=16)
        draw_piece(group, RESTAURANTS[restaurant], 13, 13, side=ICON)
    elif market.gray[space]:
        _box(group, "gray", SPACE, SPACE, rounded=16)
        draw_piece(group, "facedown", 13, 13, side=ICON)
    else:
        _box(group, "free", SPACE, SPACE)


def _draw_entrance(
    root: ET.Element, market: Market, entrance: int, tile: CustomerTile | None
) -> None:
    left, top, wide, high = _entrance_box(market.side, entrance)
    group = add(root, "g", class_="place", transform=f"translate({left} {top})")
    _box(group, "free" if tile is None else "customers", wide, high)
    if tile is not None:
        _text(group, 15, 26, CODE, str(tile.customers), on="customers")
        for number, type_ in enumerate(tile.types):
            row, column = divmod(number + 1, 3)  # the number has the first place
            draw_piece(group, STANDS[type_], 5 + 19 * column, 10 + 26 * row, side=20)


def _entrance_box(side: int, entrance: int) -> tuple[int, int, int, int]:
    edge, position = divmod(entrance, side)
    along = _start() + position * SPACE
    far = _start() + side * SPACE
    if edge < 2:
        return along, MARGIN if edge == 0 else far, SPACE, ENTRANCE
    return MARGIN if edge == 2 else far, along, ENTRANCE, SPACE


def _name_lines(root: ET.Element, market: Market) -> None:
    side = market.side
    names = add(root, "g", class_="names")
    far = _start() + side * SPACE + ENTRANCE
    for column in range(side):
        middle = _start() + column * SPACE + SPACE / 2
        letter = market.layout.entrance_names[column][1]
        for y in (MARGIN - 8, far + 18):
            _text(names, middle, y, SIGN, letter, on="free")
        for x in (MARGIN / 2, far + MARGIN / 2):
            _text(names, x, middle + 5, SIGN, str(column + 1), on="free")


def _size(market: Market) -> int:
    return SPACE * market.side + 2 * (ENTRANCE + MARGIN)


def _start() -> int:
    return MARGIN + ENTRANCE


def _words(restaurant: int) -> str:
    return RESTAURANTS[restaurant].replace("-", " ")


def _box(parent: ET.Element, kind: str, wide: int, high: int, *, rounded: int = 0) -> None:
    inset = 2
    dashes: dict[str, str] = {"stroke_dasharray": "4 3"} if kind == "gray" else {}
    add(parent, "rect", class_=kind, x=inset, y=inset, width=wide - 2 * inset,
        height=high - 2 * inset, rx=rounded or 3, fill=FILLS[kind][0], stroke=INK, stroke_width=1,
        **dashes)  # fmt: skip


def _text(parent: ET.Element, x: float, y: float, size: float, text: str, *, on: str) -> None:
    ink = FILLS[on][1]
    write(parent, text, x=x, y=y, size=size, ink=ink, weight=2, anchor=0.5)
