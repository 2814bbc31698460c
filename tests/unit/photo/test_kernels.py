"""Kernels that read a tile, against references."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from chatuchak_solver.photo.kernels import colors, reading
from chatuchak_solver.photo.kernels.colors import (
    CAST,
    EMPTY,
    FIELD,
    HELD,
    OFFSET,
    fill_field,
    fill_terms,
    fit_model,
    group_spots,
    name_groups,
    price_spots,
    usual_colors,
    weigh_samples,
)
from chatuchak_solver.photo.kernels.elementary import (
    ascending,
    exponential,
    length,
    logarithm,
    median,
)
from chatuchak_solver.photo.kernels.geometry import (
    cut_edge,
    fit_homography,
    interpolate,
    invert,
    map_corners,
    mean_pitch,
    overlap,
    project,
    solve_linear,
)
from chatuchak_solver.photo.kernels.measures import LETTERS, MARGINS, TILE
from chatuchak_solver.photo.kernels.reading import (
    fit_corners,
    fit_quality,
    read_spots,
    read_tile,
    sample_spots,
)
from chatuchak_solver.photo.kernels.segmentation import opponent_image, to_light, to_opponent
from chatuchak_solver.photo.reading import MIN_MARGIN, parse_options
from chatuchak_solver.photo.views import CORNER_SPOTS
from chatuchak_solver.photo.views import fit_homography as homography
from chatuchak_solver.photo.views import project as projected
from tests.twins import reference_for
from tests.unit.photo.reference import (
    NAMES,
    SPOTS,
    WEIGHTS,
    field_terms,
    light_of,
    names,
    opponent,
    places,
)

Floats = NDArray[np.float64]

CORNERS = np.array([[8.0, 6.0], [57.0, 9.0], [54.0, 47.0], [6.0, 43.0]])
"""On a picture of 64 x 56 pixels."""
SIDE, SAMPLES = 5, 25
FILLED = np.array([EMPTY, *((spot - 1) % 5 for spot in range(1, 30))])
PAINTS = np.vstack((NAMES, [[225] * 3])) / 255


@pytest.fixture(autouse=True)
def fewer_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give spots 25 samples instead of 121, and searches fewer rounds."""
    monkeypatch.setattr(reading, "ROUNDS", 1)
    monkeypatch.setattr(colors, "SIDE", SIDE)
    monkeypatch.setattr(colors, "SAMPLES", SAMPLES)
    monkeypatch.setattr(colors, "WIDTHS", (0.09, 0.06, 0.04))
    monkeypatch.setattr(colors, "FINAL_TURNS", 2)


def some_colors(seed: int) -> Floats:
    """Return samples of all spots, uneven, in opponent colors."""
    rng = np.random.default_rng(seed)
    return opponent(PAINTS[FILLED][:, None] * rng.uniform(0.8, 1.25, (30, SAMPLES, 3)))


def some_model(seed: int) -> Floats:
    model = np.random.default_rng(seed).normal(0, 0.1, (CAST + 1, 3))
    model[:FIELD] = np.log((NAMES / 255) ** 2 + OFFSET)
    return model


@reference_for(exponential, logarithm, ascending, median, length)
def test_elementary_functions_equal_those_of_math() -> None:
    for x in np.linspace(-79, 79, 333).tolist():
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-12)
        assert logarithm(math.exp(x)) == pytest.approx(x, abs=1e-12)
    assert length(3.0, -4.0) == 5.0
    values = np.random.default_rng(1).normal(size=6)
    assert ascending(values).tolist() == sorted(values)
    assert median(values) == pytest.approx(np.median(values))
    assert exponential(-500.0) == exponential(-80.0)
    assert logarithm(0.0) == pytest.approx(math.log(1e-300))


@reference_for(to_opponent, to_light)
def test_colors_are_converted_and_back() -> None:
    out = np.zeros(3)
    for tones in NAMES / 255:
        to_opponent(tones[0], tones[1], tones[2], out)
        assert out == pytest.approx(opponent(tones))
        to_light(out, out)
        assert out == pytest.approx(tones**2)


@reference_for(solve_linear)
def test_linear_equations_are_solved() -> None:
    rng = np.random.default_rng(4)
    factor, right = rng.normal(size=(7, 7)), rng.normal(size=(7, 3))
    system = np.hstack((factor @ factor.T, right))
    solve_linear(system)
    assert system[:, 7:] == pytest.approx(np.linalg.solve(factor @ factor.T, right))


@reference_for(fit_homography, map_corners, invert, project, interpolate, sample_spots)
def test_spots_are_sampled_by_their_corners() -> None:
    by, point, value = np.zeros(8), np.zeros(2), np.zeros(3)
    plain = homography(CORNER_SPOTS, CORNERS)
    assert map_corners(CORNERS.ravel(), by)
    assert np.append(by, 1) == pytest.approx(plain.ravel(), abs=1e-6)
    assert np.append(invert(by), 1) == pytest.approx(
        homography(CORNERS, CORNER_SPOTS).ravel(), abs=1e-6
    )
    assert not map_corners(CORNERS[[0, 0, 1, 1]].ravel(), np.zeros(8))
    fit_homography(SPOTS, projected(plain, SPOTS), 0.0, by)
    assert np.append(by, 1) == pytest.approx(plain.ravel(), abs=1e-6)
    project(by, 1.5, 0.5, point)
    assert point == pytest.approx(projected(plain, np.array([1.5, 0.5])), abs=1e-4)
    y, x = np.mgrid[:56, :64]
    image = np.stack((x, y, x + y), -1).astype(np.float32)
    interpolate(image, by, 1.5, 0.5, value)
    assert value == pytest.approx([*point, point.sum()], abs=1e-4)
    samples = np.zeros((30, SAMPLES, 3))
    sample_spots(image, by, SIDE, 0.3, samples)
    expected = projected(plain, SPOTS[:, None] + places(SIDE, 0.3))
    assert samples[..., :2] == pytest.approx(expected, abs=1e-4)


@reference_for(mean_pitch, overlap, cut_edge)
def test_places_are_measured_and_compared() -> None:
    corners, image = (CORNER_SPOTS * 10 + 20).ravel(), np.zeros((90, 60, 3), np.float32)
    assert mean_pitch(corners) == pytest.approx(10)
    assert overlap(corners, np.roll(corners, 4))
    assert overlap(corners, corners + 30)
    assert not overlap(corners, corners + np.array([75.0, 0] * 4))
    assert cut_edge(image, corners) == (1, 11.0)
    assert cut_edge(image, corners - 18) == (0, -2.0)


def painted(corners: Floats) -> NDArray[np.uint8]:
    """Return a picture of squares of the five colors; spot 0 is empty."""
    y, x = np.mgrid[:56, :64].astype(float)
    u, v = np.moveaxis(projected(homography(corners, CORNER_SPOTS), np.stack((x, y), -1)), -1, 0)
    column, row = np.round(u).astype(int), np.round(v).astype(int)
    on = (abs(u - column) < 0.4) & (abs(v - row) < 0.4) & (column >= 0) & (column < 6)
    on &= (row >= 0) & (row < 5)
    spot = np.clip(row * 6 + column, 0, 29)
    tones = np.where(on[..., None], PAINTS[FILLED[spot]], PAINTS[EMPTY])
    return np.asarray(255 * tones, np.uint8)


def quality(photo: Floats, corners: Floats) -> float:
    near = places(reading.FIT_SIDE, reading.FIT_REACH)
    at = projected(homography(CORNER_SPOTS, corners), SPOTS[:, None] + near)
    x, y = np.floor(at).astype(int)[..., 0], np.floor(at).astype(int)[..., 1]
    right, down = (at[..., 0] - x)[..., None], (at[..., 1] - y)[..., None]
    upper = photo[y, x] * (1 - right) + photo[y, x + 1] * right
    lower = photo[y + 1, x] * (1 - right) + photo[y + 1, x + 1] * right
    seen = upper * (1 - down) + lower * down
    mean = seen.mean(1)
    within = np.minimum(((seen - mean[:, None]) ** 2).sum(-1), 0.02).mean()
    between = ((mean - mean.mean(0)) ** 2).sum(-1).mean()
    return math.log((between + 1e-4) / (within + 2e-4))


@reference_for(fit_quality, fit_corners)
def test_corners_are_fitted_to_the_spots() -> None:
    photo = opponent_image(painted(CORNERS))
    off = CORNERS + np.array([[1.6, 1.2], [1.4, 1.6], [1.5, 1.0], [1.3, 1.7]])
    for corners in (CORNERS, off):
        expected = quality(photo.astype(float), corners)
        assert fit_quality(photo, corners.ravel()) == pytest.approx(expected, abs=1e-3)
    moved = off.flatten()
    assert fit_corners(photo, moved) > fit_quality(photo, off.ravel())
    before, after = (np.abs(c - CORNERS).mean() for c in (off, moved.reshape(4, 2)))
    assert after < before / 2


@reference_for(read_tile, read_spots)
def test_tile_is_read_from_approximate_corners() -> None:
    tile, options = np.zeros(TILE), parse_options("likely", "standard")
    tile[:8] = CORNERS.ravel() + 0.7
    assert read_tile(painted(CORNERS), options, tile)
    assert tile[LETTERS : LETTERS + 30].tolist() == FILLED.tolist()
    assert tile[MARGINS : MARGINS + 30].min() > MIN_MARGIN
    assert not read_spots(opponent_image(painted(CORNERS)), options, np.zeros(TILE))


@reference_for(weigh_samples)
def test_weights_equal_the_formulas() -> None:
    given = some_colors(1)
    scaled = given.copy()
    light, vote, mean_log = weigh_samples(scaled)
    given *= 0.7 / np.sort(np.median(given[..., 0], 1))[24]
    assert light == pytest.approx(light_of(given))
    assert scaled == pytest.approx(opponent(np.sqrt(light + OFFSET)))
    tint = np.median(given.reshape(-1, 3), axis=0)[1:] / 2
    colorful = 0.02 + np.minimum(np.linalg.norm(given[..., 1:] - tint, axis=-1), 0.15)
    expected = np.exp(-(places(SIDE, 0.36) ** 2).sum(1) / (2 * 0.2**2)) * colorful
    assert vote == pytest.approx(expected / expected.sum(1, keepdims=True))
    assert mean_log == pytest.approx(np.log((vote[..., None] * light).sum(1) + OFFSET))


@reference_for(fill_terms, fill_field, price_spots)
@pytest.mark.parametrize("glares", [0, 6])
def test_prices_equal_the_formulas(glares: int) -> None:
    given, model, width = some_colors(3), some_model(3), 0.05
    light, vote, _ = weigh_samples(given)
    cost, trust, seen = np.zeros((30, 6)), np.zeros((30, 5)), np.zeros((30, 5, 3))
    price_spots(given, light, vote, model, width, glares, cost, trust, seen)
    field, row = field_terms() @ model[FIELD:CAST], np.zeros(3)
    fill_field(model, 4, row)
    assert row == pytest.approx(field[4])
    white = np.exp(model[CAST]) / np.exp(model[CAST]).mean()
    apart = np.full((30, SAMPLES, 5), np.inf)
    sharp = np.exp(-field.mean(1)[:, None, None]) / width**2
    for glare in range(glares + 1):
        more = glare * (0.04 + 0.0128 * glare)
        tones = np.sqrt(np.exp(model[:FIELD] + field[:, None]) + more * white)
        off = (given[:, :, None] - opponent(tones)[:, None]) * WEIGHTS
        price = 3 + 4 * more if glare else 0.0
        apart = np.minimum(apart, (off**2).sum(-1) * sharp + price)
    like = np.where(apart < 80, np.exp(-apart / 2), 0) * vote[..., None]
    assert trust == pytest.approx(like.sum(1))
    mean = np.einsum("spc,spk->sck", like, light) / np.maximum(trust, 1e-4)[..., None]
    assert seen == pytest.approx(np.log(mean + OFFSET))
    stray = np.sqrt((vote[..., None] * apart).sum(1))
    assert cost[:, :5] == pytest.approx(0.1 * stray - 2 * np.log(trust + math.exp(-6)))
    gray = opponent(np.sqrt(white))
    hues = given[..., 1:] / given[..., :1] - gray[1:] / gray[0]
    colorful = np.sort(np.linalg.norm(hues, axis=-1), 1)[:, SAMPLES * 4 // 5]
    uneven = given[..., 0].std(1) / given[..., 0].mean(1)
    empty = (colorful / np.median(colorful) / 0.4) ** 2 + 2 + np.minimum(uneven / 0.06, 3)
    assert cost[:, EMPTY] == pytest.approx(20 * (1 - np.exp(-empty / 20)) + 0.02 * empty)


@reference_for(fit_model)
def test_colors_and_light_are_fitted_by_least_squares() -> None:
    rng, model = np.random.default_rng(5), some_model(5)
    label, before = FILLED, model.copy()
    trust, mean_log = rng.uniform(0, 1, (30, 5)), rng.normal(-1, 0.5, (30, 3))
    seen = rng.normal(-1, 0.5, (30, 5, 3))
    trust[6] = 0  # its mean color is used
    expected = seen[np.arange(1, 30), label[1:]]
    expected[5] = mean_log[6]
    far = fit_model(seen, trust, mean_log, label, model)
    own = trust[np.arange(1, 30), label[1:]]
    weight = (own / (own + 0.02) + 1e-3)[:, None]
    terms = np.hstack((np.eye(5)[label[1:]], field_terms()[1:]))
    right = terms.T @ (weight * expected) + np.vstack((HELD * before[:5], np.zeros((5, 3))))
    gray = right.mean(1, keepdims=True)
    square = terms.T @ (weight * terms)
    parts = [
        np.linalg.solve(square + np.diag([HELD] * 5 + [ridge] * 5), side)
        for ridge, side in ((0.5, gray), (3.0, right - gray))
    ]
    fitted: Floats = parts[0] + parts[1]
    assert model[:CAST] == pytest.approx(fitted, abs=1e-8)
    assert model[CAST].tolist() == before[CAST].tolist()
    tones = np.exp((expected - terms[:, 5:] @ fitted[5:]) / 2)
    off = opponent(tones) - opponent(np.exp(fitted[label[1:]] / 2))
    assert far == pytest.approx(np.median(np.linalg.norm(off * WEIGHTS, axis=1)), abs=1e-6)


@reference_for(usual_colors, name_groups)
def test_names_are_the_best_permutation() -> None:
    usual = usual_colors()
    light = np.array(colors.IN_PRINT) ** 2
    assert usual[0] == pytest.approx(np.log(light + OFFSET))
    assert usual[1] == pytest.approx(np.log(light * 0.5 + 0.42 + OFFSET))
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
    given = opponent(PAINTS[FILLED][:, None] * np.ones((1, SAMPLES, 1)))
    name, label, regret = np.zeros(5, np.int64), np.zeros(30, np.int64), np.zeros((30, 6))
    low, high = np.array([5] * 5 + [1]), np.array([6] * 5 + [1])
    counts = np.array([6, 6, 6, 6, 5])
    group_spots(given, low, high, counts, 2.0, np.zeros(30), name, label, regret)
    assert np.append(name, EMPTY)[label].tolist() == FILLED.tolist()
    regret[np.arange(30), label] = 99
    assert regret.min() > 3
