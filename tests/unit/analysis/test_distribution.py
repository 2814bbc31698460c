"""The shipped distribution and records, their creation from surveys, and user files."""

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from chatuchak_generators import StartGridSource, start_grid
from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver import Board, Features, load_solo_ranks, solve, start_violations
from chatuchak_solver.analysis import difficulty as difficulties
from chatuchak_solver.analysis.difficulty import difficulty, measure_features
from chatuchak_solver.analysis.records import RANKS_FILE, load_rank_records, load_record_book
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey, solve_chunk
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.package_data import read_bytes
from tools.distribution import document_text, main

NUMBER = 6
"""Grids of a survey with features; of seed 5, they have several ranks."""


def survey(path: Path, n: int, plan: SurveyPlan) -> Path:
    with SurveyStore.create(path, plan.describe()) as store:
        run_survey(plan, store, n)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / difficulties.DISTRIBUTION_FILE
    path.write_bytes(read_bytes(difficulties.DISTRIBUTION_FILE)[0])
    return path


def test_survey_with_features_gives_difficulties_and_rank_records(
    file: Path, tmp_path: Path
) -> None:
    before = json.loads(file.read_text())
    plan = SurveyPlan(StartGridSource(5), features=True)
    main([str(file.parent), str(survey(tmp_path / "s", NUMBER, plan))])
    measured: list[tuple[str, Features]] = []
    for number in range(NUMBER):
        grid = start_grid(5, number).grid
        features = measure_features(grid)
        assert isinstance(features, Features)
        measured.append((str(grid), features))
    after = json.loads(file.read_text())
    quantiles = after["difficulty"]["quantiles"]
    values = [difficulty(features) for _, features in measured]
    np.testing.assert_allclose(quantiles, np.quantile(values, np.linspace(0, 1, 201)), atol=5e-4)
    provenance = (
        f"chatuchak survey -n {NUMBER} --seed 5 --features --out features.sqlite; generator version"
    )
    assert after["difficulty"]["provenance"].startswith(f"{provenance} 1, ")
    assert after | {"difficulty": 0} == before | {"difficulty": 0}
    assert difficulties.load_difficulty_distribution(file).grids == NUMBER
    assert after["difficulty"]["grids"] == NUMBER
    loaded = load_rank_records(file.parent / RANKS_FILE)
    assert (loaded.grids, loaded.formula_version) == (NUMBER, 1)
    names = {22: "Market Master", 28: "Booth Owner", 34: "Haggler", 99: "Looky Loo"}
    of_rank: dict[str, list[tuple[int, float, str]]] = {name: [] for name in names.values()}
    for grid_text, features in measured:
        rank = next(name for most, name in names.items() if features.player_median <= most)
        of_rank[rank].append((features.optimal_length, difficulty(features), grid_text))
    assert [rank_records.rank for rank_records in loaded.ranks] == [
        name for name in of_rank if of_rank[name]
    ]
    assert len(loaded.ranks) > 1
    for records in loaded.ranks:
        grids = sorted(of_rank[records.rank])
        assert records.grids == len(grids)
        for end, (length, points, notation) in (
            (records.easiest, grids[0]),
            (records.hardest, grids[-1]),
        ):
            assert (end.optimal_length, str(end.grid)) == (length, notation)
            assert end.difficulty == pytest.approx(points, abs=5e-4)
            assert end.found == sum(other == length for other, _, _ in grids)
        every = [points for _, points, _ in grids]
        assert records.difficulties == pytest.approx((min(every), max(every)), abs=5e-4)


def test_a_survey_without_gives_the_lengths(file: Path, tmp_path: Path) -> None:
    before = json.loads(file.read_text())
    main([str(file.parent), str(survey(tmp_path / "s", 30, SurveyPlan(StartGridSource(6))))])
    after = json.loads(file.read_text())
    lengths = [solve(start_grid(6, number).grid).length for number in range(30)]
    expected = {length: lengths.count(length) for length in set(lengths)}
    assert difficulties.load_difficulty_distribution(file).lengths == expected
    assert after["lengths"]["grids"] == 30
    assert after | {"lengths": 0} == before | {"lengths": 0}
    assert not (file.parent / RANKS_FILE).exists()


def test_invalid_surveys_leave_the_file_unchanged(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    small = SurveyPlan(StartGridSource(1, (4, 4, 3), Board(3, 4)))
    plan = SurveyPlan(StartGridSource(1))
    gap = tmp_path / "gap"
    with SurveyStore.create(gap, plan.describe()) as store:
        solved = solve_chunk(plan, range(3, 5))
        assert solved is not None
        store.add(solved)
    with pytest.raises(InputError, match="missing grids: 'chatuchak survey --resume' continues it"):
        main([str(file.parent), str(gap)])
    with pytest.raises(InputError, match="missing grids"):
        main([str(file.parent), str(survey(tmp_path / "none", 0, plan))])
    with pytest.raises(InputError, match="expected the game's board and counts"):
        main([str(file.parent), str(survey(tmp_path / "small", 2, small))])
    with pytest.raises(InvalidInstanceError, match="not a survey file"):
        main([str(file.parent), str(file)])
    with pytest.raises(InputError, match="expected the folder of shipped data and survey files"):
        main([str(file.parent)])
    assert file.read_bytes() == before


def test_unknown_difficulties_are_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chatuchak_solver.analysis.survey.run.MAX_COUNT", 0)
    limited = survey(tmp_path / "s", 1, SurveyPlan(StartGridSource(9), features=True))
    with pytest.raises(InputError, match="expected the features of all grids"):
        main([str(file.parent), str(limited)])


def test_grids_that_may_violate_rule_c_are_skipped(file: Path, tmp_path: Path) -> None:
    assert [start_grid(1145, number).fallback for number in range(2)] == [True, False]
    plan = SurveyPlan(StartGridSource(1145), features=True)
    main([str(file.parent), str(survey(tmp_path / "s", 2, plan))])
    loaded = load_rank_records(file.parent / RANKS_FILE)
    assert loaded.grids == 1
    (records,) = loaded.ranks
    assert records.easiest == records.hardest
    assert records.easiest.grid == start_grid(1145, 1).grid


@pytest.mark.parametrize("name", [difficulties.DISTRIBUTION_FILE, RANKS_FILE])
def test_the_shipped_files_match_the_command_output(name: str) -> None:
    text = read_bytes(name)[0].decode()
    assert document_text(json.loads(text)) == text


def test_the_shipped_lengths_are_those_of_other_seeds() -> None:
    # A chi-square test of 300 grids against the shipped shares; rare lengths together. It fails
    # by chance for one seed in a thousand.
    shipped = difficulties.load_difficulty_distribution()
    lengths = [solve(start.grid).length or 0 for start in generate_start_grids(300, seed=77)]
    total = sum(shipped.lengths.values())
    statistic = 0.0
    for low, high in ((0, 18), (19, 19), (20, 20), (21, 21), (22, 99)):
        share = sum(n for length, n in shipped.lengths.items() if low <= length <= high) / total
        observed = sum(low <= length <= high for length in lengths)
        statistic += (observed - 300 * share) ** 2 / (300 * share)
    assert statistic < 18.5


def test_the_shipped_difficulties_are_those_of_other_seeds() -> None:
    # Of 8 grids, about half are below the median: the test fails if all are on one side.
    shipped = difficulties.load_difficulty_distribution()
    percentiles = []
    for start in generate_start_grids(8, seed=78):
        features = measure_features(start.grid)
        assert isinstance(features, Features)
        percentiles.append(shipped.difficulty_percentile(difficulty(features)))
    assert abs(sum(value > 50 for value in percentiles) - 4) <= 3
    assert np.std(percentiles) > 18


def test_percentiles_by_hand() -> None:
    quantiles = (10, 20, 20, 40, 50)
    distribution = difficulties.DifficultyDistribution({19: 1, 20: 2, 22: 1}, 1, 5, quantiles)
    values = (5, 10, 15, 20, 30, 40, 45, 50, 60)
    percentiles = [distribution.difficulty_percentile(value) for value in values]
    assert percentiles == [0, 0, 12.5, 37.5, 62.5, 75, 87.5, 100, 100]


def test_every_record_is_a_proven_start_grid_beyond_all_surveys() -> None:
    book = load_record_book()
    assert {record.extreme for record in book.records} == {"easiest", "hardest"}
    for record in book.records:
        assert start_violations(record.grid) == ()
        assert sorted(record.grid.counts) == [5, 6, 6, 6, 6]
        solution = solve(record.grid)
        assert (solution.length, solution.gap) == (record.optimal_length, 0)
        assert str(record.grid) in record.proof
    by_extreme = {record.extreme: record.optimal_length for record in book.records}
    ranks = load_rank_records().ranks
    lengths = [*difficulties.load_difficulty_distribution().lengths]
    lengths += [end.optimal_length for rank in ranks for end in (rank.easiest, rank.hardest)]
    assert by_extreme["easiest"] <= min(lengths)
    assert by_extreme["hardest"] >= max(lengths)


def test_every_record_of_a_rank_is_correct() -> None:
    book = load_rank_records()
    ranks = load_solo_ranks()
    assert book.formula_version == difficulties.FORMULA_VERSION
    assert sum(records.grids for records in book.ranks) == book.grids
    for records in book.ranks:
        least, greatest = records.difficulties
        for end in (records.easiest, records.hardest):
            assert start_violations(end.grid) == ()
            features = measure_features(end.grid)
            assert isinstance(features, Features)
            assert features.optimal_length == end.optimal_length
            assert round(difficulty(features), 3) == end.difficulty
            assert least <= end.difficulty <= greatest
            assert difficulties.expected_rank(features, ranks) == records.rank
            between = replace(features, player_median=22.5)  # the first rank is up to 22 moves
            assert difficulties.expected_rank(between, ranks) == ranks.of_length(23)
            assert 1 <= end.found <= records.grids
        assert records.easiest.optimal_length <= records.hardest.optimal_length
