"""All tiles of a photo or a camera's stream: found on the device, reviewed, stored as a box."""

import io
from pathlib import Path

import pytest
from PIL import Image
from selenium.webdriver.common.by import By

from benchmarks.synthetic_photos.photo import SyntheticPhoto
from tests.browser.chromium import chromium, console_messages
from tests.browser.conftest import Open
from tests.browser.page import Page
from tests.browser.states import choose_photo
from tests.unit.photo.drawn_table import drawn_table, with_mirror_image

SAID = "document.querySelector('dialog.photo [role=status]').textContent"
TILES = "document.querySelectorAll('.found li').length"
VISIBLE = (
    "[...document.querySelectorAll('dialog.photo .row button')]"
    ".filter((button) => button.offsetParent)"
)


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    photo, grids = drawn_table(1, 2, 2)
    path = tmp_path_factory.mktemp("box") / "four.jpg"
    photo.save(path, quality=92)
    return path, grids


def press(here: Page, words: str) -> None:
    here.run(f"{VISIBLE}.find((button) => button.textContent === arguments[0]).click()", words)


def stored_grids(here: Page) -> list[str]:
    return [tile["grid"] for tile in here.kept("tiles")]


def test_a_covered_tile_is_named(page: Open, four: tuple[Path, list[str]], tmp_path: Path) -> None:
    with Image.open(four[0]) as photo:
        width, height = photo.size
        photo.paste((205, 160, 130), (width // 2, height // 2, width * 4 // 5, height))
        photo.save(tmp_path / "covered.jpg", quality=92)
    here = page(width=390, height=844)
    choose_photo(here, tmp_path / "covered.jpg")
    here.wait(f"{TILES} === 3")
    status = "3 tiles. No booth is doubtful. Something covers a tile in row 2, place 2."
    assert here.run(f"return {SAID}") == status
    here = here.reload()
    here.wait(f"{TILES} === 3")
    assert here.run(f"return {SAID}") == status


def test_all_tiles_of_a_photo_become_a_box(page: Open, four: tuple[Path, list[str]]) -> None:
    path, grids = four
    here = page(width=390, height=844)
    choose_photo(here, path)
    here.wait(f"{TILES} === 4")
    assert here.run(f"return {SAID}") == "4 tiles. No booth is doubtful."
    assert here.run("return document.documentElement.scrollWidth") <= 390
    # A tap on the picture opens the tile under the finger; one booth is changed.
    x, y = here.run(
        "const box = document.querySelector('.map').getBoundingClientRect();"
        "return [box.x + 0.72 * box.width, box.y + 0.7 * box.height]"
    )
    here.touch((x, y))
    here.wait("document.querySelectorAll('.read button').length === 30")
    booth = "document.querySelectorAll('.read button')[7]"
    changed = here.run(f"{booth}.click(); return {booth}.getAttribute('aria-label')")
    # A reload restores it, and all tiles.
    here = here.reload()
    here.wait("document.querySelectorAll('.read button').length === 30")
    assert here.run(f"return {booth}.getAttribute('aria-label')") == changed
    press(here, "Back to all tiles")
    here.wait(f"{TILES} === 4")
    here = here.reload()
    here.wait(f"{TILES} === 4")
    press(here, "Save all as my box")
    assert stored_grids(here)[:3] == grids[:3]
    assert stored_grids(here)[3] != grids[3]
    assert sum(a != b for a, b in zip(stored_grids(here)[3], grids[3], strict=True)) == 1
    assert [tile["name"] for tile in here.kept("tiles")] == [f"My box {n}" for n in (1, 2, 3, 4)]
    assert here.kept("photo") is None
    # Ranked: the easiest first, once all are measured.
    here.wait(
        "![...document.querySelectorAll('#mine td')].some((cell) => cell.textContent === '…')"
    )
    here.run("document.getElementById('mine-sort').click()")
    values = here.run(
        "return [...document.querySelectorAll('#mine tr')].map((row) => "
        "parseFloat(row.children[2].textContent))"
    )
    assert values == sorted(values)
    assert len(set(values)) > 1


def test_tile_with_two_empty_spots_keeps_box_open(page: Open, four: tuple[Path, list[str]]) -> None:
    path, grids = four
    here = page(width=390, height=844)
    choose_photo(here, path)
    here.wait(f"{TILES} === 4")
    tile = "document.querySelectorAll('.found li')[1].firstElementChild"
    booths = "document.querySelectorAll('.read button')"
    here.run(f"{tile}.click()")
    here.wait(f"{booths}.length === 30")
    # Each tap chooses the next of the six letters.
    spot = next(at for at, letter in enumerate(grids[1].replace("/", "")) if letter != ".")
    here.run(
        f"const booth = {booths}[arguments[0]];"
        "while (!booth.getAttribute('aria-label').startsWith('empty')) booth.click()",
        spot,
    )
    press(here, "Back to all tiles")
    why = "2 empty spots; expected exactly one."
    assert here.run(f"return {tile}.querySelector('small').textContent") == why
    press(here, "Save all as my box")
    assert here.run(f"return {SAID}") == f"Tile 2 cannot be saved: {why}"
    assert here.run(f"return document.activeElement === {tile}")
    assert here.kept("tiles") is None
    # Without the tile, the rest are stored.
    here.run(f"{tile}.nextElementSibling.click()")
    press(here, "Save all as my box")
    assert stored_grids(here) == [grids[0], *grids[2:]]


SPY = """
window.written = new Set();
const {setItem} = Storage.prototype;
Storage.prototype.setItem = function (name, value) {
  if (value.includes('"view":"box"')) written.add(value);
  setItem.call(this, name, value);
};
window.held = [];
const {postMessage} = Worker.prototype;
Worker.prototype.postMessage = function (...sent) {
  if (held && sent[0].job === "photo") held.push(() => postMessage.apply(this, sent));
  else postMessage.apply(this, sent);
};
window.release = () => {
  const sends = held;
  held = null;
  sends.forEach((send) => send());
};
const {Instance} = WebAssembly;
window.instances = 0;
WebAssembly.Instance = function (...given) { instances += 1; return new Instance(...given); };
"""
"""Holds pictures for the worker until ``release()``, and counts modules that run on the page."""


def test_search_leaves_page_free_and_can_be_canceled(
    page: Open, four: tuple[Path, list[str]]
) -> None:
    here = page(width=390, height=844)
    here.run(SPY)
    choose_photo(here, four[0])
    here.wait("held.length === 1")
    assert here.run(f"return {SAID}") == "Looking for tiles …"
    press(here, "Cancel")
    here.run("release()")  # the worker of the canceled search has ended
    choose_photo(here, four[0])
    here.wait(f"{TILES} === 4")
    assert here.run("return instances") == 0  # all work is the worker's
    assert here.run("return written.size") == 1  # no result of the canceled search


def test_turned_photos_and_tiles(page: Open, four: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, grids = four
    with Image.open(path) as photo:
        photo.rotate(90, expand=True).save(tmp_path / "turned.jpg", quality=92)
    here = page(width=390, height=844)
    choose_photo(here, tmp_path / "turned.jpg")
    here.wait(f"{TILES} === 4")
    assert here.run(f"return {SAID}") == "4 tiles. No booth is doubtful."
    here.run("document.querySelector('.found li button').click()")
    here.wait("document.querySelectorAll('.read button').length === 30")
    press(here, "Turn by 180°")
    press(here, "Back to all tiles")
    press(here, "Save all as my box")
    first, *others = stored_grids(here)
    assert first[::-1] in grids
    assert set(others) < set(grids)


def test_a_picture_without_tiles_offers_none(page: Open, tmp_path: Path) -> None:
    Image.new("RGB", (640, 480), (128, 128, 128)).save(tmp_path / "gray.png")
    here = page(width=390, height=844)
    choose_photo(here, tmp_path / "gray.png")
    here.wait(f"{SAID}.startsWith('No tile was found.')")
    press(here, "Read the colors")
    here.wait(f"{SAID}.startsWith('Hardly any booths are visible there')")
    assert not here.run(f"return {VISIBLE}.some((button) => button.textContent.startsWith('Use'))")


def test_a_second_picture_of_the_same_tiles_joins_the_first(page: Open, tmp_path: Path) -> None:
    photo, grids = drawn_table(3, 1, 2, turned=2)
    paths = [tmp_path / f"look{number}.jpg" for number in (1, 2)]
    for path, x in zip(paths, (225, 341), strict=True):
        with_mirror_image(photo, x, 367, 51).save(path, quality=92)
    here = page(width=390, height=844)
    choose_photo(here, paths[0])
    here.wait(f"{TILES} === 2")
    assert here.run(f"return {SAID}").startswith("2 tiles. 1 has doubtful")
    here.driver.find_element(By.CSS_SELECTOR, "dialog.photo input").send_keys(str(paths[1]))
    here.wait(f"{SAID} === '2 tiles. No booth is doubtful.'")
    press(here, "Save all as my box")
    assert sorted(stored_grids(here)) == sorted(grids)


def test_corners_are_detected_and_the_photo_survives_a_reload(
    page: Open, photo: SyntheticPhoto, picture: Path
) -> None:
    here = page(width=390, height=844)
    choose_photo(here, picture)
    here.wait(f"{SAID}.startsWith('The corners were found')")
    here = here.reload()
    here.wait("document.querySelector('.corners:not([hidden])') !== null")
    press(here, "Read the colors")
    here.wait("document.querySelectorAll('.read button').length === 30")
    press(here, "Use these booths")
    here.wait_for_panel("entry")
    assert here.run("return document.getElementById('notation').value") == str(photo.grid)


def test_without_a_camera_there_is_the_photo(page: Open) -> None:
    here = page(width=390, height=844)
    here.run("navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no'))")
    here.run("document.getElementById('photo').click()")
    here.wait("document.querySelector('dialog.photo[open]') !== null")
    press(here, "Hold the camera over the tiles")
    here.wait(f"{SAID}.startsWith('No camera is available')")
    assert here.run(
        f"return {VISIBLE}.some((button) => button.textContent.startsWith('Take or choose'))"
    )


def stream(path: Path) -> list[str]:
    """Write a camera's stream: a lamp's reflection moves over a tile."""
    photo, grids = drawn_table(3, 1, 2, turned=2)
    photo = photo.resize((960, 720), Image.Resampling.BOX)
    frames = bytearray()
    for x in (216, 327):
        shot = io.BytesIO()
        with_mirror_image(photo, x, 352, 49).save(shot, "JPEG", quality=90)
        frames += shot.getvalue() * 30
    path.write_bytes(frames)
    return grids


def test_looks_of_a_stream_are_added_up(tmp_path: Path, address: str) -> None:
    film = tmp_path / "film.mjpeg"
    grids = stream(film)
    switches = (
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )  # fmt: skip
    with chromium(*switches) as driver:
        metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.get(address)
        here = Page(driver)
        here.run("window.told = []; document.getElementById('photo').click();")
        here.wait("document.querySelector('dialog.photo[open]') !== null")
        here.run(
            f"new MutationObserver(() => window.told.push({SAID}))"
            ".observe(document.querySelector('dialog.photo [role=status]'),"
            " {childList: true, characterData: true, subtree: true})"
        )
        press(here, "Hold the camera over the tiles")
        here.wait(f"{SAID} === '2 tiles. No booth is doubtful.'")
        messages = here.run("return window.told")
        assert any("Tilt the card a little" in words for words in messages)
        press(here, "Use these tiles")
        here.wait(f"{TILES} === 2")
        here = here.reload()
        here.wait(f"{TILES} === 2")
        press(here, "Save all as my box")
        assert sorted(stored_grids(here)) == sorted(grids)
        names = here.run(
            "return performance.getEntriesByType('resource').map((entry) => entry.name)"
        )
        assert all(name.startswith(address) for name in names)
        assert console_messages(driver) == []
