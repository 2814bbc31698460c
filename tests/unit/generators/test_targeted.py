"""Exchanges, guided search, targeted sets and the search for records."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from chatuchak_generators import StartGridSource, start_grid, targeted
from chatuchak_generators.annealing import Range, anneal, codes_of
from chatuchak_generators.kernels.start_grids import exchange_booths
from chatuchak_generators.order import DOUBT, SCREENING_GAMES, MadeGrid, Order, Quality
from chatuchak_generators.record_search import attempts, search_records
from chatuchak_generators.start_grids import MAX_SEED, RandomStream
from chatuchak_generators.targeted import SALT, even_targets, make_set, make_to_order
from chatuchak_solver import Board, Grid, InputError, canonical_form, solve, start_violations
from chatuchak_solver.analysis.difficulty import Features, difficulty, measure_features
from chatuchak_solver.execution.limits import Progress, Run, Stop, StopReason
from chatuchak_solver.execution.processes import in_threads
from chatuchak_solver.puzzle.symmetry import pairwise_differences
from tests.reference.start_grids import random_exchange, reference_annealing
from tests.twins import reference_for

if TYPE_CHECKING:
    from numpy.typing import NDArray


LENGTHS = Order(quality="optimal", source=StartGridSource(4))
SMALL = Order(quality="difficulty", source=StartGridSource(2, (4, 4, 4, 3), Board(4, 4)))


def limit_effort(
    monkeypatch: pytest.MonkeyPatch, quality: Quality, *effort: int, steps: int,
    hot: float = 0.3, cold: float = 0.1,
) -> None:  # fmt: skip
    """Replace the effort of a quality: tries, batch, abreast, rounds, and the temperatures."""
    make: Any = targeted.Effort
    monkeypatch.setitem(targeted.EFFORTS, quality, make(*effort, np.geomspace(hot, cold, steps)))


def exchanged(
    grids: list[Grid], streams: list[RandomStream], tries: int = 100_000
) -> tuple[list[Grid], list[int]]:
    board = grids[0].board
    codes, draws = codes_of(grids), np.empty(len(grids), np.int64)
    states = np.array([stream.state for stream in streams], np.uint64)
    exchange_booths(codes, board.columns, tries, states, draws)
    return [Grid.from_colors(row, board=board) for row in codes.tolist()], draws.tolist()


@reference_for(exchange_booths)
def test_exchanges_are_those_of_plain_python() -> None:
    grids = [start_grid(1, number).grid for number in range(12)]
    grids += [start_grid(1, number, board=Board(4, 5)).grid for number in range(4)]
    for board in (grids[0].board, Board(4, 5)):
        chosen = [grid for grid in grids if grid.board == board]
        streams = [RandomStream(3, number) for number in range(len(chosen))]
        found, draws = exchanged(chosen, streams)
        assert found == [
            random_exchange(grid, stream) for grid, stream in zip(chosen, streams, strict=True)
        ]
        assert draws == [stream.below(1 << 24) for stream in streams]


def test_a_missing_exchange_is_reported() -> None:
    grid = start_grid(1, 0).grid
    assert exchanged([grid], [RandomStream(1, 0)], tries=1) == ([grid], [-1])


def red_depth(grid: Grid) -> float:
    """Return the sum of rows of the red booths: a value that is quick to reach."""
    return float(sum(spot for spot in range(30) if grid.color_masks[0] >> spot & 1))


def red_depths(codes: NDArray[np.int8]) -> NDArray[np.float64]:
    depths: NDArray[np.float64] = (codes == 0) @ np.arange(codes.shape[1], dtype=np.float64)
    return depths


def test_annealing_is_that_of_plain_python_however_many_go_side_by_side() -> None:
    starts = [start_grid(1, number).grid for number in range(3)]
    temperatures = np.geomspace(9.0, 1.0, 60)
    for wanted in (Range(100, 110), Range(900, 900)):
        streams = [RandomStream(1, number) for number in range(3)]
        steps = anneal(starts[0].board, codes_of(starts), wanted, red_depths, streams, temperatures)
        *_, (best, values) = steps
        for number, value in enumerate(values):
            grid = Grid.from_colors(best[number].tolist(), board=starts[0].board)
            expected = reference_annealing(
                starts[number], wanted, red_depth, RandomStream(1, number), temperatures.tolist()
            )
            assert (grid, value) == expected
            assert start_violations(grid) == ()


def test_grids_without_a_value_are_rejected() -> None:
    start = codes_of([start_grid(1, 0).grid])
    seen: list[NDArray[np.int8]] = []

    def only_the_start(codes: NDArray[np.int8]) -> NDArray[np.float64]:
        seen.append(codes)
        return red_depths(codes) if len(seen) == 1 else np.full(len(codes), np.nan)

    search = partial(anneal, Board(), start, streams=[RandomStream(1, 0)], temperatures=np.ones(20))
    *_, (best, _) = search(Range(900, 900), only_the_start)
    assert len(seen) == 21
    assert (best == start).all()
    assert all(np.count_nonzero(codes != seen[0]) == 2 for codes in seen[1:])
    assert list(search(Range(1, 2), lambda codes: np.full(len(codes), np.nan))) == []


def test_ranges() -> None:
    assert [Range(3, 5).distance(value) for value in (1, 3, 4, 5, 7)] == [2, 0, 0, 0, 2]
    lengths = [Range(18, 18), Range(20, 20), Range(22, 22)]
    parts = [Range(40, 50), Range(50, 60)]
    for n, expected in ((3, lengths), (1, lengths[:1]), (0, [])):
        assert even_targets(n, Range(18, 22), "optimal") == expected
    for n in (2, 0):
        assert even_targets(n, Range(40, 60), "difficulty") == parts[:n]
    assert list(make_set([])) == list(make_to_order(0, Range(19, 20))) == []


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("workers", [1, None])
def test_orders_are_the_same_on_any_number_of_cores(workers: int | None) -> None:
    made = list(make_to_order(4, Range(19, 19), LENGTHS, workers=workers))
    # Independently: the first four random grids of that length.
    grids = (start_grid(4, number).grid for number in range(200))
    fitting = [grid for grid in grids if solve(grid).length == 19]
    assert [grid.grid for grid in made] == fitting[:4]
    first = next(number for number in range(200) if start_grid(4, number).grid == fitting[1])
    assert next(make_to_order(1, Range(19, 19), LENGTHS, first=first)).grid == fitting[1]


def test_sets_have_distinct_grids() -> None:
    made = make_set([Range(20, 20)] * 6, LENGTHS)
    assert len({canonical_form(grid.grid) for grid in made}) == 6


def test_grids_are_as_far_apart_as_requested() -> None:
    made = [found.grid for found in make_to_order(4, Range(19, 21), apart=17)]
    differences = pairwise_differences(made)
    assert differences[~np.eye(4, dtype=bool)].min() >= 17
    near = [found.grid for found in make_to_order(4, Range(19, 21))]
    assert pairwise_differences(near)[~np.eye(4, dtype=bool)].min() < 17


def test_guided_searches_agree_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    # One round: the search that finds a grid ends none for the other.
    limit_effort(monkeypatch, "optimal", 5, 5, 4, 1, steps=250, hot=0.3, cold=0.1)
    made = [[*make_to_order(2, Range(17, 17), LENGTHS, workers=workers)] for workers in (1, 3)]
    assert made[0] == made[1]
    assert [solve(grid.grid).length for grid in made[0]] == [17, 17]


def test_guided_searches_begin_after_so_many_misses_in_row(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_effort(monkeypatch, "optimal", 6, 1, 8, 5, steps=400, hot=0.3, cold=0.1)
    order, wanted = Order(quality="optimal", source=StartGridSource(1)), Range(20, 20)
    grids = [start_grid(1, number).grid for number in range(23)]
    fits = [solve(grid).length == 20 for grid in grids]
    # Six misses in a row after more than six earlier ones, then a match.
    assert fits[15:] == [True] + [False] * 6 + [True]
    assert fits[:15].count(False) > 6
    hits = [grid for grid, fit in zip(grids[:16], fits, strict=False) if fit]
    made = list(make_to_order(len(hits) + 2, wanted, order))
    assert [entry.grid for entry in made[: len(hits)]] == hits
    assert [entry.guided for entry in made] == [False] * len(hits) + [True] * 2
    # A set assigns each grid to its first open range.
    part = list(make_set([wanted] * (len(hits) + 1), order))
    assert [entry.grid for entry in part[: len(hits)]] == hits
    assert [entry.guided for entry in part] == [False] * len(hits) + [True]


@pytest.mark.parametrize("seed", [MAX_SEED])
def test_guided_searches_have_their_own_start(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Order, "known_codes", codes_of([]))
    order = Order(quality="optimal", source=StartGridSource(seed))
    wanted, temperatures = Range(17, 17), np.geomspace(0.3, 0.1, 40)
    starts = [start_grid(seed, number).grid for number in range(5)]
    assert all(wanted.distance(solve(grid).length or 0) > 0 for grid in starts)

    def length(grid: Grid) -> float:
        return float(solve(grid).length or 0)

    searches: list[tuple[Grid, float]] = []
    while not searches or searches[-1][1] != 17:
        first = len(searches)
        stream = RandomStream((seed + SALT + first) & MAX_SEED, 0)
        guided = reference_annealing(
            starts[first % 5], wanted, length, stream, temperatures.tolist()
        )
        searches.append(guided)
    assert first > 0
    for rounds in (first, first + 1):
        monkeypatch.setitem(
            targeted.EFFORTS, "optimal", targeted.Effort(5, 5, 1, rounds, temperatures)
        )
        making = make_to_order(1, wanted, order)
        if rounds > first:
            assert [made.grid for made in making] == [searches[first][0]]
            continue
        nearest = min((value for _, value in searches[:first]), key=wanted.distance)
        with pytest.raises(InputError, match=f"in {first} guided searches; the nearest has "):
            next(making)
        assert making.nearest is not None
        assert wanted.distance(making.nearest) == wanted.distance(nearest)


def test_difficulties_far_from_the_ranges_are_estimates() -> None:
    codes = SMALL.random_codes(0, 12)
    whole = SMALL.values(codes, Stop()).tolist()
    estimates = SMALL.values(codes, Stop(), SCREENING_GAMES).tolist()
    middle = sorted(estimates)[6]
    wanted = Range(middle + DOUBT, 900)
    making = make_to_order(1, wanted, SMALL, spread=partial(in_threads, workers=1))
    expected = [
        w if wanted.distance(e) <= DOUBT else e for w, e in zip(whole, estimates, strict=True)
    ]
    assert making._screen(codes, wanted).tolist() == expected
    assert making.evaluated == len(codes)
    assert whole != expected != estimates


def test_finished_parts_have_values_after_a_stop() -> None:
    def only_the_first(function: Any, items: Any, *, should_stop: Any) -> Any:
        del should_stop
        yield function(next(iter(items)))

    codes = SMALL.random_codes(0, 3)
    values = make_to_order(1, Range(40, 60), SMALL, spread=only_the_first)._evaluate(codes)
    assert np.isnan(values[1:]).all()
    assert values[0] == SMALL.values(codes[:1], Stop())[0]


def test_progress_estimates_the_remaining_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_generators.targeted.REPORT_S", 0.0)
    monkeypatch.setattr(Run, "seconds", property(lambda _: 700.0))
    seen: list[Progress] = []
    making = make_to_order(300, Range(19, 19), LENGTHS, workers=1, on_progress=seen.append)
    for _ in zip(making, range(20), strict=False):
        pass
    words = r"(\d+) of 300 made(?:, nearest so far \d+)?, some ([\d,]+) s more at this pace"
    phases = [progress.phase for progress in seen if not progress.phase.startswith("0 of 300")]
    assert phases
    for phase in phases:
        match = re.fullmatch(words, phase)
        assert match is not None
        assert match[2] == f"{700 * (300 - int(match[1])) / int(match[1]):,.0f}"


def test_a_stopped_order_ends() -> None:
    for stop, reason in (
        (Stop(interrupt=lambda: True), StopReason.INTERRUPT),
        (Stop(time_s=0), StopReason.TIME),
        (Stop(work=0), StopReason.WORK),
    ):
        for making in (
            make_to_order(3, Range(19, 19), LENGTHS, stop=stop),
            make_set([Range(19, 19)], LENGTHS, stop=stop),
        ):
            assert list(making) == []
            assert (making.made, making.stopped_by) == (0, reason)


def test_time_limit_ends_guided_search_with_partial_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit_effort(monkeypatch, "optimal", 30, 10, 8, 5, steps=100_000)
    seen: list[Progress] = []
    # The easiest known grid has 14 moves: another one is unlikely within the limit.
    making = make_set(
        [Range(20, 20), Range(12, 14)], LENGTHS, stop=Stop(time_s=1), on_progress=seen.append
    )
    assert [solve(made.grid).length for made in making] == [20]
    assert making.stopped_by is StopReason.TIME
    assert seen[-1].phase.startswith("1 of 2 made, nearest so far 1")
    assert 40 < seen[-1].work <= making.evaluated


def test_known_ranges_are_those_of_the_game() -> None:
    assert Order().known() == Range(14, 25)
    by_difficulty = Order(quality="difficulty").known()
    assert by_difficulty is not None
    assert by_difficulty.low < 5 < 85 < by_difficulty.high
    small, other = (Order(source=StartGridSource(seed, board=Board(4, 5))) for seed in (1, 2))
    assert small.known() is None
    assert Order().usual() == Range(17, 22)
    assert small.usual() == other.usual()


def test_orders_combine_difficulty_and_optimal_length(monkeypatch: pytest.MonkeyPatch) -> None:
    for tries, lengths in ((64, Range(21, 21)), (1, Range(17, 17))):  # random; guided
        limit_effort(monkeypatch, "difficulty", tries, 4, 2, 1, steps=100, hot=2.0, cold=0.5)
        order = Order(quality="difficulty", optimal=lengths, source=StartGridSource(4))
        (made,) = make_to_order(1, Range(20, 65), order)
        assert made.guided == (tries == 1)
        features = measure_features(made.grid)
        assert isinstance(features, Features)
        assert 20 <= difficulty(features) == made.value <= 65
        assert solve(made.grid).length == made.optimal_length == lengths.low
        assert MadeGrid.from_dict(made.to_dict()).grid == made.grid


def test_number_of_threads_holds_for_the_grids_of_an_optimal_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[int] = []

    def recorded(*arguments: Any, workers: int, **options: Any) -> Any:
        threads.append(workers)
        return in_threads(*arguments, workers=workers, **options)

    limit_effort(monkeypatch, "difficulty", 1, 4, 2, 1, steps=100, hot=2.0, cold=0.5)
    monkeypatch.setattr("chatuchak_generators.targeted.in_threads", recorded)
    order = Order(quality="difficulty", optimal=Range(17, 17), source=StartGridSource(4))
    next(make_to_order(1, Range(20, 65), order, workers=3))
    assert set(threads) == {3}


def test_impossible_orders_end_soon() -> None:
    order = Order(quality="difficulty", source=StartGridSource(1))
    with pytest.raises(InputError, match=r"known are 4\.\.87"):
        make_to_order(1, Range(95, 99), order)
    small = Order(source=StartGridSource(1, board=Board(3, 3)))
    making = make_to_order(1, Range(20, 21), small)
    with pytest.raises(InputError, match="in 8 guided searches; the nearest has 6"):
        next(making)
    assert making.evaluated < 10_000


def test_attempts_beat_random_grids_and_are_independent() -> None:
    easy = attempts(range(3), extreme="easiest", source=StartGridSource(1), steps=100)
    assert [found.restart for found in easy] == [0, 1, 2]
    assert attempts([1], extreme="easiest", source=StartGridSource(1), steps=100) == [easy[1]]
    for found in easy:
        assert solve(found.grid).length == found.length <= 18
        assert start_violations(found.grid) == ()
    (hard,) = attempts([0], extreme="hardest", source=StartGridSource(1), steps=100)
    assert hard.length >= 22
    assert hard.better_than(None)
    assert not hard.better_than(hard)


def test_a_start_that_may_break_rule_c_has_no_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    assert start_grid(3, 6040).fallback
    assert len(Order(source=StartGridSource(3)).random_codes(6039, 3)) == 2
    assert attempts([6040], extreme="easiest", source=StartGridSource(3), steps=1) == []
    found = attempts(range(6039, 6042), extreme="easiest", source=StartGridSource(3), steps=1)
    assert [climb.restart for climb in found] == [6039, 6041]
    monkeypatch.setattr("chatuchak_solver.search.batch.SLICE_BUDGET", 1)  # no start has a value
    assert not attempts([0], extreme="easiest", source=Order().source, steps=1, stop=Stop(work=0))


def test_restarts_are_ordered_and_can_be_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_generators.record_search.CHUNK_SIZE", 2)
    whole = list(search_records("easiest", seed=2, restarts=5, steps=20, workers=2))
    assert [found.restart for found in whole] == [0, 1, 2, 3, 4]
    assert list(search_records("easiest", seed=2, first=1, restarts=2, steps=20)) == whole[1:3]
    assert list(search_records("easiest", seed=2, stop=Stop(interrupt=lambda: True))) == []


def test_restarts_are_the_work_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_generators.record_search.CHUNK_SIZE", 2)
    search = search_records("easiest", seed=2, steps=1, workers=1, stop=Stop(work=6))
    found = list(islice(search, 100))
    assert [climb.restart for climb in found] == list(range(len(found)))
    assert 6 <= len(found) < 30
    assert search.stopped_by is StopReason.WORK
    complete = search_records("easiest", seed=2, restarts=2, steps=1, stop=Stop(work=2))
    assert (len(list(complete)), complete.stopped_by) == (2, None)
