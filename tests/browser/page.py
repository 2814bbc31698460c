"""Operations of a user on the page."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from selenium.common.exceptions import JavascriptException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from chatuchak_solver.puzzle import Grid
from tests.browser.chromium import PATIENCE_S

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

START = ".RYRGR/PBGPYB/GPRGPY/YBPRBR/BYGYGB"
"""A grid with the counts of the tiles, so that its assessment data is loaded."""

TILE = ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"
"""A grid like those of the game's tiles."""


WAIT = """
const done = arguments[0];
const look = () => {
  try {
    if (CONDITION) return done("");
  } catch (error) {
    return done(`${error}`);
  }
  return document.hidden ? done("hidden") : setTimeout(look, 10);
};
look();
"""

CLICK = """
const element = document.getElementById(arguments[0]);
element.scrollIntoView({block: "nearest", behavior: "instant"});
const {x, y, width, height} = element.getBoundingClientRect();
const hit = document.elementFromPoint(x + width / 2, y + height / 2);
if (element.matches(":disabled") || !element.contains(hit)) return false;
element.focus();
element.click();
return true;
"""


class Page:
    """The page in a browser.

    Each command of the browser takes milliseconds; a wait or a click is one command.
    """

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        self.wait("document.body.dataset.ready === 'true'")

    def wait(self, condition: str) -> None:
        """Wait in the page until a condition in JavaScript holds."""
        end = time.monotonic() + PATIENCE_S
        error = "hidden"
        while error:
            try:
                error = self.driver.execute_async_script(WAIT.replace("CONDITION", condition))
            except JavascriptException as left:
                # The document was left during the wait.
                error = "hidden" if "unloaded" in str(left) else str(left)
            assert error in ("", "hidden"), f"{condition}: {error}"
            assert time.monotonic() < end, condition
            if error:  # Timers of hidden tabs are slow.
                time.sleep(0.02)

    def wait_for_file(self, path: Path) -> Path:
        """Wait until the page has saved a file, and return it."""
        wait = WebDriverWait(self.driver, PATIENCE_S, poll_frequency=0.05)
        wait.until(lambda _: path.exists() and path.stat().st_size, f"{path.name} was not saved")
        return path

    def wait_for_message(self, text: str) -> None:
        self.wait(f"document.getElementById('message').textContent.includes({text!r})")

    def wait_for_panel(self, name: str, *, is_open: bool = True) -> None:
        self.wait(f"document.getElementById('{name}').hidden === {str(not is_open).lower()}")

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def find(self, identity: str) -> WebElement:
        return self.driver.find_element(By.ID, identity)

    def find_all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, identity: str) -> None:
        """Click an element that is in reach and not covered."""
        assert self.run(CLICK, identity), identity

    def text(self, identity: str) -> str:
        """Return an element's final text; ``…`` marks pending results."""
        found = f"document.getElementById('{identity}').textContent"
        text = self.run(f"return {found}")
        if text == "…":
            self.wait(f"{found} !== '…'")
            text = self.run(f"return {found}")
        return str(text)

    def is_in_view(self, identity: str) -> bool:
        """Return whether an element is visible without scrolling."""
        return bool(
            self.run(
                "const {top, bottom} = document.getElementById(arguments[0])"
                ".getBoundingClientRect(); return top >= 0 && bottom <= innerHeight",
                identity,
            )
        )

    def spot(self, spot: int) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, f"[data-spot='{spot}']")

    def jump(self, *spots: int) -> None:
        """Let booths jump as fast as a script can."""
        self.run(
            "arguments[0].forEach(s => document.querySelector(`[data-spot='${s}']`).click())", spots
        )

    def solve(self) -> None:
        """Tap Solve, and again if asked for confirmation."""
        self.click("solve")
        waits = "document.getElementById('follow').hidden && !document.querySelector('.busy')"
        if self.run(f"return {waits}"):
            self.click("solve")
        self.wait_for_panel("follow")

    def ask_for_move(self) -> None:
        """Tap Hint until it shows the move."""
        for _ in range(4):
            before = self.text("message")
            self.click("hint")
            self.wait(f"document.getElementById('message').textContent !== {before!r}")

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def resize(self, width: int, height: int) -> None:
        """Resize the window and wait for the layout."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.wait(f"matchMedia('(width: {width}px) and (height: {height}px)').matches")

    def speak(self, language: str) -> None:
        """Choose a language and wait for the translation."""
        self.run(
            "const select = document.getElementById('language'); select.value = arguments[0];"
            "select.dispatchEvent(new Event('change'))",
            language,
        )
        self.wait(f"document.documentElement.lang === '{language}'")

    def reload(self) -> Page:
        self.driver.refresh()
        return Page(self.driver)

    def kept(self, name: str) -> Any:
        """Return a value of the browser's storage."""
        return self.run(f"return JSON.parse(localStorage.getItem('chatuchak.{name}'))")

    @property
    def letters(self) -> str:
        """The letters on the board's buttons, row by row."""
        letters = self.run(
            "return [...document.querySelectorAll('.spot')].map(s => s.dataset.letter).join('')"
        )
        return "/".join(re.findall(".{6}", str(letters)))

    @property
    def grid(self) -> Grid:
        return Grid.parse(self.letters)

    @property
    def focus(self) -> str:
        """The identity or the spot of the focused element."""
        return str(
            self.run(
                "return document.activeElement.dataset.spot || document.activeElement.id || 'none'"
            )
        )

    def touch(self, *path: tuple[float, float]) -> None:
        """Put a finger down at the first point, drag it along the other points, and lift it."""
        kinds = ["touchStart", *["touchMove"] * (len(path) - 1)]
        for kind, (x, y) in zip(kinds, path, strict=True):
            self._dispatch_touch(kind, [{"x": x, "y": y}])
        self._dispatch_touch("touchEnd", [])

    def middle(self, spot: int) -> tuple[float, float]:
        box = self.spot(spot).rect
        scrolled = float(self.run("return window.scrollY"))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - scrolled

    def _dispatch_touch(self, kind: str, points: list[dict[str, float]]) -> None:
        touch = {"type": kind, "touchPoints": points}
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
