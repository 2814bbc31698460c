"""Tiles read from photos, looked over on a page of their own on a phone: tapped, and saved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains

from chatuchak_cli.grids.read import review_page
from chatuchak_solver import PhotoReading, PhotoSummary, PhotoTile, TileCollection
from tests.browser.chromium import console_messages

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

LETTERS = ".GYPYGBRGRGPRYPYBYPBGPRBBRYBGR"
SECOND = "R" * 30
CORNERS = ((100.0, 100.0), (300.0, 100.0), (300.0, 260.0), (100.0, 260.0))
RINGS = "[...document.querySelectorAll('.spots .doubtful')]"


def tile(place: int, *doubtful: int) -> PhotoTile:
    margins = tuple(3.0 if spot in doubtful else 50.0 for spot in range(30))
    reading = PhotoReading(
        letters=LETTERS, second=SECOND, margins=margins, corners=CORNERS, notes=()
    )
    return PhotoTile(reading=reading, photo=0, place=place, views=((0, place),), advice="tilt it")


@pytest.fixture
def phone(shared_browser: Chrome, tmp_path: Path) -> Iterator[Chrome]:
    driver = shared_browser
    photo = tmp_path / "a <b>.png"
    Image.new("RGB", (400, 360), (200, 190, 180)).save(photo)
    box = TileCollection(tiles=(tile(1, 7, 8), tile(2)), photos=(PhotoSummary(2, 2),))
    page = tmp_path / "review.html"
    page.write_text(review_page([photo], box), encoding="utf-8")
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    folder = {"behavior": "allow", "downloadPath": str(tmp_path)}
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", folder)
    console_messages(driver)
    driver.get(page.as_uri())
    yield driver
    assert console_messages(driver) == []


def tap(driver: Chrome, selector: str) -> None:
    x, y = driver.execute_script(
        "const node = document.querySelector(arguments[0]); node.scrollIntoView({block: 'center'});"
        "const box = node.getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2]",
        selector,
    )
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        event: dict[str, Any] = {"type": kind, "touchPoints": points}
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)


def spot(number: int) -> str:
    return f"#tiles li .spots button:nth-child({number + 1})"


def label(driver: Chrome, number: int) -> str:
    return str(
        driver.execute_script(
            "return document.querySelector(arguments[0]).getAttribute('aria-label')", spot(number)
        )
    )


def test_doubts_are_ringed_tapped_right_and_saved(phone: Chrome, tmp_path: Path) -> None:
    run = phone.execute_script
    assert run("return document.documentElement.scrollWidth") == 390
    assert run(f"return {RINGS}.length") == 2
    assert run("return document.querySelectorAll('.cut span').length") == 2
    assert label(phone, 7) == "red, row 2, column 2, doubtful"
    tap(phone, spot(8))  # green as read; red is next
    assert label(phone, 8) == "red, row 2, column 3"
    status = "return document.getElementById('left').textContent"
    assert run(status).startswith("1 doubtful spot left.")
    # The keyboard: the next doubtful spot, and a letter.
    tap(phone, "#next")
    ActionChains(phone).send_keys("b").perform()
    assert label(phone, 7) == "blue, row 2, column 2"
    assert run(status).startswith("No doubtful spot left.")
    # Impossible counts are reported.
    for number in (1, 6):
        run("document.querySelector(arguments[0]).focus()", spot(number))
        ActionChains(phone).send_keys(".").perform()
    assert "3 empty spots" in run("return document.querySelector('#tiles .wrong').textContent")
    assert "Not a grid of the game: a <b> 1" in run(status)
    for number, letter in ((1, "g"), (6, "b")):
        run("document.querySelector(arguments[0]).focus()", spot(number))
        ActionChains(phone).send_keys(letter).perform()
    tap(phone, "#save")
    file = tmp_path / "tiles.txt"
    for _ in range(200):
        if file.exists():
            break
        time.sleep(0.02)
    changed = f"{LETTERS[:7]}BR{LETTERS[9:]}"
    rows = [
        "/".join(letters[at : at + 6] for at in range(0, 30, 6)) for letters in (changed, LETTERS)
    ]
    expected = f"# a <b> 1\n{rows[0]}\n\n# a <b> 2\n{rows[1]}\n"
    assert file.read_text("utf-8") == expected
