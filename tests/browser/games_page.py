"""Operations of users on the games' page."""

from typing import Any

from selenium.webdriver.support.ui import Select

from tests.browser.page import Page


class GamesPage(Page):
    """The games' page in a browser."""

    def press_button(self, selector: str) -> None:
        """Tap the center of the first element of a selector."""
        self.wait(f"document.querySelector({selector!r}) !== null")
        box = self.run(
            "const found = document.querySelector(arguments[0]);"
            "found.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const box = found.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2];",
            selector,
        )
        self.touch((box[0], box[1]))

    def go(self, fragment: str, selector: str) -> None:
        """Open a view, and wait for an element of it."""
        self.run("location.hash = arguments[0]", fragment)
        self.wait(f"document.querySelector({selector!r}) !== null")

    def choose(self, words: str) -> None:
        """Tap the choice that begins with some words."""
        self.run(
            "[...document.querySelectorAll('.choices button')]"
            ".find((button) => button.textContent.startsWith(arguments[0])).click()",
            words,
        )

    def request(self, path: str, body: object) -> Any:
        """Return the server's response to a request about games."""
        return self.driver.execute_async_script(
            "const [path, body, done] = arguments;"
            "fetch(`table/${path}`, {method: 'POST', headers: {'Content-Type': 'application/json'},"
            " body: JSON.stringify(body)}).then((it) => it.json()).then(done);",
            path,
            body,
        )

    def begin(self, game: str, *seats: str) -> None:
        """Set a game up by its form; the first seat begins."""
        self.go(f"#new={game}", "#start")
        for index, seat in enumerate(seats):
            Select(self.find(f"seat-{index}")).select_by_value(seat)
        self.unfold()
        if (begins := self.find("begins")).is_displayed():
            Select(begins).select_by_value("listed")
        self.press_button("#start")
        self.wait("document.querySelector('.table, .cover') !== null")

    def unfold(self) -> None:
        """Show the setup options with defaults."""
        self.run("document.getElementById('more').open = true")

    def open_room(self, game: str, *seats: str, **more: object) -> None:
        """Begin a reproducible game, unless hands are on phones."""
        seed = {} if "phone" in seats else {"seed": 5}
        body = {"game": game, "seats": seats, "typed": False, **seed, **more}
        room = self.request("new", body)["room"]
        self.run("location.hash = arguments[0]", f"#play={room}")

    def wait_for_turn(self) -> None:
        self.wait(
            "document.querySelector('.picker:not([hidden]) button, .lay:not([hidden]) button')"
            " !== null && document.querySelector('.busy') === null"
        )
