"""Objects on a table are drawn next to the board."""

from tests.browser.conftest import OpenBrowser
from tests.browser.games_page import GamesPage


def test_goods_coins_and_the_time_track_are_drawn_and_named(open_page: OpenBrowser) -> None:
    here = GamesPage(open_page("games.html", width=1366, height=650))
    here.open_room("mercado", "human", "greedy")
    here.wait_for_turn()
    pieces = here.find_all(".piece:has(.customers)")
    assert pieces
    assert all(piece.text and piece.find_elements("css selector", "svg") for piece in pieces)
    assert here.run(
        "return document.querySelector('.facts').getBoundingClientRect().top < innerHeight"
    )
    here.open_room("chatuchak", "human", "greedy")
    here.wait("document.querySelectorAll('.track span').length === 10")
    here.wait_for_turn()
    assert len(here.find_all("th .booths")) >= 5
    here.press_button(".place[data-word='4']")
    here.wait("document.querySelectorAll('.track [aria-current]').length === 1")
