"""The comparison of two tiles on the page, against the library's own explanation."""

from typing import Any

from chatuchak_cli.web.page_data import PageData
from chatuchak_generators import start_grid
from chatuchak_solver import Box, Grid, compare_grids, load_start_tiles
from tests.browser.conftest import Open
from tests.browser.page import Page
from tests.web_server import local_address

TILES = load_start_tiles().grids
EASY, HARD = TILES[6], TILES[2]
OWN = [{"name": "My own", "grid": str(EASY)}]

EXPLAIN = """
const [grids, done] = arguments;
import(new URL("solver/solver.js", location.href)).then(async ({ Solver }) => {
  const solver = new Solver();
  const found = [];
  for (const grid of grids) found.push([await solver.explain(grid), await solver.assess(grid)]);
  solver.quick.close(); solver.slow.close();
  done(found);
});
"""
CHOOSE = """
for (const [index, grid] of arguments[0].entries()) {
  document.getElementById(["compare-first", "compare-second"][index]).value = grid;
}
document.getElementById("compare-start").click();
"""


def compare(here: Page, *grids: Grid) -> None:
    here.run("document.getElementById('compare').scrollIntoView()")
    here.run(CHOOSE, [str(grid) for grid in grids])
    here.wait("document.getElementById('comparison').childElementCount > 0")


def letters(grid: Grid | None) -> str | None:
    return None if grid is None else str(grid).replace("/", "")


def test_explanations_are_those_of_the_library(page: Open) -> None:
    here = page()
    here.driver.set_script_timeout(120)
    grids = [EASY, TILES[1], TILES[7], start_grid(5, 0).grid]  # TILES[1] has no nearest blue region
    answers = here.driver.execute_async_script(EXPLAIN, [str(grid) for grid in grids])
    for (why, about), tile in zip(answers, compare_grids(grids).tiles, strict=True):
        expected = tile.explanation
        assert expected is not None
        assert expected.false_move is not None
        assert why["alone"] == expected.alone
        assert why["together"] == expected.room + expected.detours
        assert why["goal"] == letters(expected.goal)
        assert [(*pair["colors"], pair["cost"], *pair["spots"]) for pair in why["conflicts"]] == [
            (*(color.letter for color in pair.colors), pair.cost, *pair.spots)
            for pair in expected.conflicts
        ]
        assert why["yielding"] == {color.letter: n for color, n in expected.yielding.items()}
        assert tuple(why["preparing"]) == expected.preparing
        assert (why["games"], why["lostGames"]) == (expected.games, expected.lost_games)
        assert abs(why["meanFirstLoss"] - (expected.mean_first_loss or 0)) < 1e-9
        assert abs(about["noise"] - (tile.noise or 0)) < 1e-9
        move: dict[str, Any] = why["falseMove"]
        library = expected.false_move
        for name in ("number", "reached", "left", "games", "spot", "lost", "needs"):
            assert move[name] == getattr(library, name), name
        assert (move["kind"], move["bestNeeds"]) == (str(library.kind), library.best_needs)
        assert tuple(move["best"]) == library.best
        assert move["givenUp"] == [color.letter for color in library.given_up]
        assert move["letters"] == letters(library.position)
        assert move["goal"] == letters(library.goal)
        assert move["goalAfter"] == letters(library.goal_after)


def test_two_tiles_are_compared_in_words_and_boards_in_both_languages(page: Open) -> None:
    here = page(f"#grid={start_grid(5, 0).grid}", width=360, height=640, kept={"tiles": OWN})
    assert "The grid on the board" in here.text("compare-first")
    compare(here, EASY, HARD)
    (pair,) = compare_grids([EASY, HARD]).differences()
    by = f"by {pair.points:.1f} ± {pair.noise:.1f} points"
    assert here.text("compare-words") == f"Tile 3 is harder than My own {by}."
    heads = [head.text for head in here.find_all("#comparison thead th")]
    assert heads == ["My own", "Tile 3", "Points"]
    assert "+10.5" in here.text("comparison")
    assert "165 of the 200 games that reach it" in here.text("comparison")
    assert len(here.find_all("#comparison figure")) == 6
    assert len(here.find_all("#comparison .ring.doubt")) == 2
    assert here.run("return document.documentElement.scrollWidth") <= 360
    here.speak("de")
    here.wait("document.getElementById('compare-words').textContent.includes('schwerer')")
    assert "165 der 200 Spiele" in here.text("comparison")
    assert here.run("return document.documentElement.scrollWidth") <= 360
    here.run(CHOOSE, [str(EASY), str(EASY)])
    assert here.text("compare-words") == "Wähle zwei verschiedene Plättchen."


def test_a_single_tile_has_none_to_compare_with(page: Open) -> None:
    data = PageData(box=Box({"tiles": [str(EASY)]}), served=True)
    with local_address(data=data) as address:
        here = page(f"#grid={EASY}", address=address)
        here.run("document.getElementById('compare-start').click()")
        assert here.text("compare-words") == "Choose two different tiles."
