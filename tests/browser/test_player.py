"""Animated solutions in a real browser: they play by themselves, and their buttons work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from chatuchak_solver.puzzle import Grid
from chatuchak_solver.rendering.animation import animation_html, animation_svg, plan_timeline
from chatuchak_solver.rendering.steps import describe_step
from tests.browser.chromium import console_messages

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

GRID = Grid.parse(".RY/YRG/RGG")
MOVES = (2, 8, 7, 1)
STARTS = plan_timeline(GRID, MOVES).starts_s

Show = Callable[..., "Chrome"]


@pytest.fixture
def show(shared_browser: Chrome, tmp_path: Path) -> Show:
    """Open a document from a file, with or without a wish for less motion."""
    driver = shared_browser

    def open_file(name: str, text: str, *, reduced: bool = True) -> Chrome:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        motion = {"name": "prefers-reduced-motion", "value": "reduce" if reduced else ""}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [motion]})
        console_messages(driver)
        driver.get(file.as_uri())
        return driver

    return open_file


def time_of(driver: Chrome) -> float:
    script = "return document.querySelector('[data-player]').getCurrentTime()"
    return float(driver.execute_script(script))


def visible_grid(driver: Chrome) -> str:
    """Return the visible letters, row by row, with ``.`` for no booth."""
    script = """
    const found = {};
    for (const use of document.querySelectorAll("[data-player] > use")) {
      if (getComputedStyle(use).visibility === "hidden") continue;
      found[[use.getAttribute("y"), use.getAttribute("x")]] = use.getAttribute("href").slice(-1);
    }
    const places = [14, 80, 146];
    return places.map((y) => places.map((x) => found[[y, x]] || ".").join("")).join("/");
    """
    return str(driver.execute_script(script))


def wait(driver: Chrome, condition: Callable[[], bool], seconds: float = 120) -> None:
    WebDriverWait(driver, seconds, poll_frequency=0.05).until(lambda _: condition())


def button(driver: Chrome, name: str) -> Callable[[], None]:
    element = driver.find_element(By.CSS_SELECTOR, f"[data-control='{name}']")
    return lambda: ActionChains(driver, duration=0).move_to_element(element).click().perform()


def test_buttons_step_through_every_grid(show: Show) -> None:
    driver = show("solution.svg", animation_svg(GRID, MOVES))
    grids = plan_timeline(GRID, MOVES).grids
    forward, back = button(driver, "forward"), button(driver, "back")
    assert time_of(driver) == 0  # less motion is wished for: it waits
    assert visible_grid(driver) == str(grids[0])
    for step in range(1, len(grids) - 1):
        forward()
        assert visible_grid(driver) == str(grids[step])
        assert abs(time_of(driver) - STARTS[step]) < 0.01
    back()
    assert visible_grid(driver) == str(grids[-3])
    for _ in range(10):
        back()
    assert time_of(driver) == 0
    assert console_messages(driver) == []


def test_it_plays_pauses_and_changes_its_speed(show: Show) -> None:
    driver = show("solution.html", animation_html(GRID, MOVES), reduced=False)
    play = button(driver, "play")
    assert time_of(driver) == 0  # it waits for the reader
    play()
    wait(driver, lambda: time_of(driver) > 0.3)
    play()
    stopped = time_of(driver)
    pressed = driver.find_element(By.CSS_SELECTOR, "[data-control='play']")
    assert pressed.get_attribute("aria-pressed") == "false"
    assert time_of(driver) == stopped
    faster = button(driver, "speed")
    faster()
    faster()
    label = driver.find_element(By.CSS_SELECTOR, "[data-control='speed']")
    assert label.get_attribute("aria-label") == "Speed 4 times"
    play()
    duration = plan_timeline(GRID, MOVES).duration_s
    wait(driver, lambda: time_of(driver) > duration - 0.01)
    wait(driver, lambda: pressed.get_attribute("aria-pressed") == "false")  # it stops at the end
    play()
    wait(driver, lambda: 0 < time_of(driver) < duration / 2)  # and starts over when asked to
    assert console_messages(driver) == []


def test_the_page_has_a_slider_keys_and_marks_the_move(show: Show) -> None:
    driver = show("solution.html", animation_html(GRID, MOVES))
    slider = driver.find_element(By.CSS_SELECTOR, "input[type=range]")
    slider.send_keys(Keys.END)
    assert slider.get_attribute("aria-valuetext") == "move 4 of 4"
    marked = driver.find_elements(By.CSS_SELECTOR, "li[aria-current]")
    assert [item.text for item in marked] == ["red from spot 1 to spot 7"]
    slider.send_keys(Keys.ARROW_LEFT)
    assert slider.get_attribute("aria-valuetext") == "move 3 of 4"
    driver.execute_script("document.activeElement.blur()")
    ActionChains(driver).send_keys(Keys.ARROW_LEFT).perform()
    assert slider.get_attribute("aria-valuetext") == "move 2 of 4"


def test_the_page_can_be_followed_with_wooden_booths(show: Show) -> None:
    driver = show("solution.html", animation_html(GRID, MOVES), reduced=False)
    visible = "[data-arrow]:not([visibility='hidden'])"
    grid = GRID
    for number, spot in enumerate(MOVES, start=1):
        description = driver.find_element(By.CSS_SELECTOR, "[data-step]").text
        assert description == f"Step {number} of {len(MOVES)}. {describe_step(grid, spot)}"
        arrows = driver.find_elements(By.CSS_SELECTOR, visible)
        assert [arrow.get_attribute("data-arrow") for arrow in arrows] == [str(number)]
        grid = grid.move(spot)
        ActionChains(driver).send_keys(Keys.ARROW_RIGHT).perform()
    assert driver.find_elements(By.CSS_SELECTOR, visible) == []
    swipe(driver)  # to the right: a step back
    slider = driver.find_element(By.CSS_SELECTOR, "input[type=range]")
    wait(driver, lambda: slider.get_attribute("aria-valuetext") == "move 3 of 4")
    assert console_messages(driver) == []


def swipe(driver: Chrome) -> None:
    """Drag a finger over the middle of the picture, straight to the right."""
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    box = driver.execute_script(
        "return document.querySelector('[data-player]').getBoundingClientRect().toJSON()"
    )
    # In a low window the picture's center is below the edge, so the browser handles a swipe.
    y = (box["top"] + min(box["bottom"], driver.execute_script("return innerHeight"))) / 2
    path = [box["left"] + box["width"] * (0.2 + 0.06 * step) for step in range(10)]
    kinds = ["touchStart", *["touchMove"] * (len(path) - 1), "touchEnd"]
    for kind, x in zip(kinds, [*path, None], strict=True):
        points = [] if x is None else [{"x": x, "y": y}]
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_as_a_picture_in_a_page_it_plays_without_its_script(show: Show, tmp_path: Path) -> None:
    (tmp_path / "solution.svg").write_text(animation_svg(GRID, MOVES), encoding="utf-8")
    driver = show("page.html", "<!doctype html><img src='solution.svg'>", reduced=False)
    first = driver.get_screenshot_as_png()
    wait(driver, lambda: driver.get_screenshot_as_png() != first)
