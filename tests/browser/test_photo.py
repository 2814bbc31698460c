"""A tile from a photo: chosen, four corners dragged, colors read on the device, changed, taken."""

from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains

from benchmarks.synthetic_photos.photo import SyntheticPhoto
from tests.browser.conftest import Open
from tests.browser.page import Page
from tests.browser.states import choose_photo

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "pink": "P", "empty spot": "."}
WHERE = """
const [corner, x, y] = arguments;
const picture = document.querySelector(".corners .picture");
const shown = picture.getBoundingClientRect();
const handle = document.querySelectorAll(".corners .handle")[corner].getBoundingClientRect();
const scale = shown.width / picture.width;
return [shown.x + x * scale - handle.x - handle.width / 2,
        shown.y + y * scale - handle.y - handle.height / 2];
"""


def booths(here: Page) -> str:
    labels = here.run(
        "return [...document.querySelectorAll('.read button')]"
        ".map((button) => button.getAttribute('aria-label'))"
    )
    return "".join(LETTERS[label.partition(",")[0]] for label in labels)


def test_a_photo_becomes_a_tile_without_an_upload(
    page: Open, photo: SyntheticPhoto, picture: Path
) -> None:
    here = page(width=390, height=844)
    choose_photo(here, picture)
    here.wait("document.querySelector('.corners:not([hidden])') !== null")
    for corner, (x, y) in enumerate(photo.taps.tolist()):
        right, down = here.run(WHERE, corner, x, y)
        handle = here.find_all(".corners .handle")[corner]
        drag = ActionChains(here.driver, duration=20).click_and_hold(handle)
        drag.move_by_offset(round(right), round(down)).release().perform()
    here.run("document.querySelector('dialog.photo .row .strong').click()")
    here.wait("document.querySelectorAll('.read button').length === 30")
    assert booths(here) == photo.grid.letters
    # One tap changes a booth to the next likely color; six bring it back.
    first = booths(here)[7]
    taps = []
    for _ in range(6):
        here.run("document.querySelectorAll('.read button')[7].click()")
        taps.append(booths(here)[7])
    assert sorted(taps) == sorted(LETTERS.values())
    assert taps[-1] == first
    here.run("document.querySelectorAll('dialog.photo .row .strong')[1].click()")
    here.wait_for_panel("entry")
    assert here.run("return document.getElementById('notation').value") == str(photo.grid)
    names = here.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert any(name.endswith("photo/photo.wasm") for name in names)
    assert all(name.startswith(here.run("return location.origin")) for name in names)
