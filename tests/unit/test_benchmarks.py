"""The benchmarks are listed, and results name the measured code."""

import re
from pathlib import Path

import pytest

from benchmarks import advice, report, stand_losses
from benchmarks.__main__ import BENCHMARKS, parser
from benchmarks.ablation import VARIANTS, write_variant
from benchmarks.cp_sat_jump import cp_sat_solution
from benchmarks.faults import HARMLESS
from benchmarks.general import Cell, measure
from benchmarks.instance_files import FOLDER, contents
from chatuchak_solver import Grid, SimulationPlan, replay, solve
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.market_stand import players as adviser
from chatuchak_solver.games.market_stand.players import lead
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.players import RandomPlayer
from tests.forked import run_python

ROOT = Path(__file__).parents[2]
KEPT_BY_HAND = {"coverage", "tried"}
"""Sections of the results that no benchmark writes."""
SECTION = re.compile(r"<!-- begin (\w+) -->\n(.*?)\n<!-- end \1 -->", re.DOTALL)


def test_every_benchmark_is_listed_with_its_description() -> None:
    modules = {
        path.stem
        for path in (ROOT / "benchmarks").glob("*.py")
        if re.search(r"^def main\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert modules - {"__main__"} == set(BENCHMARKS)
    text = parser().format_help()
    for name, (what, takes) in BENCHMARKS.items():
        assert re.search(rf"\n  {name} +{re.escape(f'{what} ({takes})')}\n", text)


@pytest.mark.parametrize("name", ["solvers", "report", "__main__"])
def test_a_wrong_name_is_one_line_and_code_2(name: str) -> None:
    done = run_python("-m", "benchmarks", name, folder=ROOT)
    assert done.returncode == 2
    assert f"invalid benchmark '{name}': expected one of solver, " in done.stderr


def test_harmless_faults_are_in_the_code() -> None:
    for file, text, _ in HARMLESS:
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        assert text in map(str.strip, lines), (file, text)


def test_rows_are_those_of_the_same_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(report, "__file__", str(tmp_path / "report.py"))
    found = []
    for digest, value in (("a", 1), ("a", 2), ("b", 3)):
        monkeypatch.setattr(report, "source_digest", lambda digest=digest: digest)
        row = report.MeasuredRows("photo").get("hard", 0, lambda value=value: {"value": value})
        found.append(row["value"])
    assert found == [1, 1, 3]


def test_every_section_of_the_results_names_its_commit_and_command() -> None:
    sections = dict(SECTION.findall((ROOT / "benchmarks/RESULTS.md").read_text(encoding="utf-8")))
    assert set(sections) - KEPT_BY_HAND == set(BENCHMARKS)
    for name in BENCHMARKS:
        text = sections[name]
        assert f"`python -m benchmarks {name}`" in text
        assert re.search(r"^Measured at commit [0-9a-f]{7,}", text, re.MULTILINE)


def test_a_section_is_replaced_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "RESULTS.md")
    report.write_section("b", "old")
    report.write_section("a", "first")
    report.write_section("b", "new")
    text = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    found = SECTION.findall(text)
    assert [name for name, _ in found] == ["a", "b"]
    assert found[1][1] == f"new\n\nMeasured at {report.commit()}."
    assert "old" not in text


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_source_replaced_by_an_ablation_is_in_the_kernels(variant: str, tmp_path: Path) -> None:
    kernels = write_variant(variant, tmp_path) / "chatuchak_solver/search/kernels"
    for name in VARIANTS[variant]:
        changed = (kernels / name).read_text(encoding="utf-8")
        compile(changed, name, "exec")
        assert changed != (ROOT / "chatuchak_solver/search/kernels" / name).read_text("utf-8")


def test_instance_files_are_those_that_the_benchmarks_solve() -> None:
    files = contents()
    assert {path.name for path in FOLDER.iterdir()} == set(files)
    for name, text in files.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name
    numbers = [int(line.split(",")[1]) for line in files["million_start_grids.csv"].split()[1:]]
    assert sum(numbers) == 1_000_000


@pytest.mark.parametrize("text", ["RR/.Y/YY", "RY/YR/.G/GG", "RYR/.YR/YRY"])
def test_the_constraint_model_finds_shortest_solutions(text: str) -> None:
    grid = Grid.parse(text)
    moves = cp_sat_solution(grid, 500)
    assert moves is not None
    assert replay(grid, moves)
    assert len(moves) == solve(grid).length


def test_time_that_ran_out_is_no_solution() -> None:
    assert cp_sat_solution(Grid.parse("RY/YR/.G/GG"), 0) is None
    cell = measure(lambda _: None, [Grid.parse("RR/.Y/YY")])
    assert (str(cell), cell.solved) == ("none", 0)
    assert str(Cell([0.5, 0.25], [4, None])) == "1 of 2"
    assert str(Cell([0.5, 0.25], [4, 3])) == "375.0 ms"


def test_a_wrong_solution_is_no_solution() -> None:
    with pytest.raises(AssertionError, match="is no solution"):
        measure(lambda _: [0], [Grid.parse("RY/YR/.G/GG")])


def test_rows_stay_until_as_much_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "RESULTS", tmp_path / "RESULTS.md")
    header = ("who", "seconds", "wins", "of", "at")
    old = [("a", "1", "50%", "60", "c1"), ("b", "1", "40%", "60", "c1"), ("c", "1", "9%", "8", "c")]
    other = report.table(("who", "of", "at"), [("d", "99", "c")])
    text = f"{other}\n\n{report.table(header, old)}\n\nMore.\n\n{other}\n"
    (tmp_path / "RESULTS.md").write_text(text, encoding="utf-8")
    fresh: advice.Cells = {("a", "1"): ("70%", "40", "c2"), ("b", "1"): ("90%", "39", "c2")}
    fresh |= {("e", "1"): ("5%", "39", "c2"), ("f", "1"): ("6%", "41", "c2 c3")}
    assert advice.merge_published(fresh, header, 2) == [
        ("a", "1", "70%", "40", "c2"),
        ("b", "1", "40%", "60", "c1"),
        ("f", "1", "6%", "41", "c2 c3"),
    ]
    assert advice.merge_published({}, ("who", "of", "at")) == [("d", "99", "c")]
    assert len(advice.merge_published({}, header, 2)) == 2


def test_the_parts_disabled_in_the_advice_ablation_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(advice.PLAYOUTS_A_SECOND, "market-stand", 20)
    for _, changes in advice.SOURCES.values():
        assert changes.keys() <= vars(adviser).keys()
    row = advice.play_source("by the mean lead, not by who is ahead", 1)
    assert adviser.CLOSE < 100
    assert (row["win"] > 0.5) == (row["lead"] > 0)


def test_foreseen_cards_are_drawn() -> None:
    state, rng = SimulationPlan("market-stand", ("random",) * 2, games=1, seed=advice.SEED).start(3)
    assert isinstance(state, MarketStandState)
    foreseen: list[tuple[int, list[str]]] = []
    drawn: list[str] = []
    while not state.is_over:
        if state.current_player == CHANCE:
            outcome = advice.coupled_chance(state, 3, len(drawn))
            drawn.append(outcome.card.id)
        else:
            coming = advice.clairvoyant_sampler(3, state, state.current_player, 0)(7).stack
            foreseen.append((len(drawn), [state.deck.cards[card].id for card in coming]))
            outcome = RandomPlayer().choose(state, state.current_player, rng)
        state = state.apply_unchecked(outcome)
    assert len(drawn) > 10
    assert all(coming[: len(drawn) - count] == drawn[count:] for count, coming in foreseen)


def test_losses_of_decisions_end_at_the_final_score(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("ROLLOUTS", 2), ("MAX_ANNEALED_CARDS", 1), ("SECONDS", 0.002)):
        monkeypatch.setattr(stand_losses, name, few)
    decisions, _ = stand_losses.play(3, 1)
    assert [
        len(decision.state.stands[number % 2]) for number, decision in enumerate(decisions)
    ] == [card for card in range(1, 8) for _ in range(2)]
    assert [len(decision.to_come) for decision in decisions] == list(range(13, -1, -1))
    for number in (0, 6, 13):
        kind = stand_losses.KINDS[number % 2 == 0]
        any_card, same_card, as_laid = stand_losses.lines(decisions[number], kind, 0)
        assert any_card.ahead >= same_card.ahead >= as_laid.ahead
        assert as_laid.ahead == as_laid.own - as_laid.theirs
    last = decisions[13]
    after = last.state.apply_unchecked(last.action)
    assert as_laid.ahead == lead(after, last.state.current_player)
