"""The kernels over layouts and nodes of the cover search, each next to its reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import numpy as np
import numpy.typing as npt
import pytest

from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.checker.bound import look
from chatuchak_solver.stand.checker.cluster import Position, Shape, members
from chatuchak_solver.stand.checker.cluster import unions as checker_unions
from chatuchak_solver.stand.checker.pieces import (
    WIDTH,
    Pieces,
    join_pieces,
    most_points,
    planes_of,
    with_free_spaces,
)
from chatuchak_solver.stand.checker.pieces import count_pieces as count_by_checker
from chatuchak_solver.stand.checker.tree import Node
from chatuchak_solver.stand.groups import MOUSE_POINTS
from chatuchak_solver.stand.kernels import tables
from chatuchak_solver.stand.kernels.annealing import anneal, draw, evaluate, propose
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import (
    bound_without_mice,
    masks_that_reach,
    mix,
    mix_pieces,
    reach_with,
)
from chatuchak_solver.stand.kernels.cover_search.covers import (
    allow_masks,
    board_masks,
    has_next,
    list_covers,
    unions,
    uppermost_after,
)
from chatuchak_solver.stand.kernels.cover_search.expand import (
    append_child,
    bound_board,
    contact_reaches,
    expand,
    fill_near,
    list_contacts,
    merge_clusters,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import (
    clear,
    put_cluster,
    turn,
    unpack_node,
    write_child,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    connect_pieces,
    copy_pieces,
    count_open,
    count_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.search import prepare_children
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
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, good_code, parse_space
from tests.reference import layouts as reference
from tests.reference.market_stand import Spaces, group_sizes, may_lie, mice, under
from tests.twins import reference_for
from tests.unit.stand.cover_nodes import MIN_TOTAL, CoverTask, Key, cells, naive_pieces, tighter
from tests.unit.stand.problems import dense_problem, optimum, seeded_problem

ROOT = Path(__file__).parents[3]
PROBLEMS = [
    make(seed, 3, fixed_order=fixed_order)
    for seed, make, fixed_order in (
        (0, seeded_problem, True),
        (1, dense_problem, True),
        (0, dense_problem, False),
    )
]
BEST = dict(zip(PROBLEMS, (-8, 28, 18), strict=True))
"""Optima of `optimum`, which takes 16 seconds in plain Python."""

each_problem = pytest.mark.parametrize("problem", PROBLEMS)


@reference_for(
    prepare_children, expand, merge_clusters, append_child, write_child, unpack_node, turn,
    put_cluster, clear,
)  # fmt: skip
@each_problem
def test_children_are_those_of_the_checker(problem: StandProblem) -> None:
    task = CoverTask(problem)
    for _, nodes in task.walk(np.random.default_rng(len(problem.announced))):
        assert task.rows(MIN_TOTAL + 1).keys() == nodes.keys()


@pytest.mark.thorough
@each_problem
def test_the_known_optima_are_right(problem: StandProblem) -> None:
    assert optimum(problem) == BEST[problem]


@reference_for(allow_masks, bound_board, bound_without_mice, expand)
@each_problem
def test_no_dropped_child_leads_to_a_sufficient_stand(problem: StandProblem) -> None:
    task = CoverTask(problem)
    best, dropped = BEST[problem], 0
    for node, nodes in task.walk(np.random.default_rng(3)):
        if len(node.clusters) > 2 and not node.left:
            continue
        for threshold in (best - 4, best + 1):
            rows = task.rows(threshold)
            bounds = [int(row[fields.BOUND]) for row in rows.values()]
            assert min(bounds, default=threshold) >= threshold
            missing = [nodes[key] for key in sorted(nodes.keys() - rows.keys())]
            for child in missing[:: 1 + len(missing) // 4]:
                target = child._replace(least=child.least + threshold - MIN_TOTAL - 1)
                task.tree.least = threshold
                assert task.tree.search_below([target]) is None
                dropped += 1
    assert dropped


@reference_for(
    count_pieces, connect_pieces, add_pieces, count_open, mix_pieces, mix,
    reach_with, masks_that_reach, allow_masks,
)  # fmt: skip
@each_problem
def test_pieces_and_bounds_are_those_of_the_checker(problem: StandProblem) -> None:
    task = CoverTask(problem)
    work, worth = task.work, task.tree.worth
    every = (1 << 63) - 1
    for node, _ in task.walk(np.random.default_rng(5)):
        if not node.left:
            continue
        prepare_children(work, task.nodes, 0)
        clusters = range(int(work.clusters))
        parts = [task.cluster_pieces(cluster) for cluster in clusters]
        assert [task.row_pieces(cluster) for cluster in clusters] == parts
        together = reduce(join_touching, parts, [Pieces()] * int(work.goods))
        assert task.row_pieces(fields.OTHERS) == together
        sums = task.sums(together)
        for card in task.next_cards():
            rest = int(work.left) & ~(1 << card)
            looks = [look(problem.cards[card], mask, worth.goods) for mask in range(64)]
            alike = list(zip(*worth.next_cards(sums, node.left), strict=True))
            points = [
                int(most)
                for mask in range(64)
                for (other, masks), most in alike
                if other == card and masks >> mask & 1
            ]
            reaches = [
                most + MOUSE_POINTS * shown[-1]
                for most, (*_, shown) in zip(points, looks, strict=True)
            ]
            for mask, reach in enumerate(reaches):
                loose = int(work.card_pieces[card, mask])
                # The second time from the table.
                for _ in range(2):
                    assert reach_with(work, task.states, fields.OTHERS, loose, rest) == reach
            for least in sorted(set(points))[1::3]:
                arguments = (work, task.states, fields.OTHERS, card, rest, least)
                enough = {mask for mask in range(64) if points[mask] >= least}
                some = masks_that_reach(*arguments, 0b101010)
                assert some == mask_set(enough) & 0b101010
                assert masks_that_reach(*arguments, every) == mask_set(enough)
                work.card, work.rest = card, rest
                work.threshold = least - 2 * work.mice
                assert allow_masks(work, task.states) == bool(work.allowed or work.allows_whole)
                assert work.allowed == mask_set(enough) & work.hideable
                assert work.allows_whole == (0 in enough)


@reference_for(count_pieces, connect_pieces, clear)
def test_pieces_of_random_clusters_are_those_of_the_checker() -> None:
    task, rng = CoverTask(PROBLEMS[1]), np.random.default_rng(11)
    work, goods = task.work, int(task.work.goods)
    for _ in range(100):
        places = np.argwhere(rng.random(rng.integers(3, 7, 2)) < 0.8)
        codes = rng.integers(1 + goods, size=len(places))
        found = (fields.ORIGIN + places) @ [fields.BOARD, 1]
        work.board[found] = 1 + codes
        work.cells[: len(found)] = found
        count_pieces(work, len(found), fields.ON_BOARD, True)
        connect_pieces(work, fields.ON_BOARD)
        clear(work, 0, len(found))
        spaces = zip(*places.T.tolist(), (codes - 1).tolist(), strict=True)
        planes = planes_of(spaces, goods)
        pieces = [count_by_checker(*with_free_spaces(each, sum(planes))) for each in planes[:-1]]
        counted = task.row_pieces(fields.ON_BOARD)
        assert counted == tighter(pieces, counted)
        for good, kernels in enumerate(counted, start=1):
            shown = {
                (row, column): code == good
                for (row, column), code in zip(places, codes, strict=True)
            }
            assert naive_pieces(shown).tripled <= kernels.tripled


def join_touching(first: list[Pieces], second: list[Pieces]) -> list[Pieces]:
    return [join_pieces(*pair) for pair in zip(first, second, strict=True)]


def mask_set(masks: set[int]) -> int:
    """Return a set of masks as the kernels take it."""
    return sum(1 << (mask - 1) for mask in masks if mask)


@reference_for(add_pieces, contact_reaches, copy_pieces)
@each_problem
def test_clusters_are_joined_as_by_the_checker(problem: StandProblem) -> None:
    task = CoverTask(problem)
    work, worth = task.work, task.tree.worth
    seen: list[list[Pieces]] = []
    for _ in task.walk(np.random.default_rng(7)):
        prepare_children(work, task.nodes, 0)
        seen += [task.cluster_pieces(cluster) for cluster in range(int(work.clusters))]
    rng = np.random.default_rng(8)
    work.clusters, work.rest = 3, 0
    for contact in rng.integers(2**work.goods, size=100).tolist():
        parts = [seen[at] for at in rng.integers(len(seen), size=3)]
        work.pieces[:3, : work.goods] = parts
        first, second, third = map(task.sums, parts)
        joined = [
            worth.join(*pair) if contact >> good & 1 else worth.separate(*pair, 0)
            for good, pair in enumerate(zip(first, second, strict=True))
        ]
        sums = tuple(map(worth.join, joined, third))
        most = worth.most(sums, 0)
        for least in (most, most + 1):
            work.contacts[:] = -1
            work.threshold = least - 2 * work.mice
            assert contact_reaches(work, task.states, 1, contact) == (least <= most)
        assert task.sums(task.row_pieces(fields.TOTAL)) == sums


@reference_for(fill_near, list_contacts)
def test_contacts_of_clusters_are_found() -> None:
    task = CoverTask(PROBLEMS[1])
    work, found = task.work, set()
    for _ in (step for seed in range(2) for step in walk_to_merges(task, seed)):
        unpack_node(work, task.nodes, 0)
        fill_near(work)
        cluster = int(work.clusters) - 1
        first = cells(task, 0, 0)
        for quarter, down in product(range(4), range(-8, 9)):
            other = cells(task, cluster, quarter)
            beside = list_contacts(work, cluster, quarter, down)
            for right in range(-8, 9):
                near = meetings(first, other, down, right)
                assert bool(beside >> fields.ORIGIN + right & 1) == (near is not None)
                if near is not None:
                    meeting = [int(bits) >> fields.ORIGIN + right & 1 for bits in work.meeting[1:]]
                    assert {good for good, meets in enumerate(meeting[:-1]) if meets} == near
                    found.add(len(near))
    assert len(found) > 1


@reference_for(merge_clusters, contact_reaches)
@pytest.mark.parametrize("count", [2, 3])
def test_contacts_drop_no_merge_with_enough_points(count: int) -> None:
    # Contact of the first two cards is worth more than that of the third.
    rows = (["S c B", "c c B"], ["B B S", "S c B"], ["c c B", "c c c"])[:count]
    cards = tuple(Card.parse(f"k{at}", own) for at, own in enumerate(rows))
    task = CoverTask(StandProblem(cards, fixed_order=True, announced=("S", "B")))
    node = task.nodes[0]
    node[[fields.DECIDED, fields.CLUSTERS, fields.LEFT]] = count, count, 0
    for card in range(count):
        start = fields.CARDS_AT + fields.CARD_FIELDS * card
        node[start : start + fields.CARD_FIELDS] = card, card, 0, 0, 0
    bounds = {key: int(row[fields.BOUND]) for key, row in task.rows(MIN_TOTAL + 1).items()}
    for threshold in sorted(set(bounds.values()))[1:]:
        enough = {key for key, bound in bounds.items() if bound >= threshold}
        assert task.rows(threshold).keys() == enough


@reference_for(bound_without_mice)
@pytest.mark.parametrize("rows", [["S c S", "c S c"], ["S c S", "S c S"], ["S S S", "S S S"]])
def test_sums_of_eight_cards_fit_their_fields(rows: list[str]) -> None:
    cards = tuple(Card.parse(f"k{at}", rows) for at in range(8))
    task = CoverTask(StandProblem(cards, fixed_order=True))
    work, states = task.work, task.states
    prepare_children(work, task.nodes, 0)
    rest, card = 127, look(cards[7], 0, task.tree.worth.goods)[-1][:4]
    for state in range(*work.spans[rest].tolist()):
        sums, counts = int(states[state, 0]), list(card)
        ends = (fields.SUM_TWOS, fields.SUM_LARGE, fields.SUM_SPACES, fields.SUM_BITS)
        for at, (begin, end) in enumerate(pairwise((0, *ends))):
            counts[at] += sums >> begin & (1 << end - begin) - 1
        work.spans[rest] = state, state + 1
        loose = int(work.card_pieces[7, 0])
        points = bound_without_mice(work, states, fields.OTHERS, loose, rest)
        assert points == max(most_points(Pieces(), tuple(counts)))


def walk_to_merges(task: CoverTask, seed: int) -> Iterator[tuple[Node, dict[Key, Node]]]:
    """Yield the nodes with all cards decided of a random walk."""
    task.nodes[0] = 0
    task.nodes[0, fields.LEFT] = (1 << len(task.problem.cards)) - 1
    return (step for step in task.walk(np.random.default_rng(seed)) if not step[0].left)


Cells = dict[tuple[int, int], tuple[int, int]]


def meetings(first: Cells, other: Cells, down: int, right: int) -> set[int] | None:
    """Return the goods with contact between two clusters, None unless they are side by side."""
    moved = {(row + down, column + right): code for (row, column), (code, _) in other.items()}
    near = [
        (code, first[at][0])
        for (row, column), code in moved.items()
        for at in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        if at in first
    ]
    if moved.keys() & first.keys() or not near:
        return None
    return {code - 1 for code, touched in near if code == touched > 0}


@reference_for(has_next)
@each_problem
def test_a_card_may_be_next_if_a_mask_of_it_is_allowed(problem: StandProblem) -> None:
    task, seen = CoverTask(problem), set[bool]()
    work, states = task.work, task.states
    for node, _ in task.walk(np.random.default_rng(5)):
        if not (node.left and node.clusters):
            continue
        prepare_children(work, task.nodes, 0)
        most = reach_with(work, states, fields.OTHERS, 0, node.left)
        # At some thresholds only a whole card suffices, or only another one than the last.
        mice = work.card_mice.copy()
        work.card_mice[:, 1:] += 1
        work.card_mice[task.next_cards()[-1]] += 2
        expected = {}
        for least in range(most - 15, most + 2):
            work.threshold = least - 2 * work.mice
            allowed = []
            for card in task.next_cards():
                work.card, work.rest = card, node.left & ~(1 << card)
                allowed.append(allow_masks(work, states))
            expected[least] = any(allowed)
        # The first cluster as the one on the board.
        work.cells[:48] = fields.ORIGIN * (1 + fields.BOARD) + work.offsets[0, 0]
        work.chosen[:] = fields.NO_COVER
        work.chosen[0] = fields.FIRST
        work.rest = node.left
        for row in (fields.TOTAL, fields.OTHERS):
            work.pieces[row] = work.pieces[fields.OTHERS] * (row == fields.TOTAL)
            mix_pieces(work, row)
        size = int(work.sizes[0])
        assert {least: has_next(work, states, size, least) for least in expected} == expected
        seen.update(expected.values())
        work.card_mice[:] = mice
    assert seen == {True, False}


@reference_for(board_masks, list_covers, uppermost_after, unions)
@each_problem
def test_covers_are_those_of_the_checker(problem: StandProblem) -> None:
    task = CoverTask(problem)
    work = task.work
    for node, _ in task.walk(np.random.default_rng(9)):
        if not node.left:
            continue
        prepare_children(work, task.nodes, 0)
        assert 0 <= list_covers(work) <= fields.MAX_COVERS
        hideable = 1
        for at in range(int(work.clusters)):
            shape = Shape(sum(1 << WIDTH * row + column for row, column in cells(task, at, 0)))
            masks = int(work.cluster_masks[at])
            work.cells[:48] = fields.ORIGIN * (1 + fields.BOARD) + work.offsets[at, 0]
            assert masks == board_masks(work, int(work.sizes[at])) == shape.hideable >> 1
            hideable = checker_unions(hideable, shape.hideable)
            found: dict[int, set[Position]] = {}
            for mask in (mask for mask in range(1, 64) if masks >> (mask - 1) & 1):
                cover = int(work.heads[at, mask])
                while cover != fields.NO_COVER:
                    place = Position(*work.covers[cover, : fields.COVER_MASK].tolist())
                    found.setdefault(mask, set()).add(place)
                    contents = cells(task, at, place.quarter).items()
                    slots = [
                        slot
                        for (row, column), (_, slot) in contents
                        if 0 <= row + place.row < 2 and 0 <= column + place.column < 3
                    ]
                    assert uppermost_after(work, at, cover) == 1 + max(slots)
                    cover = int(work.covers[cover, fields.COVER_NEXT])
            card = Position(0, 0, 0)
            assert found == {
                mask: {shape.over(card, below) for below in shape.below(mask)}
                for mask in members(shape.hideable)
                if mask
            }
        assert unions(0, int(work.hideable)) == work.hideable == hideable >> 1


def test_no_group_is_worth_more_than_its_pieces_allow() -> None:
    # Up to three clusters and new spaces side by side, of one good.
    rng = np.random.default_rng(16)
    reached = set()
    for _ in range(2_000):
        spaces: dict[tuple[int, int], bool] = {}
        old, parts = Pieces(), []
        for _ in range(int(rng.integers(1, 5))):
            corner = rng.integers(0, 5, 2)
            places = map(
                tuple, (np.argwhere(rng.random(rng.integers(2, 5, 2)) < 0.9) + corner).tolist()
            )
            cluster = {place: bool(rng.random() < 0.6) for place in places if place not in spaces}
            spaces |= cluster
            parts.append(cluster)
        new = parts.pop() if rng.random() < 0.7 else {}
        for cluster in parts:
            plane, blank = planes_of([(*at, 0 if good else -1) for at, good in cluster.items()], 1)
            old = join_pieces(old, count_by_checker(*with_free_spaces(plane, plane | blank)))
        sizes = marked_group_sizes(new)
        coming = sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)
        groups = marked_group_sizes(spaces)
        points = most_points(old, coming)
        largest = max(groups, default=0)
        # No free space is left inside, so closed pieces of a cluster stay apart.
        assert points[largest] >= largest * len(groups), spaces
        if points[largest] == largest * len(groups) > 0:
            reached.add((old.sources, len(parts), bool(new)))
    assert len(reached) > 5


def marked_group_sizes(spaces: Mapping[tuple[int, int], bool]) -> list[int]:
    """Return the sizes of the groups of marked spaces."""
    marked = [place for place, good in spaces.items() if good]
    graph = nx.Graph()
    graph.add_nodes_from(marked)
    near = [(place, (place[0] + down, place[1] + 1 - down)) for place in marked for down in (0, 1)]
    graph.add_edges_from((place, neighbor) for place, neighbor in near if spaces.get(neighbor))
    return [len(group) for group in nx.connected_components(graph)]


seeds = pytest.mark.parametrize("seed", range(6))


class Case(NamedTuple):
    """Cards and rules, for the kernels and for their twins, and random numbers."""

    arrays: tables.KernelArrays
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
