"""The review of a game and practice on the page, against the library's own review."""

import time
from datetime import date

from selenium.webdriver.common.keys import Keys

from chatuchak_generators import generate_exercises
from chatuchak_solver import Grid, graded_hint, review
from tests.browser.conftest import Open
from tests.browser.page import TILE, Page

MOVES = (18, 23, 22, 28, 25, 19, 20)
SUMMARY = "document.getElementById('review-words').textContent !== ''"


def opened_review(page: Open, moves: tuple[int, ...] = MOVES, width: int = 390) -> Page:
    here = page(f"#grid={TILE}&moves={','.join(map(str, moves))}", width=width, height=844)
    here.click("looked")
    here.wait(SUMMARY)
    return here


def test_a_review_is_that_of_the_library(page: Open) -> None:
    here = opened_review(page)
    found = review(Grid.parse(TILE), MOVES)
    assert found.first_loss is not None
    here.driver.set_script_timeout(60)
    answer = here.driver.execute_async_script(
        "const [given, done] = arguments;"
        "import(new URL('solver/solver.js', location.href)).then(({ Solver }) => {"
        "  const solver = new Solver();"
        "  solver.review(given).then((found) => { solver.slow.close(); done(found); });"
        "});",
        {"grid": TILE, "moves": list(MOVES)},
    )
    assert answer["optimum"] == found.optimal_length
    for move_review, library_move in zip(answer["moves"], found.moves, strict=True):
        assert (move_review["spot"], move_review["lost"]) == (library_move.spot, library_move.lost)
        assert move_review["best"] == list(library_move.best)
        assert move_review["kind"] == str(library_move.kind)
        assert move_review["givenUp"] == [color.letter for color in library_move.given_up]
    assert answer["lefts"] == [found.start.exact, *(move.after.exact for move in found.moves)]
    words = here.text("review-summary")
    assert words.startswith(f"{len(MOVES)} moves; the fewest possible: {found.optimal_length}.")
    assert f"Lost in total: {found.lost}." in words
    assert f"First loss: move {found.first_loss}." in words
    assert here.text("review-words").startswith(f"Move {found.first_loss}: ")
    items = [item.get_property("textContent") for item in here.find_all("#review-moves li")]
    lost = ["Nothing lost" not in str(item) for item in items]
    assert lost == [bool(move.lost) for move in found.moves]


def test_going_through_it_by_keys_and_curve_and_playing_on(page: Open) -> None:
    here = opened_review(page)
    here.press(Keys.HOME)
    assert here.text("review-words").startswith("Move 1: ")
    assert here.letters == TILE
    best = review(Grid.parse(TILE), MOVES[:1]).moves[0].best
    assert len(here.find_all(".marks .line.arrow")) == len(best)
    here.press(Keys.ARROW_RIGHT)
    assert here.text("review-words").startswith("Move 2: ")
    assert not here.run("return document.documentElement.scrollWidth > innerWidth")
    here.run(
        "document.querySelector('#review-curve [data-at=\"3\"]').dispatchEvent(new Event('click'))"
    )
    assert here.text("review-words").startswith("Move 4: ")
    here.click("review-play")
    here.wait_for_panel("review", is_open=False)
    assert here.text("moves") == "3"
    assert str(here.grid) == str(after(MOVES[:3]))


def after(moves: tuple[int, ...]) -> Grid:
    grid = Grid.parse(TILE)
    for spot in moves:
        grid = grid.move(spot)
    return grid


def test_every_mistake_is_offered_and_every_best_move_is_right(page: Open) -> None:
    here = opened_review(page)
    found = review(Grid.parse(TILE), MOVES)
    mistakes = [at for at, move in enumerate(found.moves) if move.lost]
    here.click("review-learn")
    here.wait_for_panel("practice")
    for at in mistakes:
        here.wait("!document.getElementById('practice-hint').hidden")
        assert here.letters == str(after(MOVES[:at]))
        here.jump(MOVES[at])
        here.wait("document.getElementById('practice-answer').textContent.includes('Try again')")
        here.jump(found.moves[at].best[-1])
        here.wait("document.getElementById('practice-answer').textContent.startsWith('Right')")
        here.wait("document.querySelector('.marks .region') !== null")  # the reason
        assert "outlines show where colors can end" in here.text("practice-answer")
        if at != mistakes[-1]:
            here.click("practice-next")
    cards = here.kept("practice")["cards"]
    assert [card["grid"] for card in cards] == [str(after(MOVES[:at])) for at in mistakes]
    assert {card["box"] for card in cards} == {0}  # the first answers were wrong


def test_an_exercise_has_one_right_move_and_counts_the_first_answer(page: Open) -> None:
    here = page(width=390, height=844)
    here.click("practice-open")
    rating = 1200
    seed = int(date.today().strftime("%Y%m%d"))
    for exercise, is_right in zip(generate_exercises(2, seed=seed), (True, False), strict=True):
        here.wait("!document.getElementById('practice-hint').hidden")
        assert here.grid == exercise.grid  # as the command asks today
        best = exercise.best
        wrong = next(spot for spot in here.grid.legal_moves() if spot != best)
        here.jump(*([best] if is_right else [wrong, best]))
        here.wait("!document.getElementById('practice-next').hidden")
        if not is_right:
            time.sleep(0.5)  # the review of the wrong move may arrive after the right one
        assert here.text("practice-answer").startswith("Right")
        practice = here.kept("practice")
        assert practice["tries"] == (1 if is_right else 2)
        assert (practice["rating"] > rating) == is_right
        rating = practice["rating"]
        here.click("practice-next")
    here.press(Keys.ESCAPE)
    here.wait_for_panel("practice", is_open=False)


def test_graded_hints_match_the_library(page: Open) -> None:
    here = page(f"#grid={TILE}")
    grid = Grid.parse(TILE)
    messages = []
    for _ in range(4):
        before = here.text("message")
        here.click("hint")
        here.wait(f"document.getElementById('message').textContent !== {before!r}")
        messages.append(here.text("message"))
    first, second, third = (graded_hint(grid, level) for level in (1, 2, 3))
    needs = ", ".join(f"{color.label} {need}" for color, need in first.needs.items())
    assert f"{first.remaining} moves to go" in messages[0]
    assert needs in messages[0]
    assert f"{second.in_place} booths are in place" in messages[1]
    assert third.color is not None
    assert third.color.label in messages[2]
    row, column = divmod(graded_hint(grid, 4).move or 0, 6)
    assert f"row {row + 1}, column {column + 1}" in messages[3]
    assert here.kept("game")["levels"] == [1, 2, 3, 4]


def test_a_review_of_an_unfinished_game_is_help(page: Open) -> None:
    here = page(f"#grid={TILE}", width=390, height=844)
    here.jump(18)
    assert not here.kept("game")["helped"]
    here.click("looked")
    here.wait(SUMMARY)
    here.wait_for_message("this game no longer counts as a win")
    assert here.kept("game")["helped"]
