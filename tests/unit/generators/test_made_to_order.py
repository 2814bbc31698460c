"""Exchanges, guided search, sets made to order and the search for records."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_generators import made_to_order
from chatuchak_generators.exchanges import keeps_rules, random_exchange
from chatuchak_generators.guided import Annealing, Wanted, anneal
from chatuchak_generators.made_to_order import even_targets, make_set, make_to_order
from chatuchak_generators.order import Order
from chatuchak_generators.random_stream import RandomStream
from chatuchak_generators.record_search import attempt, search_records
from chatuchak_generators.source import StartGridSource
from chatuchak_generators.start_grids import start_grid
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.puzzle.start_rules import start_violations
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.run import Progress, Stop, StopReason
from chatuchak_solver.search.solve import solve


@pytest.mark.parametrize("board", [Board(5, 6), Board(4, 4), Board(2, 7), Board(7, 3)])
def test_rules_by_masks_are_the_start_rules(board: Board) -> None:
    # A grid keeps the rules exactly when each of its colors does; random grids of few booths of
    # one color among many of another would rarely do, so single colors are drawn.
    random = np.random.default_rng(1)
    outcomes = set()
    for _ in range(400):
        spots = random.choice(np.arange(1, board.spots), size=3, replace=False)
        mask = sum(1 << int(spot) for spot in spots)
        others = [spot for spot in range(1, board.spots) if not mask >> spot & 1]
        letters = ["."] + ["R"] * (board.spots - 1)
        for place, spot in enumerate(others):
            letters[spot] = "YGBP"[place % 4]
        grid = Grid.from_letters("".join(letters), board=board)
        broken = any(
            grid.color_masks[0] & sum(1 << spot for spot in violation.spots)
            for violation in start_violations(grid)
            if violation.rule in ("A", "B", "C")
        )
        assert keeps_rules(mask, board) is not broken
        outcomes.add(broken)
    assert outcomes == {True, False}


def test_exchanges_keep_the_rules_and_move_two_booths() -> None:
    grid = start_grid(1, 0).grid
    stream = RandomStream(1, 0)
    seen = set()
    for _ in range(40):
        there = random_exchange(grid, stream)
        assert there is not None
        assert start_violations(there) == ()
        assert sum(a != b for a, b in zip(grid.letters, there.letters, strict=True)) == 2
        assert there.counts == grid.counts
        seen.add(there)
        grid = there
    assert len(seen) > 20


def test_no_exchange_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_generators.exchanges.TRIES", 200)
    assert random_exchange(Grid.parse(".RY/YRG/RGG"), RandomStream(1, 0)) is None


def red_depth(grid: Grid) -> float:
    """Return how far down the red booths are: a value that is quick to find."""
    return float(sum(spot for spot in range(30) if grid.color_masks[0] >> spot & 1))


def test_annealing_comes_to_a_wanted_value_by_exchanges_alone() -> None:
    start = start_grid(1, 0).grid
    found = anneal(start, Wanted(110, 200), red_depth, RandomStream(1, 0))
    assert found is not None
    assert 110 <= red_depth(found.grid) == found.value
    assert start_violations(found.grid) == ()
    assert found == anneal(start, Wanted(110, 200), red_depth, RandomStream(1, 0))


def test_annealing_out_of_reach_returns_the_nearest() -> None:
    start = start_grid(1, 0).grid
    values = []

    def value(grid: Grid) -> float:
        values.append(red_depth(grid))
        return values[-1]

    found = anneal(
        start, Wanted(900, 900), value, RandomStream(1, 0), annealing=Annealing(steps=300)
    )
    assert found is not None
    assert len(values) == 301
    assert values[0] < found.value <= max(values)
    assert anneal(start, Wanted(1, 2), lambda _: None, RandomStream(1, 0)) is None


def test_temperatures_fall_evenly_by_factors() -> None:
    annealing = Annealing(steps=3, hot=4.0, cold=1.0)
    assert [annealing.temperature(step) for step in range(3)] == pytest.approx([4, 2, 1])


def test_ranges() -> None:
    assert [Wanted(3, 5).distance(value) for value in (1, 3, 4, 5, 7)] == [2, 0, 0, 0, 2]
    with pytest.raises(InputError, match=r"the range 5\.\.3 is empty"):
        Wanted(5, 3)
    assert even_targets(3, Wanted(18, 22), "optimal") == [
        Wanted(18, 18),
        Wanted(20, 20),
        Wanted(22, 22),
    ]
    assert even_targets(2, Wanted(40, 60), "difficulty") == [Wanted(40, 50), Wanted(50, 60)]
    assert even_targets(1, Wanted(18, 22), "optimal") == [Wanted(18, 18)]


@pytest.mark.parametrize("workers", [1, 2])
def test_orders_are_the_same_on_any_number_of_cores(workers: int) -> None:
    order = Order(quality="optimal", source=StartGridSource(4), workers=workers)
    made = list(make_to_order(4, Wanted(19, 19), order))
    # Independently: the first four random grids of that length.
    grids = (start_grid(4, number).grid for number in range(200))
    fitting = [grid for grid in grids if solve(grid).length == 19]
    assert [grid.grid for grid in made] == fitting[:4]
    later = Order(quality="optimal", source=StartGridSource(4), workers=workers)
    first = next(number for number in range(200) if start_grid(4, number).grid == fitting[1])
    assert next(make_to_order(1, Wanted(19, 19), later, first=first)).grid == fitting[1]


def test_sets_have_no_two_alike_even_where_search_leads_to_them() -> None:
    order = Order(quality="optimal", source=StartGridSource(4))
    made = make_set([Wanted(20, 20)] * 6, order)
    assert len({canonical_form(grid.grid) for grid in made}) == 6


def test_guided_searches_agree_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    effort = made_to_order.Effort(5, 5, 8, Annealing(steps=250, hot=0.3, cold=0.1))
    monkeypatch.setitem(made_to_order.EFFORTS, "optimal", effort)
    made = [
        list(
            make_to_order(
                2,
                Wanted(17, 17),
                Order(quality="optimal", source=StartGridSource(4), workers=workers),
            )
        )
        for workers in (1, 3)
    ]
    assert made[0] == made[1]
    assert [solve(grid.grid).length for grid in made[0]] == [17, 17]


def test_a_guiding_value_keeps_the_order_of_lengths() -> None:
    order = Order(quality="optimal", source=StartGridSource(4))
    for number in range(30):
        grid = start_grid(8, number).grid
        value, length = order.guide(grid), solve(grid).length
        assert value is not None
        assert length is not None
        assert length - 1 < value <= length
        for low in range(17, 24):
            inside = order.guiding_range(Wanted(low, low + 1)).distance(value) == 0
            assert inside is (low <= length <= low + 1)


def test_workers_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="0 workers cannot work here"):
        Order(quality="optimal", source=StartGridSource(4), workers=0)


def test_a_stopped_order_ends() -> None:
    order = Order(quality="optimal", source=StartGridSource(4))
    for stop, reason in (
        (Stop(interrupt=lambda: True), StopReason.INTERRUPT),
        (Stop(time_s=0), StopReason.TIME),
        (Stop(work=0), StopReason.WORK),
    ):
        for making in (
            make_to_order(3, Wanted(19, 19), order, stop=stop),
            make_set([Wanted(19, 19)], order, stop=stop),
        ):
            assert list(making) == []
            assert (making.made, making.stopped_by) == (0, reason)


def test_a_time_limit_ends_a_guided_search_with_what_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    effort = made_to_order.Effort(30, 10, 40, Annealing(steps=100_000))
    monkeypatch.setitem(made_to_order.EFFORTS, "optimal", effort)
    order = Order(quality="optimal", source=StartGridSource(4))
    seen: list[Progress] = []
    # The easiest grid known has 14 moves: nobody comes upon another one soon.
    making = make_set(
        [Wanted(20, 20), Wanted(12, 14)], order, stop=Stop(time_s=2), on_progress=seen.append
    )
    assert [solve(made.grid).length for made in making] == [20]
    assert making.stopped_by is StopReason.TIME
    assert seen[-1].phase.startswith("1 of 2 made, nearest so far 1")
    assert 40 < seen[-1].work <= making.evaluated


def test_a_finished_order_was_not_stopped() -> None:
    making = make_to_order(1, Wanted(19, 21), stop=Stop(time_s=600))
    assert len(list(making)) == 1
    assert (making.made, making.total, making.stopped_by) == (1, 1, None)


@pytest.mark.parametrize("wanted", [Wanted(40, 41), Wanted(26, 30), Wanted(1, 13)])
def test_lengths_that_nobody_has_seen_are_refused_at_once(wanted: Wanted) -> None:
    with pytest.raises(InputError, match=r"is known: known are 14\.\.25 moves"):
        make_to_order(1, wanted)
    with pytest.raises(InputError, match=r"is known: known are 14\.\.25 moves"):
        make_set([Wanted(20, 20), wanted])


def test_what_is_known_is_of_the_games_own_board() -> None:
    assert Order().known() == Wanted(14, 25)
    by_difficulty = Order(quality="difficulty").known()
    assert by_difficulty is not None
    assert by_difficulty.low < 25 < 75 < by_difficulty.high
    assert Order(source=StartGridSource(1, board=Board(4, 5))).known() is None


def test_an_attempt_beats_random_grids_and_is_reproducible() -> None:
    easy = attempt("easiest", 1, 0, steps=250)
    assert easy is not None
    assert easy == attempt("easiest", 1, 0, steps=250)
    assert solve(easy.grid).length == easy.length <= 18
    assert start_violations(easy.grid) == ()
    hard = attempt("hardest", 1, 0, steps=250)
    assert hard is not None
    assert hard.length >= 22
    assert hard.better_than(None)
    assert not hard.better_than(hard)


def test_restarts_come_in_order_and_can_be_taken_up() -> None:
    whole = list(search_records("easiest", seed=2, restarts=3, steps=20, workers=2))
    assert [found.restart for found in whole] == [0, 1, 2]
    assert list(search_records("easiest", seed=2, first=1, restarts=2, steps=20)) == whole[1:]
    assert list(search_records("easiest", seed=2, stop=Stop(interrupt=lambda: True))) == []
    with pytest.raises(InputError, match="0 steps find nothing"):
        attempt("easiest", 1, 0, steps=0)
