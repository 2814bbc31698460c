"""The cover search's kernels that tell early what a card can bring, each beside its plain twin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster
from chatuchak_solver.stand.kernels.cover_search.covers import list_all_covers
from chatuchak_solver.stand.kernels.cover_search.expand import part_reaches
from chatuchak_solver.stand.kernels.cover_search.fields import (
    LEFT,
    LOOSE_BITS,
    LOOSE_LARGE,
    LOOSE_SPACES,
    LOOSE_TWOS,
)
from chatuchak_solver.stand.kernels.cover_search.meeting import (
    bound_met,
    joined_goods,
    may_meet,
    note_near,
)
from chatuchak_solver.stand.kernels.cover_search.memory import sum_clusters
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up
from tests.reference import plain_cover as plain
from tests.twins import some, twin_of
from tests.unit.stand.cover_nodes import (
    LEAST,
    CoverTask,
    cover_tasks,
    known,
    mask_set,
    plain_reach,
    random_part,
    read_node,
    states_of,
)


@twin_of(note_near)
def test_what_lies_beside_each_goods_spaces_is_noted() -> None:
    seen = set()
    for task, node in cover_tasks(3, (2, 1)):
        work = task.work
        take_up(work, task.nodes, node)
        first = read_node(task.nodes[node], 3).clusters[0]
        # What another node has left there does not matter.
        work.near[:] = -1
        list_all_covers(work, task.nodes, node)
        for quarter, good in product(range(4), range(work.goods)):
            cluster = plain.turned(first, quarter)
            lines = work.near[quarter, good, : max(row for row, _ in cluster) + 3].tolist()
            found = {
                (line - 1, bit - 2)
                for line, bits in enumerate(lines)
                for bit in range(64)
                if bits >> bit & 1
            }
            spaces = [place for place, (code, _) in cluster.items() if code == good + 1]
            assert found == {near for place in spaces for near in plain.beside(place)}
            seen.add(len(spaces))
    assert seen >= {0, 1, 2}


def lay_cover(
    task: CoverTask, read: plain.PlainNode, cover: int, cluster: int, card: int, mask: int
) -> tuple[plain.Cluster, plain.Cluster]:
    """Return a cluster as a cover lays it, and what the card shows beside it."""
    quarter, down, right, *_ = task.work.covers[cover].tolist()
    over = plain.shifted(plain.turned(read.clusters[cluster], quarter), down, right)
    shown = {
        place: (int(task.work.card_codes[card, space]), len(read.decided))
        for place, space in plain.CARD.items()
        if not mask >> space & 1
    }
    return over, shown


@twin_of(may_meet, bound_met, joined_goods)
def test_where_a_card_joins_bounds_what_it_brings() -> None:
    outcomes = set()
    for task, node in cover_tasks(4, (1, 2, 3)):
        work = task.work
        take_up(work, task.nodes, node)
        read = read_node(task.nodes[node], 4)
        sum_clusters(work, len(read.clusters))
        list_all_covers(work, task.nodes, node)
        card = task.next_cards(node)[0]
        left_mask = int(task.nodes[node, LEFT]) & ~(1 << card)
        others = [plain.counts_of_cluster(one, work.goods) for one in read.clusters[1:]]
        for cover in range(0, int(work.starts[1]), 7):
            mask = int(work.covers[cover, fields.COVER_MASK])
            over, shown = lay_cover(task, read, cover, 0, card, mask)
            joined = {
                code - 1
                for place, (code, _) in shown.items()
                if any(near in over and over[near][0] == code for near in plain.beside(place))
            }
            joins = sum(1 << good for good in range(work.goods) if good in joined)
            assert joined_goods(work, card, mask, cover) == joins
            mice = read.mice + int(work.card_mice[card, mask])
            parts = [plain.counts_of_cluster(over | shown, work.goods), *others]
            reach = plain_reach(task, parts, left_mask, mice)
            work.asked_for += 1
            met = bound_met(work, task.states, card, mask, joins, left_mask) - 2 * mice
            assert known(met) >= reach
            work.asked_for += 1
            for threshold in (reach, reach + 1, max(met, LEAST) + 1):
                if threshold == LEAST:
                    continue
                work.pruned = fields.NOTHING
                meets = may_meet(work, task.states, task.nodes, node, card, mask, cover, threshold)
                assert meets == (met >= threshold)
                assert known(work.pruned) == known(fields.NOTHING if meets else met)
                outcomes.add((meets, reach >= threshold))
    assert outcomes == {(True, True), (True, False), (False, False)}


@twin_of(bound_met)
def test_a_card_has_new_pieces_of_the_goods_that_it_does_not_join() -> None:
    rng = np.random.default_rng(10)
    for task, _ in cover_tasks(3, (0,)):
        work = task.work
        work.goods = 2
        work.owned_mask = 1
        for _ in range(120):
            parts = [[random_part(rng) for _ in range(rng.integers(1, 4))] for _ in range(2)]
            if rng.random() < 0.6:
                # One space each, of which few touch a free space: two of those join not all.
                ones, touching = rng.integers((3, 1), (7, 3)).tolist()
                parts[0] = [(ones, 0, 0, ones, 1, 0, 0, 1, touching, touching, 0, 0)]
            if rng.random() < 0.7:
                # The announced good's biggest group has to be no smaller than this one.
                parts[1] = [(0, 0, 0, 0, 0, 1, int(rng.integers(1, 16)), 0, 0, 0, 0, 0)]
            codes = rng.integers(3, size=6).tolist()
            mask, left_mask = int(rng.integers(64)), int(rng.choice((0, 1, 3, 3)))
            shown = [plain.loose_pieces(codes, mask, good) for good in (1, 2)]
            work.card_pieces[0, mask] = packed_loose(shown)
            work.pieces[0, :2] = [one[0] for one in parts]
            work.pieces[fields.OTHERS, :2] = [plain.together(one) for one in parts]
            work.asked_for += 1
            asked = rng.integers(4, size=2).tolist()
            for joined in [*asked, *asked]:
                counts, loose = [], []
                for good, (first, *others) in enumerate(parts):
                    # Where other clusters alone have a good's pieces, new ones are of another.
                    others_alone = first[7] == 0 and any(one[7] for one in others)
                    anywhere = joined >> good & 1 or others_alone
                    sizes = [] if anywhere else plain.sizes_shown(codes, mask, good + 1)
                    counts.append(plain.together([plain.with_new_pieces(first, sizes), *others]))
                    loose.append(shown[good] if anywhere else (0, 0, 0, 0))
                wanted = plain.bound(counts, states_of(task, left_mask), 1, loose)
                found = bound_met(work, task.states, 0, mask, joined, left_mask)
                assert known(found) == known(wanted)
                assert work.loose == 0
            # Of a node and card it is known by now.
            work.pieces[fields.OTHERS] = 0
            assert bound_met(work, task.states, 0, mask, joined, left_mask) == found


def packed_loose(shown: Sequence[plain.Loose]) -> int:
    """Return the loose pieces of every good as the kernels have them."""
    return sum(
        (ones | twos << LOOSE_TWOS | large << LOOSE_LARGE | spaces << LOOSE_SPACES)
        << LOOSE_BITS * good
        for good, (ones, twos, large, spaces) in enumerate(shown)
    )


def test_new_pieces_let_no_spaces_join_more_than_is_counted() -> None:
    # Of one cluster, with a card laid under it that touches none of its pieces.
    rng = np.random.default_rng(11)
    by_one = by_two = 0
    for _ in range(some(900)):
        cluster = {
            (int(row), int(column)): (int(rng.random() < 0.4), 0)
            for row, column in np.ndindex(4, 4)
            if rng.random() < 0.6
        }
        down, right = rng.integers(-2, 5, 2).tolist()
        card = {
            place: (int(rng.random() < 0.5), 1)
            for place in plain.shifted(plain.CARD, down, right)
            if place not in cluster
        }
        sizes = [len(piece) for piece in plain.good_pieces(card, 1)]
        after = plain.good_pieces(cluster | card, 1)
        if len(after) < len(sizes) + len(plain.good_pieces(cluster, 1)):
            continue
        old = plain.counts_of_pieces(cluster, 1)
        most = plain.with_new_pieces(old, sizes)
        found = plain.counts_of_pieces(cluster | card, 1)
        assert found[8] <= most[8]
        assert found[9] <= most[9]
        by_one += found[8] == most[8] > old[8] > 0
        by_two += found[9] == most[9] > max(old[3], 2 * old[8])
    assert by_one > 0
    assert by_two > 0


@twin_of(part_reaches)
def test_a_hidden_set_is_asked_for_once_the_last_cluster_apart() -> None:
    rng = np.random.default_rng(12)
    outcomes = set()
    for task, node in cover_tasks(4, (2, 3)):
        work = task.work
        take_up(work, task.nodes, node)
        read = read_node(task.nodes[node], 4)
        last = len(read.clusters) - 1
        sum_clusters(work, last + 1)
        list_all_covers(work, task.nodes, node)
        card = task.next_cards(node)[0]
        left_mask = int(task.nodes[node, LEFT]) & ~(1 << card)
        counts = [plain.counts_of_cluster(one, work.goods) for one in read.clusters]
        for laid in range(last):
            rest = counts[:laid] + counts[laid + 1 :]
            first, end = work.starts[laid : laid + 2].tolist()
            for cover in rng.integers(first, end, 3).tolist():
                quarter, down, right, hidden, _ = work.covers[cover].tolist()
                masks = sorted({hidden | int(more) for more in rng.integers(64, size=6)})
                reach, met = {}, {}
                work.asked_for += 1
                for mask in masks:
                    over, shown = lay_cover(task, read, cover, laid, card, mask)
                    mice = read.mice + int(work.card_mice[card, mask])
                    parts = [plain.counts_of_cluster(over | shown, work.goods), *rest]
                    reach[mask] = plain_reach(task, parts, left_mask, mice)
                    joins = joined_goods(work, card, mask, cover) if laid == 0 else 0
                    bound = bound_met(work, task.states, card, mask, joins, left_mask) - 2 * mice
                    met[mask] = known(bound) if laid == 0 else fields.UNKNOWN
                threshold = max(LEAST + 1, int(rng.choice(list(reach.values()))) + laid % 2)
                left_out = {mask for mask in masks if reach[mask] < threshold}
                work.chosen[:] = -1
                work.chosen[laid] = cover
                work.chosen[last] = work.starts[last]
                chosen = work.chosen.copy()
                level = work.levels[last]
                level[:] = 0
                count = put_cluster(work, laid, quarter, down, right, 0)
                level[fields.LEVEL_CELLS] = count
                board = work.board.copy()
                for again, mask in product((False, True), masks):
                    work.pruned = fields.NOTHING
                    found = part_reaches(work, task.states, task.nodes, node, card, mask, threshold)
                    assert found == (mask not in left_out)
                    pruned = met[mask] if met[mask] < threshold else reach[mask]
                    wanted = LEAST if found or again else pruned
                    assert known(work.pruned) == wanted
                    outcomes.add((laid, found))
                assert (work.chosen == chosen).all()
                assert (work.board == board).all()
                assert level[fields.LEVEL_ASKED] == mask_set(set(masks))
                assert level[fields.LEVEL_ANSWERED] == mask_set(set(masks) - left_out)
                clear(work, 0, count)
    assert outcomes >= set(product((0, 1), (False, True)))
