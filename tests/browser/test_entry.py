"""The user's tiles: entered, stored, listed, exported and imported; and rank borders."""

import json
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from chatuchak_solver import Grid, load_box, load_start_tiles, solve
from chatuchak_solver.box import box_template
from tests.browser.conftest import Open
from tests.browser.page import TILE, Page

ORDER = "RYGBP"
READY = "document.getElementById('problems').textContent === 'Ready to play.'"
OTHER = ".GYPBG/BRBGPR/RYGYBY/GPBRGB/YRYPRP"


def tap(here: Page, letters: str) -> None:
    """Tap the big buttons, one a booth."""
    for letter in letters:
        here.run(f"document.querySelectorAll('#colors button')[{ORDER.index(letter)}].click()")


def booths(grid: str) -> str:
    return grid.replace("/", "").replace(".", "")


def downloaded(here: Page, folder: Path, button: str, name: str) -> Path:
    """Press a button that saves a file, and return the file."""
    here.run(f"document.getElementById('{button}').click()")
    return here.wait_for_file(folder / name)


def test_a_tile_is_entered_with_twenty_nine_taps(page: Open) -> None:
    here = page(width=390, height=844)
    here.click("own")
    assert here.text("entry-next") == "Row 1, column 2: 29 booths to go"
    assert not here.find("entry-keep").is_enabled()
    tap(here, booths(TILE))
    assert here.letters == TILE
    assert here.text("entry-next") == "All booths are placed."
    here.wait(READY)
    assert "ready" in (here.find("problems").get_attribute("class") or "").split()
    here.find("entry-name").send_keys("Kitchen table")
    here.click("entry-keep")
    assert here.grid == Grid.parse(TILE)
    assert here.text("game-name") == "Kitchen table"
    here.wait(f"document.getElementById('best').textContent === '{solve(here.grid).length}'")
    again = here.reload()
    assert [button.text for button in again.find_all("#mine th button")] == ["Kitchen table"]


def test_slips_are_shown_and_taken_back(page: Open) -> None:
    here = page()
    here.click("own")
    tap(here, "RRRRRRR")
    assert "7 red booths: the game has at most 6." in here.text("problems")
    here.click("entry-delete")
    assert here.text("problems") == ""
    assert "ready" not in (here.find("problems").get_attribute("class") or "").split()
    assert here.find_all("#colors button")[0].text == "6/6"
    here.click("entry-clear")
    wrong = booths(TILE)[:-2] + "RR"  # two neighbors alike, and seven red ones
    tap(here, wrong)
    here.wait("document.getElementById('problems').textContent.includes('are ringed')")
    assert "adjacent booths of one color" in here.text("problems")
    assert len(here.find_all(".marks .ring.doubt")) >= 2
    assert here.find("entry-play").is_enabled()  # it is up to the player
    here.spot(28).click()  # correct both in place
    tap(here, booths(TILE)[-2])
    here.spot(29).click()
    tap(here, booths(TILE)[-1])
    assert here.letters == TILE
    here.wait(READY)


WITHOUT_SOLVER = """
const load = fetch;
window.isOffline = true;
window.fetch = (at, ...more) => (isOffline && String(at).includes('solver.wasm')
  ? Promise.reject(new TypeError('no network')) : load(at, ...more));
"""


def test_a_tile_can_be_played_before_its_rules_are_checked(page: Open) -> None:
    here = page()
    script = {"source": WITHOUT_SOLVER}
    added = here.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    here = here.reload()
    here.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    here.click("own")
    tap(here, booths(TILE))
    here.driver.execute_async_script("setTimeout(arguments[0], 300)")
    assert here.text("problems") == ""
    assert here.find("entry-play").is_enabled()
    here.run("isOffline = false")
    here.click("entry-delete")
    tap(here, booths(TILE)[-1])
    here.wait(READY)


def test_the_keyboard_enters_a_tile_too(page: Open) -> None:
    here = page()
    here.click("own")
    here.press(*"rygb", Keys.BACKSPACE, "p")
    assert here.letters.startswith(".RYGP_/___")
    here.spot(0).click()
    here.press("r", Keys.ARROW_RIGHT)
    here.click("entry-empty")
    assert here.letters.replace("/", "").count(".") == 1
    here.run("document.querySelector('#entry details').open = true")
    field = here.find("notation")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("hello")
    assert "is not a booth" in here.text("problems")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(TILE.lower())
    here.wait(READY)
    here.click("entry-play")
    assert here.grid == Grid.parse(TILE)
    assert here.text("game-name") == "Sample tile 1"
    assert here.kept("tiles") is None


def test_own_tiles_go_to_the_command_line_and_back(page: Open, tmp_path: Path) -> None:
    here = page()
    given = tmp_path / "given.txt"
    rows = TILE.replace("/", "\n")
    given.write_text(f"# Kitchen table\n{rows}\n\n{OTHER}  # from the fair\n", encoding="utf-8")
    here.find("mine-file").send_keys(str(given))
    here.wait_for_message("2 tiles were imported.")
    names = [button.text for button in here.find_all("#mine th button")]
    assert names[0] == "Kitchen table"
    saved = downloaded(here, tmp_path, "mine-export", "my-tiles.txt")
    assert [str(grid) for grid in load_start_tiles(saved).grids] == [TILE, OTHER]
    while here.find_all("#mine .remove"):
        here.run("document.querySelector('#mine .remove').click()")
    assert here.find("mine-none").is_displayed()
    here.find("mine-file").send_keys(str(saved))
    here.wait("document.querySelectorAll('#mine tr').length === 2")
    assert [button.text for button in here.find_all("#mine th button")] == names
    as_json = tmp_path / "tiles.json"
    as_json.write_text(f'{{"tiles": ["{TILE}"]}}', encoding="utf-8")
    here.find("mine-file").send_keys(str(as_json))
    here.wait_for_message("1 tile was imported.")
    small = tmp_path / "small.txt"
    small.write_text("RRRR.YYY/GGGGYYYY\n", encoding="utf-8")
    here.find("mine-file").send_keys(str(small))
    here.wait_for_message("small.txt: tile 1: A board of 2x8; this page plays 5x6.")


def test_own_borders_go_to_the_command_line_and_back(page: Open, tmp_path: Path) -> None:
    here = page(f"#grid={TILE}")
    here.run("document.querySelector('#ranks-form').closest('details').open = true")
    most = here.find_all("#ranks-rows input[type=number]:not([hidden])")
    assert [field.get_property("value") for field in most] == ["22", "28", "34"]
    most[0].clear()
    most[0].send_keys("40")
    here.find("ranks-form").submit()
    here.wait_for_message("Rank 2: expected a limit above 40.")
    most[0].clear()
    most[0].send_keys("21")
    here.find("ranks-form").submit()
    here.wait_for_message("Your limits are saved.")
    assert "ranks" not in here.text("assumed")
    saved = downloaded(here, tmp_path, "box-export", "box.json")
    assert [rank.most for rank in load_box(saved).ranks.ranks] == [21, 28, 34, None]
    here.run("document.getElementById('ranks-reset').click()")
    assert "ranks" in here.text("assumed")
    here.find("box-file").send_keys(str(saved))
    here.wait_for_message("The box is loaded.")
    assert "ranks" not in here.reload().text("assumed")
    saved.write_text('{"ranks": []}', encoding="utf-8")
    here.find("box-file").send_keys(str(saved))
    here.wait_for_message("box.json: It has no ranks.")


def test_a_box_round_trips_between_command_line_and_page(page: Open, tmp_path: Path) -> None:
    here = page()
    given = tmp_path / "given.json"
    template = box_template() | {"counts": [7, 6, 6, 5, 5], "tiles": [TILE, OTHER]}
    own = {"marker_stars": {"group": 2, "mix": 1, "path": 1, "rectangle": 1}}
    given.write_text(json.dumps(template | own), encoding="utf-8")
    here.find("box-file").send_keys(str(given))
    here.wait_for_message("The box is loaded.")
    assert len(here.kept("tiles")) == 2
    assert here.kept("ranks") is None  # as assumed
    assert "booths" not in here.text("assumed")
    saved = downloaded(here, tmp_path, "box-export", "box.json")
    assert load_box(saved).own == load_box(given).own
    document = json.loads(saved.read_text(encoding="utf-8"))
    assert document["// deck"] == template["// deck"]
    here.click("own")
    assert [button.text for button in here.find_all("#colors .count")] == [
        f"0/{count}" for count in template["counts"]
    ]
    here.run(
        "document.getElementById('counts-form').closest('details').open = true;"
        "document.querySelector('#counts-rows input').value = 9"
    )
    here.find("counts-form").submit()
    here.wait_for_message("29 together")
    here.run("document.getElementById('box-reset').click()")
    assert "booths" in here.text("assumed")
    here.click("take-back")
    assert "booths" not in here.text("assumed")


def test_a_backup_restores_everything(page: Open, tmp_path: Path) -> None:
    win = {"day": "2026-11-20", "moves": 21, "seconds": 61, "hints": 0, "undos": 2}
    stored = {
        "tiles": [{"name": "Fair", "grid": OTHER}],
        "wins": {TILE: [win]},
        "clock": False,
        "games.names": ["Ana", "Rui"],
    }
    here = page(kept=stored)
    row = here.find_all(f"#tiles [data-grid='{TILE}'] td")
    assert row[-1].text == "21 ★★★"
    saved = downloaded(here, tmp_path, "backup-export", "chatuchak.json")
    other = page()
    other.find("backup-file").send_keys(str(saved))
    other.wait_for_message("Everything is restored.")
    assert {name: other.kept(name) for name in stored} == stored
    other.wait("document.querySelector('#mine th button')?.textContent === 'Fair'")
    other.click("take-back")  # without stored data, none is restored
    assert all(not other.kept(name) for name in ("tiles", "wins", "games.names"))
    assert other.kept("clock") is not False
    other.wait("!document.querySelector('#mine th button')")
    other.find("backup-file").send_keys(str(saved))
    other.wait_for_message("Everything is restored.")
    # A tile that is not a grid is left out, which is reported.
    backup = json.loads(saved.read_text(encoding="utf-8"))
    backup["values"]["tiles"] += [{"name": "Broken", "grid": TILE.replace("R", ".", 1)}]
    saved.write_text(json.dumps(backup), encoding="utf-8")
    other.find("backup-file").send_keys(str(saved))
    other.wait_for_message("Part of the file was damaged")
    assert other.kept("tiles") == stored["tiles"]
    saved.write_text('{"format": "other"}', encoding="utf-8")
    other.find("backup-file").send_keys(str(saved))
    other.wait_for_message("This is not a backup of this page.")
