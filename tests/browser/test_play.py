"""Playing on the page, in a real browser against a real server."""

import re
from collections.abc import Callable
from urllib.parse import unquote

from selenium.webdriver.common.keys import Keys

from chatuchak_cli.web.limits import WebSettings
from chatuchak_solver import Grid, load_start_tiles, solve
from tests.browser.conftest import Open
from tests.browser.page import START, TILE
from tests.web_server import local_address


def test_a_newcomer_sees_a_short_tile_and_the_table_of_all(page: Open) -> None:
    here = page()
    grids = load_start_tiles().grids
    lengths = [solve(grid).length or 0 for grid in grids]
    first = lengths.index(min(lengths))
    assert here.grid == grids[first]
    assert here.text("game-name") == f"Sample tile {first + 1}"
    assert here.text("best") == str(min(lengths))
    assert here.text("rank") == "Market Master"
    here.find_all("#assumed summary")[0].click()
    assert "start tiles, booths of each color, limits of the solo ranks" in here.text("assumed")
    here.wait("![...document.querySelectorAll('#tiles td')].some(c => c.textContent === '?')")
    rows = here.run(
        "return [...document.querySelectorAll('#tiles tr')]"
        ".map(row => [...row.children].map(c => c.textContent))"
    )
    assert len(rows) == len(grids)
    number = int(rows[5][0])
    assert rows[5][1] == str(lengths[number - 1])
    here.run("document.querySelectorAll('#tiles tr')[5].querySelector('button').click()")
    assert here.grid == grids[number - 1]
    assert here.text("game-name") == f"Sample tile {number}"


def test_moves_are_played_undone_and_redone_and_illegal_ones_refused(page: Open) -> None:
    here = page(f"#grid={START}")
    start = Grid.parse(START)
    assert here.grid == start
    here.spot(3).click()
    assert here.grid == start.move(3)
    here.spot(21).click()
    assert here.grid == start.move(3).move(21)
    assert here.text("moves") == "2"
    here.click("undo")
    assert here.grid == start.move(3)
    assert here.text("help") == "1 undo"
    here.click("redo")
    assert here.grid == start.move(3).move(21)
    here.click("restart")
    assert here.grid == start
    assert not here.find("undo").is_enabled()
    here.spot(7).click()
    here.wait_for_message("row or column can jump.")
    assert here.grid == start
    here.spot(0).click()
    here.wait_for_message("That is the empty spot.")
    assert "can jump" in str(here.spot(3).get_attribute("aria-label"))
    assert "can jump" not in str(here.spot(7).get_attribute("aria-label"))


def test_a_move_leaves_the_side_panel_unchanged(page: Open) -> None:
    here = page(f"#grid={START}")
    here.wait("document.body.dataset.offline === 'true' && document.getElementById('best')"
              ".textContent !== '…'")  # fmt: skip
    here.run(
        "window.seen = 0; const count = (all) => { window.seen += all.length; };"
        "window.watch = new MutationObserver(count);"
        "window.watch.observe(document.querySelector('aside'),"
        " {characterData: true, childList: true, subtree: true})"
    )
    here.jump(3, 21)
    assert here.run("return window.seen + window.watch.takeRecords().length") == 0
    here.jump(*([3, 21] * 11))  # as many as make another rank
    assert here.run("return window.seen + window.watch.takeRecords().length") > 0


def test_following_hints_reaches_the_optimum_and_the_praise(page: Open) -> None:
    here = page(f"#grid={TILE}")
    moves = solve(here.grid).moves or ()
    here.jump(5, 0, *moves[:-3])  # there and back, and nearly all the way
    for left in (3, 2, 1):
        here.ask_for_move()
        here.wait_for_message(f"{left} move{'' if left == 1 else 's'} to go")
        assert here.find_all(".marks .arrow")
        found = re.search(r"the (\w+) booth in row (\d), column (\d)", here.text("message"))
        assert found is not None
        spot = 6 * (int(found[2]) - 1) + int(found[3]) - 1
        color = here.grid.color_at(spot)
        assert color is not None
        assert color.label == found[1]
        here.spot(spot).click()
    assert here.grid.is_solved
    here.wait_for_message(f"Solved in {len(moves) + 2} moves: Booth Owner.")
    assert here.text("message").endswith(f"The best possible is {len(moves)}, 2 fewer.")
    assert here.text("won-stars") == "★★☆"
    assert [b.text for b in here.find_all("#won button")] == [
        *("Next tile", "Review", "Try again", "Share")
    ]
    assert here.text("learn") == "How to play"
    assert here.text("help") == "12 hints"
    assert not here.find("hint").is_enabled()
    assert here.find_all(".parts .together:nth-child(5)")
    mark = "getComputedStyle(document.querySelector('.legal'), '::after').boxShadow"
    assert here.run(f"return {mark}") == "none"  # no element to tap
    # The card's text is unchanged.
    again = here.reload()
    again.wait_for_message(f"Solved in {len(moves) + 2} moves: Booth Owner.")
    again.click("won-share")
    again.press(Keys.ESCAPE)
    again.wait_for_message(f"Solved in {len(moves) + 2} moves: Booth Owner.")
    again.click("won-again")
    again.wait(f"{mark}.includes('0.55')")  # booths that may jump are marked after a win, too


def test_a_link_brings_the_same_grid_and_moves_to_another_browser(page: Open) -> None:
    here = page(f"#grid={START}")
    here.jump(3, 21)
    before = here.grid
    here.click("share")
    here.wait_for_panel("link")
    link = str(here.find("link-text").get_property("value"))
    assert unquote(link).endswith(f"/#grid={START}")  # a link that spoils is given when asked for
    here.click("link-moves")
    link = str(here.find("link-text").get_property("value"))
    assert link.startswith("http://127.0.0.1:")
    assert unquote(link).endswith(f"/#grid={START}&moves=3,21")
    other = page("#" + link.partition("#")[2])
    assert other.grid == before
    assert other.text("moves") == "2"


def test_the_public_address_is_shown_and_shared(page: Open) -> None:
    with local_address(WebSettings(public_url="http://market.example:8017/")) as address:
        here = page(f"#grid={START}", address=address, width=390, height=844)
        here.wait("document.getElementById('phone-code').naturalWidth > 100")
        assert here.text("phone-link") == "http://market.example:8017/"
        here.click("share")
        here.wait_for_panel("link")
        link = str(here.find("link-text").get_property("value"))
        assert unquote(link) == f"http://market.example:8017/#grid={START}"
        here.driver.get("about:blank")


def test_invalid_links_are_reported_and_a_tile_is_shown(page: Open) -> None:
    here = page("#grid=RYG")
    here.wait_for_message("3 spots; expected 30")
    for fragment, message in (
        (f"grid={START.replace('P', 'X')}", "“X” is not a booth"),
        (f"grid={START}&moves=8", "cannot jump"),
        (f"grid={START}&moves=a", "The moves are not numbers"),
        (f"grid={START.replace('.', 'R')}", "0 empty spots"),
        ("grid=.RYRG/RPBGP/YBRPR/GPYYB/PRBRR/YGYGB", "A board of 6x5; this page plays 5x6."),
        ("daily=2099-01-01", "Jan 1, 2099 is not available yet"),
        ("daily=2026-02-30", "“2026-02-30” is not a date"),
    ):
        here.run("location.hash = arguments[0]", fragment)
        here.wait_for_message(message)
    assert here.grid in load_start_tiles().grids
    assert not here.text("game-name").startswith("Daily")


def test_a_new_game_can_be_taken_back(page: Open) -> None:
    here = page(f"#grid={START}")
    here.jump(3, 21)
    before = here.grid
    here.click("random")
    here.wait_for_message("Undo brings the last one back.")
    assert here.text("game-name").startswith("Random grid")
    here.jump(1)
    here.click("undo")
    assert here.text("game-name").startswith("Random grid")
    here.click("undo")
    assert here.text("game-name") == "Shared grid"
    assert here.grid == before
    assert here.text("moves") == "2"


def test_the_keyboard_alone_is_enough(page: Open) -> None:
    here = page()
    here.press(Keys.TAB)  # to the link that skips to the board
    here.press(Keys.ENTER)
    here.press(Keys.TAB)
    assert here.focus == "0"
    start = here.grid
    here.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert here.focus == "2"
    here.press(Keys.ENTER)
    assert here.grid == start.move(2)
    here.press(Keys.ARROW_DOWN, Keys.END)
    assert here.focus == "11"
    here.press(Keys.SPACE)
    here.wait_for_message("Only booths")
    here.press("u")
    assert here.grid == start
    here.press("y")
    assert here.grid == start.move(2)
    here.press("h")
    here.wait_for_message("to go")
    here.press("o")
    here.wait_for_message("no longer counts as a win. Tap Solve again")
    here.press("o")
    here.wait_for_panel("follow")
    assert here.focus == "follow-next"
    here.press(Keys.SPACE)
    assert here.grid != start.move(2)
    here.press(Keys.ESCAPE)
    assert here.focus == "solve"
    assert here.grid == start.move(2)


def test_escape_closes_the_open_panel(page: Open) -> None:
    here = page(f"#grid={START}")
    here.click("solve")
    closings: tuple[Callable[[], object], ...] = (
        lambda: here.press(Keys.ESCAPE),
        lambda: here.run("history.back()"),
    )
    for button, panel in (("solve", "follow"), ("own", "entry"), ("share", "link")):
        for close in closings:
            here.click(button)
            here.wait_for_panel(panel)
            close()
            here.wait_for_panel(panel, is_open=False)
            assert here.focus == button
    assert here.grid == Grid.parse(START)


def test_no_single_letter_gives_up_a_game_and_all_can_be_switched_off(page: Open) -> None:
    here = page(f"#grid={START}")
    here.jump(3)
    for letter in "abcdefgijklmnpqstvwxz":
        here.press(letter)
    assert here.text("moves") == "1"
    assert here.text("game-name") == "Shared grid"
    here.run("document.getElementById('settings').open = true")
    here.click("keys")
    again = here.reload()
    again.jump(4)
    again.press("u")
    assert again.text("moves") == "2"


def test_touch_makes_moves(page: Open) -> None:
    here = page(f"#grid={START}", width=390, height=844)
    here.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    here.touch(here.middle(12))
    here.wait("document.getElementById('moves').textContent === '1'")
    here.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert here.grid == Grid.parse(START).move(12)


LAST_EMPTY = "BRYRGR/PBGPYB/GPRGPY/YBPRBR/BYGYG."


def test_links_survive_mail_programs(page: Open) -> None:
    here = page(f"#grid={LAST_EMPTY}")
    here.click("share")
    link = str(here.find("link-text").get_property("value"))
    assert link[-1].isalnum()
    for fragment in (
        link.partition("#")[2],
        f"grid={LAST_EMPTY[:-1]}",
        f"grid={LAST_EMPTY})",
        f"grid={LAST_EMPTY[:-1]}&moves=28.",
    ):
        here.run("location.hash = arguments[0]", f"#grid={START}")
        here.wait("document.querySelectorAll('.spot')[0].dataset.letter === '.'")
        here.run("location.hash = arguments[0]", f"#{fragment}")
        here.wait("document.querySelectorAll('.spot')[0].dataset.letter !== '.'")
        expected = Grid.parse(LAST_EMPTY)
        assert here.grid == (expected.move(28) if "moves" in fragment else expected)
    here.run("location.hash = arguments[0]", f"#grid={LAST_EMPTY[:-2]}")
    here.wait_for_message("28 spots; expected 30")


def test_a_second_tap_does_not_hit_the_flying_booth(page: Open) -> None:
    here = page(f"#grid={START}", width=390, height=844, moving=True)
    here.run("document.getElementById('board').scrollIntoView({block: 'center'})")
    (x, y), (next_x, next_y) = here.middle(3), here.middle(27)
    for at_x, at_y in ((x, y), (x, y), (next_x, next_y), (next_x, next_y)):
        for kind in ("mousePressed", "mouseReleased"):
            point = {"type": kind, "x": at_x, "y": at_y, "button": "left", "clickCount": 1}
            here.driver.execute_cdp_cmd("Input.dispatchMouseEvent", point)
    assert here.kept("game")["moves"] == [3, 27]
