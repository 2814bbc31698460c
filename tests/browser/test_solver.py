"""The page's own solver in a real browser, as files in a folder of a plain web server."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chatuchak_cli.web.assets import load_assets
from chatuchak_cli.web.page_data import PageData
from chatuchak_generators.start_grids import generate_start_grids, start_grid
from chatuchak_solver import Grid, assess, load_start_tiles, solve, start_violations
from chatuchak_solver.analysis.difficulty import MEANINGS
from tests.web_server import folder_address

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

VECTORS = Path(__file__).parents[1] / "vectors" / "reference_lengths.txt"
TILES = load_start_tiles().grids
SOLVED = Grid.parse("RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.")
PATIENCE_S = 300

IN_PAGE = """
const done = arguments[arguments.length - 1];
const given = arguments[0];
const run = async () => {
  const base = document.querySelector("base")?.href ?? arguments[1];
  const { Solver } = await import(`${base}solver/solver.js`);
  const solver = new Solver();
  const close = () => [solver.quick, solver.slow].forEach((lane) => lane.close());
  try { return await (async () => { BODY })(); } finally { close(); }
};
const fail = (error) => done({ error: `${error.name}: ${error.message}` });
run().then((value) => done({ value }), fail);
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    for path, content in load_assets(PageData()).items():
        place = folder / "games" / "market" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    with folder_address(folder) as url:
        yield f"{url}games/market/"


def ask(driver: Chrome, site: str, body: str, given: object = None) -> Any:
    """Return the result of a script with a ``solver`` and ``given`` values."""
    driver.set_script_timeout(PATIENCE_S)
    answer = driver.execute_async_script(IN_PAGE.replace("BODY", body), given, site)
    assert "error" not in answer, answer["error"]
    return answer["value"]


@pytest.fixture
def browser(shared_browser: Chrome, site: str) -> Chrome:
    shared_browser.get(f"{site}texts/en.json")
    return shared_browser


def moves_of(grid: Grid) -> tuple[int, ...]:
    """Return the library's shortest solution."""
    moves = solve(grid).moves
    assert moves is not None
    return moves


def after(grid: Grid, moves: Iterable[int]) -> Grid:
    """Return a grid after some moves."""
    return functools.reduce(Grid.move, moves, grid)


FEATURES = (*MEANINGS, "player_median")
"""Those that the page shows."""
EVERY = (
    "const found = []; for (const grid of given) found.push(await solver.JOB(grid)); return found;"
)


def test_it_solves_as_the_library_does(browser: Chrome, site: str) -> None:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    grids = [Grid.parse(line.split()[0]) for line in lines if line[0] != "#"][::12]
    made = generate_start_grids(2, seed=4, counts=(8, 7, 7, 7))
    grids += [start.grid for start in made] + [SOLVED]
    answers = ask(browser, site, EVERY.replace("JOB", "solve"), [str(grid) for grid in grids])
    for grid, answer in zip(grids, answers, strict=True):
        solution = solve(grid)
        assert tuple(answer["moves"]) == solution.moves, grid
        assert answer["length"] == answer["lowerBound"] == solution.length
        assert answer["status"] == "optimal"
        assert answer["expanded"] == solution.expanded


def test_time_limit_ends_search_and_closing_worker_long_job(browser: Chrome, site: str) -> None:
    grid = str(next(generate_start_grids(1, seed=4, counts=(8, 7, 7, 7))).grid)
    late = ask(browser, site, "return solver.solve(given, {timeLimit: 0});", grid)
    assert (late["status"], late["moves"]) == ("unknown", None)
    assert late["lowerBound"] > 10
    tries = """
      const lane = solver.newLane();
      const [first, second] = await new Promise((done) => {
        const all = [];
        const onProgress = ({tries}) => { all.push(tries); if (all.length === 2) done(all); };
        lane.ask("randomGrid", {seed: 1, difficulty: [600, 700]}, {onProgress});
      });
      lane.close();
      return [first, second, (await solver.solve(given)).status];
    """
    assert ask(browser, site, tries, str(TILES[0])) == [1, 2, "optimal"]


LONG_SESSION = """
  const { GridSolver } = await import(`${base}solver/grid_solver.js`);
  const { compiled } = await import(`${base}solver/lane.js`);
  const host = new GridSolver(await compiled(`${base}solver/solver.wasm`));
  const rounds = [];
  for (let round = 0; round < 3; round += 1) {
    const found = [];
    for (const grid of given) {
      host.solve(grid, {timeLimit: 0});
      const { length, expanded } = host.solve(grid);
      const paths = host.paths(grid, length);
      const { lengths } = host.play(grid, undefined, 5);
      found.push(expanded, paths.chances.length, paths.goals(), lengths);
      found.push(host.needs(grid), host.regions(grid));
    }
    const before = host.wasm.memory.buffer.byteLength;
    for (let game = 0; game < 20; game += 1) host.play(given[0], undefined, 1);
    found.push(host.wasm.memory.buffer.byteLength - before, host.randomGrid(7, 3).grid);
    rounds.push(found);
    if (round !== 1) continue;
    let error = null;
    try { host.wasm.allocate(-65536); } catch (thrown) { error = thrown; }
    if (!(error instanceof WebAssembly.RuntimeError)) throw new Error("no trap");
    host.start();
  }
  return rounds;
"""


def test_memory_is_bounded_over_counts_and_fresh_after_an_error(browser: Chrome, site: str) -> None:
    grids = [str(TILES[0]), "GGGGGG/.RBBBR/RYYYBB/RYYPBP/RRYPPP", str(TILES[1])]
    first, second, after_error = ask(browser, site, LONG_SESSION, grids)
    assert first == second == after_error
    assert first[-2] == 0  # megabytes of each game are given back


UNPROVEN = """
  const { Positions, gradedHint } = await import(`${base}solver/review.js`);
  const searched = [];
  const host = {
    solve(grid) { searched.push(grid); return {length: null}; },
    paths() { throw new Error("no length"); },
  };
  const goals = new Positions(host).goals(given.replaceAll("/", ""));
  const { remaining, best } = gradedHint(host, given);
  return [{ remaining, best }, goals, searched.length];
"""


def test_grids_unproven_in_time_have_no_best_moves_and_goals(browser: Chrome, site: str) -> None:
    found = ask(browser, site, UNPROVEN, str(TILES[0]))
    assert found == [{"remaining": None, "best": []}, [], 2]  # one search for each of both


def test_it_makes_and_checks_start_grids_as_the_library_does(browser: Chrome, site: str) -> None:
    for seed in (7, 20261122, 2**53 - 1):
        made = ask(browser, site, "return solver.randomGrid({seed: given, index: 3});", seed)
        assert made["grid"] == str(start_grid(seed, 3).grid)
    wanted = ask(browser, site, "return solver.randomGrid({seed: 1, difficulty: [45, 55]});")
    assert wanted["grid"] == str(start_grid(1, wanted["index"]).grid)
    assert 45 <= wanted["difficulty"] <= 55
    grids = [TILES[0], *(TILES[0].move(spot) for spot in (3, 18))]
    grids.append(after(TILES[1], moves_of(TILES[1])))
    checked = ask(browser, site, EVERY.replace("JOB", "startViolations"), [*map(str, grids)])
    for grid, found in zip(grids, checked, strict=True):
        broken = [violation.to_dict() for violation in start_violations(grid)]
        assert found == [
            {name: violation[name] for name in ("rule", "spots")} for violation in broken
        ], grid


def test_grid_difficulty_matches_the_library(browser: Chrome, site: str) -> None:
    grids = [TILES[0], Grid.parse("RRRRRR/RYYYYY/YYGGGG/GGBBBB/BB.YPP")]
    grids += [after(TILES[5], moves_of(TILES[5])[:15])]
    answers = ask(browser, site, EVERY.replace("JOB", "assess"), [str(grid) for grid in grids])
    for grid, answer in zip(grids, answers, strict=True):
        tile = assess(grid).to_dict()
        expected = {
            "optimalLength": tile["optimal_length"],
            "optimalSolutions": tile["optimal_solutions"],
        }
        assert {name: answer[name] for name in expected} == expected, grid
        assert answer["difficulty"] == pytest.approx(tile["difficulty"], abs=0.0011)
        if tile["percentile"] is None:
            assert answer["percentile"] is None
        else:
            assert answer["percentile"] == pytest.approx(tile["percentile"], abs=0.011)
        features = {name: tile["features"][name] for name in FEATURES}
        assert answer["features"] == pytest.approx(features, abs=2e-6)
