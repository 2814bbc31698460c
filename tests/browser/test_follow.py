"""A solution that one can follow with wooden booths, step by step."""

from selenium.webdriver.common.keys import Keys

from chatuchak_solver import Grid, solve
from tests.browser.conftest import Open
from tests.browser.page import START, Page


def opened(here: Page) -> int:
    """Have the page show a solution, and return its length."""
    length = solve(here.grid).length
    here.solve()
    assert length is not None
    return length


def said_spot(here: Page) -> int:
    words = here.text("follow-words").removesuffix(" jump.").replace(",", "").split()
    return 6 * (int(words[-3]) - 1) + int(words[-1]) - 1


def test_each_step_is_described_marked_and_played(page: Open) -> None:
    made = (solve(Grid.parse(START)).moves or ())[:-4]
    here = page(f"#grid={START}&moves={','.join(map(str, made))}")
    start = grid = here.grid
    assert [text.text for text in here.find_all(".numbers text")] == [*"123456", *"12345"]
    length = opened(here)
    here.wait_for_message(f"{length} moves from here. No solution is shorter.")
    for step in range(1, length + 1):
        assert here.text("follow-step") == f"Step {step} of {length}"
        assert here.grid == grid
        spot = said_spot(here)
        color = grid.color_at(spot)
        assert color is not None
        assert here.text("follow-words").startswith(f"Let the {color.label} booth")
        assert len(here.find_all(".marks .line.arrow")) == 1
        here.click("follow-next")
        grid = grid.move(spot)
    assert here.grid.is_solved
    assert here.text("follow-words") == f"Solved, {length} moves from there."
    assert not here.find_all(".marks .arrow")
    here.click("follow-back")
    assert here.text("follow-step") == f"Step {length} of {length}"
    here.spot(3).click()
    here.wait_for_message("Go back to your game")
    here.click("follow-close")
    assert here.grid == start


def test_keys_the_slider_and_the_list_go_from_step_to_step(page: Open) -> None:
    here = page(f"#grid={START}")
    length = opened(here)
    here.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert here.text("follow-step") == f"Step 2 of {length}"
    here.press(Keys.END)
    assert here.grid.is_solved
    here.press(Keys.HOME)
    assert here.grid == Grid.parse(START)
    here.find("follow-seek").send_keys(Keys.ARROW_RIGHT)
    assert here.text("follow-step") == f"Step 2 of {length}"
    here.run("document.querySelector('#follow details').open = true")
    items = here.find_all("#follow-moves button")
    assert len(items) == length
    items[4].click()
    assert here.text("follow-step") == f"Step 5 of {length}"
    assert here.find_all("#follow-moves [aria-current]")[0].text == items[4].text
    here.click("follow-adopt")
    assert here.text("moves") == "4"


def test_a_swipe_to_the_left_is_a_step_on(page: Open) -> None:
    here = page(f"#grid={START}", width=390, height=844)
    # Help that is drawn on the board shows it, also from far below.
    here.run("document.getElementById('tiles').scrollIntoView()")
    here.ask_for_move()
    assert here.is_in_view("board")
    here.run("document.getElementById('tiles').scrollIntoView()")
    length = opened(here)
    assert here.is_in_view("board")
    here.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    (left, y), (right, _) = here.middle(12), here.middle(16)
    there = [(right - share * (right - left) / 8, y) for share in range(9)]
    here.touch(*there)
    here.wait(f"document.getElementById('follow-step').textContent === 'Step 2 of {length}'")
    here.touch(*reversed(there))
    here.wait(f"document.getElementById('follow-step').textContent === 'Step 1 of {length}'")
    here.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert here.grid == Grid.parse(START)


def test_a_solution_waits_and_plays_on_demand(page: Open) -> None:
    moves = solve(Grid.parse(START)).moves or ()
    here = page(f"#grid={START}&moves={','.join(map(str, moves[:-3]))}", moving=True)
    length = opened(here)
    assert length == 3
    assert here.text("follow-play") == "Play"
    here.click("follow-speed")
    here.click("follow-speed")
    assert here.text("follow-speed").startswith("4")
    here.click("follow-play")
    assert here.text("follow-play") == "Pause"
    here.wait(f"document.getElementById('follow-seek').value === '{length}'")
    assert here.text("follow-play") == "Play"
    assert here.grid.is_solved


def test_a_game_after_its_solution_is_no_win(page: Open) -> None:
    here = page()
    opened(here)
    here.press(Keys.END)
    here.click("follow-adopt")
    assert here.grid.is_solved
    here.wait_for_message("so it does not count as a win")
    again = here.reload()  # which is no way around it
    again.click("undo")
    again.click("redo")
    again.wait_for_message("so it does not count as a win")
    assert again.kept("wins") is None
    name = again.text("game-name").removeprefix("Sample tile ")
    again.run(f"document.querySelector('#tiles [aria-label=\"Play tile {name}\"]').click()")
    again.jump(*(solve(again.grid).moves or ()))  # nor is the same grid again, on the same day
    again.wait_for_message("so it does not count as a win")
    assert again.kept("wins") is None


WAKE_LOCK = """
window.locks = [];
const request = () => new Promise((give) => locks.push({
  released: false, give() { give(this); },
  async release() { this.released = true; },
}));
Object.defineProperty(navigator, "wakeLock", {value: {request}});
"""


def test_the_screen_stays_on_while_a_solution_is_open(page: Open) -> None:
    def held() -> int:
        return int(here.run("return locks.filter((lock) => !lock.released).length"))

    here = page(f"#grid={START}")
    here.run(WAKE_LOCK)
    opened(here)
    here.click("follow-close")  # before the browser has given the lock
    opened(here)
    here.run("locks[0].give()")
    here.wait("locks.length === 2 || !locks[0].released")
    here.run("locks[1]?.give()")
    assert held() == 1
    here.click("follow-close")
    here.wait("locks.every((lock) => lock.released)")
    here.run("document.dispatchEvent(new Event('visibilitychange'))")
    assert held() == 0
