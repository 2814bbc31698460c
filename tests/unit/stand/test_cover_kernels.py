"""The cover search's kernels of nodes and covers, each beside its plain twin."""

from __future__ import annotations

from itertools import chain, product
from typing import TYPE_CHECKING

import numpy as np
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster, turn
from chatuchak_solver.stand.kernels.cover_search.lookahead_bound import (
    hideable_after,
    hideable_below,
    may_reach,
)
from chatuchak_solver.stand.kernels.cover_search.transposition_table import (
    find_answers,
    masks_that_reach,
    mix,
    mix_pieces,
    sum_clusters,
    whole_reaches,
)

from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.covers import (
    allow_masks,
    has_mask,
    list_all_covers,
    masks_of_cells,
    together,
    uppermost_after,
)
from chatuchak_solver.stand.kernels.cover_search.node_layout import (
    CLUSTERS,
    LEFT,
    LOOSE_BITS,
    LOOSE_LARGE,
    LOOSE_SPACES,
    LOOSE_TWOS,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import (
    measure_clusters,
    put_largest_first,
    take_up,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces, clear_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import make_workspace
from chatuchak_solver.stand.visible_pieces import HIDDEN_MASKS
from tests.reference import cover as reference
from tests.twins import reference_for
from tests.unit.stand.cover_nodes import (
    LEAST,
    cover_tasks,
    covers_of,
    exchange_clusters,
    lay_decided,
    loose_of,
    mask_set,
    random_part,
    read_node,
    reference_reach,
    row_of,
)
from tests.unit.stand.cover_nodes import may_reach as reference_may_reach

if TYPE_CHECKING:
    import pytest


@reference_for(turn)
def test_turning_is_that_of_numpy() -> None:
    for rows, columns in ((2, 3), (3, 2), (1, 4), (5, 5)):
        block = np.arange(rows * columns).reshape(rows, columns)
        for quarter in range(4):
            after = np.rot90(block, -quarter)
            for row, column in np.ndindex(rows, columns):
                assert after[turn(row, column, rows, columns, quarter)] == block[row, column]


@reference_for(mix)
def test_mixing_is_splitmix() -> None:
    rng = np.random.default_rng(1)
    for value in [0, 1, -1, 2**63 - 1, -(2**63), *rng.integers(-(2**63), 2**63 - 1, 50).tolist()]:
        for salt in (0, 1, 8, 1000):
            assert mix(value, salt) == reference.splitmix(value, salt)


@reference_for(put_largest_first)
def test_the_largest_cluster_becomes_the_first() -> None:
    rng = np.random.default_rng(9)
    work = make_workspace()
    largest_at = set()
    for _ in range(200):
        row = rng.integers(50, 99, (1, fields.NODE_LENGTH))
        row[0, [fields.SHOWN, fields.DECIDED]] = rng.integers((1, 1), (40, 9))
        clusters = int(rng.integers(1, 6))
        of_spaces = row[0, fields.SPACES_AT + fields.SPACE_CLUSTER :: fields.SPACE_FIELDS]
        of_spaces[:] = rng.integers(clusters, size=len(of_spaces))
        of_cards = row[0, fields.CARDS_AT + fields.IN_CLUSTER :: fields.CARD_FIELDS]
        of_cards[: fields.MAX_CARDS] = rng.integers(clusters, size=fields.MAX_CARDS)
        shown = of_spaces[: row[0, fields.SHOWN]].tolist()
        largest = max(range(clusters), key=shown.count)
        largest_at.add(largest)
        wanted = row[0].copy()
        exchange_clusters(wanted, 0, largest)
        put_largest_first(work, row, 0)
        assert (row[0] == wanted).all()
    assert largest_at == {0, 1, 2, 3, 4}


@reference_for(take_up, sum_clusters, measure_clusters)
def test_nodes_are_unpacked() -> None:
    cards = 4
    for task, node in cover_tasks(cards, (1, 2, 3, 4)):
        # The largest, which comes first, need not have been the first before.
        exchange_clusters(task.nodes[node], 0, int(task.nodes[node, CLUSTERS]) - 1)
        before = read_node(task.nodes[node], cards)
        take_up(task.work, task.nodes, node)
        read = read_node(task.nodes[node], cards)
        assert sorted(map(str, read.clusters)) == sorted(map(str, before.clusters))
        assert len(read.clusters[0]) == max(map(len, read.clusters))
        assert lay_decided(read, task) == (read.clusters, read.mice)
        extent = np.full((fields.MAX_CARDS, 2), 9)
        measure_clusters(task.nodes, node, extent)
        assert not extent[len(read.clusters) :].any()
        for index, cluster in enumerate(read.clusters):
            rows, columns = zip(*cluster, strict=True)
            assert extent[index].tolist() == [1 + max(rows), 1 + max(columns)]
            assert row_of(task, index) == reference.counts_of_cluster(cluster, task.work.goods)
            for quarter in range(4):
                offsets = task.work.offsets[index, quarter, : len(cluster)].tolist()
                found = {
                    divmod(offset, fields.BOARD): (int(code), int(slot))
                    for offset, code, slot in zip(
                        offsets, task.work.codes[index], task.work.slots[index], strict=False
                    )
                }
                assert found == reference.turned(cluster, quarter)
        for slot in range(len(read.decided) + 1):
            since = [one.card for one in read.decided[slot:]]
            assert task.work.largest_since[slot] == max(since, default=-1)
        sum_clusters(task.work, int(task.nodes[node, CLUSTERS]))
        parts = [reference.counts_of_cluster(one, task.work.goods) for one in read.clusters]
        assert row_of(task, fields.OTHERS) == [
            reference.together([part[good] for part in parts]) for good in range(task.work.goods)
        ]


@reference_for(put_cluster, clear)
def test_clusters_are_put_where_nothing_lies() -> None:
    rng = np.random.default_rng(6)
    tried = set()
    for task, node in cover_tasks(4, (2, 3)):
        read = read_node(task.nodes[node], 4)
        take_up(task.work, task.nodes, node)
        if len(read.clusters) < 2:
            continue
        first = put_cluster(task.work, 0, 0, 0, 0, 0)
        for _ in range(10):
            quarter, down, right = (int(rng.integers(-4, 5)) for _ in range(3))
            quarter %= 4
            before = task.work.board.copy()
            count = put_cluster(task.work, 1, quarter, down, right, first)
            over = reference.shifted(reference.turned(read.clusters[1], quarter), down, right)
            tried.add(count < 0)
            assert (count < 0) == (not read.clusters[0].keys().isdisjoint(over))
            if count < 0:
                assert (task.work.board == before).all()
            else:
                shown = read.clusters[0] | over
                cells = (task.work.board != 0).nonzero()[0].tolist()
                assert {
                    (
                        cell // fields.BOARD - fields.ORIGIN,
                        cell % fields.BOARD - fields.ORIGIN,
                    ): task.work.board[cell] - 1
                    for cell in cells
                } == {place: code for place, (code, _) in shown.items()}
                clear(task.work, first, count)
        clear(task.work, 0, first)
    assert tried == {True, False}


@reference_for(list_all_covers, uppermost_after, has_mask, together)
def test_covers_are_listed() -> None:
    for task, node in cover_tasks(4, (1, 2, 3)):
        read = read_node(task.nodes[node], 4)
        take_up(task.work, task.nodes, node)
        listed = list_all_covers(task.work, task.nodes, node)
        covers = [covers_of(task.work, index) for index in range(len(read.clusters))]
        assert sorted(chain(*covers)) == list(range(listed))
        for index, cluster in enumerate(read.clusters):
            for cover in covers[index]:
                uppermost_after(task.work, index, cover)
            found = [tuple(one[:5]) for one in task.work.covers[covers[index]].tolist()]
            assert sorted(found) == sorted(reference.covers(cluster, set(range(1, 64))))
        wanted = reference.hideable(read.clusters)
        assert {mask for mask in range(64) if has_mask(task.work.hideable, mask)} == wanted
        one, other = reference.hideable(read.clusters[:1]), reference.hideable(read.clusters[1:])
        assert together(task.work, mask_set(one), mask_set(other)) == mask_set(wanted)
        assert not task.work.board.any()


@reference_for(masks_of_cells, hideable_after, hideable_below)
def test_masks_that_can_be_hidden_below() -> None:
    rng = np.random.default_rng(13)
    apart_of = set()
    for task, node in cover_tasks(4, (1, 2, 3)):
        work = task.work
        read = read_node(task.nodes[node], 4)
        take_up(work, task.nodes, node)
        list_all_covers(work, task.nodes, node)
        work.chosen[:] = -1
        work.chosen[0] = 0
        count = put_cluster(work, 0, 1, 0, 0, 0)
        assert masks_of_cells(work, count) == mask_set(reference.hideable(read.clusters[:1]))
        hidden = hideable_after(work, len(read.clusters), count)
        assert hidden == mask_set(reference.hideable(read.clusters)) == work.hideable
        clear(work, 0, count)
        for mask in (0, 1, 7, 27, 62, 63):
            shape = {place: (0, 0) for place, at in reference.CARD.items() if not mask >> at & 1}
            wanted = reference.hideable([*read.clusters, shape] if shape else read.clusters)
            assert hideable_below(work, hidden, mask) == mask_set(wanted)
        # Of clusters that are not laid it is what was listed, here what each hardly hides.
        for laid, cluster in enumerate(read.clusters):
            work.chosen[:] = -1
            work.chosen[laid] = 0
            count = put_cluster(work, laid, 0, 0, 0, 0)
            wanted = reference.hideable([cluster])
            for apart in range(len(read.clusters)):
                few = set(rng.integers(1, 64, 2).tolist())
                work.cluster_masks[apart] = mask_set(few)
                if apart != laid:
                    wanted = reference.united(wanted, few)
                    apart_of.add((laid, apart))
            assert hideable_after(work, len(read.clusters), count) == mask_set(wanted)
            clear(work, 0, count)
    assert apart_of >= {(0, 1), (1, 0)}


@reference_for(may_reach)
def test_last_cards_show_what_can_be_hidden_of_them() -> None:
    outcomes = set()
    for task, node in cover_tasks(4, (3, 2, 1)):
        work = task.work
        take_up(work, task.nodes, node)
        read = read_node(task.nodes[node], 4)
        goods = work.goods
        parts = [reference.counts_of_cluster(one, goods) for one in read.clusters]
        # One mask alone is little, all that are hideable are what the search asks for.
        for masks in (reference.hideable(read.clusters), {0, 7}, {0, 43, 46}, {0}):
            left_mask = int(task.nodes[node, LEFT])
            top = reference_reach(task, parts, left_mask, 0)
            for least in (top, top - 2, top - 5, top - 9):
                clear_pieces(work, fields.TOTAL)
                for cluster in range(len(read.clusters)):
                    add_pieces(work, fields.TOTAL, cluster, fields.ALL_GOODS)
                mix_pieces(work, fields.TOTAL)
                found = may_reach(work, task.states, left_mask, mask_set(masks), least)
                assert found == reference_may_reach(task, parts, read.left, masks, least)
                outcomes.add((len(read.left), found))
    assert outcomes == set(product((1, 2, 3), (False, True)))


@reference_for(masks_that_reach, whole_reaches, find_answers)
def test_hidden_sets_are_told_by_the_bounds_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    # In plain Python there is one row for all answers, so that none may be taken for another.
    monkeypatch.setattr(fields, "ANSWERED_ROWS", 1)
    rng = np.random.default_rng(14)
    told = set()
    for task, _ in cover_tasks(4, (0,)):
        work, goods = task.work, int(task.work.goods)
        parts = [[random_part(rng) for _ in range(goods)] for _ in range(3)]
        for part in parts:
            work.pieces[fields.OTHERS, :goods] = part
            mix_pieces(work, fields.OTHERS)
            for _ in range(4):
                left = rng.permutation(4).tolist()
                card, other = left.pop(), left.pop()
                left_mask = sum(1 << one for one in left[: int(rng.integers(3))])
                loose = [loose_of(task, other, int(rng.choice(HIDDEN_MASKS[3])))]
                loose = loose[: rng.integers(2)]
                packed = sum(
                    (one[0] | one[1] << LOOSE_TWOS | one[2] << LOOSE_LARGE | one[3] << LOOSE_SPACES)
                    << LOOSE_BITS * good
                    for lying in loose
                    for good, one in enumerate(lying)
                )
                reach = {
                    mask: reference_reach(
                        task,
                        [part],
                        left_mask,
                        int(work.card_mice[card, mask]),
                        [*loose, loose_of(task, card, mask)],
                    )
                    for mask in HIDDEN_MASKS[3]
                }
                for least in {LEAST + 1, *rng.choice([*reach.values()], 3).tolist()} - {LEAST}:
                    asked = work, task.states, fields.OTHERS, packed, card, left_mask, least
                    # What is asked for first may tell more.
                    for masks in (set(rng.choice(HIDDEN_MASKS[3], 9).tolist()), {*reach}):
                        found = masks_that_reach(*asked, mask_set(masks))
                        assert found == mask_set(mask for mask in masks if reach[mask] >= least)
                        told.add(bool(found))
                    assert whole_reaches(*asked) == (reach[0] >= least)
    assert told == {False, True}


@reference_for(allow_masks)
def test_hidden_sets_are_allowed_by_their_bounds() -> None:
    outcomes = set()
    for task, node in cover_tasks(4, (0, 1, 2, 3)):
        read = read_node(task.nodes[node], 4)
        take_up(task.work, task.nodes, node)
        sum_clusters(task.work, len(read.clusters))
        goods = task.work.goods
        parts = [reference.counts_of_cluster(one, goods) for one in read.clusters]
        for card in task.next_cards(node)[:1]:
            left_mask = int(task.nodes[node, LEFT]) & ~(1 << card)
            list_all_covers(task.work, task.nodes, node)
            masks = reference.hideable(read.clusters)
            # So many cards hide nothing else.
            assert masks <= {*HIDDEN_MASKS[min(len(read.decided), 3)]}
            reach = {
                mask: reference_reach(
                    task,
                    parts,
                    left_mask,
                    read.mice + int(task.work.card_mice[card, mask]),
                    [loose_of(task, card, mask)],
                )
                for mask in masks
            }
            for threshold in (
                LEAST + 1,
                max(LEAST + 1, sorted(reach.values())[len(reach) // 2]),
                500,
            ):
                some = allow_masks(task.work, task.states, task.nodes, node, card, threshold)
                allowed = {mask for mask in masks if reach[mask] >= threshold}
                assert task.work.allowed == mask_set(allowed)
                assert task.work.allows_whole == (0 in allowed)
                parts_of = {part for part in range(1, 64) for one in allowed if part & one == part}
                if len(read.clusters) > 1:
                    assert task.work.useful == mask_set(parts_of)
                assert some == bool(allowed)
                outcomes.add((some, len(allowed) < len(masks)))
    assert outcomes == {(True, False), (True, True), (False, True)}
