"""Replacement of the lower cards of a stand by the cover search."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from chatuchak_solver.stand import Placement, Stand
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.cover_search import LANES, CoverSearch, Lane
from chatuchak_solver.stand.kernels.cover_search.node_layout import BOARD, LEFT, MICE
from chatuchak_solver.stand.kernels.cover_search.nodes import unpack_node
from chatuchak_solver.stand.large_neighborhood import repair, uppermost
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import has_mouse
from tests.twins import reference_for
from tests.unit.stand.problems import reference_score, seeded_problem

SEEDS = range(4)


def random_stand(problem: StandProblem, seed: int) -> Stand:
    """Return a stand of randomly placed cards."""
    rng = np.random.default_rng(seed)
    order = (
        range(len(problem.cards)) if problem.fixed_order else rng.permutation(len(problem.cards))
    )
    stand = Stand()
    for card in order:
        legal = stand.legal_placements(problem.cards[card]) or [
            Placement(problem.cards[card], 0, 0)
        ]
        stand = stand.place(legal[rng.integers(len(legal))])
    return stand


def annealed_stand(problem: StandProblem, seed: int) -> Stand:
    """Return the best stand of one short run of annealing."""
    annealer = Annealer(problem, seed)
    annealer.run(1_000)
    return annealer.stand()


def seen(stand: Stand) -> list[set[int]]:
    """Return which cards show at the spaces of each card, by their places in the order."""
    top = {
        at: index
        for index, placement in enumerate(stand.placements)
        for at in placement.positions()
    }
    return [{top[at] for at in placement.positions()} for placement in stand.placements]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("fixed_order", [True, False])
def test_uppermost_cards_are_covered_by_one_another_alone(seed: int, *, fixed_order: bool) -> None:
    stand = random_stand(seeded_problem(seed, 6, fixed_order=fixed_order), seed)
    above = seen(stand)
    for count in range(1, 7):
        expected = {
            chosen
            for chosen in combinations(range(6), count)
            if all(above[index] <= set(chosen) for index in chosen)
            and (not fixed_order or min(chosen) == 6 - count)
        }
        found = list(uppermost(stand, [count], fixed_order=fixed_order))
        assert set(found) == expected
        assert len(found) == len(expected)
        assert expected


@reference_for(unpack_node)  # in plain Python alone: to compile it takes ten seconds
@pytest.mark.parametrize("seed", range(2))
def test_fixed_cards_are_a_node_of_their_visible_spaces(seed: int) -> None:
    problem = seeded_problem(seed, 6, fixed_order=False)
    stand = random_stand(problem, seed)
    numbers = [problem.cards.index(card) for card in stand.cards]
    lane = CoverSearch(problem, [problem.score(stand)[0]], 1_000).new_lane()
    for fixed in uppermost(stand, [1, 2, 3, 4], fixed_order=False):
        lane.fix_cards(stand, fixed)
        node = lane.nodes[0]
        assert node[LEFT] == 63 ^ sum(1 << numbers[index] for index in fixed)
        unpack_node(lane.work, lane.nodes, 0)
        # The visible spaces of the same cards of the stand.
        top = {
            at: (numbers[index], space)
            for index in fixed
            for at, space in stand.placements[index].spaces()
        }
        assert node[MICE] == sum(has_mouse(space) for _, space in top.values())
        assert lane.work.clusters == 1
        left, upper = map(min, zip(*top, strict=True))
        offsets = lane.work.offsets[0, 0, : lane.work.sizes[0]].tolist()
        assert sorted(offsets) == sorted((y - upper) * BOARD + x - left for x, y in top)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("fixed_order", [True, False])
def test_a_stand_is_found_below_any_of_its_upper_cards(seed: int, *, fixed_order: bool) -> None:
    problem = seeded_problem(seed, 5, fixed_order=fixed_order)
    stand = annealed_stand(problem, seed)
    own, total = problem.score(stand)
    lane = CoverSearch(problem, [own], 1_000).new_lane()
    for fixed in uppermost(stand, [1, 2, 3, 4], fixed_order=fixed_order):
        lane.fix_cards(stand, fixed)
        lane.expand(total, 10_000_000)
        found, lane.stand = lane.stand, None
        if lane.is_stuck:  # Cards full of goods have too many placements.
            assert all(space & 15 <= 5 for card in problem.cards for space in card.spaces)
            continue
        assert found is not None
        assert reference_score(problem, found) >= total
        assert problem.is_solved_by(found)


def laid_again(problem: StandProblem, stand: Stand) -> list[Stand]:
    """Return the better stands that the lanes find."""
    own, total = problem.score(stand)
    search = CoverSearch(problem, [own], 1_000)
    found = [repair(search.new_lane(), stand, total, part, LANES) for part in range(LANES)]
    return [new_stand for new_stand in found if new_stand is not None]


@pytest.mark.parametrize("fixed_order", [True, False])
def test_repaired_stands_score_more(*, fixed_order: bool) -> None:
    better = 0
    for seed in range(8):
        problem = seeded_problem(seed, 6, fixed_order=fixed_order)
        stand = random_stand(problem, seed)
        found = laid_again(problem, stand)
        better += bool(found)
        for new_stand in found:
            assert problem.is_solved_by(new_stand)
            assert reference_score(problem, new_stand) > problem.score(stand)[1]
    assert better > 4


@pytest.mark.thorough
def test_repairs_find_a_stand_that_annealing_misses() -> None:
    problem = seeded_problem(39, 8, fixed_order=False)
    stand = annealed_stand(problem, 1)
    assert reference_score(problem, stand) <= 114
    while reference_score(problem, stand) < 115:
        stand = laid_again(problem, stand)[-1]
    assert reference_score(problem, stand) == 115


@pytest.mark.parametrize("fixed_order", [True, False])
@pytest.mark.parametrize("steps", [1, 1_000_000])
def test_each_set_of_fixed_cards_is_searched_in_a_single_lane(
    monkeypatch: pytest.MonkeyPatch, steps: int, *, fixed_order: bool
) -> None:
    problem = seeded_problem(5, 8, fixed_order=fixed_order)
    stand = random_stand(problem, 5)
    sets = list[tuple[int, ...]]()

    def expand(lane: Lane, threshold: int, due: int) -> None:
        assert threshold == 1_001
        lane.work.steps += min(due, 2)

    monkeypatch.setattr(Lane, "fix_cards", lambda _, __, fixed: sets.append(fixed))
    monkeypatch.setattr(Lane, "expand", expand)
    monkeypatch.setattr("chatuchak_solver.stand.large_neighborhood.STEPS", steps)
    search = CoverSearch(problem, [problem.score(stand)[0]], 1_000)
    sets.clear()
    for part in range(LANES):
        assert repair(search.new_lane(), stand, 1_000, part, LANES) is None
    every = list(uppermost(stand, [4, 3], fixed_order=fixed_order))
    assert len(sets) == (LANES if steps == 1 else len(every))
    assert set(sets) <= set(every)
    assert len(set(sets)) == len(sets)
