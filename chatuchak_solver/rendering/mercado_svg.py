"""The market of Mercado de Lisboa as SVG: readable without colour, and by screen readers."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.text import restaurant_code, stand_code
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS, CustomerTile

__all__ = ["describe_market", "market_svg"]

SPACE: Final = 72
"""Side of a space in user units."""

ENTRANCE: Final = 64
"""Depth of the strip of entrances around the market."""

MARGIN: Final = 28
"""Room for the letters and numbers of columns and rows."""

FILLS: Final = MappingProxyType(
    {
        "fish": ("#eceff1", "#212121"),
        "flower": ("#1b5e20", "#ffffff"),
        "tomato": ("#c62828", "#ffffff"),
        "meat": ("#5d4037", "#ffffff"),
        "grape": ("#6a1b9a", "#ffffff"),
        "restaurant": ("#fdd835", "#212121"),
        "gray": ("#616161", "#ffffff"),
        "customers": ("#e0f7fa", "#004d40"),
        "free": ("#ffffff", "#212121"),
    }
)
"""Fill and letters of each kind of tile, at a contrast of at least 4.5 to 1."""

STYLE: Final = (
    "text{font-family:sans-serif;text-anchor:middle}"
    ".code{font-size:20px;font-weight:bold}"
    ".small{font-size:11px}"
    ".edge{font-size:14px;fill:#212121}"
    "rect{stroke:#212121;stroke-width:1}"
    ".gray{stroke-dasharray:4 3}"
    ".owner{fill:#ffffff;stroke:#212121;stroke-width:2}"
    ".mark{font-size:14px;font-weight:bold;fill:#212121}"
    + "".join(
        f".{kind}{{fill:{fill}}}.on-{kind}{{fill:{ink}}}" for kind, (fill, ink) in FILLS.items()
    )
)


def market_svg(market: Market, *, title: str = "Mercado de Lisboa") -> str:
    """Return an SVG document that shows the market.

    Letters and not only colours tell the tiles apart, owners are numbers in a circle, restaurants
    have round corners and facedown ones a dashed edge; ``title`` and ``desc`` say it in words.

    Parameters
    ----------
    market
        What lies on the board.
    title
        The document's accessible name.
    """
    size = SPACE * market.side + 2 * (ENTRANCE + MARGIN)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {size} {size}",
            "width": str(size),
            "height": str(size),
            "role": "img",
            "aria-labelledby": "market-title market-desc",
        },
    )
    ET.SubElement(root, "title", id="market-title").text = title
    ET.SubElement(root, "desc", id="market-desc").text = describe_market(market)
    ET.SubElement(root, "style").text = STYLE
    ET.SubElement(root, "rect", {"class": "free", "width": "100%", "height": "100%"})
    for space in range(market.side**2):
        _draw_space(root, market, space)
    for entrance, tile in enumerate(market.entrances):
        _draw_entrance(root, market, entrance, tile)
    _name_lines(root, market)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def describe_market(market: Market) -> str:
    """Return the market in words, a line for each thing on it."""
    board = market.layout
    lines = []
    for space, name in enumerate(board.space_names):
        stand, restaurant = market.stands[space], market.restaurants[space]
        if stand is not None:
            lines.append(f"{name}: {STANDS[stand.type]} stand of player {stand.owner}")
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
    free, doors = len(market.free_spaces()), len(market.free_entrances())
    return "\n".join([*lines, f"{free} spaces and {doors} entrances are free"])


def _draw_space(root: ET.Element, market: Market, space: int) -> None:
    row, column = divmod(space, market.side)
    left, top = _start() + column * SPACE, _start() + row * SPACE
    stand, restaurant = market.stands[space], market.restaurants[space]
    group = ET.SubElement(root, "g", transform=f"translate({left} {top})")
    if stand is not None:
        kind = STANDS[stand.type]
        _box(group, kind, SPACE, SPACE)
        _text(group, SPACE // 2 - 12, SPACE // 2 + 2, f"code on-{kind}", stand_code(stand.type))
        _text(group, SPACE // 2, SPACE - 8, f"small on-{kind}", kind)
        ET.SubElement(
            group, "circle", {"class": "owner", "cx": str(SPACE - 18), "cy": "20", "r": "12"}
        )
        _text(group, SPACE - 18, 25, "mark", str(stand.owner))
    elif restaurant is not None:
        _box(group, "restaurant", SPACE, SPACE, rounded=16)
        code = restaurant_code(restaurant)
        _text(group, SPACE // 2, SPACE // 2 + 2, "code on-restaurant", code)
        _text(group, SPACE // 2, SPACE - 8, "small on-restaurant", _words(restaurant))
    elif market.gray[space]:
        _box(group, "gray", SPACE, SPACE, rounded=16)
        _text(group, SPACE // 2, SPACE // 2 + 7, "code on-gray", "?")
    else:
        _box(group, "free", SPACE, SPACE)


def _draw_entrance(
    root: ET.Element, market: Market, entrance: int, tile: CustomerTile | None
) -> None:
    left, top, wide, high = _entrance_box(market.side, entrance)
    group = ET.SubElement(root, "g", transform=f"translate({left} {top})")
    _box(group, "free" if tile is None else "customers", wide, high)
    if tile is not None:
        _text(group, wide // 2, 22, "code on-customers", str(tile.customers))
        codes = [stand_code(type_) for type_ in tile.types]
        lines = [" ".join(codes[start : start + 2]) for start in range(0, len(codes), 2)]
        for number, line in enumerate(lines):
            _text(group, wide // 2, 36 + 12 * number, "small on-customers", line)


def _entrance_box(side: int, entrance: int) -> tuple[int, int, int, int]:
    """Return left, top, width and height of an entrance."""
    edge, position = divmod(entrance, side)
    along = _start() + position * SPACE
    far = _start() + side * SPACE
    if edge < 2:
        return along, MARGIN if edge == 0 else far, SPACE, ENTRANCE
    return MARGIN if edge == 2 else far, along, ENTRANCE, SPACE


def _name_lines(root: ET.Element, market: Market) -> None:
    side = market.side
    far = _start() + side * SPACE + ENTRANCE
    for column in range(side):
        middle = _start() + column * SPACE + SPACE // 2
        letter = market.layout.entrance_names[column][1]
        _text(root, middle, MARGIN - 8, "edge", letter)
        _text(root, middle, far + 18, "edge", letter)
        _text(root, MARGIN // 2, middle + 5, "edge", str(column + 1))
        _text(root, far + MARGIN // 2, middle + 5, "edge", str(column + 1))


def _start() -> int:
    return MARGIN + ENTRANCE


def _words(restaurant: int) -> str:
    return RESTAURANTS[restaurant].replace("-", " ")


def _box(parent: ET.Element, kind: str, wide: int, high: int, *, rounded: int = 0) -> None:
    inset = 2
    attributes = {
        "class": kind,
        "x": str(inset),
        "y": str(inset),
        "width": str(wide - 2 * inset),
        "height": str(high - 2 * inset),
    }
    if rounded:
        attributes["rx"] = str(rounded)
    ET.SubElement(parent, "rect", attributes)


def _text(parent: ET.Element, x: int, y: int, style: str, text: str) -> None:
    ET.SubElement(parent, "text", {"x": str(x), "y": str(y), "class": style}).text = text
