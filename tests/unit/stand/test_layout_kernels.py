"""The kernels over layouts, each beside its plain twin."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from chatuchak_solver.stand.kernels.annealing import anneal, draw, evaluate, propose
from chatuchak_solver.stand.kernels.stand_state import (
    GROUPS,
    SPACES,
    TALLY,
    best_total,
    legal_places,
    no_groups,
    number_groups,
    own_goods,
    place_card,
    recount,
    total_of,
)
from chatuchak_solver.stand.kernels.tables import CENTER, COVER, ILLEGAL, MAX_PLACES, SIDE
from chatuchak_solver.stand.problem import KernelArrays
from chatuchak_solver.stand.space import GOODS, good_code, parse_space
from tests.reference import layouts as reference
from tests.reference.market_stand import Spaces, group_sizes, may_lie, mice, under
from tests.twins import reference_for
from tests.unit.stand.problems import seeded_problem

seeds = pytest.mark.parametrize("seed", range(6))


class Case(NamedTuple):
    """Cards and rules, for the kernels and for their twins, and random numbers."""

    arrays: KernelArrays
    rules: reference.Rules
    rng: np.random.Generator

    def layout(self) -> reference.Layout:
        """Return a random layout, legal or not."""
        cards = self.rng.permutation(len(self.rules.cards)).tolist()
        turns = self.rng.integers(0, 4, len(cards)).tolist()
        spots = self.rng.integers(CENTER - 3, CENTER + 4, (len(cards), 2)).tolist()
        return [[card, turn, *spot] for card, turn, spot in zip(cards, turns, spots, strict=True)]

    def legal_layout(self) -> reference.Layout:
        while reference.seen(self.rules, layout := self.layout()) is None:
            pass
        return layout

    def spaces(self, layout: reference.Layout) -> Spaces:
        found = reference.seen(self.rules, layout)
        assert found is not None
        return found


def case_of(seed: int, cards: int) -> Case:
    problem = seeded_problem(seed, cards, fixed_order=seed % 2 == 0)
    rows = [card.rows for card in problem.cards]
    rules = reference.Rules(rows, problem.announced, problem.own_goods, not problem.fixed_order)
    return Case(problem.arrays(), rules, np.random.default_rng(seed))


def table_of(spaces: Spaces) -> npt.NDArray[np.int8]:
    table = np.zeros(SIDE * SIDE, np.int8)
    for (x, y), text in spaces.items():
        table[y * SIDE + x] = parse_space(text)
    return table


@reference_for(place_card)
@seeds
def test_cards_are_placed(seed: int) -> None:
    case = case_of(seed, 3)
    turned = case.arrays.turned
    for _ in range(10):
        layout = case.legal_layout()
        table = np.zeros(SIDE * SIDE, np.int8)
        cells = np.zeros(18, np.int64)
        for slot, row in enumerate(np.array(layout)):
            place_card(table, cells, slot, row, turned)
            spaces = case.spaces(layout[: slot + 1])
            assert (table == table_of(spaces)).all()
            assert set(cells[: 6 * slot + 6].tolist()) == {y * SIDE + x for x, y in spaces}


@reference_for(legal_places)
@pytest.mark.parametrize("most", [0, 2, 6])
@seeds
def test_places_are_the_legal_places_of_a_card(seed: int, most: int) -> None:
    case = case_of(seed, 1 + seed % 3)
    layout = case.legal_layout()
    spaces = case.spaces(layout)
    cells = np.array([y * SIDE + x for x, y in spaces] * 2)
    xs, ys = [x for x, _ in spaces], [y for _, y in spaces]
    wanted = set()
    for shape in range(2):
        for row in range(min(ys) - 5, max(ys) + 6):
            for column in range(min(xs) - 5, max(xs) + 6):
                card = under(case.rules.cards[0], column, row, 90 * shape)
                if may_lie(spaces, card) and len(spaces.keys() & card.keys()) <= most:
                    wanted.add((row, column, shape))
    places = np.zeros((MAX_PLACES, 3), np.int64)
    covered = np.ones(SIDE, np.int64)
    count = legal_places(cells, len(cells), most, covered, places)
    assert count == len(wanted)
    assert set(map(tuple, places[:count].tolist())) == wanted


@reference_for(no_groups, number_groups, recount)
@seeds
def test_the_recount_with_a_card_equals_a_full_count(seed: int) -> None:
    case = case_of(seed, 7)
    arrays = case.arrays
    groups, counted = no_groups(), no_groups()
    found = np.zeros(TALLY, np.int64)
    for stamp in range(12):
        *layout, last = case.legal_layout()
        table = table_of(case.spaces(layout))
        cells = np.flatnonzero(table)
        numbered = number_groups(table, cells, len(cells), groups)
        for column in range(CENTER - 5, CENTER + 6):
            card, turn, row = last[0], stamp & 3, last[2]
            spaces, at, shape = arrays.turned[card, turn], row * SIDE + column, turn & 1
            parts = arrays.parts[card, turn]
            more = recount(table, spaces, parts, at, shape, groups, found)
            after = table.copy()
            after[at + COVER[shape]] = spaces
            cells = np.flatnonzero(after)
            assert numbered + more == number_groups(after, cells, len(cells), counted)
            assert found[:SPACES].tolist() == counted.found[:SPACES].tolist()
            goods = slice(SPACES + 1, SPACES + 6)
            assert found[goods].tolist() == counted.found[goods].tolist()


@reference_for(number_groups, total_of, best_total, own_goods, evaluate)
@seeds
def test_layouts_are_scored_by_the_rules(seed: int) -> None:
    outcomes = set()
    case = case_of(seed, 3)
    arrays, groups = case.arrays, no_groups()
    clear = np.zeros(SIDE * SIDE, np.int8)
    for _ in range(29):
        layout = case.layout()
        wanted = reference.total(case.rules, layout)
        total = evaluate(arrays, np.array(layout), clear, np.zeros(18, np.int64), groups)
        assert total == (ILLEGAL if wanted is None else wanted)
        assert not clear.any()
        outcomes.add(wanted is None)
        if wanted is None:
            continue
        spaces = case.spaces(layout)
        cells = np.array([y * SIDE + x for x, y in spaces] * 2)
        seen = number_groups(table_of(spaces), cells, len(cells), groups)
        assert seen == mice(spaces)
        for good in GOODS:
            sizes = group_sizes(spaces, good)
            assert groups.found[good_code(good)] == max(sizes, default=0)
            assert groups.found[GROUPS + good_code(good)] == len(sizes)
            assert groups.found[SPACES + good_code(good)] == sum(sizes)
        assert best_total(groups.found, seen, arrays.opponents_mask, arrays.own_goods) == wanted
    assert outcomes == {True, False}


@reference_for(draw)
def test_random_numbers_are_those_of_xorshift() -> None:
    word, value = (1 << 64) - 1, 0x9E3779B97F4A7C15
    state = np.array([value], np.uint64)
    for below in (1, 2, 7, 100, 1 << 30) * 40:
        value ^= value >> 12
        value ^= value << 25 & word
        value ^= value >> 27
        assert draw(state, below) == ((value * 0x2545F4914F6CDD1D & word) >> 33) * below >> 31
        assert int(state[0]) == value


@reference_for(propose)
@pytest.mark.parametrize("first", [0, 3])
@pytest.mark.parametrize("free_order", [True, False])
def test_proposals_change_one_or_two_cards_or_the_order(free_order: bool, first: int) -> None:
    state = np.array([12345], np.uint64)
    layout = np.array([[card, card % 4, 20 + card, 30 - card] for card in range(5)])
    changes = set()
    for _ in range(400):
        before = layout.tolist()
        propose(layout, first, free_order, state)
        after = layout.tolist()
        assert after[:first] == before[:first]
        cards = [row[0] for row in after]
        assert sorted(cards) == list(range(5))
        assert free_order or cards == list(range(5))
        changed = sum(row != old for row, old in zip(after, before, strict=True))
        is_moved = sorted(after) == sorted(before)
        assert changed <= 2 or (free_order and is_moved)
        changes.add((changed, is_moved))
    assert {(0, True), (1, False), (2, False)} <= changes
    assert (max(changed for changed, _ in changes) > 2) == (free_order and first == 0)


@reference_for(anneal)
@seeds
def test_at_an_infinite_temperature_layouts_are_shuffled(seed: int) -> None:
    case = case_of(seed, 5)
    arrays = case.arrays
    state = np.array([seed + 1], np.uint64)
    layout = np.array([[card, 0, CENTER, CENTER] for card in range(5)])
    scores = np.array([ILLEGAL, ILLEGAL], np.int64)
    best = layout.copy()
    found = []
    runs = 7
    for first in (0,) * runs + (3,) * runs:
        begun = layout[:first].tolist()
        heat = np.array([np.inf])
        free = case.rules.free_order
        anneal(arrays, free, first, layout, best, scores, state, heat, 100, 999)
        assert reference.total(case.rules, layout.tolist()) == scores[0]
        assert reference.total(case.rules, best.tolist()) == scores[1] > ILLEGAL
        assert layout[:first].tolist() == begun
        found.append(layout.tolist())
    assert len({str(layout) for layout in found}) > 1.5 * runs
    orders = {tuple(card for card, *_ in layout) for layout in found}
    assert all(sorted(order) == list(range(5)) for order in orders)
    assert (len(orders) > runs // 4) if case.rules.free_order else orders == {(0, 1, 2, 3, 4)}
