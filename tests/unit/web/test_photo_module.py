"""The page's reader of photos is the command line's, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver.photo.kernels.measures import MEASURES, UNUSUAL_PRICE
from chatuchak_solver.photo.kernels.reading import read_image
from chatuchak_solver.photo.reading import MIN_MARGIN
from tools.kernels.build import PAGE

PHOTO = PAGE[1]
COLORS = ((210, 45, 45), (245, 205, 50), (60, 150, 75), (45, 100, 185), (235, 115, 165))


def test_the_module_reads_as_the_kernel_does_to_the_bit() -> None:
    # The kernel as it is shipped: that it does what numba's does is for test_precompiled.py.
    wasmtime = pytest.importorskip("wasmtime", reason="wasmtime runs the page's module")
    rng = np.random.default_rng(1)
    image = np.full((170, 200, 3), 235, np.uint8)
    for spot in range(1, 30):
        x, y = 25 + 30 * (spot % 6), 25 + 30 * (spot // 6)
        image[y - 11 : y + 11, x - 11 : x + 11] = COLORS[spot % 5]
    image = np.clip(image + rng.normal(0, 12, image.shape), 0, 255).astype(np.uint8)
    corners = np.array([[27.0, 24], [174, 26], [176, 147], [23, 144]])
    low, high = np.array([5] * 5 + [1]), np.array([6] * 5 + [1])
    counts, price = np.array([5, 6, 6, 6, 6]), np.full(30, 4.0)
    palette = np.zeros((5, 3))
    given = np.concatenate((corners.ravel(), low, high, counts, price, np.zeros(15)))
    found, second = np.zeros(30, np.int64), np.zeros(30, np.int64)
    doubt, measures = np.zeros(30), np.zeros(MEASURES)
    kernel_gives = found, second, doubt, measures
    assert read_image(
        image, corners, 6, low, high, counts, UNUSUAL_PRICE, price, palette, False, *kernel_gives
    )
    assert found.tolist() == [5, *(spot % 5 for spot in range(1, 30))]
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    module = wasmtime.Module(engine, PHOTO.path.read_bytes())
    exports = wasmtime.Instance(store, module, []).exports(store)
    exports["reset"](store, 0)
    size = len(given) + 90 + MEASURES
    image_at = exports["allocate"](store, image.size)
    numbers_at = exports["allocate"](store, 8 * size)
    exports["memory"].write(store, image.tobytes(), image_at)
    exports["memory"].write(store, given.tobytes(), numbers_at)
    assert exports["read_photo"](store, image_at, 170, 200, numbers_at) == 1
    end = numbers_at + 8 * size
    answer = np.frombuffer(bytes(exports["memory"].read(store, numbers_at, end)))
    expected = np.concatenate(
        (corners.ravel(), given[8:-15], palette.ravel(), found, second, doubt, measures)
    )
    assert answer.tolist() == expected.tolist()


def test_the_page_marks_as_doubtful_what_the_command_does() -> None:
    reader = PHOTO.path.with_name("reader.js").read_text("utf-8")
    assert f"export const DOUBTFUL = {MIN_MARGIN:g};" in reader
