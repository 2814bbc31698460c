"""Kernels of the photo reader against references."""

import math
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from chatuchak_solver.photo.kernels import grouping, sampling
from chatuchak_solver.photo.kernels.elementary import (
    ascending,
    cube_root,
    exponential,
    exponentials,
    length,
    logarithm,
    logarithms,
    median,
)
from chatuchak_solver.photo.kernels.geometry import (
    corner_spots,
    cut_edge,
    fit_homography,
    interpolate,
    invert,
    is_convex,
    is_same,
    least_squares,
    map_corners,
    mean_pitch,
    overlap,
    project,
)
from chatuchak_solver.photo.kernels.measures import LETTERS, TILE, VIEW_SAMPLES
from chatuchak_solver.photo.kernels.reading import merge_view
from chatuchak_solver.photo.kernels.sampling import (
    OFFSET,
    SAMPLES,
    SIDE,
    UNIT,
    fit_corners,
    fit_quality,
    offset_of,
    sample_spots,
)
from chatuchak_solver.photo.kernels.segmentation import linear_image, to_oklab
from chatuchak_solver.photo.reading import parse_options
from chatuchak_solver.photo.views import spot_centers
from tests.twins import reference_for
from tests.unit.photo import reference as reference_kernels
from tests.unit.photo.reference import (
    CORNER_SPOTS,
    NAMES,
    WEIGHTS,
    lab_of,
    linear,
    merged_views,
    names,
    places,
    spot_terms,
    votes,
)
from tests.unit.photo.reference import fit_homography as homography
from tests.unit.photo.reference import project as projected

Floats = NDArray[np.float64]

CORNERS = np.array([[8.0, 6.0], [57.0, 9.0], [54.0, 47.0], [6.0, 43.0]])
"""On a picture of 64 x 56 pixels."""
SPOTS = np.array([(spot % 6, spot // 6) for spot in range(30)], float)


@pytest.fixture(autouse=True)
def fewer_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give spots 36 samples instead of 144, and corners a quarter of the search."""
    monkeypatch.setattr(sampling, "ROUNDS", 1)
    monkeypatch.setattr(sampling, "OUTER", 6)
    side = 6
    kernels = (grouping, sampling)
    for module in (*kernels, reference_kernels, sys.modules[__name__]):
        monkeypatch.setattr(module, "SIDE", side, raising=False)
        monkeypatch.setattr(module, "SAMPLES", side * side, raising=False)


FILLED = np.array([grouping.EMPTY, *((spot - 1) % 5 for spot in range(1, 30))])


def some_light(seed: int) -> Floats:
    """Return samples of all spots: colors of the game, uneven, the first one gray."""
    rng = np.random.default_rng(seed)
    base = np.vstack((linear(NAMES), [[0.4] * 3]))[FILLED]
    return np.asarray(base[:, None] * rng.uniform(0.8, 1.25, (30, SAMPLES, 3)))


def a_model(seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    model = np.zeros((grouping.CAST + 1, 3))
    model[: grouping.FIELD] = np.log(linear(NAMES) + OFFSET)
    model[grouping.FIELD : grouping.CAST] = rng.normal(0, 0.1, (grouping.CAST - grouping.FIELD, 3))
    model[grouping.CAST] = rng.normal(0, 0.1, 3)
    return model


@reference_for(exponential, exponentials, logarithm, logarithms, cube_root, length)
def test_elementary_functions_equal_those_of_math() -> None:
    for x in np.linspace(-79, 79, 333).tolist():
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-12)
        assert logarithm(math.exp(x)) == pytest.approx(max(x, math.log(1e-30)), abs=1e-11)
        assert cube_root(math.exp(x)) == pytest.approx(math.cbrt(math.exp(x)), rel=1e-12, abs=1e-9)
    values = np.linspace(-60, 79, 12).reshape(2, 6)
    assert exponentials(values) == pytest.approx(np.exp(values), rel=1e-12)
    assert logarithms(np.exp(values)) == pytest.approx(values, abs=1e-11)
    assert length(3.0, -4.0) == 5.0
    assert exponential(-500.0) == exponential(-80.0)
    assert cube_root(0.0) == 0
    assert logarithm(0.0) == pytest.approx(math.log(1e-30))


@reference_for(linear_image, to_oklab)
def test_light_and_oklab_equal_the_formulas() -> None:
    values = np.arange(256, dtype=np.uint8)
    image = np.stack((values, values[::-1], values), -1).reshape(16, 16, 3)
    assert linear_image(image, 1) == pytest.approx(linear(image), abs=1e-6)
    assert to_oklab(linear(NAMES)) == pytest.approx(lab_of(linear(NAMES)), abs=1e-6)
    assert to_oklab(np.ones((1, 3))) == pytest.approx(np.array([[1, 0, 0]]), abs=1e-6)


@reference_for(corner_spots, map_corners, is_convex, interpolate, offset_of, sample_spots)
def test_spots_are_sampled_by_their_corners() -> None:
    assert corner_spots().tolist() == CORNER_SPOTS.tolist()
    by, plain = map_corners(CORNERS.ravel()), homography(CORNER_SPOTS, CORNERS)
    assert np.append(by, 1) == pytest.approx(plain.ravel(), abs=1e-5)
    assert spot_centers(CORNERS) == pytest.approx(projected(plain, SPOTS))
    assert is_convex(CORNERS.ravel())
    assert not is_convex(CORNERS[::-1].ravel())
    for corner in range(4):
        dented = np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]])
        dented[corner] = dented[corner - 2] * 0.6 + dented[corner] * 0.4
        assert not is_convex(dented.ravel())
    y, x = np.mgrid[:56, :64]
    image = np.stack((x, y, x + y), -1).astype(np.float32)  # the interpolated value is exact
    light = sample_spots(image, by, SIDE, UNIT)
    assert light[..., :2] == pytest.approx(projected(plain, SPOTS[:, None] + places()), abs=1e-4)
    assert offset_of(1, 5, 0.25) == pytest.approx((-0.25, -0.5))
    point = np.zeros(3)
    interpolate(image, by, 1.5, 0.5, point)
    assert point[:2] == pytest.approx(projected(plain, np.array([1.5, 0.5])), abs=1e-4)


@reference_for(fit_homography, invert, project)
def test_homographies_are_fitted_and_inverted() -> None:
    plane = np.array([[9.0, 1.5, 40], [-1, 8, 30], [0.004, 0.01, 1]])
    by = fit_homography(SPOTS, projected(plane, SPOTS), 0.0)
    assert np.append(by, 1) == pytest.approx(plane.ravel(), abs=1e-4)
    point = project(by, 2.0, 3.0)
    assert point == pytest.approx(projected(plane, np.array([2.0, 3.0])), abs=1e-3)
    assert project(invert(by), *point) == pytest.approx([2, 3], abs=1e-6)


@reference_for(mean_pitch, overlap, is_same, cut_edge)
def test_places_are_measured_and_compared() -> None:
    corners, image = (CORNER_SPOTS * 10 + 20).ravel(), np.zeros((90, 60, 3), np.uint8)
    assert mean_pitch(corners) == pytest.approx(10)
    assert overlap(corners, np.roll(corners, 4))
    assert overlap(corners, corners + 30)
    assert not overlap(corners, corners + np.array([75.0, 0] * 4))
    assert is_same(corners, corners + 3)
    assert not is_same(corners, corners + 5)
    assert not is_same(corners, corners + np.array([9.0, 0, 9, 0, -9, 0, -9, 0]))  # sheared
    assert not is_same(corners, (CORNER_SPOTS * 13 + (12.5, 14)).ravel())
    assert cut_edge(image, corners) == (1, 11.0)
    assert cut_edge(image, corners - 18) == (0, -2.0)


def painted(corners: Floats) -> NDArray[np.uint8]:
    """Return a picture of squares of the five colors; spot 0 is empty."""
    y, x = np.mgrid[:56, :64].astype(float)
    back: Floats = np.linalg.inv(homography(CORNER_SPOTS, corners)).astype(np.float64)
    u, v = np.moveaxis(projected(back, np.stack((x, y), -1).astype(np.float64)), -1, 0)
    column, row = np.round(u).astype(int), np.round(v).astype(int)
    on = (abs(u - column) < 0.4) & (abs(v - row) < 0.4) & (column >= 0) & (column < 6)
    on &= (row >= 0) & (row < 5) & ((row > 0) | (column > 0))
    spot = np.clip(row * 6 + column, 0, 29)
    return np.where(on[..., None], NAMES[spot % 5], 240).astype(np.uint8)


@reference_for(merge_view)
def test_views_are_merged_by_the_minimum_in_one_light() -> None:
    rng = np.random.default_rng(7)
    light = np.vstack((linear(NAMES), [[0.85] * 3]))[FILLED][:, None]
    light = light * rng.uniform(0.9, 1, (30, VIEW_SAMPLES, 1))
    first, other, tile = light.copy(), light * (1.3, 1.2, 0.9), np.zeros(TILE)
    first[5:12, 30:200] += 0.8  # reflections
    other[15:22, 90:250] += 0.7
    expected = merged_views(first, other)
    merge_view(first, other, parse_options("any", "standard"), tile)
    assert first == pytest.approx(expected, abs=1e-9)
    assert abs(first - light).max() < 0.05
    assert tile[LETTERS : LETTERS + 30].tolist() == FILLED.tolist()


def quality(lab: Floats, corners: Floats) -> float:
    steps = np.linspace(-0.32, 0.32, 5)
    near = np.array([(x, y) for y in steps for x in steps])
    at = projected(homography(CORNER_SPOTS, corners), SPOTS[:, None] + near)
    x, y = np.floor(at).astype(int)[..., 0], np.floor(at).astype(int)[..., 1]
    right, down = (at[..., 0] - x)[..., None], (at[..., 1] - y)[..., None]
    upper = lab[y, x] * (1 - right) + lab[y, x + 1] * right
    lower = lab[y + 1, x] * (1 - right) + lab[y + 1, x + 1] * right
    seen = (upper * (1 - down) + lower * down) * WEIGHTS
    seen -= seen.mean(0)
    mean = seen.mean(1)
    within = np.minimum(((seen - mean[:, None]) ** 2).sum(-1), 0.02).mean()
    between = (mean**2).sum(-1).mean()
    return math.log((between + 1e-4) / (within + 2e-4))


@reference_for(fit_quality, fit_corners)
def test_corners_are_fitted_to_the_spots() -> None:
    exact = lab_of(linear(painted(CORNERS)))
    lab = exact.astype(np.float32)
    off = CORNERS + np.array([[1.6, 1.2], [1.4, 1.6], [1.5, 1.0], [1.3, 1.7]])
    for corners in (CORNERS, off):
        expected = quality(exact, corners)
        assert fit_quality(lab, map_corners(corners.ravel())) == pytest.approx(expected, abs=1e-4)
    by = fit_corners(lab, map_corners(off.ravel()))
    moved = np.array([project(by, u, v) for u, v in CORNER_SPOTS.tolist()])
    assert quality(exact, moved) > quality(exact, off)
    before, after = (np.linalg.norm(c - CORNERS, axis=1).mean() for c in (off, moved))
    assert after < before / 2


@reference_for(ascending, median)
@pytest.mark.parametrize("n", [1, 2, 30, 122])
def test_values_are_sorted(n: int) -> None:
    values = np.random.default_rng(n).permutation(n) / 7
    assert ascending(values).tolist() == np.sort(values).tolist()
    assert median(values) == pytest.approx(np.median(values))


@reference_for(grouping.weigh_samples)
def test_weights_equal_the_formulas() -> None:
    light = some_light(1)
    assert grouping.weigh_samples(light) == pytest.approx(votes(lab_of(light)), abs=1e-9)


@reference_for(grouping.field_terms, grouping.price_spots)
@pytest.mark.parametrize("glares", [0, 6])
def test_prices_equal_the_formulas(glares: int) -> None:
    light, model, width = some_light(3), a_model(3), 0.05
    vote = votes(lab_of(light))
    cost, trust, seen = np.zeros((30, 6)), np.zeros((30, 5)), np.zeros((30, 5, 3))
    grouping.price_spots(light, vote, model, width, glares, cost, trust, seen)
    assert grouping.field_terms() == pytest.approx(spot_terms())
    field = spot_terms() @ model[grouping.FIELD : grouping.CAST]
    white = np.exp(model[grouping.CAST])
    tint = white / np.exp(model[grouping.CAST].mean())
    centers = lab_of(np.exp(model[: grouping.FIELD]) / tint)
    shades = centers[:, 1:] / centers[:, :1]
    apart = np.full((30, SAMPLES, 5), np.inf)
    for glare in range(glares + 1):
        more = glare * (0.04 + 0.0128 * glare)
        price = 3 + 4 * more if glare else 0.0
        left = np.maximum(light - more * white / white.mean(), 0.003) + OFFSET
        lab = lab_of(left * np.exp(-field)[:, None] / tint)
        if glare == 0:
            plain = lab
        off = lab[:, :, None] - centers
        off[..., 1:] = lab[:, :, None, 1:] - shades * lab[:, :, None, :1]
        off *= np.array([grouping.LIGHTNESS, 1, 1]) / width
        apart = np.minimum(apart, (off**2).sum(-1) + price)
    like = np.exp(-apart / 2) * vote[..., None]
    assert trust == pytest.approx(like.sum(1), abs=1e-6)
    mean = np.einsum("spc,spk->sck", like, light) / np.maximum(trust, 1e-4)[..., None]
    assert seen == pytest.approx(np.log(mean + OFFSET), abs=1e-5)
    prices = -2 * np.log(trust + math.exp(-14))
    assert cost[:, :5] == pytest.approx(prices, rel=1e-4)
    chroma = np.sort(np.linalg.norm(plain[..., 1:], axis=-1), 1)[:, SAMPLES * 4 // 5]
    usual = np.median(chroma)
    empty = (chroma / usual / 0.4) ** 2 + 2 + plain[..., 0].std(1) / 0.04
    assert cost[:, grouping.EMPTY] == pytest.approx(30 * empty / (empty + 30), rel=1e-3)


@reference_for(least_squares)
def test_linear_equations_are_solved() -> None:
    rng = np.random.default_rng(4)
    rows, right, ridge = rng.normal(size=(9, 7)), rng.normal(size=(9, 3)), rng.uniform(0, 2, 7)
    found = least_squares(np.hstack((rows, right)), ridge)
    assert found == pytest.approx(np.linalg.solve(rows.T @ rows + np.diag(ridge), rows.T @ right))


@reference_for(grouping.fit_model)
def test_colors_and_light_are_fitted_by_least_squares() -> None:
    rng, model, booths = np.random.default_rng(5), a_model(5), np.arange(1, 30)
    label, before = FILLED[1:], model.copy()
    trust = rng.uniform(0, 1, (30, 5))
    seen = rng.normal(-1, 0.5, (30, 5, 3))
    trust[6] = 0  # unlike all colors
    expected, own = seen[booths, label], trust[booths, label]
    far = grouping.fit_model(seen, trust, FILLED, model)
    terms = np.hstack((np.eye(5)[label], spot_terms()[1:]))
    weight = (own / (own + 0.02) + 1e-3)[:, None]
    right = terms.T @ (weight * expected) + np.vstack(
        (grouping.HELD * before[:5], np.zeros((5, 3)))
    )
    gray = right.mean(1, keepdims=True)
    square = terms.T @ (weight * terms)
    parts = [
        np.linalg.solve(square + np.diag([grouping.HELD] * 5 + [ridge] * 5), side)
        for ridge, side in ((0.5, gray), (3.0, right - gray))
    ]
    fitted: Floats = parts[0] + parts[1]
    assert model[: grouping.CAST] == pytest.approx(fitted, abs=1e-8)
    assert model[grouping.CAST].tolist() == before[grouping.CAST].tolist()
    tint = before[grouping.CAST] - before[grouping.CAST].mean()
    light = expected - terms[:, 5:] @ fitted[5:]
    left = lab_of(np.exp(light - tint)) - lab_of(np.exp(fitted[label] - tint))
    distances = np.linalg.norm(left * (grouping.LIGHTNESS, 1, 1), axis=1)
    assert far == pytest.approx(np.median(distances), abs=1e-6)


@reference_for(grouping.usual_colors, grouping.name_groups)
def test_names_are_the_best_permutation() -> None:
    usual = grouping.usual_colors()
    assert usual[0] == pytest.approx(np.log(linear(NAMES) + OFFSET), abs=2e-3)
    assert usual[1] == pytest.approx(np.log(linear(NAMES) * 0.5 + 0.42 + OFFSET), abs=2e-3)
    rng = np.random.default_rng(6)
    centers = usual[1][[3, 1, 4, 0, 2]] + (0.3, 0.0, -0.2) + rng.normal(0, 0.1, (5, 3))
    name, cast = np.zeros(5, np.int64), np.zeros(3)
    lead = grouping.name_groups(centers, usual[1], name, cast)
    order, expected_lead, expected_cast = names(centers, usual[1])
    assert tuple(name) == order == (3, 1, 4, 0, 2)
    assert lead == pytest.approx(expected_lead, abs=1e-5)
    assert cast == pytest.approx(expected_cast)


@reference_for(grouping.group_spots)
@pytest.mark.parametrize(("lamp", "min_lead"), [((1, 1, 1), 1), ((1, 0.55, 0.2), 0.3)])
def test_clear_colors_are_grouped_and_named(lamp: tuple[float, ...], min_lead: float) -> None:
    light = np.vstack((linear(NAMES), [[0.85] * 3]))[FILLED][:, None] * np.ones((1, SAMPLES, 1))
    light *= np.random.default_rng(7).uniform(0.95, 1.05, light.shape) * lamp
    lead, name, label, regret = grouping.group_spots(light, parse_options("any", "standard"))
    assert lead > min_lead
    assert name[label].tolist() == FILLED.tolist()
    assert regret.min() > 3
