"""A designer's bench: order, change, make and print tiles of one's own."""

import base64
import io
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from chatuchak_solver import Grid, assess, start_violations
from tests.browser.conftest import Open
from tests.browser.page import TILE, Page

OTHER = ".GYPBG/BRBGPR/RYGYBY/GPBRGB/YRYPRP"
THIRD = ".RYRGR/PBGPYB/GPRGPY/YBPRBR/BYGYGB"
KEPT = [{"name": "Kitchen", "grid": TILE}, {"name": "Garden", "grid": OTHER}]
MEASURED = "[...document.querySelectorAll('#mine .difficulty')].every(c => c.textContent !== '…')"


def at_the_bench(page: Open) -> Page:
    here = page(width=1366, height=900, kept={"tiles": KEPT})
    here.wait(f"document.querySelectorAll('#mine tr').length === 2 && {MEASURED}")
    return here


def names(here: Page) -> list[str]:
    return [tile["name"] for tile in here.kept("tiles")]


def test_tiles_have_their_figures_are_dragged_into_order_and_changed(page: Open) -> None:
    here = at_the_bench(page)
    difficulty = here.run("return document.querySelector('#mine .difficulty span').textContent")
    assert difficulty == f"{assess(Grid.parse(TILE)).difficulty:.1f}"
    assert here.run(
        "const box = document.getElementById('mine-table');"
        "return box.scrollWidth <= box.clientWidth"
    )
    first, second = here.find_all("#mine .handle-of-row")
    here.run("arguments[0].scrollIntoView({block: 'center'})", first)
    distance = second.rect["y"] - first.rect["y"]
    drag = ActionChains(here.driver, duration=20).click_and_hold(second)
    drag.move_by_offset(0, -round(distance / 2)).move_by_offset(0, -round(distance / 2))
    drag.release().perform()
    assert names(here) == ["Garden", "Kitchen"]
    assert "Garden” is now number 1" in here.text("message")
    here.run("document.querySelector('#mine .handle-of-row').focus()")
    here.press(Keys.ARROW_DOWN)
    assert names(here) == ["Kitchen", "Garden"]
    label = here.run("return document.activeElement.getAttribute('aria-label')")
    assert label.startswith("Move Garden")
    here.press(Keys.ARROW_DOWN)  # there is no further place
    assert names(here) == ["Kitchen", "Garden"]
    # A changed booth shows its effect, and the tile stays in its place.
    here.run("document.querySelector('#mine .change').click()")
    here.wait_for_panel("entry")
    assert here.is_in_view("board")  # though the list is far below it
    before = assess(Grid.parse(TILE))
    here.wait("document.getElementById('entry-measure').textContent !== ''")
    summary = f"Best {before.optimal_length}, difficulty {before.difficulty:.1f}"
    assert here.text("entry-measure") == summary
    here.spot(29).click()
    here.run("document.querySelectorAll('#colors button')[1].click()")
    changed = TILE[:-1] + "Y"
    after = assess(Grid.parse(changed))
    here.wait("document.getElementById('entry-measure').textContent.includes('before')")
    assert here.text("entry-measure") == (
        f"Best {after.optimal_length}, difficulty {after.difficulty:.1f} (before: {summary})"
    )
    here.click("entry-keep")
    assert here.kept("tiles") == [{"name": "Kitchen", "grid": changed}, KEPT[1]]


def test_ranking_waits_for_measurements_and_names_are_unique(page: Open, tmp_path: Path) -> None:
    here = page(kept={"tiles": KEPT})
    here.run("document.getElementById('mine-sort').click()")
    here.wait("JSON.parse(localStorage.getItem('chatuchak.tiles'))[0].name === 'Garden'")
    path = tmp_path / "tiles.txt"
    path.write_text(f"# Garden\n{TILE}\n# Garden\n{THIRD}\n", encoding="utf-8")
    here.find("mine-file").send_keys(str(path))
    here.wait_for_message("2 tiles were imported.")
    assert sorted(names(here)) == ["Garden", "Garden (2)", "Garden (3)"]


def test_bench_generates_a_tile_of_the_requested_difficulty(page: Open) -> None:
    here = at_the_bench(page)
    for name, value in (("make-from", "45"), ("make-to", "55")):
        here.find(name).clear()
        here.find(name).send_keys(value)
    here.click("make")
    here.wait("document.querySelectorAll('#mine tr').length === 3")
    made = Grid.parse(here.kept("tiles")[-1]["grid"])
    assert not start_violations(made)
    difficulty = assess(made).difficulty
    assert difficulty is not None
    assert 45 <= difficulty <= 55
    here.find("make-to").clear()
    here.find("make-to").send_keys("40")
    here.click("make")
    here.wait_for_message("Expected a range of difficulties")


def test_only_tiles_are_printed_and_in_millimeters(page: Open) -> None:
    pypdf = pytest.importorskip("pypdf")
    here = at_the_bench(page)
    here.run("window.print = () => { window.printed = true; }")
    here.run("document.getElementById('mine-print').click()")
    assert here.run("return window.printed")
    inches = {"paperWidth": 210 / 25.4, "paperHeight": 297 / 25.4}
    made = here.driver.execute_cdp_cmd("Page.printToPDF", inches)["data"]
    (sheet,) = pypdf.PdfReader(io.BytesIO(base64.b64decode(made))).pages
    words = sheet.extract_text()
    assert "Kitchen · best 21" in words
    assert "Undo" not in words
    here.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    width = here.run("return document.querySelector('#sheet svg').getBoundingClientRect().width")
    here.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert abs(width - 88 * 96 / 25.4) < 0.1
