"""The cover search's kernels that count pieces and bound them, each beside its plain twin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
from chatuchak_solver.stand.kernels.cover_search.board import clear
from chatuchak_solver.stand.kernels.cover_search.transposition_table import mix_pieces, reach_with

from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import (
    bound_without_mice,
    fill_gains,
    most_joined,
    most_touched,
    place_gains,
    smallest,
)
from chatuchak_solver.stand.kernels.cover_search.node_layout import (
    LEFT,
    LOOSE_BITS,
    LOOSE_LARGE,
    LOOSE_SPACES,
    LOOSE_TWOS,
    PAIRED,
    PIECE_BITS,
    PIECE_FIELDS,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    add_source,
    clear_pieces,
    close_pieces,
    copy_pieces,
    count_open,
    count_pieces,
    most_paired,
    pack_pieces,
    pair_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import make_workspace
from tests.reference import cover as reference
from tests.twins import reference_for
from tests.unit.stand.cover_nodes import (
    CoverTask,
    cover_tasks,
    known,
    loose_of,
    owners_of,
    random_part,
    row_of,
    states_of,
)


def set_pieces(task: CoverTask, counts: Sequence[reference.Counts]) -> None:
    """Put pieces into the row that is in question."""
    clear_pieces(task.work, fields.TOTAL)
    for good, one in enumerate(counts):
        task.work.pieces[fields.TOTAL, good] = one


def random_counts(rng: np.random.Generator, goods: int) -> list[reference.Counts]:
    """Return pieces of up to three clusters."""
    return [
        reference.together([random_part(rng) for _ in range(rng.integers(0, 4))])
        for _ in range(goods)
    ]


@reference_for(smallest)
def test_the_smallest_pieces() -> None:
    for ones, twos, large in product(range(4), repeat=3):
        sizes = [1] * ones + [2] * twos + [3] * large
        for count in range(len(sizes) + 1):
            assert smallest(ones, twos, count) == reference.least_spaces(sizes, count)


@reference_for(count_pieces, count_open, pair_pieces, clear)
def test_pieces_are_counted_and_the_board_left_as_it_was() -> None:
    rng = np.random.default_rng(2)
    work = make_workspace()
    joined = 0
    for _ in range(300):
        rows, columns, goods = (int(rng.integers(1, most)) for most in (7, 7, 6))
        work.goods = goods
        codes = rng.integers(0, goods + 1, (rows, columns))
        share = rng.random()
        cluster = {
            (int(row), int(column)): (int(codes[row, column]), 0)
            for row, column in np.ndindex(rows, columns)
            if rng.random() < share
        }
        for index, ((row, column), (code, _)) in enumerate(cluster.items()):
            cell = (fields.ORIGIN + row) * fields.BOARD + fields.ORIGIN + column
            work.cells[index] = cell
            work.board[cell] = 1 + code
        before = work.board.copy()
        count_pieces(work, len(cluster), 3, True)
        wanted = reference.counts_of_cluster(cluster, goods)
        # At first no more is known of two spaces than of one.
        for good, one in enumerate(wanted):
            assert work.pieces[3, good, PAIRED] == min(one[3], 2 * one[8]) >= one[9]
            joined += one[8] < one[9] < min(one[3], 2 * one[8])
        pair_pieces(work, 3)
        assert [tuple(one) for one in work.pieces[3, :goods].tolist()] == wanted
        assert (work.board == before).all()
        # Nothing that is to come lets a piece grow.
        count_pieces(work, len(cluster), 3, False)
        groups = [
            [len(one) for one in reference.good_pieces(cluster, 1 + at)] for at in range(goods)
        ]
        for good, sizes in enumerate(groups):
            ended = (0, 0, 0, 0, 0, len(sizes), max(sizes, default=0), *reference.NO_PIECES[7:])
            assert tuple(work.pieces[3, good].tolist()) == ended
        assert (work.board == before).all()
        clear(work, 0, len(cluster))
        assert not work.board.any()
    assert joined > 10
    count_pieces(work, 0, 3, True)
    assert not work.hubs.any()


@reference_for(clear_pieces, add_pieces, add_source)
def test_pieces_are_added_up() -> None:
    rng = np.random.default_rng(3)
    task = CoverTask(8, 2, fixed_order=True)
    task.work.goods = 5
    for _ in range(300):
        parts = [[random_part(rng) for _ in range(5)] for _ in range(rng.integers(0, 5))]
        clear_pieces(task.work, fields.TOTAL)
        for part in parts:
            task.work.pieces[0] = part
            add_pieces(task.work, fields.TOTAL, 0, fields.ALL_GOODS)
        wanted = [reference.together([part[good] for part in parts]) for good in range(5)]
        assert row_of(task, fields.TOTAL) == wanted


@reference_for(add_pieces, copy_pieces, most_paired)
def test_pieces_of_goods_that_are_not_joined_become_those_of_one_cluster() -> None:
    rng = np.random.default_rng(13)
    task = CoverTask(8, 2, fixed_order=True)
    task.work.goods = 5
    for _ in range(100):
        parts = [[random_part(rng) for _ in range(5)] for _ in range(3)]
        for row, part in enumerate(parts):
            task.work.pieces[row] = part
        joined, of_third = rng.integers(32, size=2).tolist()
        copy_pieces(task.work, fields.TOTAL, 0)
        add_pieces(task.work, fields.TOTAL, 1, joined)
        add_pieces(task.work, fields.TOTAL, 2, of_third)
        two = reference.united_counts(parts[0], parts[1], joined)
        assert row_of(task, fields.TOTAL) == reference.united_counts(two, parts[2], of_third)
        for row, part in enumerate(parts):
            assert row_of(task, row) == part


def test_no_pieces_of_clusters_join_to_more_than_is_told() -> None:
    rng = np.random.default_rng(16)
    reached = set()
    for _ in range(3_000):
        # Up to three clusters and new spaces, laid on one board where nothing lies yet.
        shown: dict[reference.Place, tuple[int, int]] = {}
        parts = []
        for part in range(int(rng.integers(1, 5))):
            size = rng.integers(2, 5, 2)
            corner = rng.integers(0, 5, 2)
            cluster = {
                (int(row), int(column)): (int(rng.random() < 0.6), part)
                for row, column in np.argwhere(rng.random(size) < 0.9) + corner
                if (int(row), int(column)) not in shown
            }
            shown |= cluster
            parts.append(cluster)
        new = parts.pop() if rng.random() < 0.7 else {}
        counts = reference.together([reference.counts_of_pieces(one, 1) for one in parts])
        sizes = [len(piece) for piece in reference.good_pieces(new, 1)]
        coming = sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)
        # Closed pieces are told apart.
        closed = [
            piece
            for one in parts
            for piece in reference.good_pieces(one, 1)
            if not {near for at in piece for near in reference.beside(at)} - one.keys()
        ]
        pieces = [piece for one in [*parts, new] for piece in reference.good_pieces(one, 1)]
        for group in reference.good_pieces(shown, 1):
            joined = sum(not piece.isdisjoint(group) for piece in pieces)
            if group not in closed:
                most = reference.most_joined(counts, coming, joined - 1)
                assert len(group) <= most, shown
                if len(group) == most:
                    reached.add((counts[7], joined, bool(new)))
    assert len(reached) > 15


@reference_for(close_pieces)
def test_pieces_that_nothing_joins_are_groups() -> None:
    rng = np.random.default_rng(14)
    task = CoverTask(8, 2, fixed_order=True)
    task.work.goods = 5
    for _ in range(20):
        part = [random_part(rng) for _ in range(5)]
        task.work.pieces[0] = part
        close_pieces(task.work, 0)
        ended = [
            (0, 0, 0, 0, 0, sum((*one[:3], one[5])), max(one[4], one[6]), *reference.NO_PIECES[7:])
            for one in part
        ]
        assert row_of(task, 0) == ended


@reference_for(fill_gains, most_joined, most_touched, place_gains, bound_without_mice)
def test_gains_and_bounds_are_those_of_trying_all_sizes() -> None:
    rng = np.random.default_rng(4)
    for task, node in cover_tasks(3, (0, 1, 2)):
        work = task.work
        left_mask = int(task.nodes[node, LEFT])
        first, end = work.spans[left_mask].tolist()
        for _ in range(6):
            counts = random_counts(rng, work.goods)
            set_pieces(task, counts)
            looks = [(int(rng.integers(3)), int(rng.integers(64))) for _ in range(rng.integers(3))]
            work.loose = sum(int(work.card_pieces[look]) for look in looks)
            loose = [unpacked(work.loose, good) for good in range(work.goods)]
            for state, row in zip(range(first, end), states_of(task, left_mask), strict=True):
                for good, one in enumerate(counts):
                    coming = [a + b for a, b in zip(row[4 * good :], loose[good], strict=False)]
                    reach = fill_gains(work, task.states, state, good, 0)
                    found = work.gains[good, 0, : reach + 1].tolist()
                    wanted = reference.gains(tuple(one), tuple(coming))
                    assert {
                        b: gain for b, gain in enumerate(found) if gain != fields.NOTHING
                    } == wanted
            work.filled[:] = 0
            work.owned_mask = owned = int(rng.integers(1 << work.goods))
            work.open_mask = int(rng.integers(1 << work.goods)) & ~owned
            wanted_bound = reference.bound(
                counts, states_of(task, left_mask), owners_of(work), loose
            )
            # The gains are those of the first time.
            for _ in range(2):
                found_bound = bound_without_mice(work, task.states, left_mask)
                assert known(found_bound) == known(wanted_bound)
            work.loose = 0


def unpacked(loose: int, good: int) -> reference.Loose:
    """Return the loose pieces of a good."""
    one = loose >> LOOSE_BITS * good
    return one & 7, one >> LOOSE_TWOS & 7, one >> LOOSE_LARGE & 3, one >> LOOSE_SPACES & 15


def test_what_cards_show_is_packed() -> None:
    for task, _ in cover_tasks(3, (1,)):
        for card, mask in product(range(3), range(64)):
            packed = int(task.work.card_pieces[card, mask])
            shown = [unpacked(packed, good) for good in range(task.work.goods)]
            assert shown == loose_of(task, card, mask)


def test_no_group_is_bigger_than_what_new_spaces_join() -> None:
    # Old pieces of one cluster and every way to lay up to three new spaces beside them.
    rng = np.random.default_rng(8)
    work = make_workspace()
    work.goods = 1
    tight = 0
    for _ in range(20):
        cluster = {
            (int(row), int(column)): (int(rng.random() < 0.5), 0)
            for row, column in np.ndindex(3, 4)
            if rng.random() < 0.7
        }
        for index, ((row, column), (code, _)) in enumerate(cluster.items()):
            work.cells[index] = (fields.ORIGIN + row) * fields.BOARD + fields.ORIGIN + column
            work.board[work.cells[index]] = 1 + code
        count_pieces(work, len(cluster), fields.TOTAL, True)
        pair_pieces(work, fields.TOTAL)
        clear(work, 0, len(cluster))
        free = sorted(set(product(range(-2, 5), range(-2, 6))) - cluster.keys())
        old = reference.good_pieces(cluster, 1)
        reached: dict[tuple[int, ...], int] = {}
        for new in [*combinations(free, 1), *combinations(free, 2), *some_threes(rng, free)]:
            after = reference.good_pieces(cluster | dict.fromkeys(new, (1, 0)), 1)
            sizes = [len(one) for one in reference.good_pieces(dict.fromkeys(new, (1, 0)), 1)]
            kinds = [sizes.count(1), sizes.count(2), len(sizes), len(new)]
            joins = len(old) + len(sizes) - len(after)
            biggest = max(len(one) for one in after if not one.isdisjoint(new))
            reached[joins, *kinds] = max(biggest, reached.get((joins, *kinds), 0))
        for (joins, *kinds), size in reached.items():
            most = max(most_joined(work, 0, fewer, *kinds) for fewer in range(joins + 1))
            assert size <= most
            tight += joins > 0 and size == most
    assert tight > 60


def some_threes(
    rng: np.random.Generator, free: Sequence[reference.Place]
) -> list[tuple[reference.Place, ...]]:
    """Return random threes of places."""
    return [tuple(free[at] for at in rng.choice(len(free), 3, replace=False)) for _ in range(500)]


@reference_for(pack_pieces)
def test_packed_pieces_tell_unlike_ones_apart() -> None:
    rng = np.random.default_rng(5)
    task = CoverTask(8, 2, fixed_order=True)
    seen: dict[int, reference.Counts] = {}
    for _ in range(2_000):
        counts = random_counts(rng, 1)
        set_pieces(task, counts)
        assert seen.setdefault(int(pack_pieces(task.work, fields.TOTAL, 0)), counts[0]) == counts[0]
    # Every number has room for the most there can be, and those of one cluster in a word.
    assert sum(PIECE_BITS[: fields.OTHER_PIECES]) <= 64
    assert len(PIECE_BITS) == PIECE_FIELDS
    packed = {0}
    for field, bits in enumerate(PIECE_BITS):
        task.work.pieces[fields.TOTAL, 0] = 0
        task.work.pieces[fields.TOTAL, 0, field] = (1 << bits) - 1
        packed.add(int(pack_pieces(task.work, fields.TOTAL, 0)))
    assert len(packed) == 1 + PIECE_FIELDS


@reference_for(mix_pieces, reach_with)
def test_bounds_are_the_same_the_first_time_and_again() -> None:
    rng = np.random.default_rng(7)
    for task, node in cover_tasks(3, (0, 1, 2)):
        work = task.work
        left_mask = int(task.nodes[node, LEFT])
        for _ in range(6):
            counts = random_counts(rng, work.goods)
            card, mask = int(rng.integers(3)), int(rng.integers(64))
            loose = loose_of(task, card, mask)
            wanted = known(
                reference.bound(counts, states_of(task, left_mask), owners_of(work), loose)
            )
            set_pieces(task, counts)
            work.pieces[fields.OTHERS] = work.pieces[fields.TOTAL]
            mix_pieces(work, fields.OTHERS)
            packed = int(work.card_pieces[card, mask])
            for _ in range(2):
                found = reach_with(work, task.states, fields.OTHERS, packed, left_mask)
                assert known(found) == wanted
            # Other cards left are another question.
            for other in (0, 7 & ~left_mask):
                found = reach_with(work, task.states, fields.OTHERS, packed, other)
                states = states_of(task, other)
                assert known(found) == known(
                    reference.bound(counts, states, owners_of(work), loose)
                )
            # So are other pieces that have one of the two mixed numbers in common with these.
            work.mixed[fields.OTHERS, 1] += 1
            work.pieces[fields.OTHERS] = 0
            found = reach_with(work, task.states, fields.OTHERS, packed, left_mask)
            none = [(0,) * fields.PIECE_FIELDS] * work.goods
            states = states_of(task, left_mask)
            assert known(found) == known(reference.bound(none, states, owners_of(work), loose))
