"""The plane of a table with tiles as congruent or similar rectangles."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

import numpy as np

from chatuchak_solver.photo.geometry import Floats, fit_homography, project
from chatuchak_solver.puzzle import STANDARD_BOARD

ACROSS, DOWN = STANDARD_BOARD.columns - 1, STANDARD_BOARD.rows - 1
CORNER_SPOTS: Final = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], float)
"""Corner spots of a grid, in spots."""
CENTERED_CORNERS: Final = CORNER_SPOTS - (ACROSS / 2, DOWN / 2)
STEPS: Final = 40
PERSPECTIVE_WEIGHT: Final = 30.0
"""Weight of the regularization of perspective."""


class TablePlane(NamedTuple):
    """The plane of a table, fitted to tiles.

    Attributes
    ----------
    plane
        See `project_tiles`.
    same_size
        Whether all tiles have one size.
    sizes
        Minimum and maximum size.
    """

    plane: Floats
    same_size: bool
    sizes: tuple[float, float]

    @classmethod
    def fit(cls, corners: Sequence[Floats], *, same_size: bool) -> Self:
        """Fit the plane to the corners of tiles; see `fit_plane`."""
        plane = fit_plane(corners, same_size=same_size)
        sizes = [float(locate_on_plane(plane, tile, same_size=same_size)[0][3]) for tile in corners]
        return cls(plane, same_size, (min(sizes), max(sizes)))

    def error(self, corners: Floats) -> float:
        """Return the distance of corners from a tile on this plane, in spots."""
        place, error = locate_on_plane(self.plane, corners, same_size=self.same_size)
        size_error = abs(float(np.log(place[3] / np.clip(place[3], *self.sizes))))
        return error + size_error * ACROSS / 2

    def place(self, corners: Floats) -> Floats:
        """Return the place of the nearest tile; see `project_tiles`."""
        return locate_on_plane(self.plane, corners, same_size=self.same_size)[0]

    def corners_at(self, place: Floats) -> Floats:
        """Return the corners of a tile at a place, of shape (4, 2), in pixels."""
        return np.asarray(project_tiles(self.plane, place[None])[0])

    def is_across(self, corners: Floats, tiles: Sequence[Floats]) -> bool:
        """Return whether a tile is perpendicular to most tiles."""
        angles = [self.place(tile)[2] for tile in (corners, *tiles)]
        return float(np.cos(2 * (np.array(angles[1:]) - angles[0])).mean()) < 0


def mean_pitch(corners: Floats) -> float:
    """Return the mean distance of adjacent spots of a grid, in pixels."""
    edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return float((edges / (ACROSS, DOWN, ACROSS, DOWN)).mean())


def project_tiles(plane: Floats, tiles: Floats) -> Floats:
    """Return the corners of tiles in a photo, float64 of shape (n, 4, 2).

    Parameters
    ----------
    plane
        First 8 numbers of the homography from table to photo; the last is 1.
    tiles
        Position, angle and size of each tile on the table, of shape (n, 4): spots, spots, radians,
        and relative to the table's spots.
    """
    cosine = tiles[:, 3:] * np.cos(tiles[:, 2:3])
    sine = tiles[:, 3:] * np.sin(tiles[:, 2:3])
    x = tiles[:, :1] + cosine * CENTERED_CORNERS[:, 0] - sine * CENTERED_CORNERS[:, 1]
    y = tiles[:, 1:2] + sine * CENTERED_CORNERS[:, 0] + cosine * CENTERED_CORNERS[:, 1]
    return project(np.append(plane, 1.0).reshape(3, 3), np.stack((x, y), -1))


def locate_on_plane(
    plane: Floats, corners: Floats, *, same_size: bool = True
) -> tuple[Floats, float]:
    """Return the place of a tile (see `project_tiles`) and its largest corner error, in spots.

    The size is fitted unless ``same_size``.
    """
    at = project(np.linalg.inv(np.append(plane, 1.0).reshape(3, 3)), corners)
    middle = at.mean(0)
    offset = at - middle
    cross = (CENTERED_CORNERS[:, 0] * offset[:, 1] - CENTERED_CORNERS[:, 1] * offset[:, 0]).sum()
    dot = (CENTERED_CORNERS * offset).sum()
    angle = np.arctan2(cross, dot)
    size = 1.0 if same_size else np.hypot(cross, dot) / np.square(CENTERED_CORNERS).sum()
    cosine, sine = size * np.cos(angle), size * np.sin(angle)
    fitted = middle + CENTERED_CORNERS @ np.array([[cosine, sine], [-sine, cosine]])
    error = float(np.linalg.norm(fitted - at, axis=1).max() / size)
    return np.array([*middle, angle, size]), error


def fit_plane(corners: Sequence[Floats], *, same_size: bool = True) -> Floats:
    """Return the plane (see `project_tiles`) that fits the corners of tiles.

    Levenberg-Marquardt least squares over the plane and the places of all tiles, in spots, with
    numerical derivatives. The first tile is the origin. Sizes are fitted unless ``same_size``.
    """
    target = np.array(corners)
    weight = 1 / np.array([mean_pitch(tile) for tile in corners])[:, None, None]
    first = fit_homography(CENTERED_CORNERS, target[0])
    plane = (first / first[2, 2]).ravel()[:8]
    free = 3 if same_size else 4
    tiles = np.array(
        [locate_on_plane(plane, tile, same_size=same_size)[0][:free] for tile in target[1:]]
    )

    def residuals(values: Floats) -> Floats:
        places = np.zeros((len(target), 4))
        places[:, 3] = 1.0
        places[1:, :free] = values[8:].reshape(-1, free)
        errors = ((project_tiles(values[:8], places) - target) * weight).ravel()
        return np.append(errors, PERSPECTIVE_WEIGHT * values[6:8])

    values, damping = np.concatenate((plane, tiles.ravel())), 1e-3
    for _ in range(STEPS):
        current = residuals(values)
        delta = np.maximum(np.abs(values), 1e-3) * 1e-6
        jacobian = np.column_stack(
            [(residuals(values + step) - current) / step.max() for step in np.diag(delta)]
        )
        normal = jacobian.T @ jacobian
        damped = normal + damping * np.diag(np.diag(normal) + 1e-12)
        proposal = values - np.linalg.solve(damped, jacobian.T @ current)
        new = residuals(proposal)
        gain = current @ current - new @ new
        if gain > 0:
            values, damping = proposal, damping / 5
            if gain < 1e-9 * (current @ current):
                break
        else:
            damping *= 10
    return values[:8]
