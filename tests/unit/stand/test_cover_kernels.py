"""The cover search's kernels against the certificate checker, which shares no code with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from chatuchak_solver.stand.checker.bound import look
from chatuchak_solver.stand.checker.cluster import Cluster, Cover
from chatuchak_solver.stand.checker.cluster import unions as checker_unions
from chatuchak_solver.stand.checker.pieces import Pieces, join_pieces, most_points, planes_of
from chatuchak_solver.stand.checker.pieces import count_pieces as count_by_checker
from chatuchak_solver.stand.groups import MOUSE_POINTS
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
    list_covers,
    unions,
    uppermost_after,
)
from chatuchak_solver.stand.kernels.cover_search.expand import (
    append_child,
    bound_board,
    expand,
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
    count_open,
    count_pieces,
    pair_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.search import prepare_children
from chatuchak_solver.stand.problem import StandProblem
from tests.twins import reference_for
from tests.unit.stand.cover_nodes import MIN_TOTAL, CoverTask, cells
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
"""Optima as `optimum` finds them, which takes 16 seconds in plain Python."""

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
                assert task.tree.search(target) is None
                dropped += 1
    assert dropped


@reference_for(
    count_pieces, pair_pieces, add_pieces, count_open, mix_pieces, mix,
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
            reaches = [worth.most(sums, rest, pieces) for *_, pieces in looks]
            for mask, reach in enumerate(reaches):
                loose = int(work.card_pieces[card, mask])
                # The second time from the table.
                for _ in range(2):
                    assert reach_with(work, task.states, fields.OTHERS, loose, rest) == reach
            points = [
                r + MOUSE_POINTS * mice for r, (_, mice, *_) in zip(reaches, looks, strict=True)
            ]
            for least in sorted(set(points))[1::3]:
                arguments = (work, task.states, card, rest, least)
                enough = {mask for mask in range(64) if points[mask] >= least}
                some = masks_that_reach(*arguments, 0b101010)
                assert some == mask_set(enough) & 0b101010
                assert masks_that_reach(*arguments, every) == mask_set(enough)
                work.card, work.rest = card, rest
                work.threshold = least - 2 * work.mice
                assert allow_masks(work, task.states) == bool(work.allowed or work.allows_whole)
                assert work.allowed == mask_set(enough) & work.hideable
                assert work.allows_whole == (0 in enough)


def join_touching(first: list[Pieces], second: list[Pieces]) -> list[Pieces]:
    return [join_pieces(*pair) for pair in zip(first, second, strict=True)]


def mask_set(masks: set[int]) -> int:
    """Return a set of masks as the kernels take it."""
    return sum(1 << (mask - 1) for mask in masks if mask)


@reference_for(add_pieces)
@each_problem
def test_clusters_are_joined_as_by_the_checker(problem: StandProblem) -> None:
    task = CoverTask(problem)
    work = task.work
    seen: list[list[Pieces]] = []
    for _ in task.walk(np.random.default_rng(7)):
        prepare_children(work, task.nodes, 0)
        seen += [task.cluster_pieces(cluster) for cluster in range(int(work.clusters))]
    rng = np.random.default_rng(8)
    for _ in range(60):
        parts = [seen[at] for at in rng.integers(len(seen), size=3)]
        work.pieces[:3, : work.goods] = parts
        work.pieces[fields.TOTAL] = work.pieces[0]
        add_pieces(work, fields.TOTAL, 1)
        add_pieces(work, fields.TOTAL, 2)
        assert task.row_pieces(fields.TOTAL) == reduce(join_touching, parts)


@reference_for(list_covers, uppermost_after, unions)
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
            contents = cells(task, at, 0).items()
            marks = [(*place, code - 1, slot) for place, (code, slot) in contents]
            cluster = Cluster(marks, ())
            masks = int(work.cluster_masks[at])
            assert masks == cluster.hideable >> 1
            hideable = checker_unions(hideable, cluster.hideable)
            found: dict[int, set[Cover]] = {}
            for mask in (mask for mask in range(1, 64) if masks >> (mask - 1) & 1):
                cover = int(work.heads[at, mask])
                while cover != fields.NO_COVER:
                    place = Cover(*work.covers[cover, : fields.COVER_MASK].tolist())
                    found.setdefault(mask, set()).add(place)
                    over = {divmod(at, 3): at for at in range(6) if mask >> at & 1}
                    slots = [s for y, x, _, s in cluster.marks(place) if (y, x) in over]
                    assert uppermost_after(work, at, cover) == 1 + max(slots)
                    cover = int(work.covers[cover, fields.COVER_NEXT])
            assert found == {mask: set(covers) for mask, covers in cluster.covers().items()}
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
            old = join_pieces(old, count_by_checker(plane, plane | blank))
        sizes = group_sizes(new)
        coming = sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)
        groups = group_sizes(spaces)
        points = most_points(old, coming)
        largest = max(groups, default=0)
        # No free space is left inside, so closed pieces of a cluster stay apart.
        assert points[largest] >= largest * len(groups), spaces
        if points[largest] == largest * len(groups) > 0:
            reached.add((old.sources, len(parts), bool(new)))
    assert len(reached) > 5


def group_sizes(spaces: Mapping[tuple[int, int], bool]) -> list[int]:
    """Return the sizes of the groups of marked spaces."""
    marked = [place for place, good in spaces.items() if good]
    graph = nx.Graph()
    graph.add_nodes_from(marked)
    near = [(place, (place[0] + down, place[1] + 1 - down)) for place in marked for down in (0, 1)]
    graph.add_edges_from((place, neighbor) for place, neighbor in near if spaces.get(neighbor))
    return [len(group) for group in nx.connected_components(graph)]
