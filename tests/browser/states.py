"""States of the page as reached by users, and their accessibility violations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from selenium.webdriver.common.by import By

from tests.caches import easy_photo

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

    from tests.browser.page import Page


def opened(button: str, panel: str) -> Callable[[Page], None]:
    def open_it(here: Page) -> None:
        here.run(f"document.getElementById('{button}').click()")
        here.wait_for_panel(panel)

    return open_it


def entered(here: Page) -> None:
    opened("own", "entry")(here)
    here.run(
        "const colors = document.querySelectorAll('#colors button');"
        "for (const tap of Array(29).keys()) colors[tap % 5].click();"
    )
    here.wait("document.getElementById('problems').textContent.includes('ringed')")


def shown_hint(here: Page) -> None:
    for mark in ("body", ".marks .region", ".marks .region", ".marks .arrow"):
        before = here.text("message")
        here.run("document.getElementById('hint').click()")
        here.wait(f"document.getElementById('message').textContent !== {before!r}")
        here.wait(f"document.querySelector('{mark}') !== null")


def choose_photo(here: Page, path: Path) -> None:
    here.run("document.getElementById('photo').click()")
    here.wait("document.querySelector('dialog.photo[open] input[type=file]') !== null")
    here.driver.find_element(By.CSS_SELECTOR, "dialog.photo input").send_keys(str(path))


def chosen_photo(here: Page) -> None:
    """Choose a synthetic photo that requires manual corners."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(easy_photo().jpeg)
        choose_photo(here, path)
        here.wait("document.querySelector('.corners:not([hidden])') !== null")


def read_photo(here: Page) -> None:
    """Read the chosen photo."""
    here.wait("!document.querySelector('dialog.photo .row .strong').disabled")
    here.run("document.querySelector('dialog.photo .row .strong').click()")
    here.wait("document.querySelectorAll('.read button').length === 30")


def reviewed(here: Page) -> None:
    closed = "if (!document.getElementById('follow').hidden) "
    here.run(f"{closed}document.getElementById('follow-close').click()")  # persists over a reload
    if here.text("moves") == "0":
        here.jump(5, 0, 5)
    here.run("document.getElementById('looked').click()")
    here.wait("document.querySelectorAll('#review-moves li').length === 3")


def practiced(here: Page) -> None:
    opened("practice-open", "practice")(here)
    here.wait("!document.getElementById('practice-hint').hidden")


STATES: dict[str, Callable[[Page], None]] = {
    "play": lambda _: None,
    "hint": shown_hint,
    "share": opened("share", "link"),
    "follow": lambda here: here.solve(),
    "review": reviewed,
    "practice": practiced,
    "entry": opened("own", "entry"),
    "entered": entered,
    "photo": chosen_photo,
    "photo read": read_photo,
}

GO_ON = frozenset(("photo read",))
"""States reached from the previous one."""


def states(here: Page, grid: str, names: Iterable[str]) -> Iterator[str]:
    """Bring a page from state to state, each but `GO_ON` from a new game of the grid.

    Starts each game as a link in an open page does, which closes all dialogs.
    """
    for name in names:
        if name not in GO_ON:
            here.run(
                "history.replaceState(null, '', arguments[0]);"
                "window.dispatchEvent(new Event('hashchange'))",
                f"#grid={grid}&again",  # the address of the current game starts none
            )
            here.wait("!document.body.dataset.panel && !document.querySelector('.marks > *')")
        STATES[name](here)
        yield name


SCRIPT = """
const [scheme, done] = arguments;
document.querySelectorAll("details").forEach((element) => { element.open = true; });
axe.configure({noHtml: true});
const run = async (where, rules) => {
  const options = {...rules, preload: false, resultTypes: ["violations"]};
  const {violations, incomplete} = await axe.run(where, options);
  const broken = incomplete.filter(({error}) => error).map(({id, message}) => [id, message]);
  return [...broken, ...violations.map((rule) => [rule.id, rule.nodes.map((n) => n.target)])];
};
const colors = {runOnly: ["color-contrast"]};
window.checked ??= {};
const isChecked = window.checked[scheme];
window.checked[scheme] = document.querySelector("aside") !== null;
const panel = document.querySelector("dialog[open]")
  ?? document.getElementById(document.body.dataset.panel ?? "");
const where = isChecked ? panel ?? {exclude: ["aside"]} : document;
run(where, scheme === "dark" ? colors : {}).then(done);
"""


def axe_findings(driver: Chrome, *, is_dark: bool = True) -> list[Any]:
    """Return axe's violations in the page with all details open, in light and dark colors.

    Checks only colors in dark mode, and the surroundings of an open panel or dialog once.

    Raises
    ------
    ModuleNotFoundError
        If axe-core-python is not installed.
    """
    if driver.execute_script("return typeof axe === 'undefined'"):
        axe = resources.files("axe_core_python").joinpath("axe.min.js")
        driver.execute_script(axe.read_text("utf-8"))
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    found: list[Any] = []
    for scheme in ("light", "dark") if is_dark else ("light",):
        colors = {"name": "prefers-color-scheme", "value": scheme}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [colors, still]})
        found += driver.execute_async_script(SCRIPT, scheme)
    return found
