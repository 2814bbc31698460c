"""Layout of the page: reachable, readable, and without findings of axe, in every state."""

import pytest

from tests.browser.conftest import Open
from tests.browser.page import START, TILE
from tests.browser.states import STATES, axe_findings, states

OUT_OF_REACH = """
return arguments[0].flatMap((selector) => [...document.querySelectorAll(selector)])
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([_, box]) => box.width && (box.top < 0 || box.bottom > innerHeight + 0.5
    || box.left < 0 || box.right > innerWidth + 0.5))
  .map(([element]) => element.id || element.className || element.textContent);
"""


NEEDED: dict[str, tuple[str, ...]] = {
    "play": (".frame", "#tools button", ".new button", "#message", ".scores div"),
    "hint": (".frame", "#tools button", "#message"),
    "share": (".frame", "#tools button"),
    "follow": (".frame", "#follow > .row > *", "#follow-words"),
    "entry": (".frame", "#entry > .row > *", "#colors button"),
    "entered": (".frame", "#colors button", "#entry-delete", "#entry-keep"),
}
"""Elements that must be reachable in a state."""

SIZES = (
    (390, 844, "en", tuple(NEEDED)),
    (844, 390, "en", tuple(NEEDED)),
    (1366, 650, "en", tuple(NEEDED)),
    (390, 844, "de", ("play", "follow")),
)
"""Windows, and their inspected states."""

DARK = frozenset(("play", "photo read"))
"""States with all kinds of elements; their dark colors are checked, too."""

WIDTHS = (180, 320, 768, 1920)
"""Window widths; 180 is a phone of 360 pixels at 200% zoom."""


def test_all_that_a_game_needs_is_in_reach(page: Open) -> None:
    here = page(f"#grid={TILE}", width=390, height=844)
    found: dict[tuple[object, ...], object] = {}
    for state in states(here, TILE, NEEDED):
        for width, height, language, wanted in SIZES:
            if state not in wanted:
                continue
            if here.run("return document.documentElement.lang") != language:
                here.speak(language)
            here.resize(width, height)
            here.run("window.scrollTo(0, 0)")
            gone = here.run(OUT_OF_REACH, list(NEEDED[state]))
            wide = here.run("return document.documentElement.scrollWidth")
            if gone or wide > width:
                found[state, width, height, language] = (gone, wide)
        if here.run("return document.documentElement.lang") != "en":
            here.speak("en")
    assert found == {}


def test_everything_fits_at_every_width(page: Open) -> None:
    here = page(f"#grid={START}", width=320, height=844)
    here.run("document.getElementById('about').scrollIntoView()")
    here.wait("document.getElementById('about').textContent !== ''")
    found: dict[tuple[object, ...], object] = {}
    for state in states(here, START, ("play", "follow", "entered")):
        here.run("document.getElementById('rank').textContent = 'Market Master'.repeat(4)")
        here.run("document.querySelectorAll('details').forEach(d => d.open = true)")
        for width in WIDTHS:
            here.resize(width, 844)
            wide = here.run("return document.documentElement.scrollWidth")
            wrong = here.run(TOO_SMALL) if width >= 320 else []
            overlapping = here.run(OVERLAPPING)
            if wrong or overlapping or wide > width:
                found[state, width] = (wrong, overlapping, wide)
    here.click("entry-close")
    here.speak("de")  # with longer words
    for width, height in ((180, 844), (360, 640), (640, 360), (768, 844), (1280, 800)):
        here.resize(width, height)
        if cut := here.run(CUT_OFF):
            found["de", width] = cut
    assert found == {}


def test_axe_finds_no_fault_in_any_state(page: Open) -> None:
    pytest.importorskip("axe_core_python")
    wins = {TILE: [{"day": "2026-11-20", "moves": 23, "seconds": 61, "hints": 0, "undos": 2}]}
    tiles = [{"name": "Kitchen table", "grid": START}]
    here = page(f"#grid={TILE}", width=390, height=844, kept={"wins": wins, "tiles": tiles})
    names = [name for name in STATES if name not in ("hint", "entry")]  # parts of other states
    for state in states(here, TILE, names):
        assert axe_findings(here.driver, is_dark=state in DARK) == [], state


CUT_OFF = """
const width = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
};
return [...document.querySelectorAll('.stage button, .scores dd, .calendar button, .months p')]
  .filter(element => element.offsetParent && !element.closest('.board'))
  .filter(element => width(element) > element.clientWidth + 1)
  .map(element => element.id || element.textContent);
"""
"""Words that are wider than their buttons or boxes."""

OVERLAPPING = """
const {scrollWidth, clientWidth} = document.getElementById('colors');
return scrollWidth > clientWidth;
"""
"""Whether buttons of booths to place overlap."""

TOO_SMALL = """
const kinds = 'button, select, summary, .field input, #stays a, [type=range]';
return [...document.querySelectorAll(kinds)]
  .filter(b => b.offsetParent).filter(b => !b.closest(".board, .why, .wide"))
  .filter(b => {
    const {width, height} = b.getBoundingClientRect();
    return width < (b.closest(".calendar") ? 39 : 43.9) || height < 43.9; // a week is 7 days wide
  })
  .map(b => b.id || b.textContent);
"""
