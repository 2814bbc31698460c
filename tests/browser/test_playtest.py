"""Won games for a playtest: stored, sent only with consent, and withdrawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from chatuchak_solver import Grid, solve
from chatuchak_solver.analysis.playtest.store import PlaytestStore, read_collected
from tests.browser.chromium import console_messages
from tests.browser.page import TILE, Page
from tests.web_server import local_address

if TYPE_CHECKING:
    import pytest
    from selenium.webdriver import Chrome

MOVES = solve(Grid.parse(TILE)).moves or ()
PHONE = {"width": 390, "height": 844}


def won(page: Page) -> None:
    page.jump(*MOVES)
    page.wait("(JSON.parse(localStorage.getItem('chatuchak.playtest.games')) || []).length > 0")


def test_games_are_sent_with_permission(open_page: Callable[..., Chrome], tmp_path: Path) -> None:
    file = tmp_path / "evening.sqlite"
    with local_address(store=PlaytestStore(file)) as address:
        page = Page(open_page(f"#grid={TILE}", address=address, **PHONE))
        won(page)
        # The message may appear later and move other elements under the mouse.
        page.wait_for_message("That is the best possible!")
        assert len(PlaytestStore(file)) == 0
        page.run("document.getElementById('settings').open = true")
        name = page.find("playtest-name")
        name.send_keys("Ola")
        page.click("playtest-gives")
        page.wait("JSON.parse(localStorage.getItem('chatuchak.playtest.games'))[0].sent")
        (game,) = read_collected(file)
        assert (game.player, str(game.grid), game.path, game.solved) == ("Ola", TILE, MOVES, True)
        page.click("playtest-withdraw")
        page.wait_for_message("Withdrawn: 1")
        assert len(PlaytestStore(file)) == 0
        assert not page.run("return document.getElementById('playtest-gives').checked")
    page.click("playtest-withdraw")
    page.wait_for_message("The server does not answer")
    console_messages(page.driver)


def test_a_server_that_hangs_is_reported(
    open_page: Callable[..., Chrome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlaytestStore, "withdraw", lambda *_: time.sleep(2))
    with local_address(store=PlaytestStore(tmp_path / "evening.sqlite")) as address:
        page = Page(open_page(f"#grid={TILE}", address=address, **PHONE))
        page.run("document.getElementById('settings').open = true")
        page.run("const limit = AbortSignal.timeout(200); AbortSignal.timeout = () => limit")
        page.click("playtest-withdraw")
        page.wait_for_message("The server does not answer")


def test_only_withdrawal_stops_sending(open_page: Callable[..., Chrome], tmp_path: Path) -> None:
    file = tmp_path / "evening.sqlite"
    games = [
        {"grid": TILE, "moves": 30, "seconds": 9, "hints": 0, "undos": at, "solved": True,
         "date": f"2026-05-01T20:{at // 60:02}:{at % 60:02}", "sent": False}
        for at in range(200)
    ]  # fmt: skip
    games[1]["seconds"] = 1e12
    stored = {"playtest.games": games, "playtest.gives": True}
    with local_address(store=PlaytestStore(file)) as address:
        page = Page(open_page(f"#grid={TILE}", address=address, kept=stored))
        page.wait("JSON.parse(localStorage.getItem('chatuchak.playtest.games'))[5].sent")
        assert len(PlaytestStore(file)) >= 5  # the second one is refused
        page.run("document.getElementById('settings').open = true")
        page.click("playtest-withdraw")
        page.wait_for_message("Withdrawn")
        assert len(PlaytestStore(file)) == 0
        page.run("return new Promise((done) => setTimeout(done, 300))")
        assert len(PlaytestStore(file)) == 0
        few = {"playtest.games": games[:3], "playtest.gives": True}
        page = Page(open_page(f"#grid={TILE}", address=address, kept=few))
        page.wait("JSON.parse(localStorage.getItem('chatuchak.playtest.games'))[2].sent")
        page.wait_for_message("1 game was refused")
        assert len(PlaytestStore(file)) == 2
        assert all("400" in text for text in console_messages(page.driver))


def test_without_collection_games_are_saved_as_a_file(open_page: Callable[..., Chrome]) -> None:
    page = Page(open_page(f"#grid={TILE}", kept={"language": "de"}))
    won(page)
    assert page.find("playtest-asked").get_property("hidden")
    saved = page.run(
        "const made = []; URL.createObjectURL = (blob) => { made.push(blob); return 'blob:x'; };"
        "HTMLAnchorElement.prototype.click = function () { window.savedName = this.download; };"
        "document.getElementById('playtest-export').dispatchEvent(new Event('click'));"
        "return made[0].text()"
    )
    assert page.run("return window.savedName") == "chatuchak-games.jsonl"
    from chatuchak_solver.analysis.playtest.games import parse_games

    (game,) = parse_games(saved.encode(), source="saved")
    assert game.player.startswith("phone ")
    assert game.path == MOVES
