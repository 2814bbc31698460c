"""Kernels of the photo reader against references."""

import math
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from chatuchak_solver.photo.kernels import evidence, fit, grouping, likelihood, sampling
from chatuchak_solver.photo.kernels.elementary import (
    cube_root,
    exponential,
    length,
    logarithm,
    median,
    sort_first,
)
from chatuchak_solver.photo.kernels.evidence import brightness_of, weigh_samples
from chatuchak_solver.photo.kernels.fit import HELD, fit_model, solve_linear
from chatuchak_solver.photo.kernels.grouping import group_spots
from chatuchak_solver.photo.kernels.likelihood import CAST, EMPTY, FIELD, field_at, price_spots
from chatuchak_solver.photo.kernels.names import name_groups, usual_colors
from chatuchak_solver.photo.kernels.sampling import (
    OFFSET,
    SAMPLES,
    fit_corners,
    fit_quality,
    interpolate,
    linear_table,
    map_of_corners,
    sample_spots,
    to_oklab,
)
from chatuchak_solver.photo.kernels.views import encode_srgb, merge_view, rectify
from chatuchak_solver.photo.views import CORNER_SPOTS, fit_homography, project
from tests.twins import reference_for
from tests.unit.photo import reference as reference_kernels
from tests.unit.photo.reference import (
    NAMES,
    WEIGHTS,
    field_terms,
    lab_of,
    linear,
    merged_views,
    names,
    places,
    view_of,
    votes,
)

Floats = NDArray[np.float64]

CORNERS = np.array([[8.0, 6.0], [57.0, 9.0], [54.0, 47.0], [6.0, 43.0]])
"""On a picture of 64 x 56 pixels."""
SPOTS = np.array([(spot % 6, spot // 6) for spot in range(30)], float)


@pytest.fixture(autouse=True)
def fewer_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give spots 25 samples instead of 121, and corners a quarter of the search."""
    monkeypatch.setattr(sampling, "ROUNDS", 1)
    side = 5
    kernels = (evidence, fit, grouping, likelihood, sampling)
    for module in (*kernels, reference_kernels, sys.modules[__name__]):
        monkeypatch.setattr(module, "SIDE", side, raising=False)
        monkeypatch.setattr(module, "SAMPLES", side * side, raising=False)


def some_light(seed: int, spots: int = 6) -> Floats:
    """Return samples of spots: colors of the game, uneven, the last one gray."""
    rng = np.random.default_rng(seed)
    base = linear(NAMES)[np.arange(spots) % 5]
    base[-1] = 0.4
    return np.asarray(base[:, None] * rng.uniform(0.8, 1.25, (spots, SAMPLES, 3)))


def a_model(seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    model = np.zeros((CAST + 1, 3))
    model[:FIELD] = np.log(linear(NAMES) + OFFSET)
    model[FIELD:CAST] = rng.normal(0, 0.1, (CAST - FIELD, 3))
    model[CAST] = rng.normal(0, 0.1, 3)
    return model


@reference_for(exponential, logarithm, cube_root, length)
def test_elementary_functions_equal_those_of_math() -> None:
    for x in np.linspace(-79, 79, 333).tolist():
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-12)
        assert logarithm(math.exp(x)) == pytest.approx(x, abs=1e-12)
        assert cube_root(math.exp(x)) == pytest.approx(math.cbrt(math.exp(x)), rel=1e-12)
    assert length(3.0, -4.0) == 5.0
    assert exponential(-500.0) == exponential(-80.0)
    assert logarithm(0.0) == pytest.approx(math.log(1e-300))
    assert cube_root(0.0) == 0


@reference_for(linear_table, to_oklab)
def test_light_and_oklab_equal_the_formulas() -> None:
    table = np.zeros(256)
    linear_table(table)
    assert table == pytest.approx(linear(np.arange(256)), abs=1e-12)
    out = np.zeros(3)
    for light in linear(NAMES):
        to_oklab(light[0], light[1], light[2], out)
        assert out == pytest.approx(lab_of(light), abs=1e-6)
    to_oklab(1.0, 1.0, 1.0, out)
    assert out == pytest.approx([1, 0, 0], abs=1e-6)


@reference_for(map_of_corners, interpolate, sample_spots)
def test_spots_are_sampled_by_their_corners() -> None:
    by = np.zeros(8)
    assert map_of_corners(CORNERS.ravel(), by)
    plain = fit_homography(CORNER_SPOTS, CORNERS)
    assert np.append(by, 1) == pytest.approx(plain.ravel(), abs=1e-9)
    assert not map_of_corners(CORNERS[[0, 0, 1, 1]].ravel(), np.zeros(8))
    y, x = np.mgrid[:56, :64]
    image = np.stack((x, y, x + y), -1).astype(np.float32)  # between pixels it is what it says
    light = np.zeros((30, SAMPLES, 3))
    sample_spots(image, by, light)
    assert light[..., :2] == pytest.approx(project(plain, SPOTS[:, None] + places()), abs=1e-4)
    point = np.zeros(3)
    interpolate(image, by, 1.5, 0.5, point)
    assert point[:2] == pytest.approx(project(plain, np.array([1.5, 0.5])), abs=1e-4)


def painted(corners: Floats) -> NDArray[np.uint8]:
    """Return a picture of squares of the five colors; spot 0 is empty."""
    y, x = np.mgrid[:56, :64].astype(float)
    back: Floats = np.linalg.inv(fit_homography(CORNER_SPOTS, corners)).astype(np.float64)
    u, v = np.moveaxis(project(back, np.stack((x, y), -1).astype(np.float64)), -1, 0)
    column, row = np.round(u).astype(int), np.round(v).astype(int)
    on = (abs(u - column) < 0.4) & (abs(v - row) < 0.4) & (column >= 0) & (column < 6)
    on &= (row >= 0) & (row < 5) & ((row > 0) | (column > 0))
    spot = np.clip(row * 6 + column, 0, 29)
    return np.where(on[..., None], NAMES[spot % 5], 240).astype(np.uint8)


@reference_for(rectify, encode_srgb)
def test_views_show_a_tile_from_above() -> None:
    image = painted(CORNERS)
    image[::7, ::5] //= 2
    view = np.zeros((120, 225, 3), np.float32)
    assert rectify(image, CORNERS.ravel(), view)
    expected = view_of(image, CORNERS, (120, 225))
    assert np.isnan(expected).any()  # the margin is partly outside
    assert view == pytest.approx(expected, abs=1e-6, nan_ok=True)
    srgb = np.zeros(view.shape, np.uint8)
    encode_srgb(view, srgb)
    light = np.nan_to_num(view.astype(float))
    tone = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    assert (srgb == (tone * 255 + 0.5).astype(np.uint8)).all()
    assert not rectify(image, CORNERS[[0, 0, 1, 1]].ravel(), view)


@reference_for(merge_view)
@pytest.mark.parametrize("height", [24, 66])
def test_views_are_merged_by_the_minimum_in_one_light(height: int) -> None:
    rng = np.random.default_rng(7)
    y, x = np.mgrid[:height, :60] / 60
    light = linear(NAMES)[rng.integers(0, 5, (height, 60))] * rng.uniform(0.9, 1, (height, 60, 1))
    first, other = light.copy(), light * (1.3 - 0.4 * x + 0.3 * y * y)[..., None]
    first[5:15, 10:30] += 0.8  # reflections
    other[2:12, 35:50] += 0.7
    first[:, :3], other[:, 57:] = np.nan, np.nan
    if height == 24:
        other[:, 20:] = np.nan  # too few pixels to compare
    views = first.astype(np.float32), other.astype(np.float32)
    expected = merged_views(*(view.astype(float) for view in views))
    merge_view(*views)
    assert views[0] == pytest.approx(expected, abs=1e-6, nan_ok=True)
    if height == 66:
        assert np.nanmax(abs(views[0] - light)[:, 3:57]) < 0.08


def quality(lab: Floats, corners: Floats) -> float:
    steps = np.linspace(-0.26, 0.26, 5)
    near = np.array([(x, y) for y in steps for x in steps])
    at = project(fit_homography(CORNER_SPOTS, corners), SPOTS[:, None] + near)
    x, y = np.floor(at).astype(int)[..., 0], np.floor(at).astype(int)[..., 1]
    right, down = (at[..., 0] - x)[..., None], (at[..., 1] - y)[..., None]
    upper = lab[y, x] * (1 - right) + lab[y, x + 1] * right
    lower = lab[y + 1, x] * (1 - right) + lab[y + 1, x + 1] * right
    seen = upper * (1 - down) + lower * down
    mean = seen.mean(1)
    within = np.minimum(((seen - mean[:, None]) ** 2).sum(-1), 0.02).mean()
    between = ((mean - mean.mean(0)) ** 2).sum(-1).mean()
    return math.log((between + 1e-4) / (within + 2e-4))


@reference_for(fit_quality, fit_corners)
def test_corners_are_fitted_to_the_spots() -> None:
    exact = lab_of(linear(painted(CORNERS)))
    lab = exact.astype(np.float32)
    off = CORNERS + np.array([[1.6, 1.2], [1.4, 1.6], [1.5, 1.0], [1.3, 1.7]])
    for corners in (CORNERS, off):
        expected = quality(exact, corners)
        assert fit_quality(lab, corners.ravel()) == pytest.approx(expected, abs=1e-4)
    moved = off.copy()
    assert fit_corners(lab, moved.reshape(8)) > quality(exact, off)
    before, after = (np.linalg.norm(c - CORNERS, axis=1).mean() for c in (off, moved))
    assert after < before / 2


@reference_for(sort_first, median)
@pytest.mark.parametrize("n", [0, 1, 2, 30, 122])
def test_first_values_are_sorted(n: int) -> None:
    values = np.random.default_rng(n).permutation(130) / 7
    expected = np.concatenate((np.sort(values[:n]), values[n:]))
    sort_first(values, n)
    assert values.tolist() == expected.tolist()
    if n:
        assert median(values, n) == pytest.approx(np.median(expected[:n]))


@reference_for(brightness_of, weigh_samples)
def test_evidence_equals_the_formulas() -> None:
    light = some_light(1)
    lab = lab_of(light)
    medians = np.sort(np.median(light, 1).mean(1))
    assert brightness_of(light) == pytest.approx(medians[6 * 4 // 5] * 2)
    vote, mean_log = np.zeros((6, SAMPLES)), np.zeros((6, 3))
    weigh_samples(light, lab, vote, mean_log)
    assert vote == pytest.approx(votes(lab), abs=1e-9)
    mean = (votes(lab)[..., None] * light).sum(1)
    assert mean_log == pytest.approx(np.log(mean + OFFSET), abs=1e-9)


@reference_for(field_at, price_spots)
@pytest.mark.parametrize("glares", [0, 6])
def test_prices_equal_the_formulas(glares: int) -> None:
    light, model, width = some_light(3), a_model(3), 0.05
    vote = votes(lab_of(light))
    like, cost = np.zeros((6, SAMPLES, 5)), np.zeros((6, 6))
    price_spots(light, vote, model, width, glares, 3, like, cost)
    field = field_terms(6, 3) @ model[FIELD:CAST]
    assert field_at(model, 4, 3, 2, 1) == pytest.approx(field[4, 1])
    centers = lab_of(np.exp(model[:FIELD])) * WEIGHTS
    white = np.exp(model[CAST])
    apart = np.full((6, SAMPLES, 5), np.inf)
    for glare in range(glares + 1):
        more = glare * (0.04 + 0.0128 * glare)
        price = 3 + 4 * more if glare else 0.0
        left = np.maximum(light - more * white / white.mean(), 0.003) + OFFSET
        lab = lab_of(left * np.exp(-field)[:, None])
        if glare == 0:
            plain = lab
        off = ((lab * WEIGHTS)[:, :, None] - centers) / width
        apart = np.minimum(apart, (off**2).sum(-1) + price)
    expected = np.exp(-np.minimum(apart, 80) / 2) * vote[..., None]
    assert like == pytest.approx(expected, abs=1e-6)
    stray = np.sqrt((vote[..., None] * apart).sum(1))
    prices = -2 * np.log(expected.sum(1) + math.exp(-6)) + 0.1 * stray
    assert cost[:, :5] == pytest.approx(prices, rel=1e-4)
    gray = lab_of(0.4 * white)[1:]
    chroma = np.sort(np.linalg.norm(plain[..., 1:] - gray, axis=-1), 1)[:, SAMPLES * 4 // 5]
    usual = np.median(chroma)
    empty = (chroma / usual / 0.4) ** 2 + 2 + np.minimum(plain[..., 0].std(1) / 0.05, 3)
    assert cost[:, EMPTY] == pytest.approx(20 * (1 - np.exp(-empty / 20)) + 0.02 * empty, rel=1e-3)


@reference_for(solve_linear)
def test_linear_equations_are_solved() -> None:
    rng = np.random.default_rng(4)
    matrix, right = rng.normal(size=(7, 7)), rng.normal(size=(7, 3))
    matrix[0, 0] = 0  # needs a pivot
    expected = np.linalg.solve(matrix, right)
    solve_linear(matrix, right)
    assert right == pytest.approx(expected)


@reference_for(fit_model)
def test_colors_and_light_are_fitted_by_least_squares() -> None:
    light, model = some_light(5, 8), a_model(5)
    vote = votes(lab_of(light))
    label = np.array([0, 1, 2, 3, 4, 0, 1, EMPTY])
    like = np.random.default_rng(5).uniform(0, 1, (8, SAMPLES, 5)) * vote[..., None]
    like[6] = 0  # looks like none of them: its mean stands for it
    mean_log = np.log((vote[..., None] * light).sum(1) + OFFSET)
    before = model.copy()
    far = fit_model(light, mean_log, like, label, 4, model)
    weighed = np.array([like[spot, :, min(color, 4)] for spot, color in enumerate(label)])
    trust = weighed.sum(1)
    with np.errstate(invalid="ignore"):
        seen = np.log((weighed[..., None] * (light + OFFSET)).sum(1) / trust[:, None])
    seen[6] = mean_log[6]
    terms = np.hstack((np.eye(6)[label][:, :5], field_terms(8, 4)))[:7]
    weight = (trust / (trust + 0.02) + 1e-3)[:7, None]
    held = np.vstack((HELD * before[:5], np.zeros((5, 3))))
    right = terms.T @ (weight * seen[:7]) + held
    gray = right.mean(1, keepdims=True)
    square = terms.T @ (weight * terms)
    parts = [
        np.linalg.solve(square + np.diag([HELD] * 5 + [ridge] * 5), side)
        for ridge, side in ((0.5, gray), (3.0, right - gray))
    ]
    fitted: Floats = parts[0] + parts[1]
    assert model[:CAST] == pytest.approx(fitted, abs=1e-8)
    assert model[CAST].tolist() == before[CAST].tolist()
    left = lab_of(np.exp(seen[:7] - terms[:, 5:] @ fitted[5:])) - lab_of(np.exp(fitted[label[:7]]))
    distances = np.linalg.norm(left * WEIGHTS, axis=1)
    assert far == pytest.approx(np.median(distances), abs=1e-6)


@reference_for(usual_colors, name_groups)
def test_names_are_the_best_permutation() -> None:
    usual = np.zeros((2, 5, 3))
    usual_colors(usual)
    assert usual[0] == pytest.approx(np.log(linear(NAMES) + OFFSET), abs=1e-9)
    assert usual[1] == pytest.approx(np.log(linear(NAMES) * 0.5 + 0.42 + OFFSET), abs=1e-9)
    rng = np.random.default_rng(6)
    centers = usual[1][[3, 1, 4, 0, 2]] + (0.3, 0.0, -0.2) + rng.normal(0, 0.1, (5, 3))
    name, cast = np.zeros(5, np.int64), np.zeros(3)
    lead = name_groups(centers, usual[1], name, cast)
    order, expected_lead, expected_cast = names(centers, usual[1])
    assert tuple(name) == order == (3, 1, 4, 0, 2)
    assert lead == pytest.approx(expected_lead)
    assert cast == pytest.approx(expected_cast)


@reference_for(group_spots)
def test_clear_colors_are_grouped_and_named() -> None:
    colors = np.array([5, 0, 1, 2, 3, 4, 0, 2])
    light = np.vstack((linear(NAMES), [[0.85] * 3]))[colors][:, None] * np.ones((1, SAMPLES, 1))
    light *= np.random.default_rng(7).uniform(0.95, 1.05, light.shape)
    name, label = np.zeros(5, np.int64), np.zeros(8, np.int64)
    cost, regret = np.zeros((8, 6)), np.zeros((8, 6))
    low, high = np.array([1] * 6), np.array([2] * 5 + [1])
    assert group_spots(light, 4, low, high, np.zeros(8), name, label, cost, regret) > 1
    assert np.append(name, EMPTY)[label].tolist() == colors.tolist()
    others = np.delete(regret.ravel(), np.arange(8) * 6 + label)
    assert others.min() > 3
