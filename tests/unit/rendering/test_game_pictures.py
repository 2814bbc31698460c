"""Pictures of markets, rivers and final scores, and their clickable places."""

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from chatuchak_solver import Grid, Placement, Stand, new_game, shipped_deck
from chatuchak_solver.codec import convert
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.market import Market, MarketForm
from chatuchak_solver.games.mercado.text import draw_market
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.score_form import PlayerRow
from chatuchak_solver.rendering.boards import board_svg
from chatuchak_solver.rendering.boards import places as places_of
from chatuchak_solver.rendering.mercado_svg import FILLS, market_svg
from chatuchak_solver.rendering.mercado_text import market_table, position_report
from chatuchak_solver.rendering.river_svg import river_svg
from chatuchak_solver.rendering.scores import NOTE, score_svg
from chatuchak_solver.rendering.svg import text_width
from tests.unit.rendering.helpers import SVG, contrast, printed, title_and_description

BOARD: dict[str, Any] = {
    "stands": {"a1": {"type": "fish", "owner": 0}, "c2": {"type": "grape", "owner": 1}},
    "restaurants": {"b1": "tea-house", "c3": "pub"},
    "gray": ["a3"],
    "entrances": {"Na": "1 fish+flower+tomato+meat+grape", "E2": "4 grape", "Sc": "2 fish+meat"},
}
MARKET = convert(BOARD, MarketForm).to_market(3, 2)

RIVER = RiverMarketState.new(
    data={"river": "swap-meet [e1] mill=you [e2] forge=rival [e3] a-booth-of-a-long-name"}
)


def test_plain_text_shows_every_tile_in_its_place() -> None:
    assert draw_market(MARKET).splitlines() == [
        "            a        b      c",
        " N     1FiFlToMeGr   -      -",
        " 1  -      Fi1      [Te]    .    -",
        " 2  -       .        .     Gr2   4Gr",
        " 3  -       ??       .     [Pu]  -",
        " S          -        -    2FiMe",
    ]


def test_text_without_color_has_the_same_content() -> None:
    plain = printed(market_table(MARKET))
    assert "\x1b" not in plain
    assert plain.splitlines()[1].split("│")[3].strip() == "a"  # no empty row of heads above
    first = [line.split("│")[1:3] for line in plain.splitlines() if "│" in line]
    margins = [(label.strip(), west.strip()) for label, west in first]
    assert margins == [("", ""), ("", "N"), ("1", "-"), ("2", "-"), ("3", "-"), ("", "S")]
    for code in ("Fi1", "Gr2", "[Te]", "[Pu]", "??", "1FiFlToMeGr", "4Gr", "2FiMe"):
        assert code in plain
    assert "\x1b[" in printed(market_table(MARKET), color=True)


def test_reports_name_players_and_coins() -> None:
    state = MercadoState.new(2, rng=np.random.default_rng(1))
    assert "player 2: 1 coin," in printed(position_report(state))


def test_svg_is_accessible_and_complete() -> None:
    root = ET.fromstring(market_svg(MARKET, title="After turn 9"))
    title, description = title_and_description(root)
    assert title == "After turn 9"
    words = description.splitlines()
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
    assert MARKET._repr_svg_() == market_svg(MARKET)
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


def test_letters_stand_out_from_their_tiles() -> None:
    assert all(contrast(fill, ink) >= 4.5 for fill, ink in FILLS.values())


def test_a_river_picture_shows_and_describes_owners_and_pawns() -> None:
    svg = river_svg(replace(RIVER, pawn="mill", your_pawn="forge"))
    ET.fromstring(svg)
    assert "booth mill, owned by you, pawn of rival" in svg
    assert "end spot e2" in svg
    assert 'data-text="a-booth-of-.."' in svg
    assert svg.count('class="word"') == 4 + 2 + 2  # booths, owners and pawns


def test_every_place_of_a_river_and_a_market_has_a_box_in_the_picture_of_its_own() -> None:
    state = new_game("mercado", seed=1)
    market = state.market  # type: ignore[attr-defined]  # a market's position has one
    assert isinstance(market, Market)
    for places in (places_of(RIVER), places_of(market)):
        boxes = list(places.values())
        for left, top, width, height in boxes:
            assert min(left, top, width, height) > 0
            assert max(left + width, top + height) < 1
        for index, (left, top, width, height) in enumerate(boxes):
            for other in boxes[:index]:
                apart = left >= other[0] + other[2] - 1e-9 or other[0] >= left + width - 1e-9
                assert apart or top >= other[1] + other[3] - 1e-9 or other[1] >= top + height - 1e-9
    assert set(places_of(RIVER)) == {place.name for place in RIVER.river.places}
    assert {"c3", "Na", "E5"} <= set(places_of(market))
    assert market_svg(market).startswith("<svg")


def test_cards_of_a_stand_have_their_places() -> None:
    cards = list(shipped_deck())
    stand = Stand((Placement(cards[0], 2, 1), Placement(cards[1], 0, 1, 90)))
    root = ET.fromstring(board_svg(stand))
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    spaces = {
        name: (left * width / 48, top * height / 48, wide * width / 48, high * height / 48)
        for name, (left, top, wide, high) in places_of(stand).items()
    }
    # A margin of half a space is around the stand.
    assert spaces == {"0": pytest.approx((2.5, 0.5, 3, 2)), "1": pytest.approx((0.5, 0.5, 2, 3))}


def test_a_score_is_drawn_with_all_players_their_grids_and_reasons() -> None:
    grid = Grid.parse(".RY/YRG/RGG")
    long_line = "a line that is longer than any grid is wide, by far, by very far"
    rows = [
        PlayerRow("<Ana>", lines=("5 stars - 2 = 3",), grid=grid, wins=True),
        PlayerRow("Ūna", lines=(long_line,)),
        PlayerRow("Rui"),
    ]
    svg = score_svg(rows, title="Chatuchak")
    root = ET.fromstring(svg)
    assert "&lt;Ana&gt;" in svg
    assert "row 1: empty, red, yellow" in svg
    assert float(root.get("width", "0")) >= 2 * text_width(long_line, size=NOTE)
