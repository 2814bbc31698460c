"""The puzzle of the day: its archive, its result to share, its streak."""

from datetime import date, timedelta

from chatuchak_generators.start_grids import daily_grid
from chatuchak_solver.search.solve import solve
from tests.browser.conftest import Open
from tests.browser.page import Page


def play_well(here: Page) -> int:
    """Solve the grid at hand as fast as can be, once the page knows its best too."""
    here.wait("document.getElementById('best').textContent !== '…'")
    moves = solve(here.grid).moves or ()
    here.jump(*moves)
    return len(moves)


def test_todays_puzzle_makes_a_streak_and_its_result_does_not_reveal_the_moves(page: Open) -> None:
    here = page()
    here.click("daily")
    here.wait("document.getElementById('game-name').textContent.startsWith('Daily')")
    today = here.kept("game")["label"]
    day = date.fromisoformat(today)
    assert here.grid == daily_grid(day).grid
    days = [str(day - timedelta(days=back)) for back in (1, 2, 4)]
    here.run("localStorage.setItem('chatuchak.days', JSON.stringify(arguments[0]))", days)
    here.click("share")
    here.wait_for_panel("link")
    assert not here.find("result").is_displayed()
    length = play_well(here)
    here.wait_for_message("That is the best possible!")
    assert here.text("games-all") == "1 game won · daily puzzles solved 3 days in a row."
    assert sorted(here.kept("days"))[-1] == today
    here.click("share")
    here.wait_for_panel("link")
    title, words, link = str(here.find("result-text").get_property("value")).splitlines()
    assert title.startswith("Chatuchak, ")
    assert words == f"{length} moves, best {length} · 0 hints · 3 days in a row"
    assert link.endswith(f"/#daily={today}")
    assert here.find("link-text").get_property("value") == link
    other = page(f"#daily={today}")
    assert other.text("game-name").startswith("Daily puzzle of")
    assert other.text("moves") == "0"


def test_the_calendar_has_every_past_day_and_marks_solved_puzzles(page: Open) -> None:
    here = page()
    assert here.find("month-after").get_property("disabled")
    here.click("month-before")
    assert not here.find("month-after").get_property("disabled")
    # By a script: the days are drawn again whenever something is known of one.
    assert tenth_day(here, "getAttribute('aria-label')").endswith(": play")
    here.resize(390, 844)
    tenth_day(here, "scrollIntoView({block: 'center'})")
    tenth_day(here, "click()")
    here.wait("document.getElementById('game-name').textContent.startsWith('Daily')")
    day = here.kept("game")["label"]
    assert day.endswith("-10")
    box = here.run("return document.getElementById('board').getBoundingClientRect().toJSON()")
    assert box["top"] >= 0
    assert box["bottom"] <= 844
    assert here.grid == daily_grid(date.fromisoformat(day)).grid
    length = play_well(here)
    assert tenth_day(here, "getAttribute('aria-label')").endswith(f": solved in {length} moves")
    assert here.kept("dailies") == {day: {"moves": length, "hints": 0}}
    assert here.kept("days") is None  # an old one makes no streak
    assert "in a row" not in here.text("games-all")
    here.reload()
    here.click("month-before")
    assert tenth_day(here, "innerText").endswith(f"✓ {length}")


def tenth_day(page: Page, what: str) -> str:
    """Return a script's result for the button of a month's tenth day."""
    return str(
        page.run(f"return document.querySelectorAll('#days button:not([hidden])')[9].{what}")
    )
