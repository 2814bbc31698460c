"""How hard grids are, as the page tells it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chatuchak_solver.analysis.ranking import assess
from chatuchak_solver.puzzle import Grid
from tests.browser.page import TILE

if TYPE_CHECKING:
    from tests.browser.conftest import Open
    from tests.browser.page import Page


def test_the_difficulty_is_the_librarys_and_says_what_to_expect(page: Open) -> None:
    here = page(f"#grid={TILE}")
    measured = assess(Grid.parse(TILE))
    assert measured.difficulty is not None
    here.wait("document.getElementById('about').textContent !== ''")
    words = rf"Difficulty {measured.difficulty:.1f} · .* · expect to end as (.*)$"
    found = re.match(words, here.text("about"))
    assert found is not None
    assert found[1] == measured.expected_rank


def shown(here: Page, selector: str) -> list[float]:
    """The numbers that the table of tiles shows."""
    found: list[float] = here.run(
        "return [...document.querySelectorAll('#tiles ' + arguments[0])]"
        ".map((one) => Number(one.textContent))",
        selector,
    )
    return found


def test_all_tiles_get_their_difficulty_when_one_looks_at_them(page: Open) -> None:
    here = page(height=600)
    assert not here.find_all("#tiles meter")
    here.run("document.getElementById('tiles').scrollIntoView()")
    here.wait("document.querySelectorAll('#tiles meter').length === 16")
    assert shown(here, "button") == [*range(1, 17)]  # none has moved
    here.click("tiles-by-difficulty")
    hard = shown(here, ".difficulty span")
    assert hard == sorted(hard)
    assert (
        here.run("return document.querySelector('[aria-sort=ascending]').textContent")
        == "Difficulty"
    )
    again = here.reload()  # which need not measure them anew
    assert len(again.find_all("#tiles meter")) == 16
    assert shown(again, ".difficulty span") == hard
