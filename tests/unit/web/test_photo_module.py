"""The page's reader of photos has the constants of the command's."""

from __future__ import annotations

import re

from chatuchak_solver.photo import reading
from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.kernels.measures import CLEAR_MARGIN, MAX_TILES, MAX_UNREADABLE, TILE
from tests.wasm_module import PHOTO


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
