"""The cover search's kernels that make nodes, each beside its plain twin."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster
from chatuchak_solver.stand.kernels.cover_search.chosen import bound_child, bound_laid, put_card
from chatuchak_solver.stand.kernels.cover_search.transposition_table import mix_pieces

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.expand import (
    append_child,
    expand,
    is_allowed,
    may_join,
    take_next_cover,
)
from chatuchak_solver.stand.kernels.cover_search.merge_clusters import (
    add_others,
    begin_joins,
    join,
    may_join_so,
    note_around,
    note_meetings,
    recall_joins,
    take_next_join,
    take_next_row,
)
from chatuchak_solver.stand.kernels.cover_search.node_layout import (
    CARD,
    CARD_FIELDS,
    CARDS_AT,
    COLUMN,
    LEFT,
    NODE_LENGTH,
    QUARTER,
    ROW,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up, write_child
from chatuchak_solver.stand.kernels.cover_search.pieces import copy_pieces
from chatuchak_solver.stand.kernels.cover_search.search import copy_node, is_laid_in_order
from chatuchak_solver.stand.stand import Stand
from chatuchak_solver.stand.visible_pieces import HIDDEN_MASKS
from tests.reference import cover as reference
from tests.twins import reference_for
from tests.unit.stand.cover_nodes import (
    LEAST,
    CoverTask,
    color_spaces,
    cover_tasks,
    known,
    lay_decided,
    may_reach,
    owners_of,
    random_part,
    read_node,
    reference_reach,
    states_of,
)


class Child(NamedTuple):
    """A way to lay a card next: how it looks, its bound, and what its last cards may reach."""

    looks: object
    bound: int
    parts: Sequence[Sequence[reference.Counts]]
    clusters: list[reference.Cluster]
    left: frozenset[int]
    mice: int

    def may_reach(self, task: CoverTask, least: int) -> bool:
        """Return whether its last cards may bring it to so many points, or its two clusters."""
        if not self.left and len(self.clusters) == 2:
            other, first = self.clusters
            joined = reference_joins(task, first, [other], self.mice).values()
            return max(joined, default=LEAST) >= least
        below = reference.hideable(self.clusters)
        return may_reach(task, self.parts, self.left, below, least + 2 * self.mice)


def reference_children(task: CoverTask, node: int, card: int) -> list[Child]:
    """Return every way to lay ``card`` next.

    The card lies under any choice of covers of the clusters that leaves them apart.
    """
    read = read_node(task.nodes[node], len(task.problem.cards))
    left_mask = int(task.nodes[node, LEFT]) & ~(1 << card)
    goods = task.work.goods
    masks = {*HIDDEN_MASKS[min(len(read.decided), 3)]}
    every = set(range(1, 64))
    options = [[None, *reference.covers(cluster, every)] for cluster in read.clusters]
    found = []
    for chosen in product(*options):
        mask = 0
        after = 0
        shown: reference.Cluster = {}
        fits = True
        for cover, cluster in zip(chosen, read.clusters, strict=True):
            if cover is not None:
                quarter, down, right, more, slot = cover
                over = reference.shifted(reference.turned(cluster, quarter), down, right)
                fits = fits and shown.keys().isdisjoint(over)
                shown |= over
                mask |= more
                after = max(after, slot)
        if not fits or mask not in masks:
            continue
        if task.work.free_order and card <= max((d.card for d in read.decided[after:]), default=-1):
            continue
        for place, space in reference.CARD.items():
            if not mask >> space & 1:
                shown[place] = int(task.work.card_codes[card, space]), len(read.decided)
        rest = [one for cover, one in zip(chosen, read.clusters, strict=True) if cover is None]
        mice = read.mice + int(task.work.card_mice[card, mask])
        parts = [reference.counts_of_cluster(shown, goods)]
        parts += [reference.counts_of_cluster(one, goods) for one in rest]
        key = (frozenset(map(reference.looks, rest)), reference.looks(shown), mice)
        bound = reference_reach(task, parts, left_mask, mice)
        found.append(Child(key, bound, parts, [*rest, shown], read.left - {card}, mice))
    return found


@reference_for(
    expand,
    take_next_cover,
    is_allowed,
    append_child,
    may_join,
    bound_child,
    bound_laid,
    put_card,
    write_child,
)
@pytest.mark.parametrize(
    ("seed", "fixed_order"), [(0, True), (1, True), (13, True), (0, False), (3, False)]
)
def test_children_are_all_ways_to_lay_a_card_under(seed: int, fixed_order: bool) -> None:
    task = CoverTask(seed, 3, fixed_order=fixed_order, room=20_000)
    node = task.grow(np.random.default_rng(seed), 1 + seed % 2)
    for card in task.next_cards(node):
        wanted = reference_children(task, node, card)
        bounds = sorted({one.looks: one.bound for one in wanted}.values())
        for threshold in (LEAST + 1, max(LEAST + 1, bounds[len(bounds) // 2] if bounds else 0)):
            end = task.children(node, card, threshold, 2)
            found = {}
            for child in range(2, end):
                read = read_node(task.nodes[child], 3)
                clusters, mice = lay_decided(read, task)
                # What the decided cards show when they are laid is what the node says.
                assert clusters == read.clusters
                assert mice == read.mice
                assert read.left == read_node(task.nodes[node], 3).left - {card}
                assert read.decided[-1].card == card
                key = (
                    frozenset(map(reference.looks, read.clusters[:-1])),
                    reference.looks(read.clusters[-1]),
                    read.mice,
                )
                found[key] = read.bound
            hopeful = [one for one in wanted if one.bound >= threshold]
            assert found == {
                one.looks: one.bound for one in hopeful if one.may_reach(task, threshold)
            }


@reference_for(bound_child, bound_laid)
def test_what_is_laid_is_bounded_by_its_pieces_and_what_new_spaces_join() -> None:
    rng = np.random.default_rng(19)
    by_pairs = 0
    for seed in (13, 18, 23, 28, 38):  # cards full of goods
        task = CoverTask(seed, 4, fixed_order=True, room=60_000)
        node = task.grow(rng, 2)
        work, goods = task.work, task.work.goods
        for _ in range(40):
            color_spaces(task, node, rng)
            take_up(work, task.nodes, node)
            clusters = read_node(task.nodes[node], 4).clusters
            work.chosen[:] = -1
            work.chosen[0] = 0
            count = put_cluster(work, 0, 0, 0, 0, 0)
            parts = [reference.counts_of_cluster(one, goods) for one in clusters]
            # As if two spaces could join whatever two do that touch nothing in common.
            loose = [
                [(*one[:9], min(one[3], 2 * one[8]), *one[10:]) for one in part] for part in parts
            ]
            left_mask = int(task.nodes[node, LEFT])
            for left in {left_mask, left_mask & (left_mask - 1)}:
                wanted = reference_reach(task, parts, left, 0)
                reach = bound_laid(work, task.states, len(clusters), count, left, LEAST)
                assert known(reach) == wanted
                by_pairs += wanted < reference_reach(task, loose, left, 0)
            clear(work, 0, count)
    assert by_pairs


def reference_joins(
    task: CoverTask, first: reference.Cluster, others: Sequence[reference.Cluster], mice: int
) -> dict[object, int]:
    """Return the bound of every way to lay another cluster beside the first, by how it looks."""
    goods = task.work.goods
    around = {near for place in first for near in reference.beside(place)}
    found: dict[object, int] = {}
    for other in others:
        rest = [reference.counts_of_cluster(one, goods) for one in others if one is not other]
        for quarter in range(4):
            for down, right in product(range(-9, 10), repeat=2):
                over = reference.shifted(reference.turned(other, quarter), down, right)
                if first.keys().isdisjoint(over) and around & over.keys():
                    shown = first | over
                    counts = reference.counts_of_cluster(shown, goods)
                    found[reference.looks(shown)] = reference_reach(task, [counts, *rest], 0, mice)
    return found


@reference_for(join, begin_joins, take_next_join, take_next_row)
@pytest.mark.parametrize("seed", [18, 22])  # 2 clusters, and 3
def test_clusters_are_joined_edge_to_edge(seed: int) -> None:
    task = CoverTask(seed, 3, fixed_order=True, room=60_000)
    rng = np.random.default_rng(seed)
    while len(read_node(task.nodes[task.grow(rng, 3)], 3).clusters) < 2:
        pass
    read = read_node(task.nodes[1], 3)
    first = max(read.clusters, key=len)
    others = [one for one in read.clusters if one is not first]
    wanted = reference_joins(task, first, others, read.mice)
    most = max(wanted.values())
    # What is asked for first does not matter.
    for threshold in (most, LEAST + 1, most):
        end = join(task.work, task.states, task.nodes, 1, threshold, 2)
        found = {}
        for child in range(2, end):
            after = read_node(task.nodes[child], 3)
            clusters, _ = lay_decided(after, task)
            assert clusters == after.clusters
            assert len(clusters) == len(read.clusters) - 1
            found[reference.looks(clusters[-1])] = after.bound
        enough = {key: one for key, one in wanted.items() if one >= threshold}
        if threshold == most and len(read.clusters) > 2:
            # One that joins nothing is left for another that does.
            assert found
            assert found.items() <= enough.items()
        else:
            assert found == enough
        assert not task.work.board.any()


def reach_where(task: CoverTask, clusters: int, cluster: int, joined: int, bound: int) -> bool:
    """Return whether a cluster that joins the first one in a set of goods has just that bound."""
    work = task.work
    copy_pieces(work, fields.LAID, 0)
    mix_pieces(work, fields.LAID)
    work.chosen[:] = fields.NO_COVER
    work.chosen[0] = fields.FIRST
    for good in range(work.goods):
        work.met[good + 1] = 0b010 if joined >> good & 1 else 0b101
    found: list[bool] = []
    for least in (bound, bound + 1):
        recall_joins(work, clusters, cluster, least)
        # Twice: it is known by then.
        told = {may_join_so(work, task.states, clusters, cluster, 0b010, least) for _ in range(2)}
        found.append(*told)
    return found == [True, False]


@reference_for(may_join_so, recall_joins, add_others)
def test_two_clusters_joined_in_some_goods_have_their_groups_of_the_others() -> None:
    rng = np.random.default_rng(17)
    for task, node in cover_tasks(2, (2,)):
        color_spaces(task, node, rng)
        take_up(task.work, task.nodes, node)
        read = read_node(task.nodes[node], 2)
        if len(read.clusters) < 2:
            continue
        goods = task.work.goods
        parts = [reference.counts_of_cluster(one, goods) for one in read.clusters]
        counts = [reference.together([part[good] for part in parts]) for good in range(goods)]
        ended = [(*one[:7], 0, *one[8:]) for one in counts]
        for joined in range(1 << goods):
            some = [(counts if joined >> good & 1 else ended)[good] for good in range(goods)]
            wanted = reference.bound(some, states_of(task, 0), owners_of(task.work))
            assert wanted <= LEAST or reach_where(task, 2, 1, joined, wanted)


@reference_for(may_join_so, recall_joins, add_others)
def test_of_three_clusters_the_third_may_join_the_other_two() -> None:
    rng = np.random.default_rng(15)
    task = CoverTask(3, 3, fixed_order=True)
    task.work.goods, task.work.owned_mask, task.work.open_mask = 2, 1, 0
    closing = 0
    for _ in range(100):
        parts = [[random_part(rng) for _ in range(2)] for _ in range(3)]
        task.work.pieces[:3, :2] = parts
        joined = int(rng.integers(4))
        first = parts[0]
        if not joined:
            # None joins the first one at all.
            first = [
                (
                    0,
                    0,
                    0,
                    0,
                    0,
                    sum((*one[:3], one[5])),
                    max(one[4], one[6]),
                    *reference.NO_PIECES[7:],
                )
                for one in first
            ]
        for other in (1, 2):
            wanted, more = (
                reference.bound(
                    [
                        reference.together(one)
                        for one in zip(
                            reference.united_counts(part, parts[other], joined),
                            parts[3 - other],
                            strict=True,
                        )
                    ],
                    states_of(task, 0),
                    [(1, 0)],
                )
                for part in (first, parts[0])
            )
            assert wanted <= LEAST or reach_where(task, 3, other, joined, wanted)
            closing += wanted < more
    assert closing


@reference_for(note_meetings, note_around)
def test_it_is_known_of_what_goods_clusters_meet() -> None:
    rng = np.random.default_rng(18)
    seen = set()
    for task, node in cover_tasks(2, (2,)):
        color_spaces(task, node, rng)
        take_up(task.work, task.nodes, node)
        read = read_node(task.nodes[node], 2)
        if len(read.clusters) < 2:
            continue
        note_around(task.work, put_cluster(task.work, 0, 0, 0, 0, 0))
        goods = task.work.goods
        first, other = read.clusters
        for quarter, down in product(range(4), range(-4, 5)):
            note_meetings(task.work, 1, quarter, down)
            for right in range(-4, 5):
                found = [
                    bool(int(one) >> (fields.ORIGIN + right) & 1)
                    for one in task.work.met[: goods + 1]
                ]
                over = reference.shifted(reference.turned(other, quarter), down, right)
                pairs = [
                    (code, first[near][0])
                    for place, (code, _) in over.items()
                    for near in reference.beside(place)
                    if near in first
                ]
                meets = bool(pairs) and first.keys().isdisjoint(over)
                assert found[0] == meets
                if meets:
                    alike = {code for code, one in pairs if code == one}
                    assert found[1:] == [code in alike for code in range(1, goods + 1)]
                    seen.update(alike)
        task.work.board[:] = 0
    assert seen > {0}


@reference_for(copy_node)
def test_a_node_is_copied_whole() -> None:
    nodes = np.zeros((3, NODE_LENGTH), dtype=np.int64)
    nodes[1] = np.arange(NODE_LENGTH)
    copy_node(nodes, 1, 2)
    assert (nodes[2] == nodes[1]).all()
    assert not nodes[0].any()


@reference_for(is_laid_in_order)
def test_what_is_laid_in_order_is_what_the_rules_let_be_laid() -> None:
    rng = np.random.default_rng(1)
    legal = 0
    for _ in range(400):
        node = LAID.nodes[0]
        layout = np.zeros((3, 4), dtype=np.int64)
        for slot in range(3):
            card, quarter = 2 - slot, int(rng.integers(4))
            row, column = rng.integers(5, size=2).tolist()
            at = CARDS_AT + CARD_FIELDS * slot
            node[[at + field for field in (CARD, ROW, COLUMN, QUARTER)]] = (
                card,
                row,
                column,
                quarter,
            )
            layout[card] = card, quarter, row, column
        try:
            Stand.of(LAID.problem.placements(layout))
            expected = True
        except IllegalMoveError:
            expected = False
        assert is_laid_in_order(LAID.work, LAID.nodes, 0) == expected, layout
        legal += expected
    assert 50 < legal < 350


LAID = CoverTask(1, 3, fixed_order=True, room=2)
ROOT = Path(__file__).parents[3]

COUNT_VERSIONS = """
from importlib import import_module
import pkgutil
from chatuchak_solver.stand.kernels import cover_search as kernels
from chatuchak_solver.stand.kernels.cover_search.search import search
from tests.unit.stand.cover_nodes import LEAST, CoverTask

task = CoverTask(3, 3, fixed_order=False)
task.work.held = 1
search(task.work, task.states, task.nodes, LEAST, 20, 1_000_000)
for module in pkgutil.iter_modules(kernels.__path__, f"{kernels.__name__}."):
    for kernel in vars(import_module(module.name)).values():
        if hasattr(kernel, "signatures"):
            print(kernel.__name__, len(kernel.signatures))
"""


def test_every_kernel_is_compiled_once() -> None:
    # A version for every constant, or for rows of unlike arrays, would take most of the time.
    done = subprocess.run(
        [sys.executable, "-c", COUNT_VERSIONS], cwd=ROOT, check=True, capture_output=True, text=True
    )
    versions = dict(line.split() for line in done.stdout.splitlines())
    assert versions["search"] == "1"
    assert set(versions.values()) <= {"0", "1"}
