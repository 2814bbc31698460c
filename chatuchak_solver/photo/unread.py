"""Tiles that a photo shows in part: cut off by its edge, or covered; named, not read."""

import itertools
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.photo.geometry import Floats, fit_map, mapped
from chatuchak_solver.photo.reading_order import reading_rows
from chatuchak_solver.photo.table_plane import RING, Table, pitch_of
from chatuchak_solver.photo.windows import Seen, overlap

Edge = Literal["left", "right", "top", "bottom"]

MISSING: Final = 0.6
"""Part of a step from tile to tile within which a tile is at a place."""
SOME_HUES: Final = 0.3
"""Part of the other tiles' spread of hues from which on there is a tile at a place."""
AROUND, BESIDE, NEAR = 40, 1.6, 3.5
"""Points of a photo, in each direction, that may be of the table: between so many and so many spots
beside a tile, and not beside the place."""
UNLIKE, RARE, MOST = 0.06, 0.03, 0.7
"""Distance of a color from all but so few of the table's, and part of the spots that are so far."""
AT_EDGE: Final = 0.8
"""Spots from a photo's edge within which a tile that cannot be read is cut off by it."""


class UnreadTile(Answer, frozen=True):
    """A tile that is there, but cannot be read.

    Attributes
    ----------
    row
        Its row, from 1.
    place
        Its place in the row among all tiles, from 1.
    edge
        The edge of the photo that cuts it off; null where something covers it.
    """

    row: Count
    place: Count
    edge: Edge | None

    def __str__(self) -> str:
        if self.edge:
            return f"a tile at the {self.edge} edge is cut off"
        return f"something covers a tile in row {self.row}, place {self.place}"


def cut_by(corners: Floats, size: tuple[int, int], leeway: float = 0.0) -> Edge | None:
    """Return which edge of a photo of some size cuts a tile most, or nearly so, if one does."""
    (left, top), (right, bottom) = -corners.min(0), corners.max(0) - size + 1
    beyond: dict[Edge, float] = {"left": left, "right": right, "top": top, "bottom": bottom}
    most = max(beyond, key=lambda edge: beyond[edge])
    return most if beyond[most] > -leeway else None


def unread_tiles(
    read: Sequence[Floats], unread: Sequence[Floats], size: tuple[int, int]
) -> tuple[UnreadTile, ...]:
    """Name tiles by their places among all.

    Parameters
    ----------
    read, unread
        The corners of each, (4, 2), pixels.
    size
        The photo's, pixels.
    """
    every = [*read, *unread]
    return tuple(
        UnreadTile(row, place, cut_by(every[one], size, AT_EDGE * pitch_of(every[one])))
        for row, ones in enumerate(reading_rows(every), 1)
        for place, one in enumerate(ones, 1)
        if one >= len(read)
    )


def covered_places(
    corners: Sequence[Floats], known: Sequence[Floats], table: Table, seen: Seen
) -> list[Floats]:
    """Return the corners of more tiles that cannot be read, as the layout of the others shows them.

    That is between two of a row, or where other rows have one, if there are many hues, or other
    colors than on the table; and where the photo's edge cuts a row, if there are many hues.

    Parameters
    ----------
    corners, known
        Of the tiles that can be read, and of others.
    """
    rows = reading_rows(corners)
    places = np.array([table.place(one) for one in corners])
    angle = float(np.angle(np.exp(2j * places[:, 2]).sum()) / 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    at = places[:, :2] @ turn
    across, down = np.ptp(at[max(rows, key=len)], axis=0)
    swapped = -1 if down > across else 1  # tiles that stand in rows
    at = at[:, ::swapped]
    steps = np.abs(np.concatenate([np.diff(at[row, 0]) for row in rows]))
    if not len(steps):
        return []
    step = float(np.sort(steps)[(len(steps) - 1) // 2])
    least = SOME_HUES * float(np.median([seen.spread(one) for one in corners]))
    found: list[Floats] = []
    for row in rows:
        x, y = at[row].T
        between = [
            place for here, ahead in itertools.pairwise(x)
            for place in np.linspace(here, ahead, round(abs(ahead - here) / step) + 1)[1:-1]
        ]  # fmt: skip
        ends = [x.min() - step, x.max() + step]
        for wanted in [*between, *np.delete(at[:, 0], row), *ends]:
            if np.abs(x - wanted).min() < MISSING * step:
                continue
            nearest = int(np.abs(x - wanted).argmin())
            where = np.array([wanted, y[nearest]])[::swapped] @ turn.T
            there = table.corners_at(np.array([*where, *places[row[nearest], 2:]]))
            others = [*corners, *known, *found]
            if any(overlap(there, one) for one in others):
                continue
            if cut_by(there, seen.size):
                hidden = seen.spread(there) > least
            else:
                hidden = wanted not in ends and (
                    seen.spread(there) > least or _unlike_table(there, corners, seen)
                )
            if hidden:
                found.append(there)
    return found


def _unlike_table(there: Floats, corners: Sequence[Floats], seen: Seen) -> bool:
    """Tell whether a place has other colors than the table around tiles has."""
    x, y = (np.linspace(0, side - 1, AROUND) for side in seen.size)
    table = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    from_there, *from_tiles = (
        np.maximum(-at, at - RING[2]).max(-1)
        for at in (mapped(fit_map(one, RING), table) for one in (there, *corners))
    )
    nearest = np.min(from_tiles, axis=0)
    around = (nearest > BESIDE) & (nearest < NEAR) & (from_there > NEAR)
    apart = seen.colors_on(there)[:, None] - seen.colors(table[around])
    near = np.linalg.norm(apart, axis=-1) < UNLIKE
    return bool((near.sum(1) <= RARE * near.shape[1]).mean() > MOST)
