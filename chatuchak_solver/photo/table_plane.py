"""The plane of a table: the tiles of a photo are rectangles of one shape on it."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

import numpy as np

from chatuchak_solver.photo.geometry import Floats, fit_map, mapped
from chatuchak_solver.puzzle import STANDARD_BOARD

ACROSS, DOWN = STANDARD_BOARD.columns - 1, STANDARD_BOARD.rows - 1
RING: Final = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], float)
"""The corner spots of a grid, in spots."""
AROUND_MIDDLE: Final = RING - (ACROSS / 2, DOWN / 2)
STEPS: Final = 40
WILD_HORIZON: Final = 30.0
"""Weight against perspective that the corners do not ask for."""


class Table(NamedTuple):
    """The plane of a table and what tiles lie on it.

    Attributes
    ----------
    plane
        As in `placed`.
    alike
        Whether all are of one size.
    sizes
        The least and the most.
    """

    plane: Floats
    alike: bool
    sizes: tuple[float, float]

    @classmethod
    def fitted(cls, corners: Sequence[Floats], *, alike: bool) -> Self:
        """Return that on which tiles have these corners; see `fit_plane`."""
        plane = fit_plane(corners, alike=alike)
        sizes = [float(on_plane(plane, one, alike=alike)[0][3]) for one in corners]
        return cls(plane, alike, (min(sizes), max(sizes)))

    def off(self, corners: Floats) -> float:
        """Return how far from a tile of this table corners are, in spots."""
        place, off = on_plane(self.plane, corners, alike=self.alike)
        return off + abs(float(np.log(place[3] / np.clip(place[3], *self.sizes)))) * ACROSS / 2

    def place(self, corners: Floats) -> Floats:
        """Return where the tile nearest to such corners lies, as in `placed`."""
        return on_plane(self.plane, corners, alike=self.alike)[0]

    def corners_at(self, place: Floats) -> Floats:
        """Return the corners of a tile that lies there, (4, 2), pixels."""
        return np.asarray(placed(self.plane, place[None])[0])

    def across(self, corners: Floats, others: Sequence[Floats]) -> bool:
        """Tell whether a tile lies across most others."""
        angles = [self.place(one)[2] for one in (corners, *others)]
        return float(np.cos(2 * (np.array(angles[1:]) - angles[0])).mean()) < 0

    def straightened(self, corners: Floats) -> Floats:
        """Return the corners of the tile nearest to such corners."""
        return self.corners_at(self.place(corners))


def pitch_of(corners: Floats) -> float:
    """Return the mean distance from spot to spot of a grid, in pixels."""
    edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return float((edges / (ACROSS, DOWN, ACROSS, DOWN)).mean())


def placed(plane: Floats, tiles: Floats) -> Floats:
    """Return the corners of tiles on a photo, float64 of shape (n, 4, 2).

    Parameters
    ----------
    plane
        The map from the table to the photo: its first 8 numbers, the last being 1.
    tiles
        Place, angle and size of each on the table, (n, 4): spots, spots, radians, and against
        that of the table's spots.
    """
    cosine = tiles[:, 3:] * np.cos(tiles[:, 2:3])
    sine = tiles[:, 3:] * np.sin(tiles[:, 2:3])
    x = tiles[:, :1] + cosine * AROUND_MIDDLE[:, 0] - sine * AROUND_MIDDLE[:, 1]
    y = tiles[:, 1:2] + sine * AROUND_MIDDLE[:, 0] + cosine * AROUND_MIDDLE[:, 1]
    return mapped(np.append(plane, 1.0).reshape(3, 3), np.stack((x, y), -1))


def on_plane(plane: Floats, corners: Floats, *, alike: bool = True) -> tuple[Floats, float]:
    """Return where a tile lies on the table (as in `placed`), and how far off its worst corner is.

    The latter in spots; of any size unless ``alike``.
    """
    at = mapped(np.linalg.inv(np.append(plane, 1.0).reshape(3, 3)), corners)
    middle = at.mean(0)
    far = at - middle
    turned = (AROUND_MIDDLE[:, 0] * far[:, 1] - AROUND_MIDDLE[:, 1] * far[:, 0]).sum()
    along = (AROUND_MIDDLE * far).sum()
    angle = np.arctan2(turned, along)
    own = 1.0 if alike else np.hypot(turned, along) / np.square(AROUND_MIDDLE).sum()
    cosine, sine = own * np.cos(angle), own * np.sin(angle)
    back = middle + AROUND_MIDDLE @ np.array([[cosine, sine], [-sine, cosine]])
    return np.array([*middle, angle, own]), float(np.linalg.norm(back - at, axis=1).max() / own)


def fit_plane(corners: Sequence[Floats], *, alike: bool = True) -> Floats:
    """Return the plane, as in `placed`, on which tiles have these corners.

    All are of one size, or each of its own unless ``alike``. Least squares over the plane and all
    tiles' places, in spots (Levenberg and Marquardt's method, differences for derivatives); the
    first tile is held at the table's origin.
    """
    target = np.array(corners)
    weight = 1 / np.array([pitch_of(one) for one in corners])[:, None, None]
    first = fit_map(AROUND_MIDDLE, target[0])
    plane = (first / first[2, 2]).ravel()[:8]
    free = 3 if alike else 4
    tiles = np.array([on_plane(plane, one, alike=alike)[0][:free] for one in target[1:]])

    def off(values: Floats) -> Floats:
        places = np.zeros((len(target), 4))
        places[:, 3] = 1.0
        places[1:, :free] = values[8:].reshape(-1, free)
        apart = ((placed(values[:8], places) - target) * weight).ravel()
        return np.append(apart, WILD_HORIZON * values[6:8])

    values, damping = np.concatenate((plane, tiles.ravel())), 1e-3
    for _ in range(STEPS):
        here = off(values)
        small = np.maximum(np.abs(values), 1e-3) * 1e-6
        slopes = np.column_stack(
            [(off(values + step) - here) / step.max() for step in np.diag(small)]
        )
        square = slopes.T @ slopes
        damped = square + damping * np.diag(np.diag(square) + 1e-12)
        ahead = values - np.linalg.solve(damped, slopes.T @ here)
        there = off(ahead)
        gain = here @ here - there @ there
        if gain > 0:
            values, damping = ahead, damping / 5
            if gain < 1e-9 * (here @ here):
                break
        else:
            damping *= 10
    return values[:8]
