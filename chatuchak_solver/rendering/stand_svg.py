"""Stands as SVG, readable without color and by screen readers."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering import svg
from chatuchak_solver.rendering.resources import resource
from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS, Card
from chatuchak_solver.stand.groups import MOUSE_POINTS, StandTally, find_groups, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Position
from chatuchak_solver.stand.space import GOODS, KIND_NAMES, has_mouse, kind_letter
from chatuchak_solver.stand.stand import Stand

SPACE: Final = 48
"""Side of a space in user units."""

MARGIN: Final = 24
CARD_SIZE: Final = (float(CARD_COLUMNS * SPACE), float(CARD_ROWS * SPACE))
"""Width and height of the picture of a card, in user units, without an edge, so that overlapping
cards meet."""
LINE: Final = 18
"""Line height."""

KINDS: Final[Mapping[str, tuple[str, str, str]]] = json.loads(resource("goods.json"))
"""Background, drawing color and path data (in a square of `SPACE`) of each kind.

Letters are dark on all backgrounds.
"""

NAME: Final = 12
"""Height of capitals of a stand's name in user units."""
NOTE: Final = 9
LETTER: Final = 9
CARD: Final = 5.5
SEAM: Final = "#8a7a66"


@dataclass(frozen=True, slots=True)
class StandPanel:
    """A stand to draw.

    Attributes
    ----------
    picture
        The visible spaces.
    stand
        The placements, if known. Cards then have edges and names.
    name
        A heading, or an empty text.
    notes
        Lines below the stand, e.g. points.
    scoring
        Goods with numbered groups, largest first.
    """

    picture: Picture
    stand: Stand | None = None
    name: str = ""
    notes: tuple[str, ...] = ()
    scoring: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, name: str, picture: Picture, stand: Stand | None, scoring: tuple[str, ...] = ()
    ) -> Self:
        """Return a panel with notes about the value of each good."""
        goods = tally(picture)
        notes = [
            f"{good} {KIND_NAMES[good]}: {value.biggest} x {value.groups} = {value.points}"
            + ", not announced" * (good not in (scoring or goods.goods))
            for good, value in goods.goods.items()
            if value.groups
        ]
        mice = f"mice: {goods.mice}" + f" x {MOUSE_POINTS}" * bool(scoring)
        sums = [f"total: {goods.total(scoring)}"] if scoring else []
        return cls(picture, stand, name, (*notes, mice, *sums), scoring)

    @property
    def width(self) -> int:
        """Width in user units, without margins."""
        texts = (
            svg.text_width(self.name, size=NAME),
            *(svg.text_width(note, size=NOTE) for note in self.notes),
        )
        return max(SPACE * self.picture.width, *(math.ceil(text) for text in texts))

    @property
    def height(self) -> int:
        """Height in user units, without margins."""
        lines = len(self.notes) + (1 if self.name else 0)
        return SPACE * self.picture.height + LINE * lines + LINE

    def describe(self) -> str:
        """Return a text alternative."""
        goods = tally(self.picture)
        head = f"{self.name}: " if self.name else ""
        return f"{head}{describe_tally(goods)}\n{self.picture}"


def describe_tally(goods: StandTally) -> str:
    """Return the groups of every good in one line."""
    parts = [
        f"{KIND_NAMES[good]} groups of {', '.join(map(str, goods.goods[good].sizes))}"
        for good in GOODS
        if goods.goods[good].groups
    ]
    return "; ".join([*parts, f"mice: {goods.mice}"])


def stands_svg(panels: Sequence[StandPanel], *, title: str = "Market stand") -> svg.Svg:
    """Return an SVG document of stands, side by side.

    Goods have letters as well as colors, and thick lines are edges of cards. ``title`` and ``desc``
    are text alternatives.

    Parameters
    ----------
    panels
        At least one stand.
    title
        Accessible name.
    """
    width = sum(panel.width for panel in panels) + MARGIN * (len(panels) + 1)
    height = max(panel.height for panel in panels) + 2 * MARGIN
    description = "\n\n".join(panel.describe() for panel in panels)
    root = svg.document(width, height, title=title, description=description)
    _define_kinds(root)
    svg.add(root, "rect", width=width, height=height, rx=14, fill=svg.PAPER)
    left = MARGIN
    for panel in panels:
        _draw_panel(svg.add(root, "g", transform=f"translate({left} {MARGIN})"), panel)
        left += panel.width + MARGIN
    return svg.finish(root)


def card_svg(card: Card) -> svg.Svg:
    """Return an SVG document of one card, not rotated."""
    picture = Picture((card.spaces[:CARD_COLUMNS], card.spaces[CARD_COLUMNS:]))
    width, height = CARD_SIZE
    root = svg.document(width, height, title=f"Card {card.id}", description=str(picture))
    _define_kinds(root)
    svg.add(root, "rect", width=width, height=height, fill=svg.PAPER)
    _draw_panel(svg.add(root, "g"), StandPanel(picture))
    return svg.finish(root)


def _define_kinds(root: ET.Element) -> None:
    shapes = svg.add(root, "defs")
    for kind, (_, fill, path) in KINDS.items():
        svg.add(shapes, "path", id=f"kind-{kind}", d=path, fill=fill, stroke=svg.INK,
                stroke_width=1.5, stroke_linejoin="round")  # fmt: skip


def _draw_panel(group: ET.Element, panel: StandPanel) -> None:
    top = 0
    if panel.name:
        svg.write(group, panel.name, x=0, y=LINE - 4, size=NAME, weight=2)
        top = LINE + 4
    spaces = svg.add(group, "g", transform=f"translate(0 {top})")
    seen = dict(panel.picture.spaces())
    for (x, y), space in seen.items():
        kind = kind_letter(space)
        left, upper = x * SPACE, y * SPACE
        ground = KINDS[kind][0]
        svg.add(spaces, "rect", x=left, y=upper, width=SPACE, height=SPACE, fill=ground)
        svg.add(spaces, "use", href=f"#kind-{kind}", x=left, y=upper)
        letter = svg.add(spaces, "g", class_="letter")
        svg.write(letter, kind, x=left + 4, y=upper + SPACE - 5, size=LETTER, weight=2.2)
        if has_mouse(space):
            _draw_mouse(spaces, left + SPACE - 12, upper + SPACE - 11)
    owners = _owners(panel, seen)
    for position in seen:
        _draw_edges(spaces, position, owners)
    for good in panel.scoring:
        for number, members in enumerate(find_groups(panel.picture)[good], start=1):
            for column, row in members:
                at = (column + 1) * SPACE - 9, row * SPACE + 9
                _draw_number(spaces, number, *at, KINDS[good][1])
    if panel.stand is not None:
        _name_cards(spaces, panel.stand, owners)
    line = top + SPACE * panel.picture.height + LINE
    for note in panel.notes:
        svg.write(group, note, x=0, y=line, size=NOTE)
        line += LINE


def _owners(panel: StandPanel, seen: dict[Position, int]) -> dict[Position, int]:
    """Return the index of the visible card at each space, 0 if unknown."""
    if panel.stand is None:
        return dict.fromkeys(seen, 0)
    left, top, _, _ = panel.stand.bounds
    return {(x - left, y - top): index for (x, y), index in panel.stand.top_cards().items()}


def _draw_edges(spaces: ET.Element, space: Position, owners: dict[Position, int]) -> None:
    """Draw the sides of a space: thick at the edge of a card, thin inside."""
    x, y = space
    sides = (
        ((x, y - 1), (x, y, x + 1, y)),
        ((x - 1, y), (x, y, x, y + 1)),
        ((x + 1, y), (x + 1, y, x + 1, y + 1)),
        ((x, y + 1), (x, y + 1, x + 1, y + 1)),
    )
    for near, (x1, y1, x2, y2) in sides:
        if near in owners and near < space:
            continue  # drawn with the neighbor
        ends = owners.get(near) != owners[space]
        svg.add(spaces, "line", class_="edge" if ends else "seam", x1=x1 * SPACE, y1=y1 * SPACE,
                x2=x2 * SPACE, y2=y2 * SPACE, stroke=svg.INK if ends else SEAM,
                stroke_width=3 if ends else 0.6, stroke_linecap="round")  # fmt: skip


def _name_cards(spaces: ET.Element, stand: Stand, owners: dict[Position, int]) -> None:
    named: set[int] = set()
    for x, y in sorted(owners, key=lambda space: (space[1], space[0])):
        index = owners[x, y]
        if index not in named:
            named.add(index)
            card = stand.placements[index].card
            label = svg.add(spaces, "g", class_="card")
            text = f"{index + 1} {card.id}"
            svg.write(label, text, x=x * SPACE + 4, y=y * SPACE + 10, size=CARD, weight=1.8)


def _draw_number(spaces: ET.Element, number: int, x: int, y: int, ground: str) -> None:
    fill, ink = (ground, svg.PAPER) if number == 1 else (svg.PAPER, svg.INK)
    svg.add(spaces, "circle", cx=x, cy=y, r=7, fill=fill, stroke=svg.INK)
    mark = svg.add(spaces, "g", class_="number")
    svg.write(mark, str(number), x=x, y=y + 3.5, size=7, ink=ink, anchor=0.5, weight=1.8)


def _draw_mouse(spaces: ET.Element, x: int, y: int) -> None:
    style: dict[str, float | str] = {"fill": "#9e9e9e", "stroke": svg.INK, "stroke_width": 1}
    for ear in (-5, 5):
        svg.add(spaces, "circle", cx=x + ear, cy=y - 5, r=4, **style)
    svg.add(spaces, "circle", cx=x, cy=y, r=6, **style)
    for eye in (-2, 2):
        svg.add(spaces, "circle", cx=x + eye, cy=y - 1, r=1, fill=svg.INK)
