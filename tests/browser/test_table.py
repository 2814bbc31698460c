"""Games on the page, played on a phone: by taps, against a computer player."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver.support.ui import Select

from chatuchak_solver import GameRecord, Stand, new_game, score_stand, shipped_deck
from chatuchak_solver.games.market_stand.state import MarketStandState
from tests.browser.chromium import console_messages
from tests.browser.conftest import OpenBrowser
from tests.browser.games_page import GamesPage
from tests.browser.states import axe_findings

Games = Callable[..., GamesPage]

GOODS = {"S": "strawberries", "B": "bananas", "G": "grapes", "C": "carrots", "M": "mushrooms"}


@pytest.fixture
def games(open_page: OpenBrowser) -> Games:
    def open_games(**kept: object) -> GamesPage:
        return GamesPage(open_page("games.html", width=390, height=844, kept=kept))

    return open_games


def test_a_game_of_chatuchak_is_played_by_taps_on_the_board(games: Games) -> None:
    here = games()
    here.begin("chatuchak", "human", "greedy")
    here.wait_for_turn()
    assert [player.text.split("\n")[0] for player in here.find_all(".strip li")] == [
        "You",
        "Player 2",
    ]
    assert here.run("return document.querySelector('.strip [aria-current]').dataset.seat") == "0"
    here.run("document.querySelector('.places').click()")
    assert "row or column can jump" in here.text("message")
    label = here.run("return document.querySelector(\".place[data-word='4']\").ariaLabel")
    assert label.endswith("row 1, column 5")
    here.press_button(".place[data-word='4']")
    here.wait("document.querySelectorAll('.log li').length === 3")  # the other's move, and the die
    here.wait_for_turn()
    assert here.find_all(".log li")[-1].text.startswith("You: Spot 4 (row 1, column 5) jumps")
    lately = [line.text for line in here.find_all(".lately li")]  # next to the choices
    assert lately == [line.text for line in reversed(here.find_all(".log li"))]
    assert here.run(
        "document.getElementById('advise').click();"
        "return document.querySelector('.thinking') !== null"
        " && document.getElementById('advise').disabled"
    )
    here.wait("document.querySelector('.advice li') !== null")
    assert "the best of those tried" in here.find_all(".advice li")[0].text
    marks = here.find_all(".advised")
    assert [mark.text for mark in marks] == [str(n + 1) for n in range(len(marks))] != []
    here.press_button(".advice button")
    here.wait("document.querySelectorAll('.log li').length === 6")
    here.wait_for_turn()
    here.press_button("#undo")
    here.wait("document.querySelectorAll('.log li').length === 3")
    again = GamesPage(here.reload().driver)
    again.wait("document.querySelectorAll('.log li').length === 3")
    here.press_button("#home")
    here.wait("document.body.dataset.view === ''")
    assert "Continue the last game" in here.text("view")


def test_hidden_cards_wait_behind_a_cover_until_the_phone_is_handed_over(games: Games) -> None:
    here = games()
    here.begin("market-stand", "human", "human")
    here.wait("document.querySelector('.cover') !== null")
    assert here.find_all("#view img") == []
    here.press_button("#look")
    here.wait_for_turn()
    assert [player.text for player in here.find_all(".strip b")] == ["Player 1", "Player 2"]
    here.press_button(".lay .strong")
    here.wait("document.querySelector('.cover') !== null")
    here.press_button("#look")
    here.wait_for_turn()
    here.press_button(".lay .strong")
    here.wait("document.querySelector('.cover') !== null")
    here.press_button("#look")
    here.wait("document.querySelector('.canvas') !== null")
    here.press_button(".card:last-child")
    here.press_button(".turn")
    before = here.run("return document.querySelector('.ghost').getAttribute('style')")
    here.run(
        "const box = document.querySelector('.canvas').getBoundingClientRect();"
        "document.querySelector('.canvas').dispatchEvent(new MouseEvent('click',"
        " {clientX: box.right - 5, clientY: box.bottom - 5, bubbles: true}));"
    )
    assert here.run("return document.querySelector('.ghost').getAttribute('style')") != before
    here.press_button("#advise")
    here.wait("document.querySelector('.advice li') !== null")
    advised = here.find_all(".advice li button")[-1].text
    here.run("document.querySelector('.advice li:last-child button').click()")
    # The advised placement is shown first, and made after confirmation.
    card = here.run("return document.querySelector('.lay .strong').textContent").split()[1]
    assert card in advised
    here.press_button(".lay .strong")
    here.wait("document.querySelector('.cover') !== null")


def test_the_speed_game_is_played_by_taps_and_has_a_winner(games: Games) -> None:
    here = games()
    grid = "RRRYY./RRRYYY/GGGBBB/GGGBBB/PPPPPY"  # one jump of the last booth is enough
    here.open_room("chatuchak-speed", "human", "human", setup={"grid 0": [grid], "grid 1": [grid]})
    here.wait_for_turn()
    here.wait(  # once more if a busy machine has looked into too little
        "document.querySelector('.advice li')?.textContent.includes('done with this move')"
        " || (document.getElementById('advise').click(), false)"
    )
    here.press_button(".place[data-word='29']")
    here.wait("document.querySelector('.ending') !== null")
    assert "Won by Player" in here.find_all(".ending")[0].text
    assert "point" not in here.find_all(".ending")[0].text


def test_a_game_ends_with_the_parts_of_all_scores(games: Games) -> None:
    record = GameRecord.begin(new_game("market-stand", num_players=4, seed=1))  # two teams
    while not record.state.is_over:
        record = record.apply(record.state.legal_texts()[0])
    assert isinstance(record.state, MarketStandState)
    here = games()
    room = here.request("resume", {"record": record.to_dict()})["room"]
    here.run("location.hash = arguments[0]", f"#play={room}")
    here.wait("document.querySelector('.podium') !== null")
    rows = [row.text for row in here.find_all(".podium li")]
    names = ("You", "Player 2", "Player 3", "Player 4")
    for name, score in zip(names, record.state.final_score().players, strict=True):
        (row,) = (row for row in rows if row.startswith(name))
        assert f"{score.total} point" in row
        assert f"mice: {score.mice}" in row
        for good in score.scoring_goods:
            assert f"{GOODS[good]}: {score.tally.goods[good].points}" in row
    order = "return document.querySelector('.ending').compareDocumentPosition("
    assert here.run(f"{order}document.querySelector('.lately')) === 4")


def test_a_long_game_resumes_with_step_numbers_and_starts_once(games: Games) -> None:
    state = new_game("mercado", seed=3)
    record, rng = GameRecord.begin(state), np.random.default_rng(3)
    while len(record.log) < 70 and not record.state.is_over:
        legal = record.state.legal_texts()
        record = record.apply(legal[int(rng.integers(len(legal)))])
    here = games()
    room = here.request("resume", {"record": record.to_dict()})["room"]
    here.run("location.hash = arguments[0]", f"#play={room}")
    here.wait("document.querySelectorAll('.log li').length === 60")  # the latest
    assert here.run("return document.querySelector('.log').start") >= len(record.log) > 60
    here.go("#new=mercado", "#start")
    here.run("for (let tap = 0; tap < 2; tap += 1) document.getElementById('start').click();")
    here.wait("location.hash.startsWith('#play=') && document.body.dataset.ready === 'true'")
    begun = (
        "performance.getEntriesByType('resource')"
        ".filter(({name}) => name.endsWith('table/new')).length"
    )
    assert here.run(f"return {begun}") == 1


def test_a_place_on_the_market_offers_its_actions(games: Games) -> None:
    here = games()
    here.open_room("mercado", "human", "greedy")
    here.wait_for_turn()
    here.press_button(".place[data-word='e3']")  # a name of River Market's spots, too
    here.wait("document.querySelector('.chosen').textContent.includes('e3')")
    assert any("costs 1" in button.text for button in here.find_all(".choices button"))
    assert all("e3" in button.text for button in here.find_all(".choices button"))
    here.press_button(".choices button")
    here.wait("document.querySelector('.log li') !== null")
    assert "at e3" in here.find_all(".log li")[-1].text


OUT_OF_SHAPE = """
return [...document.querySelectorAll('img')]
  .filter((image) => image.complete && image.naturalWidth && image.clientWidth)
  .filter((image) => Math.abs(image.clientWidth / image.clientHeight
    - image.naturalWidth / image.naturalHeight) > 0.03 * image.naturalWidth / image.naturalHeight)
  .map((image) => `${image.className} ${image.alt.slice(0, 20)}`);
"""
"""Distorted pictures: places on top would be off."""

TOO_SMALL = """
return [...document.querySelectorAll('a, button, select, summary, input:not([type=file])')]
  .filter((control) => !control.closest('.painted, .skip'))
  .map((control) => [control.outerHTML.slice(0, 80), control.getBoundingClientRect()])
  .filter(([, {width, height}]) => width && (width < 43.5 || height < 43.5))
  .map(([html, {width, height}]) => `${html} ${width}x${height}`);
"""
"""Targets too small for a finger; spaces of a painted stand are exempt."""

WIDE_RINGS = """
return [...document.querySelectorAll('.tappable')].filter((ring) =>
  ring.getBoundingClientRect().height > ring.parentElement.clientHeight / 5).length;
"""
"""Rings of places that cover their neighbors on a board of at least five rows."""

DARK = frozenset(("home", "market-stand"))
"""Views with all kinds of elements; their dark colors are checked, too."""

SIMILAR = frozenset(
    (
        *("new river-market", "river-market", "sheet chatuchak", "sheet river-market", "scored"),
        *("companion", "companion's words"),
    )
)
"""Views with elements of other views, without a check by axe."""

SIZES = ((360, 640), (180, 320), (1366, 650))
"""Windows: a phone, the same at 200% zoom, and a laptop."""


def test_axe_finds_no_fault_and_no_view_overflows(games: Games) -> None:
    pytest.importorskip("axe_core_python")
    here = games()

    def check(view: str) -> None:
        if view not in SIMILAR:
            assert axe_findings(here.driver, is_dark=view in DARK) == [], view
        for width, height in SIZES:
            here.resize(width, height)
            assert width != 360 or here.run(TOO_SMALL) == [], view
            wide, images = here.run(
                "return [document.documentElement.scrollWidth, (() => {" + OUT_OF_SHAPE + "})()]"
            )
            assert (wide <= width, images) == (True, []), (view, width)
            assert here.run(WIDE_RINGS) == 0, (view, width)

    assert all("minutes" in offer.text for offer in here.find_all(".offer"))
    check("home")
    for game, *seats in (
        ("chatuchak", "human", "greedy"),
        ("market-stand", "human", "greedy"),
        ("river-market", "human"),
    ):
        if game != "chatuchak":  # with cards, and with a text
            here.go(f"#new={game}", "#start")
            here.unfold()
            Select(here.find("setup")).select_by_value("ours")
            here.wait("document.querySelector('.setup .tabs') !== null")
            check(f"new {game}")
            Select(here.find("setup")).select_by_value("drawn")
        here.begin(game, *seats)
        here.wait_for_turn()
        here.press_button("#advise")
        here.wait("document.querySelector('.advice li') !== null")
        check(game)
    long_names = {"names": ["W" * 24, "M" * 24]}
    here.open_room("market-stand", "human", "human", **long_names)
    here.wait("document.querySelector('.cover') !== null")
    check("cover")
    here.open_room("mercado", "phone", "human", **long_names)
    here.wait("document.querySelector('.lobby img') !== null")
    check("lobby")
    for kind in ("chatuchak", "stand", "river-market"):
        here.run("location.hash = arguments[0]", f"#score={kind}")
        here.wait(
            f"document.querySelector('.sheet h2')?.textContent !== '' && location.hash"
            f".endsWith({kind!r}) && document.body.dataset.ready === 'true'"
        )
        check(f"sheet {kind}")
        if kind == "stand":
            Select(here.find("how")).select_by_value("cards")
            here.press_button("[data-card=c01]")
            here.press_button(".lay .strong")
            here.press_button("[data-card=c02]")
            check("cards of a stand")
    here.press_button("#score")
    here.wait("document.querySelector('.result table') !== null")
    check("scored")
    here.go("#companion", "#cards")
    check("companion's setup")
    here.press_button("#start")
    here.wait("document.querySelector('.table') !== null")
    here.resize(*SIZES[0])
    assert len(here.find_all(".place")) > 10
    check("companion")
    here.resize(*SIZES[0])
    here.choose("Done")
    here.wait("document.getElementById('advise').disabled")  # a card is to be named
    for _ in range(2):  # a card, and which one
        here.press_button(".choices button")
    here.wait("document.querySelector('.told li') !== null")
    check("companion's words")


def test_the_cards_of_the_real_table_are_tapped_in(games: Games) -> None:
    here = games()
    here.go("#new=market-stand", "#start")
    for index in range(2):
        Select(here.find(f"seat-{index}")).select_by_value("human")
    assert not here.find("setup").is_displayed()
    here.unfold()
    Select(here.find("setup")).select_by_value("ours")
    here.wait("document.querySelector('[data-piece]') !== null")
    for card in ("c10", "c20", "c30"):
        here.press_button(f"[data-piece={card}]")
    here.press_button(".setup-parts .tabs button:nth-child(2)")
    for card in ("c01", "c02"):
        here.press_button(f"[data-piece={card}]")
    here.press_button(".setup-parts .tabs button:nth-child(3)")
    here.press_button(".setup-parts .tabs button:nth-child(2)")
    assert "c01" not in here.run("return document.querySelector('.setup-parts').textContent")
    here.press_button("#start")
    here.wait("document.querySelector('.cover button') !== null")
    here.press_button(".cover button")
    here.wait_for_turn()
    assert here.run(
        "return [...document.querySelectorAll('.lay .card')].map((it) => it.textContent)"
    ) == ["hand c01", "hand c02"]


def test_a_score_sheet_is_tapped_in_and_scored(games: Games) -> None:
    here = games()
    here.go("#score=chatuchak", "#score")
    Select(here.find("count")).select_by_value("1")
    for letter in "RRRRRRYYYYYYGGGGGGBBBBBBPPPPP":
        here.run("document.querySelector(arguments[0]).click()", f".put-{letter}")
    here.press_button(".put-empty")
    here.press_button(".toggle")  # the red group's marker
    here.press_button("#score")
    here.wait("document.querySelector('.result table') !== null")
    assert "red: 1" in here.find_all(".result td")[2].text
    assert here.find_all(".result img")
    # Filled-in values are restored after leaving the page.
    here.driver.refresh()
    again = GamesPage(here.driver)
    again.press_button("#score")
    again.wait("document.querySelector('.result table') !== null")


def test_cleared_forms_are_restored_and_files_open_their_form(games: Games, tmp_path: Path) -> None:
    here = games()
    here.go("#score=chatuchak-speed", "#score")
    here.press_button(".put-R")
    here.press_button("#clear")
    assert not here.find_all(".grid-entry [data-letter=R]")
    here.press_button("#take-back")
    here.wait("document.querySelector('.grid-entry [data-letter=R]') !== null")
    saved = tmp_path / "mercado.json"
    saved.write_text(json.dumps(new_game("mercado", seed=1).to_dict()))
    here.find_all("input[type=file]")[0].send_keys(str(saved))
    here.wait("document.querySelector('.result table') !== null")
    assert here.run("return location.hash") == "#score=mercado"
    assert "Player 1" in here.find_all(".result tbody th")[0].text


def test_a_game_survives_a_reload_and_a_server_restart(games: Games) -> None:
    here = games()
    here.go("#new=chatuchak-speed", "#setup")
    here.unfold()
    Select(here.find("setup")).select_by_value("ours")
    here.press_button(".put-R")
    here.reload()
    here.unfold()
    Select(here.find("setup")).select_by_value("ours")
    here.wait("document.querySelector('.grid-entry [data-letter=R]') !== null")
    here.open_room("mercado", "human", "human")
    here.wait_for_turn()
    here.press_button(".choices button")
    here.wait("document.querySelectorAll('.log li').length > 0")
    done = [line.text for line in here.find_all(".log li")]
    copy_length = "JSON.parse(localStorage.getItem('chatuchak.games.copy'))?.record.log.length"
    here.wait(f"{copy_length} === {len(done)}")
    first = here.run("return location.hash")
    for _ in range(8):  # the server's maximum per client
        here.request("new", {"game": "mercado", "seats": ["human", "human"], "typed": False})
    here.driver.refresh()
    here.wait(f"location.hash !== {first!r}")
    here.wait(f"document.querySelectorAll('.log li').length === {len(done)}")
    assert [line.text for line in here.find_all(".log li")] == done
    assert all("410 (Gone)" in message for message in console_messages(here.driver))


@pytest.mark.parametrize(("game", "is_saved"), [("market-stand", False), ("mercado", True)])
def test_lost_game_promises_a_file_if_there_can_be_one(
    games: Games, game: str, is_saved: bool
) -> None:
    here = games()
    here.open_room(game, "human", "phone")
    here.wait("document.getElementById('phone-take-1') !== null")
    here.run(
        "const gone = {error: 'gone', code: 'gone', values: {}};"
        "window.fetch = async () => new Response(JSON.stringify(gone), {status: 410});"
    )
    here.wait(  # a tap during an update has no effect
        "(document.getElementById('phone-take-1').click(),"
        " document.getElementById('message').textContent.includes('no longer available'))"
    )
    assert ("saved file" in here.text("message")) == is_saved


def tap_canvas(here: GamesPage, x: float, y: float) -> None:
    """Tap a point of the stand, in spaces from its upper left corner."""
    here.run(
        "const [x, y] = arguments; const canvas = document.querySelector('.canvas');"
        "const {left, top, width} = canvas.getBoundingClientRect();"
        "const space = width / (canvas.style.aspectRatio.split(' / ')[0]);"
        "canvas.dispatchEvent(new MouseEvent('click', {bubbles: true,"
        " clientX: left + (3 + x) * space, clientY: top + (3 + y) * space}));",
        x,
        y,
    )


def test_a_stand_is_entered_card_by_card_and_scored(games: Games) -> None:
    here = games()
    here.go("#score=stand", "#how")
    Select(here.find("how")).select_by_value("cards")
    for tab, (first, second) in enumerate((("c01", "c02"), ("c03", "c04")), start=1):
        here.press_button(f".tabs button:nth-child({tab})")
        here.press_button(f"[data-card={first}]")
        here.press_button(".lay .strong")
        here.press_button(f"[data-card={second}]")
        here.press_button(".turn")
        tap_canvas(here, 4.0, 2.5)  # the middle of the card
        here.press_button(".lay .strong")
    here.press_button("#take-card-back")
    here.press_button("[data-card=c04]")
    tap_canvas(here, 1.5, 1.9)
    here.press_button(".lay .strong")
    assert not here.find_all("[data-card=c01]")
    sheet = here.run("return JSON.parse(localStorage.getItem('chatuchak.games.sheet.stand'))")
    placements = [
        [
            f"{placement['card']}@{placement['x']}:{placement['y']}r{placement['rotation']}"
            for placement in player["visible"]["laid"]
        ]
        for player in sheet["players"]
    ]
    assert placements == [["c01@0:0r0", "c02@3:1r90"], ["c03@0:0r0", "c04@0:1r0"]]
    # The pictures of the second stand match the positions of its cards.
    boxes = here.run(
        "const canvas = document.querySelector('.canvas').getBoundingClientRect();"
        "return [...document.querySelectorAll('.canvas .laid')].map((card) => {"
        " const {left, top, width, height} = card.getBoundingClientRect();"
        " return [left - canvas.left, top - canvas.top, width, height]"
        "   .map((part) => part / canvas.width * 9); });"
    )
    assert [list(map(round, box)) for box in boxes] == [[3, 3, 3, 2], [3, 4, 3, 2]]
    here.press_button("#score")
    here.wait("document.querySelector('.result table') !== null")
    totals = [
        row.text.split()[-1]
        for row in here.find_all(".result tbody")[0].find_elements("css selector", "tr")
    ]
    game = {
        "players": [
            {"name": name, "placements": Stand.parse(" ".join(cards), shipped_deck()).to_list()}
            for name, cards in zip("AB", placements, strict=True)
        ]
    }
    assert totals == [str(player.total) for player in score_stand(game).players]


def test_the_companion_plays_the_rival_and_survives_a_reload(games: Games, tmp_path: Path) -> None:
    here = games()
    here.go("#companion", "#cards")
    Select(here.find("cards")).select_by_value("dealt")
    here.press_button("#start")
    here.wait("document.querySelector('.place[data-word=\"landing\"]') !== null")
    here.press_button(".place[data-word='landing']")
    here.wait("document.querySelectorAll('.log > li').length === 1")
    here.choose("Done")
    here.wait("document.querySelector('.told li') !== null")
    event = here.find_all(".told li")[0].text
    assert event.startswith("The Rival draws")
    steps = len(here.find_all(".log > li"))
    here.driver.refresh()
    again = GamesPage(here.driver)
    again.wait(f"document.querySelectorAll('.log > li').length === {steps}")
    again.press_button("#undo")
    again.wait("document.querySelectorAll('.log > li').length === 1")
    # The file that the page saves continues the session.
    again.press_button("#anew")
    again.wait("document.getElementById('start') !== null")
    saved = again.wait_for_file(tmp_path / "river-market.json")
    again.find("resume-file").send_keys(str(saved))
    again.wait("document.querySelectorAll('.log > li').length === 1")
    assert again.find_all("#suggested, .choices button")
    # Words are drawn as strokes, or written if they differ.
    assert "%3Ctext" not in again.run("return document.querySelector('.places .picture').src")
    again.speak("de")
    for word in ("F%C3%A4hre", "Rivale", "%3Edu%3C"):
        again.wait(f"document.querySelector('.places .picture').src.includes('{word}')")


def test_slips_and_hidden_cards_are_explained_in_the_language_of_the_page(games: Games) -> None:
    here = games(language="de")
    here.go("#score=mercado", "#score")
    here.press_button("#score")
    here.wait_for_message("Spieler 1: Bei 0 Münzen liegen Spieler 1 und Spieler 2 gleichauf")
    here.go("#score=chatuchak", ".grid-entry")
    here.press_button("#score")
    here.wait_for_message("Spieler 1: 30 Felder fehlen noch.")
    here.open_room("market-stand", "human", "greedy", typed=True)
    for _ in range(2):
        here.wait_for_turn()
        here.wait("document.querySelector('.lay:not([hidden]) .strong') !== null")
        before = here.run("return document.querySelectorAll('.log li').length")
        here.press_button(".lay .strong")
        here.wait(f"document.querySelectorAll('.log li').length > {before}")
    here.wait("document.querySelector('.acting .warning:not([hidden])') !== null")
    assert "Wer eine verdeckte Karte eintippt" in here.text("warning")
    held = here.driver.execute_async_script(
        "const [done] = arguments; const room = location.hash.slice('#play='.length);"
        "fetch(`table/room/${room}/file`).then((it) => it.json())"
        ".then(({state}) => done(state.hands[1][0]));"
    )
    here.run("document.querySelector(arguments[0]).click()", f".choices [data-piece={held}]")
    here.wait_for_message("Diese Karte ist nicht im Stapel")
    refused = console_messages(here.driver)  # the browser notes each answer that is a refusal
    assert len(refused) == 2
    assert all("400 (Bad Request)" in message for message in refused)


def test_own_tiles_and_stars_are_used_if_chosen(games: Games) -> None:
    tiles = [".RYRGR/PBGPYB/GPRGPY/YBPRBR/BYGYGB", ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"]
    stars = {"group": 3, "mix": 3, "path": 3, "rectangle": 3}
    own = [{"name": f"Tile {number}", "grid": grid} for number, grid in enumerate(tiles)]
    here = games(tiles=own, box={"marker_stars": stars})
    here.go("#new=chatuchak", "#box")
    here.unfold()
    Select(here.find("box")).select_by_value("own")
    here.press_button("#start")
    here.wait("document.querySelector('.table .assumed summary') !== null")
    file = here.run(
        "const room = location.hash.split('=')[1];"
        "const request = new XMLHttpRequest();"
        "request.open('GET', `table/room/${room}/file`, false); request.send();"
        "return JSON.parse(request.responseText);"
    )
    assert set(file["state"]["grids"]) == set(tiles)
    assert file["state"]["figures"]["marker_stars"] == stars
    mark = here.run("return document.querySelector('.table .assumed').textContent")
    assert "time track" in mark
    assert "start tiles" not in mark
    assert "stars of markers" not in mark
