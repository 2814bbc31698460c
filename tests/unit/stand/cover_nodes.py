"""Random nodes of the cover search for tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

import numpy as np
import numpy.typing as npt
from chatuchak_solver.stand.kernels.cover_search.transposition_table import sum_clusters

from chatuchak_solver.stand.bound import scoring_goods, upper_bound
from chatuchak_solver.stand.cover_task import make_task
from chatuchak_solver.stand.kernels.cover_search.covers import list_all_covers
from chatuchak_solver.stand.kernels.cover_search.expand import expand
from chatuchak_solver.stand.kernels.cover_search.node_layout import (
    BOUND,
    CARD,
    CARD_FIELDS,
    CARDS_AT,
    CLUSTERS,
    CODE,
    COLUMN,
    COVER_MASK,
    COVER_NEXT,
    DECIDED,
    IN_CLUSTER,
    LEFT,
    MICE,
    NO_COVER,
    NODE_LENGTH,
    QUARTER,
    ROW,
    SHOWN,
    SLOT,
    SPACE_CLUSTER,
    SPACE_COLUMN,
    SPACE_FIELDS,
    SPACE_ROW,
    SPACES_AT,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up
from chatuchak_solver.stand.kernels.cover_search.workspace import Workspace
from chatuchak_solver.stand.space import has_mouse
from chatuchak_solver.stand.visible_pieces import HIDDEN_MASKS
from tests.reference import cover as reference
from tests.reference.cover import Cluster, Decided, ReferenceNode, turned
from tests.unit.stand.problems import seeded_problem

ROOM = 3_000
LEAST = -500
"""A lower limit of all bounds."""
SEEDS = (0, 1, 5, 8)
"""Seeds of tasks with few children."""


class CoverTask:
    """A seeded task of the cover search with its arrays; node 0 is the root."""

    def __init__(self, seed: int, cards: int, *, fixed_order: bool, room: int = ROOM) -> None:
        self.problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        uppers = upper_bound(self.problem).by_announcement
        self.own = max(uppers, key=lambda own: uppers[own])
        goods = scoring_goods(self.problem, self.own)
        also = [own for own in uppers if scoring_goods(self.problem, own) == goods]
        self.work, self.states = make_task(self.problem, self.own, also)
        self.nodes = np.zeros((room + 1, NODE_LENGTH), dtype=np.int64)
        self.nodes[0, LEFT] = (1 << cards) - 1

    def next_cards(self, node: int) -> list[int]:
        """Return the possible next cards below a node."""
        left = int(self.nodes[node, LEFT])
        cards = [card for card in range(len(self.problem.cards)) if left >> card & 1]
        return cards[-1:] if self.problem.fixed_order else cards

    def children(self, node: int, card: int, threshold: int, first: int) -> int:
        """Write a node's children from the row ``first`` on; return the end."""
        take_up(self.work, self.nodes, node)
        sum_clusters(self.work, int(self.nodes[node, CLUSTERS]))
        list_all_covers(self.work, self.nodes, node)
        return expand(self.work, self.states, self.nodes, node, card, threshold, first)

    def grow(self, rng: np.random.Generator, decided: int) -> int:
        """Return a random node with ``count`` decided cards, in row 0 or 1."""
        node = 0
        for _ in islice(self.growth(rng), decided):
            node = 1
        return node

    def growth(self, rng: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
        """Decide random cards one by one; yield each node, in row 1."""
        node = 0
        while self.nodes[node, LEFT]:
            card = int(rng.choice(self.next_cards(node)))
            end = self.children(node, card, LEAST + 1, 2)
            if end < 3:
                break
            # Alternately one with the most clusters.
            clusters = self.nodes[2:end, CLUSTERS]
            every = np.arange(2, end)
            choices = every[clusters == clusters.max()] if rng.random() < 0.5 else every
            self.nodes[1] = self.nodes[rng.choice(choices)]
            node = 1
            yield self.nodes[1]


def read_node(row: npt.NDArray[np.int64], cards: int) -> ReferenceNode:
    """Return a node as plain values."""
    clusters: list[Cluster] = [{} for _ in range(row[CLUSTERS])]
    for index in range(row[SHOWN]):
        at = SPACES_AT + SPACE_FIELDS * index
        slot, code = divmod(int(row[at + CODE]), SLOT)
        place = int(row[at + SPACE_ROW]), int(row[at + SPACE_COLUMN])
        assert place not in clusters[row[at + SPACE_CLUSTER]]
        clusters[row[at + SPACE_CLUSTER]][place] = code, slot
    decided = []
    for slot in range(row[DECIDED]):
        at = CARDS_AT + CARD_FIELDS * slot
        fields = (CARD, IN_CLUSTER, ROW, COLUMN, QUARTER)
        decided.append(Decided(*(int(row[at + field]) for field in fields)))
    left = frozenset(card for card in range(cards) if int(row[LEFT]) >> card & 1)
    return ReferenceNode(clusters, decided, left, int(row[MICE]), int(row[BOUND]))


def color_spaces(task: CoverTask, node: int, rng: np.random.Generator) -> None:
    """Set random goods in all spaces of a node, and none in some."""
    for index in range(task.nodes[node, SHOWN]):
        at = SPACES_AT + SPACE_FIELDS * index + CODE
        task.nodes[node, at] += int(rng.integers(task.work.goods + 1)) - task.nodes[node, at] % SLOT


def exchange_clusters(row: npt.NDArray[np.int64], one: int, other: int) -> None:
    """Exchange the numbers of two clusters of a node."""
    spaces = [SPACES_AT + SPACE_FIELDS * index + SPACE_CLUSTER for index in range(row[SHOWN])]
    cards = [CARDS_AT + CARD_FIELDS * slot + IN_CLUSTER for slot in range(row[DECIDED])]
    exchanged = {one: other, other: one}
    for at in spaces + cards:
        row[at] = exchanged.get(int(row[at]), row[at])


def lay_decided(node: ReferenceNode, task: CoverTask) -> tuple[list[Cluster], int]:
    """Return the visible spaces of a node's decided cards, and the visible mice."""
    tops: list[dict[tuple[int, int], tuple[int, int, int]]] = [{} for _ in node.clusters]
    for slot, one in reversed(list(enumerate(node.decided))):
        card = {divmod(space, 3): space for space in range(6)}
        for (row, column), space in turned(card, one.quarter).items():
            tops[one.cluster][one.row + row, one.column + column] = one.card, space, slot
    mice = sum(
        has_mouse(task.problem.cards[card].spaces[space])
        for top in tops
        for card, space, _ in top.values()
    )
    clusters = [
        {
            place: (int(task.work.card_codes[card, space]), slot)
            for place, (card, space, slot) in top.items()
        }
        for top in tops
    ]
    return clusters, mice


def cover_tasks(cards: int, decided: Sequence[int]) -> list[tuple[CoverTask, int]]:
    """Return seeded tasks of both orders, each with a random node."""
    found = []
    for seed in SEEDS:
        for fixed_order in (True, False):
            task = CoverTask(seed, cards, fixed_order=fixed_order)
            row = grown(seed, cards, fixed_order, decided[seed % len(decided)])
            if row is not None:
                task.nodes[1] = row
            found.append((task, int(row is not None)))
    return found


@cache
def grown(seed: int, cards: int, fixed_order: bool, decided: int) -> npt.NDArray[np.int64] | None:
    """Return a random node's row, or None for the root; cached, since it is slow."""
    growing, rows = growing_of(seed, cards, fixed_order)
    rows += [row.copy() for row in islice(growing, max(0, decided - len(rows)))]
    return rows[min(decided, len(rows)) - 1] if decided and rows else None


@cache
def growing_of(
    seed: int, cards: int, fixed_order: bool
) -> tuple[Iterator[npt.NDArray[np.int64]], list[npt.NDArray[np.int64]]]:
    """Return a task's growth, and the list of its known nodes."""
    task = CoverTask(seed, cards, fixed_order=fixed_order)
    return task.growth(np.random.default_rng(seed)), []


def covers_of(work: Workspace, cluster: int) -> list[int]:
    """Return the covers of a cluster, which are listed mask by mask."""
    found = []
    masks, heads, covers = int(work.cluster_masks[cluster]), work.heads[cluster], work.covers
    for mask in range(1, 64):
        if masks >> (mask - 1) & 1:
            cover = int(heads[mask])
            while cover != NO_COVER:
                assert covers[cover, COVER_MASK] == mask
                found.append(cover)
                cover = int(covers[cover, COVER_NEXT])
    return found


def mask_set(masks: Iterable[int]) -> int:
    """Return masks as a set in the kernels' form."""
    return sum(1 << (mask - 1) for mask in masks if mask)


def random_part(rng: np.random.Generator) -> reference.Counts:
    """Return pieces of a good of one cluster."""
    sizes = sorted(rng.integers(1, 5, rng.integers(0, 4)).tolist())
    closed = rng.integers(1, 5, rng.integers(0, 3)).tolist()
    touching = int(rng.integers(max(sizes), sum(sizes) + 1)) if sizes else 0
    paired = int(rng.integers(touching, min(sum(sizes), 2 * touching) + 1))
    large = sum(size > 2 for size in sizes)
    return (
        sizes.count(1), sizes.count(2), large, sum(sizes), max(sizes, default=0),
        len(closed), max(closed, default=0), int(bool(sizes)), touching, paired,
        *reference.NONE_ELSE,
    )  # fmt: skip


def row_of(task: CoverTask, row: int) -> list[reference.Counts]:
    """Return a row of pieces, one tuple a scoring good."""
    return [tuple(one) for one in task.work.pieces[row, : task.work.goods].tolist()]


def states_of(task: CoverTask, left_mask: int) -> list[list[int]]:
    """Return the possible symbols of a set of remaining cards."""
    first, end = task.work.spans[left_mask].tolist()
    found: list[list[int]] = task.states[first:end].tolist()
    return found


def owners_of(work: Workspace) -> list[tuple[int, int]]:
    """Return the owner's certain goods and possible others, as bits."""
    free = [1 << good for good in range(work.goods) if work.open_mask >> good & 1]
    return [(int(work.owned_mask), one) for one in free or [0]]


def known(total: int) -> int:
    """Return a total, or `LEAST` for all impossible ones."""
    return max(total, LEAST)


def loose_of(task: CoverTask, card: int, mask: int) -> list[reference.Loose]:
    """Return the pieces of each scoring good on a partly hidden card."""
    codes = task.work.card_codes[card].tolist()
    return [reference.loose_pieces(codes, mask, good) for good in range(1, task.work.goods + 1)]


def reference_reach(
    task: CoverTask,
    parts: Sequence[Sequence[reference.Counts]],
    left_mask: int,
    mice: int,
    loose: Sequence[Sequence[reference.Loose]] = (),
) -> int:
    """Return the bound of clusters with these pieces, and of cards at any places."""
    goods = range(task.work.goods)
    counts = [reference.together([part[good] for part in parts]) for good in goods]
    lying = [
        (
            sum(a for a, *_ in one),
            sum(a for _, a, *_ in one),
            sum(a for *_, a, _ in one),
            sum(a for *_, a in one),
        )
        for one in ([card[good] for card in loose] for good in goods)
    ]
    states = states_of(task, left_mask)
    return known(reference.bound(counts, states, owners_of(task.work), lying) - 2 * mice)


def may_reach(
    task: CoverTask,
    parts: Sequence[Sequence[reference.Counts]],
    left: frozenset[int],
    masks: set[int],
    least: int,
    loose: Sequence[Sequence[reference.Loose]] = (),
) -> bool:
    """Return whether the remaining cards may reach a total by hiding spaces.

    Of three or more cards only the next one counts.
    """
    if not left:
        return True
    for card in left if task.work.free_order else [max(left)]:
        rest = left - {card}
        left_mask = sum(1 << other for other in rest)
        for mask in sorted(masks & {*HIDDEN_MASKS[3]}):
            mice = int(task.work.card_mice[card, mask])
            more = [*loose, loose_of(task, card, mask)]
            if reference_reach(task, parts, left_mask, mice, more) < least:
                continue
            spaces = {place: (0, 0) for place, at in reference.CARD.items() if not mask >> at & 1}
            below = reference.united(masks, reference.hideable([spaces]) if spaces else {0})
            if len(rest) > 1 or may_reach(task, parts, rest, below, least + 2 * mice, more):
                return True
    return False
