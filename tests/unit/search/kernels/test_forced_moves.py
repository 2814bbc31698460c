"""Forced moves against every largest matching, and their bounds against breadth-first search."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.puzzle import Board
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.search.kernels import forced_moves
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_layout import FORCED_MASK, FORCED_SHIFT, MEMO_BITS
from chatuchak_solver.search.kernels.set_cost import SCRATCH
from tests.reference import goals as reference
from tests.reference.analysis import set_cost
from tests.twins import reference_for
from tests.unit.search.kernels import goal_entries
from tests.unit.search.proven_searches import mask_of, sample

ROWS, COLUMNS = 4, 5
LINES = goal_entries.read_only(np.array(Board(ROWS, COLUMNS).line_masks, np.int64))


def word_of(booths: frozenset[int], region: frozenset[int], lines: object = LINES) -> int:
    """Return the kernel's word of the forced moves of booths to a region."""
    scratch = np.empty(SCRATCH, np.int64)
    sources, targets = mask_of(booths - region), mask_of(region - booths)
    return goal_entries.find_forced(sources, targets, lines, scratch)


def forced_of(booths: frozenset[int], region: frozenset[int]) -> dict[int, int]:
    """Return the forced moves that the kernel finds."""
    word = word_of(booths, region)
    found = {}
    for spot in iter_spots(mask_of(booths - region)):
        if word & FORCED_MASK != spot:
            found[spot] = word & FORCED_MASK
        word >>= FORCED_SHIFT
    assert word == 0
    return found


@reference_for(forced_moves.find_forced)
@given(st.randoms(use_true_random=False), st.sampled_from([4, 4, 7]))
def test_forced_moves_are_those_of_matchings(random: Random, size: int) -> None:
    booths, region = (frozenset(random.sample(range(ROWS * COLUMNS), size)) for _ in range(2))
    assert forced_of(booths, region) == reference.forced_moves(booths, region, COLUMNS)


@reference_for(forced_moves.look_up, forced_moves.forced_at)
def test_the_memo_never_answers_for_other_sets() -> None:
    """More pairs than it has places, each asked for twice in a row and once more later."""
    random = np.random.default_rng(5)
    memo = np.zeros((1 << MEMO_BITS, 4), np.int64)
    scratch = np.empty(SCRATCH, np.int64)
    pairs = [
        tuple(frozenset(random.permutation(ROWS * COLUMNS)[:4].tolist()) for _ in range(2))
        for _ in range(600)
    ]
    places = set()
    for booths, region in [twice for pair in pairs for twice in (pair, pair)] + pairs[:300]:
        masks = mask_of(booths), mask_of(region)
        place = goal_entries.look_up(*masks, LINES, memo, scratch)
        assert memo[place, at.COST] == set_cost(booths, region, COLUMNS)
        for _ in range(2):
            assert goal_entries.forced_at(place, LINES, memo, scratch) == word_of(booths, region)
        assert memo[place, at.FORCED] == word_of(booths, region)
        places.add(place)
    assert len(places) < len(pairs)


@reference_for(forced_moves.count_extra)
def test_extra_moves_are_those_of_cycles_and_no_solution_does_without() -> None:
    """All positions of two small puzzles: proven bounds by colors and number of cycles."""
    outcomes: Counter[int] = Counter()
    for letters, rows, columns in (("RRYYGGG.", 2, 4), ("RRYYGGBB.", 3, 3)):
        lines = goal_entries.read_only(np.array(Board(rows, columns).line_masks, np.int64))
        for goal in reference.goal_positions(letters, rows, columns)[::87]:
            regions = reference.colors_of(goal)
            distances = reference.distances_to(goal, rows, columns)
            for position in sample(letters, 60, seed=len(outcomes)):
                booths = reference.colors_of(position)
                costs = reference.color_costs(position, goal, columns)
                color_of = {
                    spot: color
                    for color, color_booths in enumerate(booths)
                    for spot in color_booths
                }
                words = [
                    word_of(color_booths, region, lines)
                    for color_booths, region in zip(booths, regions, strict=True)
                ]
                arrays = (
                    np.array([mask_of(color_booths) for color_booths in booths], np.int64),
                    np.array([color_of.get(spot, -1) for spot in range(len(goal))], np.int64),
                    np.array([[mask_of(region) for region in regions], costs, words], np.int64),
                )
                every_color = (1 << len(regions)) - 1
                extra = goal_entries.count_extra(every_color, 2, *arrays)
                assert extra == reference.extra_moves(position, goal, columns)
                assert goal_entries.count_extra(every_color, 1, *arrays) == min(extra, 1)
                assert distances[position] >= sum(costs) + extra
                outcomes[extra] += 1
    assert set(outcomes) == {0, 1, 2}
