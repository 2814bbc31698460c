"""Every state that a person reaches is there again after a reload."""

from selenium.webdriver.common.keys import Keys

from chatuchak_solver.puzzle import Grid
from tests.browser.conftest import Open
from tests.browser.page import START


def test_a_new_game_over_an_old_link_is_not_lost(page: Open) -> None:
    here = page(f"#grid={START}")
    here.click("share")
    here.wait_for_panel("link")
    here.click("daily")
    here.wait("document.getElementById('game-name').textContent.startsWith('Daily')")
    spot = here.grid.legal_moves()[0]
    here.jump(spot)
    before = here.grid
    again = here.reload()
    assert again.grid == before
    assert again.text("moves") == "1"
    assert "#" not in again.driver.current_url
    again.click("undo")
    assert again.text("game-name").startswith("Daily")


def test_undo_restores_an_abandoned_game_after_a_reload(page: Open) -> None:
    here = page(f"#grid={START}")
    here.jump(3)
    given_up = here.grid
    here.click("random")
    here.wait("document.getElementById('game-name').textContent.startsWith('Random')")
    again = here.reload()
    again.click("undo")
    again.wait_for_message("Back to the last game.")
    assert again.grid == given_up


def test_moves_taken_back_from_a_link_stay_taken_back(page: Open) -> None:
    here = page(f"#grid={START}&moves=3,21")
    here.click("undo")
    assert here.reload().text("moves") == "1"


def test_the_step_of_a_followed_solution_is_there_again(page: Open) -> None:
    here = page(f"#grid={START}")
    here.solve()
    here.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    step, grid = here.text("follow-step"), here.grid
    again = here.reload()
    assert again.find("follow").is_displayed()
    assert (again.text("follow-step"), again.grid) == (step, grid)
    again.wait_for_message("No solution is shorter.")
    again.click("follow-close")
    assert again.grid == Grid.parse(START)
    assert not again.reload().find("follow").is_displayed()


def test_a_half_entered_tile_is_there_again(page: Open) -> None:
    here = page()
    here.click("own")
    here.wait_for_panel("entry")
    here.run(
        "for (const tap of [0, 1, 2]) document.querySelectorAll('#colors button')[tap].click()"
    )
    here.find("entry-name").send_keys("Kitchen")
    again = here.reload()
    assert again.find("entry").is_displayed()
    assert again.letters.startswith(".RYG__/")
    assert again.text("entry-next").startswith("Row 1, column 5")
    assert again.find("entry-name").get_property("value") == "Kitchen"
    again.click("entry-close")
    assert not again.reload().find("entry").is_displayed()
    other = page(f"#grid={START}")  # a link has priority over an unfinished game
    assert not other.find("entry").is_displayed()


def test_without_storage_the_address_contains_the_game(page: Open) -> None:
    here = page()
    script = "Storage.prototype.setItem = () => { throw new Error('full'); };"
    added = here.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    try:
        here = here.reload()
        here.wait("!document.getElementById('unsaved').hidden")
        here.jump(here.grid.legal_moves()[0])
        before = here.grid
        assert here.reload().grid == before
    finally:
        here.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
