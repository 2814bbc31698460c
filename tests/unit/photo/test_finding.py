"""Kernels that find, sort and read tiles, on drawn images."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from chatuchak_solver.kernels.arrays import Float64s as Floats
from chatuchak_solver.photo.kernels import grouping, reading, sampling
from chatuchak_solver.photo.kernels import tiles as tiles_kernels
from chatuchak_solver.photo.kernels.lattices import SPAN, find_lattice
from chatuchak_solver.photo.kernels.layout import find_covered, locate_unreadable, sort_rows
from chatuchak_solver.photo.kernels.measures import (
    CANDIDATE,
    HIDDEN,
    HUES,
    LETTERS,
    MARGINS,
    MAX_TILES,
    MAX_UNREADABLE,
    MIN_MARGIN,
    PATCHES,
    RANK,
    SHINY,
    TILE,
)
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import (
    box_blur,
    collect_patches,
    linear_image,
    salience,
    smoothness,
    to_oklab,
)
from chatuchak_solver.photo.kernels.tiles import best_rival, read_tiles, turn_tile
from chatuchak_solver.photo.kernels.windows import find_candidates, hue_spread, spot_colors
from chatuchak_solver.photo.reading import parse_options
from chatuchak_solver.photo.views import CORNER_SPOTS
from tests.twins import reference_for
from tests.unit.photo.reference import NAMES, lab_of, linear
from tests.unit.photo.reference import project as projected

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


def oklab(image: NDArray[np.uint8], factor: int = 1) -> NDArray[np.float32]:
    return to_oklab(linear_image(image, factor))


def plain_blur(values: NDArray[np.floating], radius: int) -> Floats:
    blurred = [
        values[max(y - radius, 0) : y + radius + 1, max(x - radius, 0) : x + radius + 1].mean()
        for y in range(values.shape[0])
        for x in range(values.shape[1])
    ]
    return np.array(blurred).reshape(values.shape)


@reference_for(linear_image)
def test_images_are_reduced_in_linear_light() -> None:
    image = noise(1)
    means = linear(image[:8, :10]).reshape(4, 2, 5, 2, 3).mean((1, 3))
    assert linear_image(image[:, :11], 2) == pytest.approx(means, abs=1e-6)


@reference_for(smoothness, box_blur, salience)
def test_smoothness_and_salience_equal_those_of_numpy() -> None:
    lab = lab_of(linear(noise(2))).astype(np.float32)
    scaled = lab * (0.7, 1.6, 1.6)
    across = np.linalg.norm(scaled[1:-1, 2:] - scaled[1:-1, :-2], axis=-1)
    down = np.linalg.norm(scaled[2:, 1:-1] - scaled[:-2, 1:-1], axis=-1)
    values = smoothness(lab, 0.5)
    assert values[1:-1, 1:-1] == pytest.approx(0.25 - np.maximum(across, down) ** 2, abs=1e-5)
    assert values[0].max() < 0
    assert box_blur(lab[..., 1], 2) == pytest.approx(plain_blur(lab[..., 1], 2), abs=1e-5)
    soft = [plain_blur(lab[..., axis], 1) for axis in (1, 2)]
    contrast = np.hypot(*(hue - plain_blur(hue, 3) for hue in soft))
    expected = contrast - np.maximum(plain_blur(contrast, 3), 0.004)
    assert salience(lab, 1, 3) == pytest.approx(expected, abs=1e-5)


@reference_for(collect_patches)
def test_compact_components_are_collected() -> None:
    values = np.full((20, 30), -1, np.float32)
    values[2:7, 3:9] = values[12:17, 20:24] = values[14, 24] = 1
    values[9, :] = 1  # too long
    values[18, 28] = 1  # too small
    patches = collect_patches(values, 2, 6.0)
    columns = [*[20, 21, 22, 23] * 5, 24]
    expected = [[5.5, 4.0, 30.0], [np.mean(columns), 14.0, 21.0]]
    assert patches == pytest.approx(np.array(expected) * (2, 2, 4) + (0.5, 0.5, 0))


@reference_for(find_lattice)
def test_lattice_of_patches_is_extended_and_fitted() -> None:
    points = projected(PLANE, np.delete(SPOTS, 8, 0))
    points = np.vstack((points, [[5.0, 90.0], [120.0, 5.0]]))
    patches = np.column_stack((points, np.full(len(points), 25.0)))
    lattice = np.zeros((SPAN, SPAN), np.int64)
    count, by = find_lattice(patches, 15, lattice)
    assert count == 29
    assert sorted(lattice[lattice >= 0].tolist()) == list(range(29))
    row, column = np.argwhere(lattice == 20)[0].tolist()
    homography = np.append(by, 1).reshape(3, 3)
    assert projected(homography, np.array([column, row])) == pytest.approx(points[20], abs=0.1)
    assert find_lattice(patches, 30, lattice)[0] == 0


@reference_for(hue_spread, spot_colors, turn_tile)
def test_tiles_are_measured_and_turned() -> None:
    corners, tile = (CORNER_SPOTS * 12 + 24).ravel(), np.arange(float(TILE))
    tile[:8] = corners
    turn_tile(tile)
    assert tile[:8].tolist() == np.roll(corners, 4).tolist()
    assert tile[MARGINS : MARGINS + 30].tolist() == list(range(MARGINS + 29, MARGINS - 1, -1))
    colors = np.random.default_rng(4).normal(size=(30, 3)) * (9, 3, 1)
    minor = np.linalg.eigvalsh(np.cov(colors[:, 1:].T))[0]
    assert hue_spread(colors) == pytest.approx(minor**0.5)
    spots = spot_colors(oklab(painted(12)), 4 * corners)
    paints = lab_of(linear(np.vstack((NAMES, [[225] * 3]))))
    assert spots == pytest.approx(paints[FILLED], abs=1e-6)


@reference_for(sort_rows)
def test_tiles_of_a_rotated_photo_are_sorted_by_rows() -> None:
    turn = np.radians(12)
    by = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    places = [(row, column) for row in range(3) for column in range(4)]
    tiles = [((CORNER_SPOTS + np.array([8 * c, 7 * r])) @ by.T).ravel() for r, c in places]
    shuffled = np.random.default_rng(3).permutation(12)
    order, rows = sort_rows(np.array(tiles)[shuffled])
    assert shuffled[order].tolist() == list(range(12))
    assert rows[order].tolist() == [1] * 4 + [2] * 4 + [3] * 4


@reference_for(find_covered, locate_unreadable)
def test_gap_with_colors_unlike_the_table_is_a_covered_tile() -> None:
    image = np.full((220, 300, 3), 120, np.uint8)
    tiles, places = np.zeros((3, CANDIDATE)), np.zeros((5, 3))
    for tile, (x, y) in enumerate([(30, 30), (120, 30), (30, 130)]):
        tiles[tile, :8] = (CORNER_SPOTS * 10 + (x, y)).ravel()
        tiles[tile, HUES] = 0.05

    def covered() -> tuple[int, Floats]:
        unreadable = np.zeros((4, 8))
        quarter = oklab(image, 4)
        return find_covered(image, quarter, tiles, unreadable, 0), unreadable

    assert covered()[0] == 0  # the table is there
    image[125:175, 115:180] = (230, 160, 90)
    count, unreadable = covered()
    assert count == 1
    unreadable[1] = (CORNER_SPOTS * 10 + (270, 30)).ravel()  # cut off
    locate_unreadable(image, tiles, unreadable[:2], places)
    assert places[:3].tolist() == [[1, 3, 1], [2, 2, -1], [0, 0, 0]]


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten plain Python: spots have 25 samples instead of 121, and searches take fewer steps."""
    for name, value in (("ROUNDS", 1), ("STEPS", 1), ("FIT_SIDE", 3)):
        monkeypatch.setattr(sampling, name, value)
    monkeypatch.setattr(grouping, "WIDTHS", (0.09, 0.06, 0.04))
    monkeypatch.setattr(grouping, "FINAL_TURNS", 1)
    monkeypatch.setattr(reading, "HIDDEN_BLOCK", 1)
    for module in (grouping, sampling):
        monkeypatch.setattr(module, "SIDE", 5, raising=False)
        monkeypatch.setattr(module, "SAMPLES", 25, raising=False)


@reference_for(read_tile)
def test_tile_is_read_from_approximate_corners(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    tile = np.zeros(TILE)
    tile[:8] = (CORNER_SPOTS * 12 + 24).ravel() + 1.5
    assert read_tile(painted(), OPTIONS, tile)
    assert tile[LETTERS : LETTERS + 30].tolist() == FILLED
    assert tile[MARGINS : MARGINS + 30].min() > MIN_MARGIN
    assert not read_tile(painted(), OPTIONS, np.zeros(TILE))


@reference_for(read_tile)
def test_reflections_are_compared_with_the_card_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    image, tile = painted(), np.zeros(TILE)
    image[20:29, 20:29] = 198  # three quarters of the light of the card
    image[:18] = image[:, :18] = 0  # the table
    tile[:8] = (CORNER_SPOTS * 12 + 24).ravel()
    assert read_tile(image, OPTIONS, tile)
    assert not tile[SHINY : SHINY + 30].any()


@reference_for(best_rival)
def test_window_of_the_whole_tile_wins_over_shifted_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    shifts = [(1, 0), (0, 0), (40, 0), (0, 0)]
    places, is_open = np.zeros((len(shifts), CANDIDATE)), np.ones(len(shifts), np.bool_)
    for place, shift in zip(places, shifts, strict=True):
        place[:8] = ((CORNER_SPOTS + 2 + np.array(shift)) * 12).ravel()
    places[:, RANK] = 33, 32, 31, 20
    places[:, PATCHES] = 25, 25, 29, 29
    tile = np.zeros(TILE)
    assert best_rival(painted(), OPTIONS, places, is_open, 0, tile) == 1
    assert tile[LETTERS : LETTERS + 30].tolist() == FILLED
    is_open[1] = False  # taken by another tile; the others are far or unlikely
    assert best_rival(painted(), OPTIONS, places, is_open, 0, tile) == 0


@reference_for(best_rival)
def test_equal_windows_count_as_one_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[float] = []

    def read_nothing(_: NDArray[np.uint8], __: Floats, tile: Floats) -> bool:
        read.append(tile[RANK])
        return False

    monkeypatch.setattr(tiles_kernels, "read_tile", read_nothing)
    places = np.zeros((12, CANDIDATE))
    places[:, :8] = (CORNER_SPOTS * 12 + 24).ravel()
    places[-2:, :8] += 12
    places[:, RANK] = np.linspace(33, 32, 12)
    best_rival(painted(), OPTIONS, places, np.ones(12, np.bool_), 0, np.zeros(TILE))
    assert read == [places[0, RANK], places[10, RANK]]


def all_tiles(image: NDArray[np.uint8], max_tiles: int = MAX_TILES) -> tuple[Floats, Floats, int]:
    tiles, unreadable = np.zeros((MAX_TILES, TILE)), np.zeros((MAX_UNREADABLE, 3))
    found = np.zeros(1, np.int64)
    count = read_tiles(image, OPTIONS, max_tiles, tiles, unreadable, found)
    return tiles[:count], unreadable, int(found[0])


@reference_for(find_candidates, read_tiles)
def test_tile_is_found_and_none_on_a_blank_image() -> None:
    pitch = 40
    image = painted(pitch=pitch)
    candidates, quarter = np.zeros((300, CANDIDATE)), oklab(image, 4)
    count = find_candidates(image, quarter, 3, candidates, 0)
    corners = (CORNER_SPOTS + 2).ravel() * pitch
    near = np.abs(candidates[:count, :8] - corners).max(axis=1) < 1.5
    assert candidates[:count][near, PATCHES].max() >= 29
    tiles, unreadable, found = all_tiles(np.full((24, 32, 3), 90, np.uint8))
    assert (len(tiles), found, bool(unreadable.any())) == (0, 0, False)


@reference_for(read_tiles)
def test_an_unreadable_tile_and_a_cut_off_one_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(*arguments: Floats) -> tuple[int, int]:
        *_, chosen, hidden = arguments
        chosen[0, :8] = (CORNER_SPOTS * 10 + 20).ravel()
        # The reading of a window that is cut off is overwritten by the next tile, if there is one.
        hidden[0] = chosen[1, :8] = (CORNER_SPOTS * 10 + (120, 20)).ravel()
        chosen[:2, RANK] = 30, 40
        chosen[:2, HIDDEN : HIDDEN + 30] = 1
        return 1, 1

    monkeypatch.setattr(tiles_kernels, "_choose", choose)
    tiles, unreadable, _ = all_tiles(np.full((80, 160, 3), 90, np.uint8))
    assert len(tiles) == 0
    assert unreadable[:3].tolist() == [[1, 1, -1], [1, 2, 1], [0, 0, 0]]


@reference_for(read_tiles)
def test_cut_off_candidates_compete_by_their_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    candidates = [
        (40, 20, 20),
        (36, 120, 150),  # reads worse than the window of rank 33
        (35, -10, 20),  # cut off, but less likely than the tile of rank 40
        (34, 120, 165),  # cut off, and more likely than the window of rank 33
        (33, 130, 150),
        (30, 270, 20),  # cut off, alone
    ]
    places = np.zeros((len(candidates), CANDIDATE))
    for place, (rank, x, y) in zip(places, candidates, strict=True):
        place[:8], place[RANK], place[PATCHES] = (CORNER_SPOTS * 10 + (x, y)).ravel(), rank, 25

    def read(_: NDArray[np.uint8], __: Floats, tile: Floats) -> bool:
        tile[MARGINS : MARGINS + 30] = 20 if tile[RANK] in (33, 35) else 10
        return True

    monkeypatch.setattr(tiles_kernels, "_search", lambda *_: places)
    monkeypatch.setattr(tiles_kernels, "read_tile", read)
    tiles, unreadable, found = all_tiles(np.full((200, 300, 3), 90, np.uint8))
    assert (tiles[:, RANK].tolist(), found) == ([40], 1)
    assert unreadable[:3].tolist() == [[1, 2, 1], [2, 1, 3], [0, 0, 0]]
