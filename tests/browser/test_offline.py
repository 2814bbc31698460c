"""The page without a network: after its first visit it needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chatuchak_solver.search.solve import solve
from tests.browser.chromium import console_messages
from tests.browser.page import Page
from tests.web_server import running_server

if TYPE_CHECKING:
    from tests.browser.conftest import Open


def test_it_opens_solves_and_speaks_after_the_server_has_gone(page: Open) -> None:
    with running_server() as server:
        here = page(address=server.url)
        here.wait("document.body.dataset.offline === 'true'")
        first = here.grid
    console_messages(here.driver)
    again = here.reload()
    assert again.grid == first
    again.click("random")
    again.wait("document.getElementById('best').textContent !== '…'")
    again.wait("document.getElementById('game-name').textContent.startsWith('Random')")
    length = solve(again.grid).length
    again.click("hint")
    again.wait_for_message(f"{length} moves to go")
    again.run(
        "const language = document.getElementById('language'); language.value = 'de';"
        "language.dispatchEvent(new Event('change'))"
    )
    again.wait("document.getElementById('undo').textContent === 'Zurück'")
    again_letters = again.letters
    again.driver.get(f"{server.url}games.html")
    away = Page(again.driver)
    away.wait_for_message("Die Spiele brauchen das Programm")
    assert away.letters == again_letters
    console_messages(again.driver)  # that the server is gone is told there
