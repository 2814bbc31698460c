"""The shipped distribution and the record book, and files of a user's own."""

import numpy as np

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver import load_solo_ranks, solve, start_violations
from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, difficulty, expected_rank
from chatuchak_solver.analysis.difficulty_distribution import (
    DifficultyDistribution,
    load_difficulty_distribution,
)
from chatuchak_solver.analysis.features import Features, measure_features
from chatuchak_solver.analysis.records import load_rank_records, load_record_book


def test_the_shipped_lengths_are_those_of_other_seeds() -> None:
    # A chi-square test of 300 grids against the shipped shares; rare lengths together. It fails
    # by chance for one seed in a thousand.
    shipped = load_difficulty_distribution()
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
    shipped = load_difficulty_distribution()
    percentiles = []
    for start in generate_start_grids(8, seed=78):
        features = measure_features(start.grid)
        assert isinstance(features, Features)
        percentiles.append(shipped.difficulty_percentile(difficulty(features)))
    assert abs(sum(value > 50 for value in percentiles) - 4) <= 3
    assert np.std(percentiles) > 18


def test_percentiles_by_hand() -> None:
    distribution = DifficultyDistribution({19: 1, 20: 2, 22: 1}, 1, 5, (10, 20, 20, 40, 50))
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
    lengths = [*load_difficulty_distribution().lengths]
    lengths += [end.optimal_length for rank in ranks for end in (rank.easiest, rank.hardest)]
    assert by_extreme["easiest"] <= min(lengths)
    assert by_extreme["hardest"] >= max(lengths)


def test_every_record_of_a_rank_is_correct() -> None:
    book = load_rank_records()
    ranks = load_solo_ranks()
    assert book.formula_version == FORMULA_VERSION
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
            assert expected_rank(features, ranks) == records.rank
            assert 1 <= end.found <= records.grids
        assert records.easiest.optimal_length <= records.hardest.optimal_length
