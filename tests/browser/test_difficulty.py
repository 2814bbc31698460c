"""How hard grids are, as the page tells it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chatuchak_solver.analysis.ranking import assess
from chatuchak_solver.puzzle import Grid
from tests.browser.page import TILE

if TYPE_CHECKING:
    from tests.browser.conftest import Open


def test_the_difficulty_is_the_librarys_and_says_what_to_expect(page: Open) -> None:
    here = page(f"#grid={TILE}")
    measured = assess(Grid.parse(TILE))
    assert measured.difficulty is not None
    here.wait("document.getElementById('about').textContent !== ''")
    words = rf"Difficulty {measured.difficulty:.1f} · .* · expect to end as (.*)$"
    found = re.match(words, here.text("about"))
    assert found is not None
    assert found[1] == f"{measured.expected_rank} (assumed)"


def test_all_tiles_get_their_difficulty_when_one_looks_at_them(page: Open) -> None:
    here = page(height=600)
    assert not here.find_all("#tiles meter")
    here.run("document.getElementById('tiles').scrollIntoView()")
    here.wait("document.querySelectorAll('#tiles meter').length === 16")
    hard = [float(cell.text) for cell in here.find_all("#tiles .difficulty span")]
    assert hard == sorted(hard)
    again = here.reload()  # which need not measure them anew
    assert len(again.find_all("#tiles meter")) == 16
