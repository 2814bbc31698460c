"""Difficulty of grids on the page."""

import pytest

from chatuchak_cli.web.page_data import PageData
from chatuchak_generators import generate_start_grids
from chatuchak_solver import Box, Grid, assess, rank_tiles
from tests.browser.conftest import Open
from tests.browser.page import START, Page
from tests.web_server import local_address

TOLD = "document.getElementById('about').textContent !== ''"


def test_a_visible_grid_is_measured_and_its_difficulty_survives_a_reload(page: Open) -> None:
    here = page(f"#grid={START}")
    here.click("own")  # which hides it
    here.run("return new Promise((done) => setTimeout(done, 1200))")  # longer than the page rests
    assert not here.run(f"return {TOLD}")
    here.click("entry-close")
    here.wait(TOLD)
    about = here.text("about")
    measured = assess(Grid.parse(START))
    assert f"Difficulty {measured.difficulty:.1f} · " in about
    assert about.endswith(f" · expect to end as {measured.expected_rank}")
    assert here.reload().text("about") == about
    other = Grid.parse(".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGG")  # not the game's counts
    there = page(f"#grid={other}")
    there.wait(TOLD)
    assert there.text("about").endswith(f" · expect to end as {assess(other).expected_rank}")


def table_numbers(here: Page, selector: str) -> list[float]:
    """The numbers that the table of tiles shows."""
    found: list[float] = here.run(
        "return [...document.querySelectorAll('#tiles ' + arguments[0])]"
        ".map((element) => Number(element.textContent))",
        selector,
    )
    return found


def test_the_samples_difficulties_are_known_at_once(page: Open) -> None:
    here = page()
    assert len(here.find_all("#tiles meter:not([hidden])")) == 16
    assert table_numbers(here, "button") == [*range(1, 17)]
    here.click("tiles-by-difficulty")
    hard = table_numbers(here, ".difficulty span")
    assert hard == sorted(hard)
    assert (
        here.run("return document.querySelector('[aria-sort=ascending]').textContent")
        == "Difficulty"
    )


def test_other_tiles_are_measured_when_their_table_is_visible(page: Open) -> None:
    tiles = tuple(start.grid for start in generate_start_grids(3, seed=2))
    with local_address(data=PageData(box=Box({"tiles": tiles}))) as address:
        here = page(height=600, address=address)
        assert not here.find_all("#tiles meter:not([hidden])")
        here.run("document.getElementById('tiles').scrollIntoView()")
        here.wait("document.querySelectorAll('#tiles meter:not([hidden])').length === 3")
        assert table_numbers(here, "button") == [1, 2, 3]  # none has moved
        measured = table_numbers(here, ".difficulty span")
        assert measured == [
            pytest.approx(tile_rank.difficulty, abs=0.05)
            for tile_rank in sorted(rank_tiles(tiles), key=lambda tile_rank: tile_rank.tile)
        ]
        again = here.reload()  # without a new measurement
        assert table_numbers(again, ".difficulty span") == measured
