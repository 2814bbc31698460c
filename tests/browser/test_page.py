"""The page from end to end, in a real browser against a real server."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from chatuchak_cli.web.measure import measure
from chatuchak_solver.analysis.difficulty_distribution import load_difficulty_distribution
from chatuchak_solver.analysis.ranking import Yardsticks
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.search.solo_ranks import load_solo_ranks
from chatuchak_solver.search.solve import solve
from tests.browser.conftest import OpenBrowser, console_messages
from tests.web_server import serving

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

MEASURED = "document.querySelectorAll('#tiles meter').length"
START = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"


class Page:
    """The page as a person sees it."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        self.wait("document.body.dataset.ready === 'true'")

    def wait(self, condition: str, seconds: float = 20) -> None:
        """Wait until a condition in JavaScript holds."""
        wait = WebDriverWait(self.driver, seconds, poll_frequency=0.05)
        wait.until(lambda _: self.driver.execute_script(f"return {condition}"), condition)

    def wait_for_message(self, text: str) -> None:
        self.wait(f"document.getElementById('message').textContent.includes({text!r})")

    def find(self, identity: str) -> WebElement:
        return self.driver.find_element(By.ID, identity)

    def text(self, identity: str) -> str:
        return str(self.find(identity).get_property("textContent"))

    def spot(self, spot: int) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, f"[data-spot='{spot}']")

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    @property
    def grid(self) -> Grid:
        """The grid that the board's buttons show."""
        letters = self.driver.execute_script(
            "return [...document.querySelectorAll('.spot')].map(s => s.dataset.letter).join('')"
        )
        return Grid.parse("/".join(re.findall(".{6}", str(letters))))

    @property
    def focused(self) -> int:
        return int(self.driver.execute_script("return document.activeElement.dataset.spot"))


@pytest.fixture
def page(open_page: OpenBrowser) -> Callable[..., Page]:
    return lambda *arguments, **options: Page(open_page(*arguments, **options))


Open = Callable[..., Page]


def test_a_newcomer_sees_the_easiest_tile_and_the_table_of_all(page: Open) -> None:
    page().wait(f"{MEASURED} === 16", 120)
    here = page()  # as it is a few seconds after the server's start, or any time later
    here.wait(f"{MEASURED} === 16")
    grids = load_start_tiles().grids
    yardsticks = Yardsticks(load_difficulty_distribution(), load_solo_ranks())
    measures = [measure(grid, yardsticks) for grid in grids]
    hard = [one.difficulty or 0 for one in measures]
    assert here.grid == grids[hard.index(min(hard))]
    here.wait("document.getElementById('difficulty').textContent !== '…'")
    assert here.text("difficulty") == f"{min(hard):g}"
    expected = measures[hard.index(min(hard))].expected_rank
    assert re.match(rf"(Easier|Harder) than .* · expect to end as {expected}$", here.text("about"))
    assert here.text("moves") == "0"
    assert here.text("best") == str(solve(here.grid).length)
    assert here.text("rank") == "Market Master"
    rows = here.driver.find_elements(By.CSS_SELECTOR, "#tiles tr")
    assert len(rows) == len(grids)
    order = [int(row.find_element(By.TAG_NAME, "button").text) for row in rows]
    assert order == sorted(order, key=lambda tile: hard[tile - 1])
    row = rows[5]
    number = int(row.find_element(By.TAG_NAME, "button").text)
    best = row.find_elements(By.TAG_NAME, "td")[0].text
    assert best == str(solve(grids[number - 1]).length)
    row.find_element(By.TAG_NAME, "button").click()
    assert here.grid == grids[number - 1]
    assert here.text("game-name") == f"Tile {number}"


def test_moves_are_made_taken_back_and_made_again(page: Open) -> None:
    here = page(f"#grid={START}")
    start = Grid.parse(START)
    assert here.grid == start
    here.spot(3).click()
    assert here.grid == start.move(3)
    here.spot(21).click()
    assert here.grid == start.move(3).move(21)
    assert here.text("moves") == "2"
    here.find("undo").click()
    assert here.grid == start.move(3)
    here.find("redo").click()
    assert here.grid == start.move(3).move(21)
    here.find("restart").click()
    assert here.grid == start
    assert not here.find("undo").is_enabled()


def test_an_illegal_move_is_refused_in_words(page: Open) -> None:
    here = page(f"#grid={START}")
    here.spot(7).click()
    here.wait_for_message("row or column can jump.")
    assert here.grid == Grid.parse(START)
    assert here.text("moves") == "0"
    here.spot(0).click()
    here.wait_for_message("That is the empty spot.")
    assert "can jump" in str(here.spot(3).get_attribute("aria-label"))
    assert "can jump" not in str(here.spot(7).get_attribute("aria-label"))


def test_hints_keep_the_optimum_up_to_the_praise(page: Open) -> None:
    here = page("#grid=" + START)
    best = solve(Grid.parse(START)).length
    assert best is not None
    for left in range(best, 0, -1):
        here.find("hint").click()
        here.wait_for_message(f"{left} move{'' if left == 1 else 's'} to go")
        assert here.driver.find_elements(By.CSS_SELECTOR, ".marks .arrow")
        found = re.search(r"the (\w+) booth in row (\d), column (\d)", here.text("message"))
        assert found is not None
        spot = 6 * (int(found[2]) - 1) + int(found[3]) - 1
        color = here.grid.color_at(spot)
        assert color is not None
        assert color.label == found[1]
        here.spot(spot).click()
    assert here.grid.is_solved
    here.wait_for_message(f"Solved in {best} moves: Market Master. That is the best there is!")
    assert not here.find("hint").is_enabled()
    assert here.driver.find_elements(By.CSS_SELECTOR, ".parts .together:nth-child(5)")


def test_a_solution_is_replayed_step_by_step_and_can_be_taken_over(page: Open) -> None:
    here = page(f"#grid={START}&moves=3")
    grid = Grid.parse(START).move(3)
    length = solve(grid).length
    assert length is not None
    here.find("solve").click()
    here.wait_for_message("No solution is shorter.")
    assert f"{length} moves from here" in here.text("message")
    assert here.text("replay-play") == "Play"  # since less motion is wanted here
    here.wait("document.getElementById('replay-seek').max === " + repr(str(length)))
    for _ in range(length + 2):
        here.find("replay-forward").click()
    assert here.grid.is_solved
    here.find("replay-back").click()
    assert not here.grid.is_solved
    here.find("replay-seek").send_keys(Keys.HOME)
    assert here.grid == grid
    here.find("replay-speed").click()
    here.find("replay-speed").click()
    assert here.text("replay-speed").startswith("4")
    here.find("replay-play").click()
    here.wait(f"document.getElementById('replay-seek').value === '{length}'", 40)
    assert here.grid.is_solved
    here.spot(3).click()
    here.wait_for_message("Go back to your game")
    here.find("replay-close").click()
    assert here.grid == grid
    here.find("solve").click()
    here.wait("!document.getElementById('replay').hidden")
    here.driver.find_elements(By.CSS_SELECTOR, "#replay-moves button")[1].click()
    here.find("replay-adopt").click()
    assert here.text("moves") == "3"


def test_a_link_brings_the_same_grid_and_moves_to_another_browser(page: Open) -> None:
    here = page(f"#grid={START}")
    here.spot(3).click()
    here.spot(21).click()
    shown = here.grid
    here.find("share").click()
    here.wait("!document.getElementById('link').hidden")
    link = str(here.find("link-text").get_property("value"))
    assert unquote(link).endswith(f"#grid={START}&moves=3,21")
    other = page("#" + link.partition("#")[2])
    assert other.grid == shown
    assert other.text("moves") == "2"


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        ("#grid=RYG", "3 spots; expected 30"),
        (f"#grid={START.replace('P', 'X')}", "“X” is no booth"),
        (f"#grid={START}&moves=8", "cannot jump"),
        (f"#grid={START}&moves=a", "the moves are no numbers"),
        (f"#grid={START.replace('.', 'R')}", "0 empty spots"),
    ],
)
def test_a_wrong_link_is_told_and_a_tile_is_shown(page: Open, fragment: str, message: str) -> None:
    here = page(fragment)
    here.wait_for_message(message)
    assert here.grid in load_start_tiles().grids


def test_a_game_goes_on_after_the_page_is_loaded_again(page: Open) -> None:
    here = page()
    start = here.grid
    here.spot(3).click()
    here.driver.refresh()
    again = Page(here.driver)
    assert again.grid == start.move(3)
    assert again.text("moves") == "1"


def test_the_keyboard_alone_is_enough(page: Open) -> None:
    here = page()
    here.press(Keys.TAB)  # to the link that skips to the board
    here.press(Keys.ENTER)
    here.press(Keys.TAB)
    assert here.focused == 0
    start = here.grid
    here.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert here.focused == 2
    here.press(Keys.ENTER)
    assert here.grid == start.move(2)
    here.press(Keys.ARROW_DOWN, Keys.END)
    assert here.focused == 11
    here.press(Keys.SPACE)
    here.wait_for_message("Only booths")
    here.press("u")
    assert here.grid == start
    here.press("y")
    assert here.grid == start.move(2)
    here.press("h")
    here.wait_for_message("to go")
    here.press("s")
    here.wait("!document.getElementById('replay').hidden")
    assert here.driver.switch_to.active_element.get_attribute("id") == "replay-play"
    here.press(Keys.SPACE)
    assert here.text("replay-play") == "Pause"
    here.press(Keys.SPACE)
    assert here.text("replay-play") == "Play"
    here.press(Keys.TAB, Keys.ENTER)  # a step forward
    assert here.grid != start.move(2)
    here.press(Keys.ESCAPE)
    assert here.driver.switch_to.active_element.get_attribute("id") == "solve"
    assert here.grid == start.move(2)


def test_a_solution_plays_by_itself_where_motion_is_welcome(page: Open) -> None:
    here = page(f"#grid={START}", moving=True)
    here.find("solve").click()
    here.wait("document.getElementById('replay-seek').value === '2'")
    assert here.text("replay-play") == "Pause"


RESULTS = "localStorage.getItem('chatuchak.results')"


def test_a_game_whose_solution_was_shown_is_no_best(page: Open) -> None:
    here = page()
    here.find("solve").click()
    here.wait("!document.getElementById('replay').hidden")
    here.find("replay-seek").send_keys(Keys.END)
    here.find("replay-adopt").click()
    assert here.grid.is_solved
    here.driver.refresh()  # which is no way around it
    again = Page(here.driver)
    again.find("undo").click()
    again.find("redo").click()
    again.wait_for_message("no best is kept")
    assert again.driver.execute_script(f"return {RESULTS}") is None


def test_a_game_that_is_all_one_s_own_is_a_best_after_a_reload_too(page: Open) -> None:
    here = page()
    moves = solve(here.grid).moves or ()
    for spot in moves[:-1]:
        here.spot(spot).click()
    here.find("share").click()
    here.driver.refresh()
    again = Page(here.driver)
    again.spot(moves[-1]).click()
    again.wait_for_message("That is the best there is!")
    assert str(len(moves)) in str(again.driver.execute_script(f"return {RESULTS}"))


def test_escape_closes_what_is_open(page: Open) -> None:
    here = page(f"#grid={START}")
    for button, panel in (("solve", "replay"), ("own", "editor"), ("share", "link")):
        here.find(button).click()
        here.wait(f"!document.getElementById('{panel}').hidden")
        here.press(Keys.ESCAPE)
        here.wait(f"document.getElementById('{panel}').hidden")
        assert here.driver.switch_to.active_element.get_attribute("id") == button
    assert here.grid == Grid.parse(START)


def test_no_single_letter_gives_up_a_game_and_all_can_be_switched_off(page: Open) -> None:
    here = page(f"#grid={START}")
    here.spot(3).click()
    for letter in "abcdefgijklmnopqrtvwxz":
        here.press(letter)
    assert here.text("moves") == "1"
    assert here.text("game-name") == "Shared grid"
    here.driver.find_element(By.TAG_NAME, "summary").click()
    here.find("keys").click()
    here.driver.refresh()
    again = Page(here.driver)
    again.spot(4).click()
    again.press("u")
    assert again.text("moves") == "1"


def test_the_address_for_others_is_shown_and_shared(page: Open) -> None:
    with serving("--public-url", "http://market.example:8017") as address:
        here = page(f"#grid={START}", address=address, width=390, height=844)
        here.wait("document.getElementById('phone-code').naturalWidth > 100")
        assert here.find("phone-link").text == "http://market.example:8017/"
        here.find("share").click()
        here.wait("!document.getElementById('link').hidden")
        link = str(here.find("link-text").get_property("value"))
        assert unquote(link) == f"http://market.example:8017/#grid={START}"
        here.driver.get("about:blank")  # before the server ends, which the page would tell


def test_without_an_address_for_others_none_is_shown(page: Open) -> None:
    here = page()
    here.wait("performance.getEntriesByName(`${location.origin}/api/about`).length === 1")
    assert not here.find("phone").is_displayed()


def test_a_random_grid_is_a_start_grid_with_its_optimum(page: Open) -> None:
    here = page()
    here.find("random").click()
    here.wait("document.getElementById('game-name').textContent.startsWith('Random grid')")
    assert here.grid.empty == 0
    here.wait("document.getElementById('best').textContent !== '…'")
    assert here.text("best") == str(solve(here.grid).length)


def test_a_grid_of_ones_own_is_clicked_typed_and_played(page: Open) -> None:
    here = page()
    here.find("own").click()
    here.find("editor-clear").click()
    assert "29 spots are still blank" in here.text("problems")
    assert not here.find("editor-play").is_enabled()
    red, yellow = here.driver.find_elements(By.CSS_SELECTOR, "#palette button")[:2]
    red.click()
    here.spot(1).click()
    assert "one red booth can never be a group" in here.text("problems")
    yellow.click()
    here.spot(2).click()
    here.press(Keys.ARROW_RIGHT, "g", "b")  # typed from spot 3 on
    letters = here.driver.execute_script(
        "return [...document.querySelectorAll('.spot')].map(s => s.dataset.letter).join('')"
    )
    assert str(letters).startswith(".RYGB_")
    field = here.find("notation")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("hello")
    assert "is no booth" in here.text("problems")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(START.lower())
    assert here.text("problems") == "Ready to play."
    here.find("editor-play").click()
    assert here.grid == Grid.parse(START)
    assert here.text("game-name") == "Your own grid"
    here.wait(
        f"document.getElementById('best').textContent === '{solve(Grid.parse(START)).length}'"
    )


def test_touch_makes_moves(page: Open) -> None:
    here = page(f"#grid={START}", width=390, height=844)
    here.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    box: dict[str, Any] = here.driver.execute_script(
        "return document.querySelector(\"[data-spot='12']\").getBoundingClientRect().toJSON()"
    )
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for kind, points in (("touchStart", [point]), ("touchEnd", [])):
        here.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
        )
    here.wait("document.getElementById('moves').textContent === '1'")
    here.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert here.grid == Grid.parse(START).move(12)


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
@pytest.mark.parametrize("dark", [False, True])
def test_everything_fits_and_can_be_read_at_every_width(page: Open, width: int, dark: bool) -> None:
    here = page(f"#grid={START}", width=width, height=844, dark=dark)
    assert here.driver.execute_script("return document.documentElement.scrollWidth") <= width
    small = here.driver.execute_script(
        "return [...document.querySelectorAll('button')].filter(b => b.offsetParent)"
        ".map(b => b.getBoundingClientRect()).filter(r => r.width < 32 || r.height < 32).length"
    )
    assert small == 0
    assert here.driver.execute_script(CONTRAST) == []
    named = here.driver.execute_script(
        "return [...document.querySelectorAll('button, input, [role]')]"
        ".filter(e => e.offsetParent && !['row', 'status'].includes(e.getAttribute('role')))"
        ".filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')"
        " || e.textContent.trim() || (e.labels && e.labels.length))).length"
    )
    assert named == 0


CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
  .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const ground = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = parse(getComputedStyle(one).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return parse(getComputedStyle(document.body).backgroundColor);
};
const page = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
const hex = [1, 3, 5].map((at) => parseInt(page.slice(at, at + 2), 16));
const found = [];
for (const element of document.querySelectorAll("h1, h2, p, dt, dd, th, td, button, li, summary")) {
  const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!text || !element.offsetParent || element.disabled) continue;
  let back = ground(element);
  if (back.length === 4 && back[3] === 0) back = hex;
  const both = [light(parse(getComputedStyle(element).color)), light(back)];
  const [low, high] = both.sort((a, b) => a - b);
  const contrast = (high + 0.05) / (low + 0.05);
  const name = element.textContent.trim().slice(0, 20);
  if (contrast < 4.5) found.push(`${element.tagName} ${name} ${contrast.toFixed(2)}`);
}
return found;
"""


def test_an_unreachable_server_is_told(page: Open) -> None:
    here = page(f"#grid={START}")
    here.driver.execute_cdp_cmd("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    here.driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    try:
        here.find("hint").click()
        here.wait_for_message("The server does not answer.")
        here.spot(3).click()  # the game itself goes on
        assert here.text("moves") == "1"
    finally:
        online = {**offline, "offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        here.driver.execute_cdp_cmd("Network.emulateNetworkConditions", online)
        console_messages(here.driver)  # the lost request is there, as it should be
