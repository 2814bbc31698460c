"""Kernels that find, sort and read tiles, on drawn images."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from chatuchak_solver.kernels.arrays import Float64s as Floats
from chatuchak_solver.photo.kernels import evidence, fit, grouping, likelihood, sampling
from chatuchak_solver.photo.kernels.lattices import (
    NEIGHBORS,
    SPAN,
    fill_neighbors,
    find_lattice,
    fit_homography,
)
from chatuchak_solver.photo.kernels.layout import (
    find_covered,
    locate_unreadable,
    map_from_corners,
    mean_pitch,
    overlap,
    sort_rows,
)
from chatuchak_solver.photo.kernels.measures import (
    LETTERS,
    MARGINS,
    MAX_TILES,
    MAX_UNREADABLE,
    MIN_MARGIN,
    TILE,
)
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.sampling import project
from chatuchak_solver.photo.kernels.segmentation import (
    box_blur,
    collect_patches,
    convert_to_oklab,
    fill_salience,
    fill_smoothness,
    median_filter,
    shrink,
)
from chatuchak_solver.photo.kernels.tiles import read_tiles, turn_tile
from chatuchak_solver.photo.kernels.windows import (
    CANDIDATE,
    HUES,
    PATCHES,
    find_candidates,
    hue_spread,
    look_up,
    outside,
)
from chatuchak_solver.photo.reading import parse_options
from chatuchak_solver.photo.views import CORNER_SPOTS
from chatuchak_solver.photo.views import project as projected
from tests.twins import reference_for
from tests.unit.photo.reference import NAMES, lab_of, linear

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLANE = np.array([[9.0, 1.5, 40], [-1, 8, 30], [0.004, 0.01, 1]])
SPOTS = np.array([(spot % 6, spot // 6) for spot in range(30)], float)
FILLED = [5, *((spot - 1) % 5 for spot in range(1, 30))]
OPTIONS = parse_options("likely", "standard")


def painted(pitch: int = 12) -> NDArray[np.uint8]:
    """Return a picture of a tile; spot 0 is empty."""
    image = np.full((8 * pitch, 9 * pitch, 3), 225, np.uint8)
    half = pitch // 3
    for spot in range(1, 30):
        x, y = (2 + spot % 6) * pitch, (2 + spot // 6) * pitch
        image[y - half : y + half + 1, x - half : x + half + 1] = NAMES[FILLED[spot]]
    return image


def noise(seed: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (9, 12, 3)).astype(np.uint8)


def plain_blur(values: NDArray[np.floating], radius: int) -> Floats:
    padded = np.pad(values, radius, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * radius + 1,) * 2)
    return np.asarray(windows.mean((2, 3)))


@reference_for(shrink, median_filter, convert_to_oklab)
def test_images_are_reduced_filtered_and_converted() -> None:
    image = noise(1)
    small, soft = np.zeros((4, 5, 3), np.uint8), np.zeros_like(image)
    shrink(image, 2, 1, 10, 8, small)
    means = image[1:, 2:].reshape(4, 2, 5, 2, 3).mean((1, 3))
    assert np.abs(small - means).max() <= 0.5
    median_filter(image, soft)
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3), axis=(0, 1))
    assert (soft[1:-1, 1:-1] == np.median(windows, axis=(3, 4))).all()
    assert (soft[0] == image[0]).all()
    lab = np.zeros(image.shape, np.float32)
    convert_to_oklab(image, lab)
    assert lab == pytest.approx(lab_of(linear(image)), abs=1e-6)


@reference_for(fill_smoothness, box_blur, fill_salience)
def test_smoothness_and_salience_equal_those_of_numpy() -> None:
    lab = lab_of(linear(noise(2))).astype(np.float32)
    values, work = np.zeros((9, 12), np.float32), np.zeros((2, 9, 12), np.float32)
    fill_smoothness(lab, 0.5, values)
    scaled = lab * (0.7, 1.6, 1.6)
    across = np.linalg.norm(scaled[1:-1, 2:] - scaled[1:-1, :-2], axis=-1)
    down = np.linalg.norm(scaled[2:, 1:-1] - scaled[:-2, 1:-1], axis=-1)
    assert values[1:-1, 1:-1] == pytest.approx(0.5 - np.maximum(across, down), abs=1e-5)
    assert values[0].max() < 0
    blurred = lab[..., 1].copy()
    box_blur(blurred, 2)
    assert blurred == pytest.approx(plain_blur(lab[..., 1], 2), abs=1e-5)
    fill_salience(lab, 1, 3, work, values)
    soft = [plain_blur(lab[..., axis], 1) for axis in (1, 2)]
    contrast = np.hypot(*(hue - plain_blur(hue, 3) for hue in soft))
    expected = contrast - np.maximum(plain_blur(contrast, 3), 0.004)
    assert values == pytest.approx(expected, abs=1e-5)


@reference_for(collect_patches)
def test_compact_components_are_collected() -> None:
    values = np.full((20, 30), -1, np.float32)
    values[2:7, 3:9] = values[12:17, 20:24] = values[14, 24] = 1
    values[9, :] = 1  # too long
    values[18, 28] = 1  # too small
    sums, patches = np.zeros((600, 6)), np.zeros((9, 3))
    count = collect_patches(values, np.zeros(600, np.int64), sums, 4.0, 60.0, patches)
    columns = [*[20, 21, 22, 23] * 5, 24]
    expected = [[5.5, 4.0, 30.0], [np.mean(columns), 14.0, 21.0]]
    assert patches[:count] == pytest.approx(np.array(expected))


@reference_for(fill_neighbors, find_lattice, fit_homography, project)
def test_lattice_of_patches_is_extended_and_fitted() -> None:
    points = projected(PLANE, np.delete(SPOTS, 8, 0))
    points = np.vstack((points, [[5.0, 90.0], [120.0, 5.0]]))
    patches = np.column_stack((points, np.full(len(points), 25.0)))
    near, pairs = np.zeros((31, NEIGHBORS), np.int64), np.zeros(31, np.int64)
    fill_neighbors(patches, 31, near, pairs)
    distance = np.linalg.norm(points - points[:, None], axis=-1)
    assert [set(near[14, :4])] == [set(np.argsort(distance[14])[1:5])]
    assert pairs[14] >= 2
    assert pairs[-1] == 0
    lattice, by = np.zeros((SPAN, SPAN), np.int64), np.zeros(8)
    left, untried = np.ones(31, bool), np.ones(31, bool)
    work = np.zeros((3, SPAN * SPAN, 2))
    assert find_lattice(patches, 31, 15, near, left, untried, lattice, by, work) == 29
    assert sorted(lattice[lattice >= 0].tolist()) == list(range(29))
    assert left.tolist() == untried.tolist() == [False] * 29 + [True] * 2
    assert find_lattice(patches, 31, 30, near, left, untried, lattice, by, work) == 0
    fit_homography(SPOTS, projected(PLANE, SPOTS), 30, 0.0, by)
    assert np.append(by, 1) == pytest.approx(PLANE.ravel(), abs=1e-4)
    point = np.zeros(2)
    project(by, 2.0, 3.0, point)
    assert point == pytest.approx(projected(PLANE, np.array([2.0, 3.0])), abs=1e-3)


@reference_for(
    mean_pitch, map_from_corners, overlap, outside, look_up, hue_spread,
    turn_tile,
)  # fmt: skip
def test_places_are_measured_and_compared() -> None:
    image = noise(3)
    corners = (CORNER_SPOTS * 10 + 20).ravel()
    assert mean_pitch(corners) == pytest.approx(10)
    tile, by = np.arange(float(TILE)), np.zeros(8)
    tile[:8] = corners
    turn_tile(tile)
    assert tile[:8].tolist() == np.roll(corners, 4).tolist()
    assert tile[MARGINS : MARGINS + 30].tolist() == list(range(MARGINS + 29, MARGINS - 1, -1))
    assert overlap(corners, np.roll(corners, 4))
    assert overlap(corners, corners + 30)
    assert not overlap(corners, corners + np.array([75.0, 0] * 4))
    map_from_corners(corners, by)
    assert by == pytest.approx([0.1, 0, -2, 0, 0.1, -2, 0, 0], abs=1e-6)
    assert [outside(image, np.array([2.0, 3] * 4)), outside(image, corners)] == [0, 59]
    lab, colors = np.zeros(3), lab_of(linear(image[:4, :6])).astype(np.float32)
    look_up(image, colors, 5.0, 7.0, lab)
    assert lab.tolist() == colors[3, 2].tolist()
    hues = np.random.default_rng(4).normal(size=(30, 2)) * (3, 1)
    expected = np.linalg.eigvalsh(np.cov(hues.T))[0] ** 0.5
    assert hue_spread(hues, 30) == pytest.approx(expected)


@reference_for(sort_rows)
def test_tiles_of_a_rotated_photo_are_sorted_by_rows() -> None:
    turn = np.radians(12)
    by = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    places = [(row, column) for row in range(3) for column in range(4)]
    tiles = [((CORNER_SPOTS + np.array([8 * c, 7 * r])) @ by.T).ravel() for r, c in places]
    shuffled = np.random.default_rng(3).permutation(12)
    order, rows = np.zeros(12, np.int64), np.zeros(12, np.int64)
    sort_rows(np.array(tiles)[shuffled], 12, order, rows)
    assert shuffled[order].tolist() == list(range(12))
    assert rows[order].tolist() == [1] * 4 + [2] * 4 + [3] * 4


@reference_for(find_covered, locate_unreadable)
def test_gap_with_colors_unlike_the_table_is_a_covered_tile() -> None:
    image = np.full((220, 300, 3), 120, np.uint8)
    tiles, places = np.zeros((4, CANDIDATE)), np.zeros((5, 3))
    for tile, (x, y) in enumerate([(30, 30), (120, 30), (30, 130)]):
        tiles[tile, :8] = (CORNER_SPOTS * 10 + (x, y)).ravel()
        tiles[tile, HUES] = 0.05

    def covered() -> tuple[int, Floats]:
        colors = lab_of(linear(image[::4, ::4])).astype(np.float32)
        unreadable = np.zeros((4, 8))
        return find_covered(image, colors, tiles, 3, unreadable, 0), unreadable

    assert covered()[0] == 0  # the table is there
    image[125:175, 115:180] = (230, 160, 90)
    count, unreadable = covered()
    assert count == 1
    unreadable[1] = (CORNER_SPOTS * 10 + (270, 30)).ravel()  # cut off
    locate_unreadable(image, tiles, 3, unreadable, 2, places)
    assert places[:3].tolist() == [[1, 3, 1], [2, 2, -1], [0, 0, 0]]


@reference_for(read_tile)
def test_tile_is_read_from_approximate_corners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ROUNDS", 1)
    for module in (evidence, fit, grouping, likelihood, sampling):  # of 121 samples a spot
        monkeypatch.setattr(module, "SIDE", 3, raising=False)
        monkeypatch.setattr(module, "SAMPLES", 9, raising=False)
    tile = np.zeros(TILE)
    tile[:8] = (CORNER_SPOTS * 12 + 24).ravel() + 1.5
    assert read_tile(painted(), OPTIONS, tile)
    assert tile[LETTERS : LETTERS + 30].tolist() == FILLED
    assert tile[MARGINS : MARGINS + 30].min() > MIN_MARGIN
    assert not read_tile(painted(), OPTIONS, np.zeros(TILE))


def all_tiles(image: NDArray[np.uint8], max_tiles: int = MAX_TILES) -> tuple[Floats, Floats, int]:
    tiles, unreadable = np.zeros((MAX_TILES, TILE)), np.zeros((MAX_UNREADABLE, 3))
    found = np.zeros(1, np.int64)
    count = read_tiles(image, OPTIONS, max_tiles, tiles, unreadable, found)
    return tiles[:count], unreadable, int(found[0])


@reference_for(find_candidates, read_tiles)
def test_tile_is_found_and_none_on_a_blank_image() -> None:
    pitch = 40
    image = painted(pitch=pitch)
    colors = lab_of(linear(image[::4, ::4])).astype(np.float32)
    candidates = np.zeros((300, CANDIDATE))
    count = find_candidates(image, colors, float(pitch), 14.0, candidates, 0)
    corners = (CORNER_SPOTS + 2).ravel() * pitch
    near = np.abs(candidates[:count, :8] - corners).max(axis=1) < 1.5
    assert candidates[:count][near, PATCHES].max() >= 29
    tiles, unreadable, found = all_tiles(np.full((24, 32, 3), 90, np.uint8))
    assert (len(tiles), found, bool(unreadable.any())) == (0, 0, False)
