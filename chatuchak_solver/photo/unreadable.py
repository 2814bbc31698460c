"""Tiles that are visible but unreadable: cut off by the edge of the photo, or covered."""

import itertools
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.photo.geometry import Floats, fit_homography, project
from chatuchak_solver.photo.reading_order import reading_rows
from chatuchak_solver.photo.table_plane import CORNER_SPOTS, TablePlane, mean_pitch
from chatuchak_solver.photo.tile_candidates import PhotoColors, overlap

Edge = Literal["left", "right", "top", "bottom"]

MAX_PLACE_ERROR: Final = 0.6
"""Maximum distance of a tile from a place it occupies, in steps from tile to tile."""
MIN_HUES_RATIO: Final = 0.3
"""Minimum spread of hues of a covered tile, relative to the readable tiles."""
SAMPLES, MIN_DISTANCE, MAX_DISTANCE = 40, 1.6, 3.5
"""Samples of the table in each direction of the photo, and their range of distances from tiles, in
spots."""
MIN_DIFFERENCE, MAX_SIMILAR, MIN_DIFFERENT = 0.06, 0.03, 0.7
"""Minimum color difference from the table, maximum fraction of similar samples of a spot, and
minimum fraction of different spots of a covered tile."""
EDGE_DISTANCE: Final = 0.8
"""Maximum distance from the edge of the photo of a tile that is cut off, in spots."""


class UnreadableTile(Answer, frozen=True):
    """A tile that cannot be read.

    Attributes
    ----------
    row
        Row, from 1.
    place
        Place in the row among all tiles, from 1.
    edge
        Edge of the photo that cuts off the tile; null if the tile is covered.
    """

    row: Count
    place: Count
    edge: Edge | None

    def __str__(self) -> str:
        if self.edge:
            return f"a tile at the {self.edge} edge is cut off"
        return f"something covers a tile in row {self.row}, place {self.place}"


def cut_edge(corners: Floats, size: tuple[int, int], tolerance: float = 0.0) -> Edge | None:
    """Return the edge of a photo that cuts off most of a tile, or None."""
    (left, top), (right, bottom) = -corners.min(0), corners.max(0) - size + 1
    outside: dict[Edge, float] = {"left": left, "right": right, "top": top, "bottom": bottom}
    edge = max(outside, key=lambda name: outside[name])
    return edge if outside[edge] > -tolerance else None


def locate_unreadable(
    readable: Sequence[Floats], unreadable: Sequence[Floats], size: tuple[int, int]
) -> tuple[UnreadableTile, ...]:
    """Return row and place of each unreadable tile among all tiles.

    Parameters
    ----------
    readable, unreadable
        Corners of the tiles, of shape (4, 2), in pixels.
    size
        Size of the photo in pixels.
    """
    tiles = [*readable, *unreadable]
    return tuple(
        UnreadableTile(
            row, place, cut_edge(tiles[index], size, EDGE_DISTANCE * mean_pitch(tiles[index]))
        )
        for row, indices in enumerate(reading_rows(tiles), 1)
        for place, index in enumerate(indices, 1)
        if index >= len(readable)
    )


def find_covered(
    corners: Sequence[Floats], known: Sequence[Floats], table: TablePlane, colors: PhotoColors
) -> list[Floats]:
    """Return the corners of covered or cut-off tiles inferred from the layout.

    Gaps in a row and columns of other rows hold a tile if the spread of hues is large or the colors
    differ from the table. Places cut by the edge need a large spread of hues.

    Parameters
    ----------
    corners, known
        Corners of the readable tiles and of other known tiles.
    """
    rows = reading_rows(corners)
    places = np.array([table.place(tile) for tile in corners])
    angle = float(np.angle(np.exp(2j * places[:, 2]).sum()) / 2)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    at = places[:, :2] @ rotation
    across, down = np.ptp(at[max(rows, key=len)], axis=0)
    order = -1 if down > across else 1  # swap axes for upright tiles
    at = at[:, ::order]
    steps = np.abs(np.concatenate([np.diff(at[row, 0]) for row in rows]))
    if not len(steps):
        return []
    step = float(np.sort(steps)[(len(steps) - 1) // 2])
    min_hues = MIN_HUES_RATIO * float(np.median([colors.hue_spread(tile) for tile in corners]))
    covered: list[Floats] = []
    for row in rows:
        x, y = at[row].T
        gaps = [
            place for here, ahead in itertools.pairwise(x)
            for place in np.linspace(here, ahead, round(abs(ahead - here) / step) + 1)[1:-1]
        ]  # fmt: skip
        ends = [x.min() - step, x.max() + step]
        for place in [*gaps, *np.delete(at[:, 0], row), *ends]:
            if np.abs(x - place).min() < MAX_PLACE_ERROR * step:
                continue
            nearest = int(np.abs(x - place).argmin())
            position = np.array([place, y[nearest]])[::order] @ rotation.T
            tile = table.corners_at(np.array([*position, *places[row[nearest], 2:]]))
            if any(overlap(tile, other) for other in [*corners, *known, *covered]):
                continue
            is_tile = colors.hue_spread(tile) > min_hues
            if not is_tile and not cut_edge(tile, colors.size) and place not in ends:
                is_tile = _differs_from_table(tile, corners, colors)
            if is_tile and (cut_edge(tile, colors.size) or place not in ends):
                covered.append(tile)
    return covered


def _differs_from_table(tile: Floats, corners: Sequence[Floats], colors: PhotoColors) -> bool:
    x, y = (np.linspace(0, side - 1, SAMPLES) for side in colors.size)
    samples = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    from_tile, *from_others = (
        np.maximum(-at, at - CORNER_SPOTS[2]).max(-1)
        for at in (
            project(fit_homography(other, CORNER_SPOTS), samples) for other in (tile, *corners)
        )
    )
    nearest = np.min(from_others, axis=0)
    is_table = (nearest > MIN_DISTANCE) & (nearest < MAX_DISTANCE) & (from_tile > MAX_DISTANCE)
    difference = colors.on_tile(tile)[:, None] - colors.at(samples[is_table])
    similar = np.linalg.norm(difference, axis=-1) < MIN_DIFFERENCE
    return bool((similar.sum(1) <= MAX_SIMILAR * similar.shape[1]).mean() > MIN_DIFFERENT)
