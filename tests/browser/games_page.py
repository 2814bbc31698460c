"""Operations of users on the games' page."""

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

    def begin(self, game: str, *seats: str) -> None:
        """Set a game up by its form; the first seat begins."""
        self.run("location.hash = arguments[0]", f"#new={game}")
        self.wait("document.getElementById('start') !== null")
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
        room = self.driver.execute_async_script(
            "const [body, done] = arguments;"
            "fetch('table/new', {method: 'POST', headers: {'Content-Type': 'application/json'},"
            " body: JSON.stringify(body)}).then((it) => it.json()).then(({room}) => done(room));",
            {"game": game, "seats": seats, "typed": False, **seed, **more},
        )
        self.run("location.hash = arguments[0]", f"#play={room}")

    def wait_for_turn(self) -> None:
        self.wait(
            "document.querySelector('.picker:not([hidden]) button, .lay:not([hidden]) button')"
            " !== null && document.querySelector('.busy') === null"
        )
