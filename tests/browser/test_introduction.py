"""Introduction to the game, in three grids."""

from chatuchak_solver.search.solve import solve
from tests.browser.conftest import Open
from tests.browser.page import START


def test_lessons_of_up_to_three_moves_lead_back_to_the_game(page: Open) -> None:
    here = page(f"#grid={START}", width=390, height=844)
    here.jump(3)
    before = here.grid
    here.click("learn")
    for number in (1, 2, 3):
        assert here.text("game-name") == f"Lesson {number} of 3"
        words = here.text("lesson-words")
        moves = solve(here.grid).moves or ()
        assert len(moves) == number
        assert not here.find("lesson-next").is_displayed()
        here = here.reload()
        here.jump(*moves)
        assert here.text("lesson-words") != words
        here.click("lesson-next")
    assert here.grid == before
    assert here.text("moves") == "1"
    assert here.kept("wins") is None  # a lesson is no game won
    assert not here.find("lesson").is_displayed()


def test_too_many_moves_are_reported_and_a_newcomer_ends_with_a_tile(page: Open) -> None:
    here = page()
    first = here.grid
    here.click("learn")
    wrong = next(spot for spot in here.grid.legal_moves() if not here.grid.move(spot).is_solved)
    here.jump(wrong)
    assert here.text("lesson-words").startswith("Fewer jumps are enough")
    here.click("lesson-leave")
    assert here.grid == first
