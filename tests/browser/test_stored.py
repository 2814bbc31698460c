"""Stored values: two tabs, damaged values, and a storage that is full."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from chatuchak_solver.puzzle import Grid
from tests.browser.chromium import console_messages
from tests.browser.conftest import Open
from tests.browser.page import START, TILE, Page

ONE_MOVE = "GGGGGG/.RBBBR/RYYYBB/RYYPBP/RRYPPP"
OTHER_ONE_MOVE = "GGGGGG/RBBBR./BBYYYR/PBPYYR/PPPYRR"
OTHER = ".GYPBG/BRBGPR/RYGYBY/GPBRGB/YRYPRP"
SOLVED = str(Grid.parse(ONE_MOVE).move(11))
FULL = "Storage.prototype.setItem = () => { throw new Error('full'); };"
TILES = [{"name": "Kitchen", "grid": TILE}, {"name": "Garden", "grid": OTHER}]


@contextmanager
def second_tab(first: Page) -> Iterator[Page]:
    """Open the page of a tab in another one."""
    driver = first.driver
    tab, address = driver.current_window_handle, driver.current_url
    driver.switch_to.new_window("tab")
    driver.get(address)
    try:
        yield Page(driver)
    finally:
        driver.close()
        driver.switch_to.window(tab)


def go(here: Page, grid: str) -> None:
    here.run("location.hash = arguments[0]", f"#grid={grid}")
    here.wait(f"document.querySelectorAll('.spot')[{grid.replace('/', '').index('.')}]"
              ".dataset.letter === '.'")  # fmt: skip


def keep_tile(here: Page, folder: Path, name: str, grid: str) -> None:
    path = folder / "tile.txt"
    path.write_text(f"# {name}\n{grid}\n", encoding="utf-8")
    here.find("mine-file").send_keys(str(path))
    here.wait_for_message("1 tile was imported.")


def names(here: Page) -> list[str]:
    return [button.text for button in here.find_all("#mine th button")]


def test_two_tabs_do_not_overwrite_each_other(page: Open, tmp_path: Path) -> None:
    first = page(kept={"language": "en"})
    with second_tab(first) as second:
        tabs = second.driver.window_handles
        keep_tile(second, tmp_path, "Garden", OTHER)
        second.run("document.getElementById('clock').click()")
        go(second, ONE_MOVE)
        second.jump(11)
        go(second, START)
        second.jump(3)
        moved = second.grid
        second.driver.switch_to.window(tabs[0])
        first.wait("document.querySelectorAll('#mine tr').length === 1")
        first.wait("document.body.classList.contains('timeless')")
        keep_tile(first, tmp_path, "Kitchen", TILE)
        go(first, OTHER_ONE_MOVE)
        first.jump(6)
        assert first.text("games-all").startswith("2 games won")
        go(first, TILE)
        first.jump(5)
        other_moved = first.grid
        assert [tile["name"] for tile in first.kept("tiles")] == ["Garden", "Kitchen"]
        assert first.reload().grid == other_moved
        second.driver.switch_to.window(tabs[1])
        assert names(second) == ["Garden", "Kitchen"]
        assert second.grid == moved
        second.jump(21)
        assert second.reload().grid == moved.move(21)
    # Both games are there, though each tab stores its own as the last one.
    first.run("sessionStorage.clear()")
    last = first.reload()
    grids = {str(last.grid)}
    last.run("document.getElementById('restart').click()")
    last.click("undo")
    last.wait_for_message("Back to the last game.")
    grids.add(str(last.grid))
    assert grids == {str(moved.move(21)), str(other_moved)}


def test_undo_restores_removed_tiles(page: Open) -> None:
    ranks = [{"name": "Good", "most": 20}, {"name": "Other", "most": None}]
    here = page(width=360, height=640, kept={"tiles": TILES, "ranks": ranks})
    here.run("document.querySelector('#mine .remove').click()")
    assert names(here) == ["Garden"]
    here.click("take-back")
    assert names(here) == ["Kitchen", "Garden"]
    assert here.kept("tiles") == TILES
    here.run("document.getElementById('ranks-reset').click()")
    assert "ranks" in here.text("assumed")
    here.click("take-back")
    assert here.kept("ranks") == ranks
    here.run(  # another tab removes all tiles while one is moved
        "document.querySelector('#mine tr').classList.add('dragged');"
        "localStorage.setItem('chatuchak.tiles', '[]');"
        "document.querySelector('.handle-of-row')"
        ".dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown'}))"
    )
    assert here.kept("tiles") == []


def test_several_people_have_values_of_their_own(page: Open) -> None:
    here = page(kept={"tiles": TILES})
    for person, name, tiles in (("new", "Ben", []), ("0", "First person", ["Kitchen", "Garden"])):
        here.run(
            "window.prompt = () => 'Ben'; delete document.body.dataset.ready;"
            "const people = document.getElementById('people'); people.value = arguments[0];"
            "people.dispatchEvent(new Event('change'));",
            person,
        )
        here.wait("document.body.dataset.ready === 'true'")
        assert here.run("return people.selectedOptions[0].textContent") == name
        assert names(here) == tiles


ODD: tuple[object, ...] = (1, [{}], {TILE: [None, {"moves": 1}]})
NAMES = (
    "tiles", "ranks", "box", "game", "before", "before_lesson", "wins", "days", "dailies", "shown",
    "reviews", "practice", "about", "order", "language", "keys", "clock", "panel", "photo",
    "playtest.name", "playtest.gives", "playtest.key", "playtest.games",
)  # fmt: skip
GAMES_NAMES = (
    "companion", "copy", "seats", "names", "setup", "last", "sheet.stand", "sheet.chatuchak",
)  # fmt: skip
GAME: dict[str, object] = {"grid": TILE, "kind": "tile", "label": None, "moves": [], "undone": []}
ALMOST = {
    "game": {**GAME, "kind": "lesson", "label": 77, "undone": [99], "levels": [9], "hints": -1},
    "before": [{**GAME, "moves": [29]}, {**GAME, "moves": [5], "kind": "daily", "label": "x"}, 7],
    "wins": {TILE: [{"day": "x", "moves": 3, "seconds": 1, "hints": 0, "undos": 0}, 3], "b": []},
    "days": ["2026-02-31", 5],
    "dailies": {"2026-11-20": {"moves": "x", "hints": 0}, "soon": {"moves": 1, "hints": 0}},
    "practice": {"cards": [{"grid": SOLVED, "box": 0, "due": "2026-01-01"},
                           {"grid": TILE, "box": 0, "due": "2026-01-01"}], "rating": "x"},
    "panel": {"name": "follow", "letters": TILE.replace("/", ""), "moves": [29], "at": 0},
    "order": {"by": "nothing"},
    "about": {"version": "", "of": {TILE: {"difficulty": "x"}}},
    "tiles": [{"name": "Solved", "grid": "RR"}, TILES[0]],
}  # fmt: skip


def test_the_page_starts_with_any_damaged_value(page: Open) -> None:
    here = page()
    started = []
    for value in ODD:
        text = json.dumps(value)
        here.run(
            "onpagehide = null; sessionStorage.clear();"
            "addEventListener('pagehide', () => { sessionStorage.clear(); for (const name of"
            " arguments[0]) localStorage.setItem(`chatuchak.${name}`, arguments[1]); });",
            NAMES,
            text,
        )
        here = here.reload()
        started.append(here.text("moves"))
    assert started == ["0"] * len(ODD)
    again = page(kept=ALMOST)
    again.wait_for_message("was damaged")
    assert again.grid == Grid.parse(TILE)
    assert again.text("moves") == "0"
    assert names(again) == ["Kitchen"]
    assert again.kept("wins") == {TILE: []}
    again.click("undo")
    assert again.text("moves") == "1"
    again.click("practice-open")
    again.wait("!document.getElementById('practice-hint').hidden")
    assert again.letters == TILE
    assert [card["grid"] for card in again.kept("practice")["cards"]] == [TILE]


def test_the_games_page_starts_with_any_damaged_value(page: Open) -> None:
    here = page("games.html")
    laid = [{"card": "c99", "x": 0, "y": 0, "rotation": 0}]  # a card of another deck
    odd_sheets = (
        {"how": "cards", "laid": 3},
        {"how": "cards", "spaces": ["."] * 132, "laid": laid},
    )
    for value in (*ODD, *({"players": [{"visible": odd, "name": 4}] * 2} for odd in odd_sheets)):
        for view in ("", "#score=stand", "#score=chatuchak", "#play=%"):
            here.run(
                "delete document.body.dataset.ready; sessionStorage.clear();"
                "for (const name of arguments[0])"
                " localStorage.setItem(`chatuchak.games.${name}`, arguments[1]);"
                "history.replaceState(null, '', arguments[2] || '#');"
                "dispatchEvent(new HashChangeEvent('hashchange'));",
                GAMES_NAMES,
                json.dumps(value),
                view,
            )
            here.wait("document.body.dataset.ready === 'true'")
            assert "undefined" not in here.text("message")
    messages = console_messages(here.driver)
    assert all("/table/room/%25 - " in message for message in messages), messages


def test_unsaved_values_are_reported(page: Open, tmp_path: Path) -> None:
    here = page()
    assert not here.find("unsaved").is_displayed()
    here.run(FULL)
    path = tmp_path / "tile.txt"
    path.write_text(TILE, encoding="utf-8")
    here.find("mine-file").send_keys(str(path))
    here.wait_for_message("This could not be saved")
    assert here.find("unsaved").is_displayed()
    assert len(names(here)) == 1  # it is there until the page is closed
    here.click("own")
    here.wait_for_panel("entry")
    here.run("document.querySelector('#entry details').open = true")
    here.find("notation").send_keys(Keys.CONTROL, "a")
    here.find("notation").send_keys(OTHER)
    here.click("entry-keep")
    here.wait_for_message("This could not be saved")
    here.run("document.querySelector('#ranks-form').requestSubmit()")
    here.wait_for_message("This could not be saved")
    here.run(
        "document.getElementById('message').textContent = ''; window.prompt = () => 'Ben';"
        "const people = document.getElementById('people'); people.value = 'new';"
        "people.dispatchEvent(new Event('change'));"
    )
    here.wait_for_message("This could not be saved")
    assert here.run("return people.selectedOptions[0].textContent") == "First person"


def test_solved_grids_are_skipped_when_practice_is_imported(page: Open, tmp_path: Path) -> None:
    here = page()
    here.click("practice-open")
    here.wait("!document.getElementById('practice-hint').hidden")
    path = tmp_path / "practice.json"
    card = {"box": 0, "due": "2026-01-01"}
    grids = [SOLVED, TILE, "RYYYYY" * 5]
    file = {"format": "chatuchak-practice", "cards": [{"grid": grid, **card} for grid in grids]}
    path.write_text(json.dumps(file), encoding="utf-8")
    here.find("practice-file").send_keys(str(path))
    here.wait_for_message("2 positions were skipped")
    assert [card["grid"] for card in here.kept("practice")["cards"]] == [TILE]
    here.click("take-back")
    assert here.kept("practice")["cards"] == []
