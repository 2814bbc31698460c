"""The daily puzzle, time, wins and streaks."""

from chatuchak_solver import Grid, solve
from tests.browser.conftest import Open
from tests.browser.page import TILE


def test_wins_are_stored_with_moves_time_and_help(page: Open) -> None:
    here = page(f"#grid={TILE}")
    assert here.text("games-here") == "No win on this grid yet."
    moves = solve(here.grid).moves or ()
    best = len(moves)
    here.jump(5)
    here.click("undo")
    here.jump(*moves)
    here.wait_for_message(f"Solved in {best} moves")
    assert here.text("games-here") == f"On this grid: best {best}, average {best}.0."
    here.click("undo")
    here.click("redo")  # the same win, not another one
    assert len(here.kept("wins")[TILE]) == 1
    assert here.kept("wins")[TILE][0]["undos"] == 1
    here.click("restart")
    assert here.text("moves") == "0"
    here.click("hint")
    here.wait_for_message("to go")
    here.jump(5, 0, *moves)  # there and back
    here.wait_for_message(f"Solved in {best + 2} moves")
    assert here.text("games-here") == f"On this grid: best {best}, average {best + 1}.0."
    cells = here.run(
        "return [...document.querySelectorAll('#games tr:first-child td')].map(c => c.textContent)"
    )
    assert (cells[0], cells[2], cells[3]) == (str(best + 2), "1", "0")
    assert here.text("games-all") == "2 games won."


def test_a_win_with_hints_alone_is_no_best(page: Open) -> None:
    here = page(f"#grid={TILE}")
    here.click("hint")
    here.wait_for_message("to go")
    moves = solve(here.grid).moves or ()
    here.jump(*moves)
    here.wait_for_message("That is the best possible!")
    assert here.text("games-here").endswith("none without hints yet.")


def test_games_with_moves_from_a_link_do_not_count_as_wins(page: Open) -> None:
    moves = solve(Grid.parse(TILE)).moves or ()
    here = page(f"#grid={TILE}&moves={moves[0]}")
    here.jump(*moves[1:])
    here.wait_for_message("so it does not count as a win")
    assert here.kept("wins") is None


def test_a_game_that_is_all_ones_own_is_a_win_after_a_reload_too(page: Open) -> None:
    here = page()
    moves = solve(here.grid).moves or ()
    here.jump(*moves[:-1])
    here.click("share")
    here.wait_for_panel("link")
    again = here.reload()
    again.jump(moves[-1])
    again.wait_for_message("That is the best possible!")
    assert again.text("games-all") == "1 game won."


def test_time_runs_while_a_game_is_under_way_and_can_be_hidden(page: Open) -> None:
    here = page(f"#grid={TILE}")
    here.jump(5)
    here.wait("document.getElementById('time').textContent !== '0:00'")
    assert here.find("time").is_displayed()
    here.run("document.getElementById('settings').open = true")
    here.click("clock")
    assert not here.find("time").is_displayed()
    again = here.reload()
    assert not again.find("time").is_displayed()
    assert again.text("time") != "0:00"
