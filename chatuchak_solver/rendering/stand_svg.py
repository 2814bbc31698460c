"""Stands as SVG, accessible without color."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Self

from chatuchak_solver.rendering import resource, svg
from chatuchak_solver.rendering.templates import text_lines
from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS, Card
from chatuchak_solver.stand.groups import MOUSE_POINTS, find_groups, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Position
from chatuchak_solver.stand.space import GOODS, KIND_NAMES, has_mouse, kind_letter
from chatuchak_solver.stand.stand import Stand

SPACE = 48
"""Side of a space in user units."""

MARGIN = 24
CARD_SIZE = (float(CARD_COLUMNS * SPACE), float(CARD_ROWS * SPACE))
"""Size of a card's picture in user units, without an edge, so overlapping cards meet."""
LINE = 18

KINDS: Mapping[str, tuple[str, str, str]] = json.loads(resource("goods.json"))
"""Background, drawing color and path data (in a square of `SPACE`) of each kind; dark letters are
readable on each."""

NAME = 12
"""Height of capitals of a stand's name."""
NOTE = 9


@dataclass(frozen=True, slots=True)
class StandPanel:
    """A stand to draw.

    Attributes
    ----------
    stand
        The placements, if known; cards then have edges and names.
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
        """Return a panel with notes about each good's value."""
        notes = text_lines(
            "stand_notes.txt", found=tally(picture), scoring=scoring, names=KIND_NAMES,
            mouse=MOUSE_POINTS,
        )  # fmt: skip
        return cls(picture, stand, name, tuple(notes), scoring)

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

    def sides(self) -> Iterator[tuple[int, int, int, int, bool]]:
        """Yield each side of a space once, and whether it ends a card."""
        owners = self._owners()
        for x, y in owners:
            for near, ends in (
                ((x, y - 1), (x, y, x + 1, y)),
                ((x - 1, y), (x, y, x, y + 1)),
                ((x + 1, y), (x + 1, y, x + 1, y + 1)),
                ((x, y + 1), (x, y + 1, x + 1, y + 1)),
            ):
                if near not in owners or near > (x, y):
                    yield *ends, owners.get(near) != owners[x, y]

    def card_names(self) -> Iterator[tuple[str, Position]]:
        """Yield number, name and first visible space of each visible card."""
        if self.stand is None:
            return
        owners = self._owners()
        first: dict[int, Position] = {}
        for position in sorted(owners, key=lambda space: (space[1], space[0])):
            first.setdefault(owners[position], position)
        for index, position in first.items():
            yield f"{index + 1} {self.stand.placements[index].card.id}", position

    def _owners(self) -> dict[Position, int]:
        """Return the visible card per space, 0 if unknown."""
        if self.stand is None:
            return dict.fromkeys((position for position, _ in self.picture.spaces()), 0)
        left, top, _, _ = self.stand.bounds
        return {(x - left, y - top): index for (x, y), index in self.stand.top_cards().items()}


def stands_svg(panels: Sequence[StandPanel], *, title: str = "Market stand") -> svg.Svg:
    """Return an SVG document of stands, side by side; thick lines are edges of cards."""
    *lefts, width = accumulate((panel.width + MARGIN for panel in panels), initial=MARGIN)
    height = max(panel.height for panel in panels) + 2 * MARGIN
    words = svg.description("stands.txt", panels=panels, tally=tally, goods=GOODS, names=KIND_NAMES)
    placed = list(zip(panels, lefts, strict=True))
    return _draw(placed, width, height, title=title, description=words, top=MARGIN)


def card_svg(card: Card) -> svg.Svg:
    """Return an SVG document of one card, not rotated."""
    picture = Picture((card.spaces[:CARD_COLUMNS], card.spaces[CARD_COLUMNS:]))
    panels, title = [(StandPanel(picture), 0)], f"Card {card.id}"
    return _draw(panels, *CARD_SIZE, title=title, description=str(picture), top=0)


def _draw(
    panels: list[tuple[StandPanel, int]], width: float, height: float, **values: Any
) -> svg.Svg:
    """Draw panels at their left sides."""
    return svg.svg_picture(
        "stands.svg", width, height, panels=panels, kinds=KINDS, kind_letter=kind_letter,
        has_mouse=has_mouse, find_groups=find_groups, **values,
    )  # fmt: skip
