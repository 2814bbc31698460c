"""The page's reader of photos is the command's, bit for bit."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PIL import Image

from chatuchak_solver.photo import reading
from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.kernels.measures import CLEAR_MARGIN, MAX_TILES, MAX_UNREADABLE, TILE
from tools.kernels.build import PAGE
from tools.kernels.page.photo import OPTIONS

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
    options = reading.parse_options("likely", "standard")
    assert options.tolist() == list(OPTIONS)
    tiles, _, _ = reading.read_all(Image.fromarray(image), options)
    assert tiles[0, 8:38].tolist() == [5, *(spot % 5 for spot in range(1, 30))]
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    module = wasmtime.Module(engine, PHOTO.path.read_bytes())
    exports = wasmtime.Instance(store, module, []).exports(store)
    exports["reset"](store, 0)
    image_at = exports["allocate"](store, image.size)
    tiles_at = exports["allocate"](store, 8 * MAX_TILES * TILE)
    unreadable_at = exports["allocate"](store, 8 * MAX_UNREADABLE * 3)
    exports["memory"].write(store, image.tobytes(), image_at)

    def answer() -> list[float]:
        memory = exports["memory"].read(store, tiles_at, tiles_at + 8 * TILE)
        return list(np.frombuffer(bytes(memory)).tolist())

    assert exports["read_tiles"](store, image_at, 170, 200, tiles_at, unreadable_at) == 1
    assert answer() == tiles[0].tolist()
    corners = np.zeros(TILE)
    corners[:8] = np.array([[27.0, 24], [174, 26], [176, 147], [23, 144]]).ravel()
    exports["memory"].write(store, corners.tobytes(), tiles_at)
    assert exports["read_corners"](store, image_at, 170, 200, tiles_at) == 1
    expected = reading.read_at(Image.fromarray(image), corners[:8].reshape(4, 2) + 0.5, options)
    assert answer() == expected.tolist()


def test_the_page_has_the_constants_of_the_command() -> None:
    reader = PHOTO.path.with_name("reader.js").read_text("utf-8")
    columns = "LETTERS", "SECOND", "MARGINS", "HIDDEN", "SHINY"
    constants = {
        "DOUBTFUL": reading.MIN_MARGIN,
        "CLEAR": CLEAR_MARGIN,
        "CLEAR_PATCHES": reading.CLEAR_PATCHES,
        "PLACED_MARGIN": reading.PLACED_MARGIN,
        "[MIN_NAMES_LEAD, CLEAR_NAMES_LEAD]": f"[{reading.MIN_NAMES_LEAD}, "
        f"{reading.CLEAR_NAMES_LEAD}]",
        "[MAX_TILES, TILE, MAX_UNREAD, UNREAD]": f"[{MAX_TILES}, {TILE}, {MAX_UNREADABLE}, 3]",
        "[LETTER, SECOND, DOUBT, HIDDEN, SHINY]": [getattr(measures, name) for name in columns],
        "[LEAD, PATCHES]": [measures.NAMES_LEAD, measures.PATCHES],
    }
    for name, value in constants.items():
        text = f"{value:g}" if isinstance(value, float) else str(value)
        assert re.search(rf"const {re.escape(name)} = {re.escape(text)};", reader), name
