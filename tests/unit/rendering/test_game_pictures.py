"""Pictures of rivers and of final scores, and where places are on pictures."""

from xml.etree import ElementTree as ET

from chatuchak_solver import Grid, new_game
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.river_market.setup import River, RiverBoard
from chatuchak_solver.rendering.boards import places as places_of
from chatuchak_solver.rendering.mercado_svg import market_svg
from chatuchak_solver.rendering.river_svg import river_svg
from chatuchak_solver.rendering.score_svg import ScorePanel, score_svg

RIVER = River.parse("swap-meet [e1] mill=you [e2] forge=rival [e3] a-booth-of-a-long-name")


def test_a_river_picture_shows_and_describes_owners_and_pawns() -> None:
    svg = river_svg(RiverBoard(RIVER, {"rival": "mill", "you": "forge"}))
    ET.fromstring(svg)
    assert "booth mill, owned by you, pawn of rival" in svg
    assert "end spot e2" in svg
    assert 'data-text="a-booth-of-.."' in svg


def test_every_place_of_a_river_and_a_market_has_a_box_in_the_picture_of_its_own() -> None:
    state = new_game("mercado", seed=1)
    market = state.market  # type: ignore[attr-defined]  # a market's position has one
    assert isinstance(market, Market)
    for places in (places_of(RiverBoard(RIVER, {})), places_of(market)):
        boxes = list(places.values())
        for left, top, width, height in boxes:
            assert min(left, top, width, height) > 0
            assert max(left + width, top + height) < 1
        for index, (left, top, width, height) in enumerate(boxes):
            for other in boxes[:index]:
                apart = left >= other[0] + other[2] - 1e-9 or other[0] >= left + width - 1e-9
                assert apart or top >= other[1] + other[3] - 1e-9 or other[1] >= top + height - 1e-9
    assert set(places_of(RiverBoard(RIVER, {}))) == {place.name for place in RIVER.places}
    assert {"c3", "Na", "E5"} <= set(places_of(market))
    assert market_svg(market).startswith("<svg")


def test_a_score_is_drawn_with_all_players_their_grids_and_reasons() -> None:
    grid = Grid.parse(".RY/YRG/RGG")
    panels = [
        ScorePanel("<Ana>", ("5 stars - 2 = 3",), grid, wins=True),
        ScorePanel("Ūna", ("a line that is longer than any grid is wide, by far, by very far",)),
        ScorePanel("Rui", ()),
    ]
    svg = score_svg(panels, title="Chatuchak")
    root = ET.fromstring(svg)
    assert "&lt;Ana&gt;" in svg
    assert "row 1: empty, red, yellow" in svg
    widest = max(panel.size[0] for panel in panels)
    assert float(root.get("width", "0")) >= 2 * widest
