"""A table of five phones: one opened the game, four sit at it, each with a seat of its own."""

import random
import re
from typing import Any

import httpx
from selenium.webdriver.support.ui import Select

from chatuchak_solver import GameRecord, new_game
from chatuchak_solver.games.session import Session
from tests.browser.chromium import console_messages
from tests.browser.conftest import OpenBrowser
from tests.browser.games_page import GamesPage

NAMES = ("Ana", "Rui", "Ola", "Jan")
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


def test_five_phones_play_mercado(open_page: OpenBrowser, address: str) -> None:
    host = GamesPage(open_page("games.html#new=mercado", width=390, height=844))
    driver = host.driver
    host.wait("document.getElementById('start') !== null")
    Select(host.find("count")).select_by_value("4")
    for seat, name in enumerate(NAMES):
        Select(host.find(f"seat-{seat}")).select_by_value("phone")
        host.find(f"name-{seat}").send_keys(name)
    host.unfold()
    Select(host.find("begins")).select_by_value("listed")
    host.press_button("#start")
    host.wait("document.querySelectorAll('[id^=phone-code-]').length === 4")
    assert "Waiting for the phones" in host.text("view")
    assert host.find_all(".place, .boards") == []  # the codes are first
    host.wait("document.querySelector('.seat-code img') !== null")  # by itself
    typed = host.find_all(".seat-code .letters")[0].text
    hosts_tab = driver.current_window_handle
    room = host.run("return location.hash.slice('#play='.length)")

    with httpx.Client(base_url=f"{address}table/") as client:
        given = client.get(f"room/{room}/codes").json()["codes"]
        codes = [seat["code"] for seat in given]
        assert typed.replace(" ", "").lower() == given[0]["short"]

        # Ana types the code on her phone, and plays by taps; the host's page hides the code.
        ana = sit_down(host, address, typed)
        ana.wait("document.querySelector('h2').textContent === 'Your turn'")
        anas_tab = driver.current_window_handle
        driver.switch_to.window(hosts_tab)
        host.wait("document.querySelector('.sits-there') !== null")
        assert re.search("Ana . is here", host.text("view"))
        # The next code takes its place.
        host.wait("document.querySelector('.seat-code h3')?.textContent.includes('Rui')")
        host.press_button("#start-now")
        host.wait("document.querySelector('.boards') !== null")
        assert host.find_all(".place") == []  # the host sits nowhere
        driver.switch_to.window(anas_tab)
        ana.press_button(".choices button")  # a coin
        ana.wait("document.querySelectorAll('.log li').length === 1")
        ana.wait("document.querySelector('h2').textContent === 'Waiting for Rui'")
        driver.switch_to.window(hosts_tab)
        host.wait("document.querySelectorAll('.log li').length === 1")  # without a tap here
        assert "Ana: Take a coin" in host.find_all(".log li")[0].text

        over = play(client, codes, steps=8)
        # Ana's phone is lost; another one joins with her code.
        driver.switch_to.window(anas_tab)
        driver.close()
        driver.switch_to.window(hosts_tab)
        ana = sit_down(host, address, typed.lower())
        ana.wait(f"document.querySelector('.log')?.start === {over['steps']}")
        anas_tab = driver.current_window_handle

        # The host takes over Jan's seat: his code is now invalid.
        driver.switch_to.window(hosts_tab)
        host.press_button("#phone-take-3")
        host.wait("document.getElementById('phone-give-3') !== null")
        assert client.get(f"room/{codes[3]}").status_code == 410

        # Another game ends on both screens.
        resumed = client.post("resume", json={"record": almost_over(), "phones": [0]}).json()
        (own,) = client.get(f"room/{resumed['room']}/codes").json()["codes"]
        host.run("location.hash = arguments[0]", f"#play={resumed['room']}")
        driver.switch_to.window(anas_tab)
        ana.run("location.hash = arguments[0]", f"#play={own['code']}")
        ana.wait(f"document.querySelector('.log')?.start === {resumed['steps']}")
        over = play(client, [own["code"], *[resumed["room"]] * 3])
        assert over["over"]
        for tab, you in ((hosts_tab, ""), (anas_tab, "Ana")):
            driver.switch_to.window(tab)
            host.wait("document.querySelector('.ending') !== null")
            ending = host.find_all(".ending")[0].text
            for name, score in zip(over["names"], over["scores"], strict=True):
                label = "You" if name == you else name
                assert re.search(rf"^{label} . {score} points?\b", ending, re.MULTILINE)
    driver.switch_to.window(anas_tab)
    driver.close()
    driver.switch_to.window(hosts_tab)


def almost_over() -> Any:
    """Return a game before its last actions, as a file."""
    chance = random.Random(4)
    records = [GameRecord.begin(new_game("mercado", num_players=4, seed=4))]
    while not records[-1].state.is_over:
        records.append(records[-1].apply(chance.choice(records[-1].state.legal_texts())))
    late = next(record for record in records[-4::-1] if record.state.current_player >= 0)
    return Session(late, ("human",) * 4, seed=1, names=NAMES).to_dict()


def sit_down(here: GamesPage, address: str, code: str) -> GamesPage:
    """Take a seat by its code, in a tab of its own."""
    here.driver.switch_to.new_window("tab")
    here.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    here.driver.get(f"{address}games.html")
    here.wait("document.getElementById('code') !== null && document.body.dataset.ready === 'true'")
    here.find("code").send_keys(code)
    here.press_button(".joining button")
    here.wait("document.querySelector('.table') !== null")
    assert here.run("return scrollY") == 0  # though the code is entered far below
    return here


def play(client: httpx.Client, codes: list[str], steps: int = 3000) -> dict[str, Any]:
    """Play as the phones do, each with its own code, so many steps or to the end."""
    chance = random.Random(4)
    view: dict[str, Any] = client.get(f"room/{codes[0]}").json()
    seat = 0
    while not view["over"] and view["steps"] < steps:
        if view["mover"] != seat:  # the last answer has no actions for this player
            seat = view["mover"]
            view = client.get(f"room/{codes[seat]}").json()
        assert view["asked"]
        body = {"steps": view["steps"], "action": chance.choice(view["actions"])}
        answer = client.post(f"room/{codes[seat]}/act", json=body)
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return view


def test_opponent_moves_are_marked_and_animated_if_motion_is_wanted(open_page: OpenBrowser) -> None:
    for moving in (True, False):
        here = GamesPage(open_page("games.html", width=390, height=844, moving=moving))
        here.wait("document.body.dataset.ready === 'true'")
        here.run(
            "window.moved = [];"
            "new MutationObserver((all) => all.forEach(({addedNodes}) => addedNodes.forEach("
            "(node) => { if (node.className === 'moving') window.moved.push(node); })))"
            ".observe(document.body, {childList: true, subtree: true});"
            "const usual = Element.prototype.animate;"
            "Element.prototype.animate = function (...all)"
            " { if (this.className === 'moving') window.moved.push(this);"
            " return usual.apply(this, all); };"
        )
        here.open_room("chatuchak", "human", "greedy")
        here.wait_for_turn()
        assert here.find_all(".moved-last") == []
        here.press_button(".place[data-word='4']")
        here.wait("document.querySelectorAll('.log li').length === 3")
        here.wait_for_turn()
        here.wait("document.querySelectorAll('.moved-last').length === 2")  # on either grid
        assert len(here.find_all(".left-behind")) == 2
        assert here.run("return window.moved.length > 0") is moving
        here.wait("document.querySelector('.moving') === null")


def test_rules_are_shown_in_the_readers_language(open_page: OpenBrowser) -> None:
    stored = {"language": "de"}
    here = GamesPage(open_page("games.html", width=390, height=844, kept=stored))
    here.open_room("mercado", "human", "greedy")
    here.wait_for_turn()
    here.run(
        "[...document.querySelectorAll('summary')]"
        ".find((summary) => summary.textContent === 'So geht es').click()"
    )
    here.wait("document.querySelector('.rules')?.textContent.includes('Hier angenommen')")


GONE = """
const [old, usual] = [location.hash.slice('#play='.length), window.fetch];
window.fetch = async (address, options) => String(address).includes(old)
  ? Response.json({error: 'gone', code: 'gone'}, {status: 410}) : usual(address, options);
"""
"""The server without the current game, as after a restart."""

SENT = """
const usual = window.fetch;
window.fetch = (address, options) => {
  if (String(address).endsWith('/new')) window.sent = JSON.parse(options.body);
  return usual(address, options);
};
"""


def test_seats_have_numbers_and_phones_new_codes_after_a_restart(open_page: OpenBrowser) -> None:
    host = GamesPage(open_page("games.html", width=390, height=844))
    host.find("code").send_keys("abc def")
    host.press_button(".joining button")
    host.wait_for_message("no seat has this code")
    assert len(console_messages(host.driver)) == 1
    host.run(SENT)
    host.go("#new=mercado", "#start")
    Select(host.find("seat-1")).select_by_value("phone")
    host.press_button("#start")
    host.press_button("#start-now")
    assert host.run("return window.sent.names") == ["Player 1", "Player 2"]
    host.wait("localStorage.getItem('chatuchak.games.copy') !== null")
    host.run(GONE)
    host.press_button("#phone-take-0, #phone-take-1")
    host.wait_for_message("phones need new codes")
    host.wait("document.querySelector('.seat-code .letters') !== null")
