"""Grids, solutions and animations as pictures: complete in words, shapes, letters and pixels."""

import io
import re
import sys
from html.parser import HTMLParser
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from chatuchak_solver import Board, Color, Grid, InputError, Solution, solve
from chatuchak_solver.io.pictures import register, svg_of
from chatuchak_solver.rendering import raster
from chatuchak_solver.rendering.animation import animation_html, animation_svg, plan_timeline
from chatuchak_solver.rendering.booths import BOOTH, BOOTH_STYLES, board_size, corner_of
from chatuchak_solver.rendering.gallery_svg import strip_svg
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.review_pictures import RemainingMoves, curve_svg
from chatuchak_solver.rendering.steps import LEAD_S
from chatuchak_solver.rendering.svg import GLYPHS, PAPER, Svg, arrange, environment, text_width
from chatuchak_solver.rendering.text import large_grid_text
from tests.unit.rendering.helpers import SVG, contrast, elements, title_and_description

SMALL = Grid.parse(".RY/YRG/RGG")
START = Grid.parse(".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB")
MOVES = (2, 8, 7, 1)
"""They solve `SMALL`."""
SOLVED = Grid.parse("RRY/GRY/GG.")


def pixels(svg: str, *, zoom: float = 1.0) -> Image.Image:
    """Draw as on a machine that has no fonts at all."""
    data = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def drawn(body: str, width: int, height: int, **values: object) -> Image.Image:
    """Draw macros of the templates on white."""
    size = f'width="{width}" height="{height}"'
    source = (
        f'{{% import "drawings.svg" as draw %}}<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        f'<rect {size} fill="#ffffff"/>{body}</svg>'
    )
    return pixels(environment().from_string(source).render(**values))


def values(picture: Image.Image) -> list[int]:
    """Return a picture's gray values."""
    return list(picture.convert("L").tobytes())


def test_the_description_of_a_picture_is_complete() -> None:
    root = ET.fromstring(grid_svg(START, moves=(6, 7), title="Tile <1> & more"))
    title, words = title_and_description(root)
    assert title == "Tile <1> & more"
    assert str(START).replace("/", "\n") in words
    assert "row 2: pink, blue, green, pink, yellow, blue" in words
    assert "move 2: blue from spot 7 to spot 6" in words
    assert "not solved" in words
    assert "every color is one group" in grid_svg(SOLVED)
    other = ET.fromstring(grid_svg(SMALL))
    assert root.get("aria-labelledby") != other.get("aria-labelledby")


def test_every_booth_is_drawn_once_at_its_spot() -> None:
    for grid in (START, SMALL):
        found = {
            (float(use.get("x", "")), float(use.get("y", ""))): use.get("href")
            for use in elements(grid_svg(grid), "use")
        }
        expected = {}
        for spot in range(grid.board.spots):
            color = grid.color_at(spot)
            if color is not None:
                expected[corner_of(grid.board, spot)] = f"#booth-{color.letter}"
        assert found == expected


def test_pictures_need_no_external_files_and_no_fonts() -> None:
    solution = (SMALL, MOVES)
    for svg in (grid_svg(START, numbers=True), strip_svg(*solution), animation_svg(*solution)):
        assert not elements(svg, "text")
        assert not elements(svg, "image")
        hrefs = [use.get("href", "") for use in elements(svg, "use")]
        assert all(href.startswith("#booth-") for href in hrefs)
    outside = re.sub(r'xmlns="[^"]*"|"http://www.w3.org/2000/svg"', "", animation_html(*solution))
    assert not re.search(r"https?:|//\w|url\(|@import|src=", outside)


@pytest.mark.parametrize("color", Color)
def test_letters_need_no_font_and_have_contrast(color: Color) -> None:
    look = BOOTH_STYLES[color]
    body = "{{ draw.define_booths([color]) }}{{ draw.booth(color, 0, 0) }}"
    area = drawn(body, BOOTH, BOOTH, color=color).crop((15, 22, 45, 43))
    difference = ImageChops.difference(area, Image.new("RGB", area.size, look.letter))
    assert sum(value < 40 for value in values(difference)) > 40
    assert contrast(look.fill, look.letter) >= 4.5
    assert contrast(look.shade, "#ffffff") >= 4.5


def test_colors_differ_in_gray_by_letter_and_by_shape() -> None:
    # Without any color, two booths still differ plainly in the letter and in the row of shapes.
    assert len({look.shape for look in BOOTH_STYLES}) == len(Color)
    body = """{{ draw.write(color.letter, x=5, y=30, size=20, color="#000000") }}
    <path d="{{ look.shape }}" transform="translate(55 20) scale(3.75)"/>"""
    pictures = [
        drawn(body, 80, 40, look=look, color=color).convert("L")
        for look, color in zip(BOOTH_STYLES, Color, strict=True)
    ]
    for first, second in combinations(pictures, 2):
        for box in ((0, 0, 40, 40), (40, 0, 80, 40)):
            difference = ImageChops.difference(first.crop(box), second.crop(box))
            assert sum(value > 128 for value in values(difference)) > 30


def test_each_character_stays_in_its_box() -> None:
    body = '{{ draw.write(text, x=20, y=40, size=20, color="#000000", weight=1) }}'
    for character in GLYPHS:
        box = ImageChops.invert(drawn(body, 60, 60, text=character).convert("L")).getbbox()
        assert box is not None, character
        width = text_width(character, size=20)
        assert 20 - 3 <= box[0] <= box[2] <= 20 + width + 3, character
        assert 20 - 4 <= box[1] <= box[3] <= 40 + 8, character  # some go below the line
        assert text_width(2 * character, size=10) == pytest.approx(width + 3)


def test_numbers_groups_rings_and_arrows_add_their_elements() -> None:
    plain = grid_svg(SOLVED)
    assert len(elements(grid_svg(SOLVED, numbers=True), "path")) > len(elements(plain, "path"))
    # Two layers of a rectangle for each booth of a group and each gap inside one.
    tied = len(elements(grid_svg(SOLVED, groups=True), "rect"))
    assert tied - len(elements(plain, "rect")) == 2 * (8 + 5)
    ringed = grid_svg(SOLVED, highlight=[0])
    assert len(elements(ringed, "rect")) == len(elements(plain, "rect")) + 2
    first, second = grid_svg(SMALL, moves=MOVES[:1]), grid_svg(SMALL, moves=MOVES[:2])
    assert len(elements(first, "circle")) == 1
    assert len(elements(second, "circle")) == 2


def test_a_strip_has_a_frame_for_the_start_and_each_move() -> None:
    assert arrange(5, 2, (10, 20), gap=1)[:2] == (23, 64)
    svg = strip_svg(SMALL, MOVES, columns=2)
    assert len(elements(svg, "use")) == 5 * 8
    root = ET.fromstring(svg)
    narrow, wide = float(root.get("width", "")), board_size(SMALL.board)[0]
    assert 0.8 * wide < narrow < 1.3 * wide
    description = root.findtext(f"{SVG}desc") or ""
    assert "move 4: red from spot 1 to spot 7" in description
    assert description.endswith("every color is one group")


@settings(max_examples=30)
@given(data=st.data())
def test_each_booth_has_one_place_at_any_time(data: st.DataObject) -> None:
    # At any time, all booths are at rest or in flight.
    board = data.draw(st.sampled_from([Board(3, 3), Board(2, 4)]))
    letters = {9: "RRYYGGBB", 8: "RRRYYGG"}[board.spots]
    grid = Grid.from_letters("." + letters, board=board)
    moves = []
    here = grid
    for _ in range(data.draw(st.integers(0, 8))):
        moves.append(data.draw(st.sampled_from(here.legal_moves())))
        here = here.move(moves[-1])
    timeline = plan_timeline(grid, moves)
    assert timeline.grids[-1] == here
    time = data.draw(st.floats(0, timeline.duration_s * 0.999))
    resting = [(spot, color) for color, spot, start, end in timeline.rests() if start <= time < end]
    flying = [flight for flight in timeline.steps if flight.start_s <= time < flight.end_s]
    assert len(resting) + len(flying) == board.spots - 1
    assert len({spot for spot, _ in resting}) == len(resting)
    assert len(flying) <= 1
    if not flying:
        step = sum(start <= time for start in timeline.starts_s) - 1
        assert all(timeline.grids[step].color_at(spot) == color for spot, color in resting)


def test_booths_fly_in_an_arc_above_the_line_between_their_spots() -> None:
    timeline = plan_timeline(SMALL, MOVES)
    for step in timeline.steps:
        start, middle, end = timeline.points(step, 2)
        corners = [corner_of(SMALL.board, spot) for spot in (step.source, step.target)]
        assert [start, end] == [pytest.approx(corner) for corner in corners]
        assert middle[1] < (start[1] + end[1]) / 2
    assert timeline.steps[0].start_s == LEAD_S
    assert timeline.captions()[3:] == ("3/4   G 7→8", "SOLVED IN 4 MOVES")
    assert plan_timeline(timeline.grids[3], MOVES[3:]).captions()[1] == "SOLVED IN 1 MOVE"


def test_unproven_values_of_a_curve_are_bounds_inside_the_picture() -> None:
    positions = [RemainingMoves(5, 5), RemainingMoves(5, None), RemainingMoves(3, 9)]
    assert [left.text for left in positions] == ["5", "at least 5", "3 to 9"]
    root = ET.fromstring(curve_svg(positions))
    assert (root.get("width"), root.get("height")) == ("210", "208")


def test_an_animation_without_its_clock_shows_the_start() -> None:
    # Viewers that do not animate, and printers, draw the first grid and no booth twice.
    svg = animation_svg(START, solve(START).moves or ())
    still = pixels(svg)
    plain = pixels(grid_svg(START))
    box = (0, 0, plain.width, plain.height - 20)
    difference = ImageChops.difference(still.crop(box), plain.crop(box)).convert("L")
    assert sum(value > 60 for value in values(difference)) < 50


def test_animations_have_labeled_buttons_and_their_times() -> None:
    svg = animation_svg(SMALL, MOVES)
    root = ET.fromstring(svg)
    assert root.get("role") == "group"
    buttons = [button for button in root.iter(f"{SVG}g") if button.get("role") == "button"]
    controls = {button.get("data-control") for button in buttons}
    assert controls == {"back", "play", "forward", "speed"}
    assert all(button.get("aria-label") and button.get("tabindex") == "0" for button in buttons)
    steps = [float(step) for step in root.get("data-steps", "").split()]
    assert len(steps) == len(MOVES) + 1
    assert steps == sorted(steps)
    assert steps[-1] < float(root.get("data-duration", ""))
    for animation in [*elements(svg, "animate"), *elements(svg, "animateTransform")]:
        times = [float(time) for time in animation.get("keyTimes", "").split(";")]
        assert times == sorted(times)
        assert times[0] == 0
        assert times[-1] <= 1
        assert len(times) == len(animation.get("values", "").split(";"))


def test_the_page_escapes_its_title_and_lists_the_moves() -> None:
    page = animation_html(SMALL, MOVES, title="<script>alert(1)</script>")
    assert "<script>alert" not in page
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
            found.append(tag)

    Reader().feed(page)
    assert found.count("li") == len(MOVES)
    assert found.count("button") == 4
    assert found.count("svg") == 1


def test_animations_without_moves() -> None:
    assert plan_timeline(SOLVED, ()).captions() == ("START",)
    assert elements(animation_svg(SOLVED, ()), "animate") == []
    assert len(elements(strip_svg(SOLVED, ()), "use")) == 8
    with Image.open(io.BytesIO(raster.gif_bytes(SOLVED, ()))) as image:
        assert getattr(image, "n_frames", 1) == 1


def test_png_has_the_requested_size_and_the_colors() -> None:
    width, height = board_size(START.board)
    with Image.open(io.BytesIO(raster.png_bytes(grid_svg(START), zoom=1.5))) as image:
        assert image.format == "PNG"
        assert image.size == (round(1.5 * width), round(1.5 * height))
        colors = {color for _, color in image.convert("RGB").getcolors(100_000) or []}
    for wanted in (PAPER, *(BOOTH_STYLES[color].fill for color in START.colors)):
        assert tuple(int(wanted[at : at + 2], 16) for at in (1, 3, 5)) in colors


def test_gif_ends_at_the_solved_grid_and_has_the_planned_duration() -> None:
    timeline = plan_timeline(SMALL, MOVES)
    with Image.open(io.BytesIO(raster.gif_bytes(SMALL, MOVES))) as image:
        assert image.info["loop"] == 0
        total_ms = 0
        frames = getattr(image, "n_frames", 1)
        for frame in range(frames):
            image.seek(frame)
            total_ms += image.info["duration"]
        last = image.convert("RGB")
    assert frames >= 1 + 4 * len(MOVES)
    assert abs(total_ms - 1000 * timeline.duration_s) < 12 * frames
    plain = pixels(grid_svg(timeline.grids[-1], groups=True))
    box = (0, 0, plain.width, plain.height - 20)
    difference = ImageChops.difference(last.crop(box), plain.crop(box)).convert("L")
    assert sum(value > 60 for value in values(difference)) < 300  # a palette's rounding


def test_values_are_pictures_in_notebooks() -> None:
    assert SMALL._repr_svg_() == grid_svg(SMALL)
    solution = solve(SMALL)
    assert isinstance(solution, Solution)
    assert solution._repr_svg_() == strip_svg(SMALL, solution.moves or ())
    assert isinstance(grid_svg(SMALL), Svg)
    assert grid_svg(SMALL)._repr_svg_() == grid_svg(SMALL)


def test_registered_renderers_draw_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """A type of one's own, its subtypes, and one's own drawing of a type of this library."""
    monkeypatch.setattr("chatuchak_solver.io.pictures._renderers", {})
    monkeypatch.delitem(sys.modules, "chatuchak_solver.rendering.boards", raising=False)
    register(Grid, str)  # before the library's are imported

    class Basket:
        pass

    class Crate(Basket):
        pass

    with pytest.raises(InputError, match="invalid value of type Crate"):
        svg_of(Crate())
    register(Basket, lambda basket: f"<svg>{type(basket).__name__}</svg>")
    assert svg_of(Crate()) == "<svg>Crate</svg>"
    assert solve(SMALL)._repr_svg_().startswith("<svg")
    assert SMALL._repr_svg_() == str(SMALL)
    register(Grid, lambda grid: f"<svg>{grid}</svg>")
    assert SMALL._repr_svg_() == f"<svg>{SMALL}</svg>"


def test_large_text_has_marks_without_color() -> None:
    text = large_grid_text(SMALL, chosen=1, hinted=2, legal=SMALL.legal_moves())
    lines = text.plain.splitlines()
    assert len(lines) == 6
    assert lines[0].split() == [".", "[R]", ">Y<"]
    assert lines[1].split() == ["0", "1", "2"]
    assert lines[2].split() == ["'Y'", "R", "G"]


def test_control_characters_in_a_title_are_replaced() -> None:
    picture = grid_svg(START, title="one\x01two\x1b[2Jthree\ufffe")
    title, _ = title_and_description(ET.fromstring(picture))
    assert title == "one\ufffdtwo\ufffd[2Jthree\ufffd"
