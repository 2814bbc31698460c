"""The goal-directed search's kernels against plain references, on small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import prod
from typing import NamedTuple

import numpy as np
import pytest

from chatuchak_solver.kernels.arrays import UInt64s
from chatuchak_solver.kernels.packing import pack_args
from chatuchak_solver.puzzle import Board
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.search.goal_directed import GridBatch, color_codes
from chatuchak_solver.search.kernels import goal_bounds, goal_enumeration, goal_search
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_driver import search_grids
from tests.reference import goals as reference_goals
from tests.reference import search as reference
from tests.reference.analysis import set_cost
from tests.reference.priced import component
from tests.twins import reference_for
from tests.unit.search.kernels import goal_entries
from tests.unit.search.proven_searches import grid_of, mask_of, sample

PUZZLES = ((3, 3, "RRRYYYPP."), (2, 4, "RRYYGGG."), (3, 4, "RRRRRRGGGGG."), (3, 3, "RRYYGGBB."))
SMALLEST = PUZZLES[:2]
ALL_BUDGET = 1 << 40

puzzles = pytest.mark.parametrize(("rows", "columns", "letters"), PUZZLES)
smallest_puzzles = pytest.mark.parametrize(("rows", "columns", "letters"), SMALLEST)


def task_of(positions: Sequence[str], rows: int, columns: int) -> GridBatch:
    grids = [grid_of(position, rows, columns) for position in positions]
    counts = tuple(count for count in grids[0].counts if count)
    return GridBatch(Board(rows, columns), counts, np.array([color_codes(grid) for grid in grids]))


class Begun(NamedTuple):
    """A search with a known bound and listed regions, before the first expansion."""

    position: str
    columns: int
    tables: layout.Tables
    work: layout.Workspace

    @property
    def regions(self) -> list[dict[frozenset[int], int]]:
        """Each color's regions, in order, with their places among all."""
        found = []
        for size in self.work.position.size_index:
            places = range(self.tables.starts[size], self.tables.ends[size])
            masks = self.tables.masks
            found.append({frozenset(iter_spots(int(masks[place]))): place for place in places})
        return found

    @property
    def reduced(self) -> list[dict[frozenset[int], int]]:
        """Each color's regions with their costs and the prices of their spots."""
        prices = self.work.bounds.prices
        return [
            {
                region: reference_goals.SCALE * set_cost(booths, region, self.columns)
                + sum(int(prices[spot]) for spot in region)
                for region in regions
            }
            for booths, regions in zip(
                reference_goals.colors_of(self.position), self.regions, strict=True
            )
        ]

    @property
    def limit(self) -> int:
        """Maximum sum of reduced costs within the bound."""
        prices = self.work.bounds.prices
        return int(reference_goals.SCALE * self.work.state[at.BOUND] + sum(prices) - min(prices))

    def start_stage(self, stage: int, bound: int) -> None:
        """List or take up the regions for ``bound``, or for the next one that any has."""
        state = self.work.state
        state[at.BOUND], state[at.STAGE] = bound, stage
        state[at.GOAL_INDEX] = state[at.GOALS]
        codes = color_codes(
            grid_of(self.position, len(self.position) // self.columns, self.columns)
        )
        moves = np.zeros((1, layout.MAX_LENGTH), np.uint8)
        results = np.zeros((1, at.RESULT_CELLS), np.int64)
        given = pack_args(self.tables), pack_args(self.work)
        outcome = search_grids(codes.reshape(1, -1), *given, moves, results, 0)
        assert outcome == at.SLICE_OVER

    def goals(self, step: int) -> Iterator[tuple[str, list[int]]]:
        """Yield the remaining goal positions and their colors' costs, in slices."""
        state, position, bounds, survivors, frontier = self.work
        while True:
            outcome = goal_entries.next_goal(
                self.tables, position, state, bounds, survivors, frontier
            )
            if outcome == at.NOTHING:
                return
            if outcome == at.SLICE_OVER:
                state[at.BUDGET] = state[at.PLACED] + step
                continue
            assert outcome == at.GOAL_FOUND
            yield self.text_of(frontier.goal[0]), frontier.goal[1].tolist()

    def text_of(self, masks: Sequence[int]) -> str:
        """Return the position that has the colors on ``masks``."""
        letters = [letter for letter in reference.LETTERS if letter in self.position]
        text = ["."] * len(self.position)
        for letter, mask in zip(letters, masks, strict=True):
            for spot in iter_spots(int(mask)):
                assert text[spot] == "."
                text[spot] = letter
        return "".join(text)

    def set_goal(self, goal: str) -> None:
        """Make ``goal`` the goal position to search."""
        masks = [mask_of(region) for region in reference_goals.colors_of(goal)]
        self.work.frontier.goal[0] = masks
        self.work.frontier.goal[1] = reference_goals.color_costs(self.position, goal, self.columns)


def begin(position: str, rows: int, columns: int) -> Begun:
    """Begin a search and stop it before it places the first region."""
    task = task_of([position], rows, columns)
    assert not task.run(0)
    return Begun(position, columns, task._shape.tables.value, task._work.value)


def unsolved(letters: str, rows: int, columns: int, count: int) -> list[str]:
    positions = sample(letters, count, seed=7)
    return [position for position in positions if not reference.is_solved(position, rows, columns)]


@reference_for(goal_bounds.read_grid, goal_bounds.count_costs)
@puzzles
def test_grids_are_read_and_costs_match_matchings(rows: int, columns: int, letters: str) -> None:
    for position in unsolved(letters, rows, columns, 6):
        begun = begin(position, rows, columns)
        read = begun.work.position
        colors = reference_goals.colors_of(position)
        assert read.color_masks.tolist() == [mask_of(booths) for booths in colors]
        color_of = {spot: color for color, booths in enumerate(colors) for spot in booths}
        assert read.color_at.tolist() == [color_of.get(spot, -1) for spot in range(len(position))]
        assert begun.work.frontier.stack[0, at.EMPTY] == position.index(".")
        for chosen, fillable in enumerate(read.fillable.tolist()):
            sums = {0}
            for color, booths in enumerate(colors):
                if chosen >> color & 1:
                    sums |= {total + len(booths) for total in sums}
            assert set(iter_spots(fillable)) == sums | {total + 1 for total in sums}
        for color, (booths, regions) in enumerate(zip(colors, begun.regions, strict=True)):
            for region, place in regions.items():
                assert len(region) == len(booths)
                expected = set_cost(booths, region, columns) * layout.SCALE
                assert begun.work.bounds.costs[color, place] == expected


@reference_for(goal_bounds.seek_prices)
@puzzles
def test_prices_are_plain_and_bound_every_goal(rows: int, columns: int, letters: str) -> None:
    for position in unsolved(letters, rows, columns, 5):
        begun = begin(position, rows, columns)
        bounds, state = begun.work.bounds, begun.work.state
        prices = bounds.prices.tolist()
        costs = [
            {
                region: reference_goals.SCALE * set_cost(booths, region, columns)
                for region in regions
            }
            for booths, regions in zip(
                reference_goals.colors_of(position), begun.regions, strict=True
            )
        ]
        assert (prices, state[at.ROOT_BOUND]) == reference_goals.seek_prices(
            costs,
            len(position),
            steps=goal_bounds.PRICE_STEPS,
            gap=goal_bounds.TARGET_GAP,
            damping=goal_bounds.DAMPING,
            top=goal_bounds.HIGHEST_PRICE,
        )
        assert state[at.PRICE_SUM] == sum(prices)
        assert sorted(bounds.price_order) == list(range(len(prices)))
        assert [prices[spot] for spot in bounds.price_order] == sorted(prices)
        for regions in begun.regions:
            for region, place in regions.items():
                assert bounds.region_prices[place] == sum(prices[spot] for spot in region)
        reduced = begun.reduced
        for goal in reference_goals.goal_positions(letters, rows, columns):
            h = sum(reference_goals.color_costs(position, goal, columns))
            pairs = zip(reduced, reference_goals.colors_of(goal), strict=True)
            total = sum(terms[region] for terms, region in pairs)
            total += prices[goal.index(".")] - sum(prices)
            assert state[at.ROOT_BOUND] <= total == reference_goals.SCALE * h


@reference_for(goal_bounds.list_survivors)
@puzzles
def test_regions_survive_if_their_bound_is_within_limit(
    rows: int, columns: int, letters: str
) -> None:
    for position in unsolved(letters, rows, columns, 3):
        begun = begin(position, rows, columns)
        state, survivors = begun.work.state, begun.work.survivors
        first_bound = int(state[at.BOUND])
        reduced = begun.reduced
        bounds = reference_goals.single_bounds(reduced)
        for bound in range(first_bound, first_bound + 4):
            state[at.FIRST] = int(bound == first_bound)
            begun.start_stage(at.LIST, bound)
            old_limit = (
                begun.limit - reference_goals.SCALE if bound > first_bound else -layout.INFINITY
            )
            starts = (64 * survivors.word_starts).tolist()
            for color, within in enumerate(bounds):
                places = range(starts[color], starts[color + 1])
                masks = [int(survivors.regions[place]) for place in places]
                count = sum(mask != 0 for mask in masks)
                assert not any(masks[count:])
                found = {
                    frozenset(iter_spots(mask)): number for number, mask in enumerate(masks[:count])
                }
                assert len(found) == count
                assert set(found) == {region for region in within if within[region] <= begun.limit}
                terms = survivors.reduced[starts[color] : starts[color] + count].tolist()
                assert terms == [reduced[color][region] for region in found] == sorted(terms)
                booths = reference_goals.colors_of(position)[color]
                for region, number in found.items():
                    place = starts[color] + number
                    assert survivors.costs[place] == set_cost(booths, region, columns)
                    is_fresh = int(survivors.fresh[place // 64]) >> place % 64 & 1
                    assert is_fresh == (within[region] > old_limit)


@reference_for(goal_enumeration.next_goal)
@puzzles
def test_parts_hold_each_choice_with_fresh_region_once(
    rows: int, columns: int, letters: str
) -> None:
    begun = begin(unsolved(letters, rows, columns, 1)[0], rows, columns)
    state, survivors, frontier = begun.work.state, begun.work.survivors, begun.work.frontier
    state[at.FIRST] = 0
    begun.start_stage(at.LIST, int(state[at.BOUND]) + 1)
    starts = (64 * survivors.word_starts).tolist()
    colors = len(starts) - 1
    regions = [
        [place for place in range(start, end) if survivors.regions[place]]
        for start, end in pairwise(starts)
    ]

    def bits(words: UInt64s) -> set[int]:
        return {place for place in range(starts[-1]) if int(words[place // 64]) >> place % 64 & 1}

    fresh = bits(survivors.fresh)
    chosen: Counter[tuple[int, ...]] = Counter()
    state[at.PART] = 0
    for _ in range(colors):
        goal_entries.start_part(state, survivors, frontier)
        candidates = bits(frontier.candidates)
        lists = [[place for place in each if place in candidates] for each in regions]
        assert (state[at.LEVEL] == 0) == all(lists)
        for color, places in enumerate(lists):
            least = min(
                (int(survivors.reduced[place]) for place in places), default=layout.INFINITY
            )
            assert frontier.cheapest[0, color] == least
        chosen.update(product(*lists))
    assert state[at.PART] == colors
    assert chosen == Counter(
        combination for combination in product(*regions) if fresh.intersection(combination)
    )
    assert 0 < len(chosen) < prod(map(len, regions))


@reference_for(goal_bounds.disjoint_survivors)
@puzzles
def test_rows_are_of_survivors_that_share_no_spot(rows: int, columns: int, letters: str) -> None:
    checked = 0
    for position in unsolved(letters, rows, columns, 3):
        begun = begin(position, rows, columns)
        begun.start_stage(at.LIST, int(begun.work.state[at.BOUND]) + 2)
        for _ in begun.goals(ALL_BUDGET):
            pass
        survivors = begun.work.survivors
        words = int(survivors.word_starts[-1])
        regions = survivors.regions[: 64 * words].astype(np.int64)
        for place, start in enumerate(survivors.row_starts[: 64 * words].tolist()):
            if start < 0:
                continue
            row = survivors.rows[start : start + words]
            bits = np.unpackbits(row.astype("<u8").view(np.uint8), bitorder="little")
            assert (bits == (regions & regions[place] == 0)).all()
            checked += 1
    assert checked


@reference_for(goal_enumeration.next_goal)
@pytest.mark.parametrize("letters", ["RRRRYYYGGBB.", "RRRYYYGGGBB."])
def test_known_pairs_leave_components_that_others_fill(letters: str) -> None:
    rows, columns = 3, 4
    task = task_of(unsolved(letters, rows, columns, 8), rows, columns)
    assert task.run(ALL_BUDGET)
    masks = task._shape.tables.value.masks.tolist()
    regions = {place: frozenset(iter_spots(mask)) for place, mask in enumerate(masks) if mask}
    spots = frozenset(range(rows * columns))

    def is_pair(region: frozenset[int], other: frozenset[int]) -> bool:
        counts = [letters.count(letter) for letter in sorted({*letters} - {"."})]
        for size in (len(region), len(other)):
            if size not in counts:
                return False
            counts.remove(size)
        free = spots - region - other
        sizes = {len(component(spot, set(free), rows, columns)) for spot in free}
        fillable = {sum(part) for n in range(3) for part in combinations(counts, n)}
        return not region & other and sizes <= fillable | {total + 1 for total in fillable}

    pairs = task._work.value.frontier.pairs
    known = 0
    for place, other in product(range(len(pairs)), repeat=2):
        pair = int(pairs[place, other >> 5]) >> 2 * (other & 31) & 3
        if pair != at.UNKNOWN:
            expected = at.FITTING if is_pair(regions[place], regions[other]) else at.POCKET
            assert pair == expected
            known += 1
    assert known


@reference_for(goal_enumeration.next_goal)
@pytest.mark.parametrize(("rows", "columns", "letters"), [*SMALLEST, PUZZLES[-1]])
@pytest.mark.parametrize("step", [1, ALL_BUDGET])
def test_goals_within_the_bound_are_all_tried(
    rows: int, columns: int, letters: str, step: int
) -> None:
    """Bound by bound: each bound's new goal positions, once each, and those known are stored."""
    for position in unsolved(letters, rows, columns, 4):
        costs = {
            goal: reference_goals.color_costs(position, goal, columns)
            for goal in reference_goals.goal_positions(letters, rows, columns)
        }
        begun = begin(position, rows, columns)
        state, frontier = begun.work.state, begun.work.frontier
        first_bound = int(state[at.BOUND])
        for bound in range(first_bound, first_bound + 3):
            state[at.FIRST] = int(bound == first_bound)
            found = []
            stages = [at.LIST] if bound == first_bound else [at.STORED, at.LIST]
            for stage in stages:
                begun.start_stage(stage, bound)
                assert state[at.BOUND] == bound
                found += list(begun.goals(step))
            new = [
                (goal, color_costs)
                for goal, color_costs in costs.items()
                if sum(color_costs) == bound or sum(color_costs) < bound == first_bound
            ]
            assert sorted(found) == sorted(new)
        known = sum(sum(color_costs) <= bound for color_costs in costs.values())
        assert state[at.EXAMINED] == state[at.GOALS] == known > 0
        stored = {begun.text_of(masks) for masks in frontier.goal_regions[:known]}
        assert stored == {goal for goal, color_costs in costs.items() if sum(color_costs) <= bound}


@reference_for(
    goal_search.start_goal,
    goal_search.search_goal,
    goal_search.make_next_move,
    goal_search.take_back,
    goal_search.put_booth,
)
@smallest_puzzles
@pytest.mark.parametrize("step", [1, 5, ALL_BUDGET])
def test_distances_to_goals_match_search(rows: int, columns: int, letters: str, step: int) -> None:
    goals = reference_goals.goal_positions(letters, rows, columns)
    for number, position in enumerate(unsolved(letters, rows, columns, 8)):
        begun = begin(position, rows, columns)
        work = begun.work
        state = work.state
        goal = goals[number * 17 % len(goals)]
        length = reference_goals.distances_to(goal, rows, columns)[position]
        nodes = {}
        for budget in (ALL_BUDGET, step):
            state[at.NODES] = 0
            for bound in range(
                sum(reference_goals.color_costs(position, goal, columns)), length + 1
            ):
                begun.set_goal(goal)
                state[at.BOUND], state[at.DEPTH] = bound, -1
                outcome = at.SLICE_OVER
                while outcome == at.SLICE_OVER:
                    state[at.BUDGET] = state[at.NODES] + state[at.PLACED] + budget
                    outcome = goal_entries.search_goal(
                        begun.tables, work.position, state, work.frontier
                    )
                assert outcome == (length if bound == length else at.NOTHING)
            here = position
            for move in work.frontier.stack[:length, at.MOVED].tolist():
                assert move in reference.reach(rows, columns, "jump")[here.index(".")]
                here = reference.after(here, move)
            assert here == goal
            nodes[budget] = int(state[at.NODES])
            # The next search begins with the grid again.
            work.position.color_masks[:] = [
                mask_of(booths) for booths in reference_goals.colors_of(position)
            ]
            color_of = {
                spot: c
                for c, booths in enumerate(reference_goals.colors_of(position))
                for spot in booths
            }
            work.position.color_at[:] = [color_of.get(spot, -1) for spot in range(len(position))]
        assert nodes[step] == nodes[ALL_BUDGET]


@reference_for(search_grids)
@smallest_puzzles
def test_batches_in_any_slices_match_plain_search(rows: int, columns: int, letters: str) -> None:
    optima = reference.all_distances(letters, rows, columns, "jump")
    hardest = max(optima, key=lambda position: optima[position])
    positions = [hardest, *unsolved(letters, rows, columns, 4)]
    whole = task_of(positions, rows, columns)
    assert whole.run(ALL_BUDGET)
    for position, result, moves in zip(positions, whole.results, whole.moves, strict=True):
        assert result[at.LENGTH] == result[at.LOWER_BOUND] == optima[position]
        here = position
        for move in moves[: result[at.LENGTH]].tolist():
            assert move in reference.reach(rows, columns, "jump")[here.index(".")]
            here = reference.after(here, move)
        assert reference.is_solved(here, rows, columns)
        single = task_of([position], rows, columns)
        assert single.run(ALL_BUDGET)
        assert (single.results[0] == result).all()
        assert (single.moves[0] == moves).all()
    for budget in (1, 7):
        sliced = task_of(positions, rows, columns)
        while not sliced.run(budget):
            assert (sliced.results[: sliced.done] == whole.results[: sliced.done]).all()
        assert (sliced.results == whole.results).all()
        assert (sliced.moves == whole.moves).all()
