"""Pictures of the market: plain text, color, SVG."""

import io
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from rich.console import Console

from chatuchak_solver.codec import convert
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.incomes import placement_income
from chatuchak_solver.games.mercado.market import MarketForm
from chatuchak_solver.games.mercado.text import draw_market
from chatuchak_solver.rendering.mercado_svg import FILLS, market_svg
from chatuchak_solver.rendering.mercado_text import income_report, market_table, position_report

BOARD: dict[str, Any] = {
    "stands": {"a1": {"type": "fish", "owner": 0}, "c2": {"type": "grape", "owner": 1}},
    "restaurants": {"b1": "tea-house", "c3": "pub"},
    "gray": ["a3"],
    "entrances": {"Na": "1 fish+flower+tomato+meat+grape", "E2": "4 grape", "Sc": "2 fish+meat"},
}
MARKET = convert(BOARD, MarketForm).to_market(3, 2)

SVG = "{http://www.w3.org/2000/svg}"


def test_plain_text_shows_every_tile_in_its_place() -> None:
    assert draw_market(MARKET).splitlines() == [
        "            a        b      c",
        " N     1FiFlToMeGr   -      -",
        " 1  -      Fi1      [Te]    .    -",
        " 2  -       .        .     Gr2   4Gr",
        " 3  -       ??       .     [Pu]  -",
        " S          -        -    2FiMe",
    ]


def rendered(renderable: Any, *, color: bool) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, width=120, force_terminal=color, color_system="truecolor" if color else None
    )
    console.print(renderable)
    return stream.getvalue()


def test_text_without_color_has_the_same_content() -> None:
    plain = rendered(market_table(MARKET), color=False)
    assert "\x1b" not in plain
    for code in ("Fi1", "Gr2", "[Te]", "[Pu]", "??", "1FiFlToMeGr", "4Gr", "2FiMe"):
        assert code in plain
    assert "\x1b[" in rendered(market_table(MARKET), color=True)


def test_reports_name_players_and_coins() -> None:
    state = MercadoState.new(2, rng=np.random.default_rng(1))
    report = rendered(position_report(state), color=False)
    assert "player 2: 1 coins" in report
    income = placement_income(state, "stand fish a1")
    assert "costs 1" in rendered(income_report(income), color=False)


def test_svg_is_accessible_and_complete() -> None:
    root = ET.fromstring(market_svg(MARKET, title="After turn 9"))
    assert root.attrib["role"] == "img"
    names = root.attrib["aria-labelledby"].split()
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert [title.attrib["id"], description.attrib["id"]] == names
    assert title.text == "After turn 9"
    words = (description.text or "").splitlines()
    assert "a1: fish stand of player 1" in words
    assert "c3: pub" in words
    assert "a3: facedown restaurant" in words
    assert "Sc: 2 customers for fish or meat" in words
    assert words[-1] == "5 spaces and 9 entrances are free"
    # Shapes and not only colors, and owners as numbers.
    groups = root.findall(f".//{SVG}g[@class='place']/{SVG}g")
    assert sum("data-text" not in group.attrib for group in groups) == 2 + 2 + 1 + 8
    texts = [element.get("data-text") for element in root.iter(f"{SVG}g")]
    for expected in ("1", "2", "4"):
        assert expected in texts


def test_svg_draws_each_place_inside_the_picture_once() -> None:
    root = ET.fromstring(market_svg(MARKET))
    size = float(root.attrib["width"])
    groups = root.findall(f"{SVG}g[@class='place']")
    corners = {group.attrib["transform"] for group in groups}
    assert len(groups) == len(corners) == 9 + 12
    for group in groups:
        left, top = map(float, group.attrib["transform"][10:-1].split())
        rect = group.find(f"{SVG}rect")
        assert rect is not None
        assert 0 <= left <= size - float(rect.attrib["width"])
        assert 0 <= top <= size - float(rect.attrib["height"])


def test_notebooks_show_markets() -> None:
    assert MARKET._repr_svg_() == market_svg(MARKET)


def luminance(color: str) -> float:
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_letters_stand_out_from_their_tiles() -> None:
    for fill, ink in FILLS.values():
        light, dark = sorted((luminance(fill), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
