"""The cover search's kernels that tell early what a card can bring, each beside its plain twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

import numpy as np
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster
from chatuchak_solver.stand.kernels.cover_search.chosen import may_lie_under_last, part_reaches

from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.contact_pruning import (
    ALONE,
    goods_beside,
    joined_goods,
    may_meet,
    note_lines,
    take_card,
)
from chatuchak_solver.stand.kernels.cover_search.covers import list_all_covers
from chatuchak_solver.stand.kernels.cover_search.node_layout import (
    LEFT,
    LOOSE_BITS,
    LOOSE_LARGE,
    LOOSE_SPACES,
    LOOSE_TWOS,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up
from chatuchak_solver.stand.kernels.cover_search.workspace import Workspace
from tests.reference import cover as reference
from tests.twins import reference_for
from tests.unit.stand.cover_nodes import (
    LEAST,
    CoverTask,
    color_spaces,
    cover_tasks,
    covers_of,
    random_part,
    read_node,
    reference_reach,
)


@reference_for(note_lines)
def test_what_lies_beside_each_goods_spaces_is_noted() -> None:
    seen = set()
    for task, node in cover_tasks(3, (2, 1)):
        work = task.work
        take_up(work, task.nodes, node)
        clusters = read_node(task.nodes[node], 3).clusters
        # What another node has left there does not matter.
        work.near[:] = work.lines[:] = -1
        list_all_covers(work, task.nodes, node)
        for one, quarter, good in product(range(len(clusters)), range(4), range(work.goods)):
            cluster = reference.turned(clusters[one], quarter)
            near, shown, whole = (
                {
                    (line - 1, bit - 2)
                    for line, bits in enumerate(rows[: max(row for row, _ in cluster) + 3].tolist())
                    for bit in range(64)
                    if bits >> bit & 1
                }
                for rows in (
                    work.near[one, quarter, good],
                    work.lines[one, quarter, 1 + good],
                    work.lines[one, quarter, 0],
                )
            )
            spaces = {place for place, (code, _) in cluster.items() if code == good + 1}
            assert near == {at for place in spaces for at in reference.beside(place)}
            assert shown == spaces
            assert whole == cluster.keys()
            seen.add(len(spaces))
    assert seen >= {0, 1, 2}


def lay_cover(
    task: CoverTask, read: reference.ReferenceNode, cover: int, cluster: int, card: int, mask: int
) -> tuple[reference.Cluster, reference.Cluster]:
    """Return a cluster as a cover lays it, and what the card shows beside it."""
    quarter, down, right, *_ = task.work.covers[cover].tolist()
    over = reference.shifted(reference.turned(read.clusters[cluster], quarter), down, right)
    shown = {
        place: (int(task.work.card_codes[card, space]), len(read.decided))
        for place, space in reference.CARD.items()
        if not mask >> space & 1
    }
    return over, shown


def goods_joined(one: reference.Cluster, other: reference.Cluster, goods: int) -> int:
    """Return the goods of which spaces of two clusters are beside each other, as bits."""
    joined = {
        code - 1
        for place, (code, _) in one.items()
        if any(near in other and other[near][0] == code for near in reference.beside(place))
    }
    return sum(1 << good for good in range(goods) if good in joined)


def held_to(
    work: Workspace, ask: Callable[[int], bool], bounds: Sequence[int], reach: int
) -> Iterator[tuple[int | None, bool]]:
    """Hold what tells whether a child may reach a threshold to bounds that are asked for in turn.

    None is below what the child reaches. Yields which was the first one too low, if any was, and
    whether the child reaches the threshold.
    """
    assert reach <= min(bounds)
    for threshold in {reach + 1, *bounds, *(1 + one for one in bounds)} - {LEAST}:
        low = [at for at, one in enumerate(bounds) if one < threshold]
        work.asked_for += 1
        work.levels[:, fields.LEVEL_ASKED :] = 0
        # It is known when it is asked for again.
        for _ in range(2):
            assert ask(threshold) == (not low)
        yield low[0] if low else None, reach >= threshold


@reference_for(may_meet, may_lie_under_last, joined_goods, take_card)
def test_where_a_card_joins_the_cluster_over_it_bounds_what_it_brings() -> None:
    rng = np.random.default_rng(16)
    outcomes = set()
    for task, node in cover_tasks(4, (1, 2, 3)):
        work, goods = task.work, int(task.work.goods)
        color_spaces(task, node, rng)
        take_up(work, task.nodes, node)
        read = read_node(task.nodes[node], 4)
        list_all_covers(work, task.nodes, node)
        card = task.next_cards(node)[0]
        left_mask = int(task.nodes[node, LEFT]) & ~(1 << card)
        counts = [reference.counts_of_cluster(one, goods) for one in read.clusters]
        codes = work.card_codes[card].tolist()
        last = len(read.clusters) - 1
        for cover in covers_of(work, last)[::4]:
            mask = int(work.covers[cover, fields.COVER_MASK])
            over, shown = lay_cover(task, read, cover, last, card, mask)
            joined = goods_joined(shown, over, goods)
            assert joined_goods(work, card, mask, last, cover) == joined
            mice = read.mice + int(work.card_mice[card, mask])
            card_counts = reference.counts_of_card(codes, mask, goods)
            two = reference.united_counts(card_counts, counts[last], joined)
            bounds = [reference_reach(task, [two, *counts[:last]], left_mask, mice)]
            laid = reference.counts_of_cluster(over | shown, goods)
            reach = reference_reach(task, [laid, *counts[:last]], left_mask, mice)
            work.chosen[:] = fields.NO_COVER
            work.levels[last, fields.LEVEL_CELLS] = 0
            asked = (work, task.states, task.nodes, node, card, mask)
            outcomes |= set(
                held_to(work, partial(may_lie_under_last, *asked, cover), bounds, reach)
            )
    assert outcomes == {(None, True), (None, False), (0, False)}


@reference_for(may_lie_under_last, may_meet, part_reaches, goods_beside)
def test_where_a_card_joins_several_clusters_over_it_bounds_what_it_brings() -> None:
    rng = np.random.default_rng(12)
    outcomes = set()
    overlaps = 0
    for task, node in cover_tasks(4, (2, 3)):
        work, goods = task.work, int(task.work.goods)
        color_spaces(task, node, rng)
        take_up(work, task.nodes, node)
        read = read_node(task.nodes[node], 4)
        last = len(read.clusters) - 1
        list_all_covers(work, task.nodes, node)
        card = task.next_cards(node)[0]
        left_mask = int(task.nodes[node, LEFT]) & ~(1 << card)
        counts = [reference.counts_of_cluster(one, goods) for one in read.clusters]
        codes = work.card_codes[card].tolist()
        listed = [covers_of(work, one) for one in range(last + 1)]
        for laid, _ in product(range(last), range(90)):
            # Often such as lie beside each other's goods.
            for _ in range(int(rng.integers(1, 7))):
                cover, another = (int(rng.choice(listed[one])) for one in (laid, last))
                if goods_beside(work, laid, cover, last, another) > 0:
                    break
            quarter, down, right, hidden, *_ = work.covers[cover].tolist()
            mask = hidden | int(work.covers[another, fields.COVER_MASK])
            over, shown = lay_cover(task, read, cover, laid, card, mask)
            under_last, _ = lay_cover(task, read, another, last, card, mask)
            work.chosen[:] = fields.NO_COVER
            work.chosen[[laid, last]] = cover, another
            count = put_cluster(work, laid, quarter, down, right, 0)
            work.levels[last, fields.LEVEL_CELLS] = count
            before = work.chosen.copy(), work.board.copy()
            asked = (work, task.states, task.nodes, node, card, mask)
            beside = goods_beside(work, laid, cover, last, another)
            if not over.keys().isdisjoint(under_last):
                assert beside == fields.OVERLAPS
                assert not may_lie_under_last(*asked, another, LEAST + 1)
                clear(work, 0, count)
                overlaps += 1
                continue
            assert beside == goods_joined(over, under_last, goods)
            joined = goods_joined(over | shown, under_last, goods)
            mice = read.mice + int(work.card_mice[card, mask])
            rest = counts[:laid] + counts[laid + 1 : last]
            # By goods alone, under the first and the last; then by the pieces of the card and what
            # is over it, with the last cluster anywhere.
            card_counts = reference.counts_of_card(codes, mask, goods)
            met = reference.united_counts(
                counts[laid], card_counts, goods_joined(shown, over, goods)
            )
            part = reference.counts_of_cluster(over | shown, goods)
            kinds = [
                [reference.united_counts(met, counts[last], joined), *rest],
                [part, counts[last], *rest],
            ]
            bounds = [reference_reach(task, one, left_mask, mice) for one in kinds[laid > 0 :]]
            whole = reference.counts_of_cluster(over | shown | under_last, goods)
            reach = reference_reach(task, [whole, *rest], left_mask, mice)
            ask = partial(may_lie_under_last, *asked, another)
            found = set(held_to(work, ask, bounds, reach))
            outcomes |= {(laid, last, *one) for one in found}
            if laid == 0:
                # The last one's goods beside the card's are told as well as beside the first's.
                look, asked_of = work.card_looks[card, mask], goods_joined(shown, over, goods)
                assert work.met_answers[asked_of, look, joined] >> 1 == work.asked_for
            assert (before[0] == work.chosen).all()
            assert (before[1] == work.board).all()
            clear(work, 0, count)
    assert overlaps
    for pair in ((0, 1), (0, 2), (1, 2)):
        assert outcomes >= {(*pair, None, True), (*pair, 0, False)}


@reference_for(may_meet)
def test_goods_that_clusters_join_bound_any_pieces_of_theirs() -> None:
    rng = np.random.default_rng(10)
    told = set()
    for task, _ in cover_tasks(3, (0,)):
        work = task.work
        work.goods, work.owned_mask, work.open_mask = 2, 1, 0
        task.nodes[1, fields.CLUSTERS] = 3
        for _ in range(40):
            parts = [[random_part(rng) for _ in range(2)] for _ in range(3)]
            work.pieces[:3, :2] = parts
            codes = rng.integers(3, size=6).tolist()
            mask, left_mask = int(rng.integers(63)), int(rng.choice((0, 2, 6)))
            task.nodes[1, LEFT] = 1 | left_mask
            work.card_codes[0] = codes
            for good in range(2):
                work.card_goods[0, good] = sum(
                    1 << at for at, code in enumerate(codes) if code == good + 1
                )
            card = reference.counts_of_card(codes, mask, 2)
            work.card_pieces[0, mask] = sum(
                (one[0] | one[1] << LOOSE_TWOS | one[2] << LOOSE_LARGE | one[3] << LOOSE_SPACES)
                << LOOSE_BITS * good
                for good, one in enumerate(card)
            )
            met, joined = rng.integers(4, size=2).tolist()
            asked = (work, task.states, task.nodes, 1, 0, mask)
            under_last = reference.united_counts(card, parts[2], joined)
            under_first = reference.united_counts(parts[0], card, met)
            under_both = reference.united_counts(under_first, parts[2], joined)
            for over, every in ((ALONE, [under_last, *parts[:2]]), (met, [under_both, parts[1]])):
                ask = partial(may_meet, *asked, over, joined)
                mice = int(work.card_mice[0, mask])
                bound = reference_reach(task, every, left_mask, mice)
                found = set(held_to(work, ask, [bound], LEAST))
                told |= {low for low, _ in found}
    assert told == {None, 0}


def test_new_pieces_let_no_spaces_join_more_than_is_counted() -> None:
    # Of one cluster, with a card laid under it that touches none of its pieces.
    rng = np.random.default_rng(11)
    by_one = by_two = 0
    for _ in range(300):
        cluster = {
            (int(row), int(column)): (int(rng.random() < 0.4), 0)
            for row, column in np.ndindex(4, 4)
            if rng.random() < 0.6
        }
        down, right = rng.integers(-2, 5, 2).tolist()
        card = {
            place: (int(rng.random() < 0.5), 1)
            for place in reference.shifted(reference.CARD, down, right)
            if place not in cluster
        }
        after = reference.good_pieces(cluster | card, 1)
        if len(after) < sum(len(reference.good_pieces(one, 1)) for one in (card, cluster)):
            continue
        old, new = (reference.counts_of_pieces(one, 1) for one in (cluster, card))
        most = reference.in_one_cluster(old, new)
        found = reference.counts_of_pieces(cluster | card, 1)
        assert found[8] <= most[8]
        assert found[9] <= most[9]
        by_one += found[8] == most[8] > old[8] > 0
        by_two += found[9] == most[9] > max(old[3], 2 * old[8])
    assert by_one > 0
    assert by_two > 0
