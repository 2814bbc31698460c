"""``generate`` without a seed, and with --optimal, --difficulty and --tile-set."""

import json
import re

import numpy as np
import pytest

from chatuchak_cli.shared import runner
from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver import Grid, canonical_form, solve, start_violations
from chatuchak_solver.analysis.difficulty import Features, difficulty, measure_features
from tests.unit.cli.conftest import Chatuchak, Outcome

SMALL = ("generate", "--board", "4x4", "--json", "--seed", 3)
"""Grids that are measured in a tenth of the time."""


def lines(outcome: Outcome) -> list[dict[str, object]]:
    assert outcome.code == 0
    return [json.loads(line) for line in outcome.out.splitlines()]


def checked(grid: object) -> Grid:
    parsed = Grid.parse(str(grid))
    assert start_violations(parsed) == ()
    return parsed


def test_optima_in_a_range_are_the_matching_random_grids(chatuchak: Chatuchak) -> None:
    answers = lines(chatuchak("generate", "-n", 6, "--optimal", "19..20", "--seed", 3, "--json"))
    random_grids = [start.grid for start in generate_start_grids(40, seed=3)]
    fitting = [str(grid) for grid in random_grids if solve(grid).length in (19, 20)]
    assert [line["grid"] for line in answers] == fitting[:6]
    for line in answers:
        assert line["optimal_length"] == solve(checked(line["grid"])).length
        assert (line["guided"], line["fallback"]) == (False, False)


def test_difficulties_are_in_the_range(chatuchak: Chatuchak) -> None:
    line = chatuchak(*SMALL, "--difficulty=-12..-8").json
    features = measure_features(checked(line["grid"]))
    assert isinstance(features, Features)
    assert -12 <= difficulty(features) <= -8
    assert line["difficulty"] == pytest.approx(difficulty(features), abs=0.001)


def test_a_tile_set_spans_the_range_without_duplicates(
    chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "FIRST_PLAIN_S", 0)
    arguments = ("generate", "--tile-set", 8, "--optimal", "19..22", "--seed", 3, "--json")
    outcome = chatuchak(*arguments, "--time-limit", 600)
    assert re.search(r"comparing grids, .* steps, .*\n.* steps, .* left\n", outcome.err)
    answers = lines(outcome)
    assert [line["optimal_length"] for line in answers] == [19, 19, 20, 20, 21, 21, 22, 22]
    grids = [checked(line["grid"]) for line in answers]
    assert len({canonical_form(grid) for grid in grids}) == 8


def test_a_failed_search_is_reported(chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch) -> None:
    from chatuchak_generators import targeted

    effort = targeted.Effort(3, 3, 1, 1, np.ones(5))
    monkeypatch.setitem(targeted.EFFORTS, "optimal", effort)
    error = chatuchak("generate", "--optimal", "15", "--seed", 1).error
    assert "no start grid with an optimum of 15..15 was found in 1 guided searches" in error


def test_a_time_limit_prints_the_finished_grids(chatuchak: Chatuchak) -> None:
    arguments = ("generate", "--tile-set", 2, "--optimal", "14..20", "--seed", 3)
    outcome = chatuchak(*arguments, "--time-limit", 0)
    assert (outcome.code, outcome.out) == (3, "")
    assert "the time limit came before all grids were made\n" in outcome.err
    few = chatuchak("generate", "-n", 100_000, "--optimal", 20, "--seed", 3, "--time-limit", 1)
    assert few.code == 3
    assert {solve(checked(line)).length for line in few.out.splitlines()} == {20}


def test_both_ranges_combine(chatuchak: Chatuchak) -> None:
    answer = chatuchak(*SMALL, "--optimal", 9, "--difficulty=-30..-10").json
    assert answer["optimal_length"] == solve(checked(answer["grid"])).length == 9
    assert -30 <= answer["difficulty"] <= -10


def test_a_random_seed_is_printed(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("generate", "-n", 2)
    match = re.match(r"seed (\d+): --seed \1 repeats these grids\n", outcome.err)
    assert match
    assert chatuchak("generate", "-n", 2, "--seed", match[1]).out == outcome.out
