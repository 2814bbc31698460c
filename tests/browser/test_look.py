"""How the page looks: in reach, readable, and without findings of axe, in every state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.page import START, TILE
from tests.browser.states import STATES, axe_findings, states

if TYPE_CHECKING:
    from tests.browser.conftest import Open

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
"""What must be in reach in a state."""

SIZES = (
    (390, 844, "en", tuple(NEEDED)),
    (844, 390, "en", tuple(NEEDED)),
    (768, 1024, "en", ("play", "follow", "entry")),
    (1366, 650, "en", tuple(NEEDED)),
    (390, 844, "de", ("play", "follow")),
    (844, 390, "de", ("play", "follow")),
)
"""Windows, and the states that are looked at in them."""

WIDTHS = ((320, "light"), (390, "dark"), (768, "light"), (1280, "dark"), (1920, "light"))


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


def test_everything_fits_and_can_be_read_at_every_width(page: Open) -> None:
    here = page(f"#grid={START}", width=320, height=844)
    here.run("document.getElementById('about').scrollIntoView()")
    here.wait("document.getElementById('about').textContent !== ''")
    found: dict[tuple[object, ...], object] = {}
    for state in states(here, START, ("play", "follow", "entered")):
        here.run("document.querySelectorAll('details').forEach(d => d.open = true)")
        for width, scheme in WIDTHS:
            here.resize(width, 844)
            here.colors(scheme)
            wide = here.run("return document.documentElement.scrollWidth")
            wrong = here.run(TOO_SMALL) + here.run(CONTRAST)
            if wrong or wide > width:
                found[state, width, scheme] = (wrong, wide)
    assert found == {}


def test_axe_finds_nothing_in_any_state(page: Open) -> None:
    pytest.importorskip("axe_core_python")
    wins = {TILE: [{"day": "2026-11-20", "moves": 23, "seconds": 61, "hints": 0, "undos": 2}]}
    tiles = [{"name": "Kitchen table", "grid": START}]
    here = page(f"#grid={TILE}", width=390, height=844, kept={"wins": wins, "tiles": tiles})
    for state in states(here, TILE, STATES):
        assert axe_findings(here.driver) == [], state


TOO_SMALL = """
return [...document.querySelectorAll('button')].filter(b => b.offsetParent)
  .filter(b => !b.closest(".board, .why"))
  .filter(b => {
    const {width, height} = b.getBoundingClientRect();
    return width < (b.closest(".calendar") ? 39 : 43.9) || height < 43.9; // a week is 7 days wide
  })
  .map(b => b.textContent);
"""

CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
  .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const ground = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const color = parse(getComputedStyle(one).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return parse(getComputedStyle(document.body).backgroundColor);
};
const page = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
const hex = [1, 3, 5].map((at) => parseInt(page.slice(at, at + 2), 16));
const found = [];
const texts = "h1, h2, h3, p, dt, dd, th, td, button, li, summary, span, label, option, input";
for (const element of document.querySelectorAll(texts)) {
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
