"""The certificate checker, independent of the search: pieces and tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import count, product

import numpy as np
import pytest

from benchmarks.stand_proofs import problem_of
from chatuchak_solver import Card, Run, StandProblem, Stop, StopReason, plan_stand
from chatuchak_solver.stand.checker import tree as tree_module
from chatuchak_solver.stand.checker.bound import Worth
from chatuchak_solver.stand.checker.cluster import Position, Shape, members, unions
from chatuchak_solver.stand.checker.pieces import (
    NO_GOOD,
    WIDTH,
    Pieces,
    count_pieces,
    join_pieces,
    most_points,
    planes_of,
    separate_pieces,
    with_free_spaces,
)
from chatuchak_solver.stand.checker.tree import CheckedTree
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.placement import neighbors
from tests.unit.stand.cover_nodes import groups, naive_pieces
from tests.unit.stand.problems import (
    dense_problem,
    optimum,
    reference_score,
    seeded_problem,
    symmetric_problem,
)

Places = frozenset[tuple[int, int]]


def anchored(places: Iterable[tuple[int, int]]) -> Places:
    """Move spaces so that the first row and the first column are 0."""
    places = set(places)
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return frozenset((row - top, column - left) for row, column in places)


def turns(places: Places) -> list[Places]:
    """Return spaces after 0 to 3 quarter turns clockwise."""
    found = [places]
    for _ in range(3):
        found.append(anchored((column, -row) for row, column in found[-1]))
    return found


def seeded_places(seed: int) -> Places:
    """Return spaces that hang together, as rows and columns."""
    rng = np.random.default_rng(seed)
    places = [(0, 0)]
    while len(places) < 3 + seed % 9:
        row, column = places[rng.integers(len(places))]
        down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        if (row + down, column + right) not in places:
            places.append((row + down, column + right))
    return anchored(places)


@pytest.mark.parametrize("seed", range(12))
def test_a_cluster_covers_a_card_in_every_way(seed: int) -> None:
    places = seeded_places(seed)
    naive = defaultdict(set)
    for position in product(range(4), range(-15, 16), range(-15, 16)):
        naive[hidden(places, Position(*position))].add(Position(*position))
    del naive[0]
    checked = Shape(sum(1 << WIDTH * row + column for row, column in places))
    assert {mask: set(checked.below(mask)) for mask in naive} == naive
    assert members(checked.hideable) == sorted([0, *naive])
    for mask, card in product(naive, (Position(quarter, 2, -5) for quarter in range(4))):
        for quarter, down, right in (checked.over(card, below) for below in naive[mask]):
            moved = ((row + down, column + right) for row, column in turns(places)[quarter])
            assert hidden(frozenset(moved), card) == mask


def hidden(places: Places, card: Position) -> int:
    """Return the mask of the spaces of a card that others hide."""
    spaces = [divmod(at, 3) for at in range(6)]
    for turned in range(card.quarter):
        spaces = [(column, 1 + turned % 2 - row) for row, column in spaces]
    moved = [(row + card.row, column + card.column) for row, column in spaces]
    return sum(1 << at for at, space in enumerate(moved) if space in places)


def test_pieces_are_counted_as_by_trying_all_new_spaces() -> None:
    seen, exact = set(), 0
    for seed in range(250):
        rng = np.random.default_rng([seed, 5])
        shapes = (seeded_places(seed * number + number) for number in (3, 5, 7, 8))
        spaces = {place: bool(rng.random() < 0.4) for place in sorted(frozenset.union(*shapes))}
        pieces, naive = pieces_of(spaces), naive_pieces(spaces)
        # Seldom, each two of the three spaces are connected, but not all three at once.
        assert naive.tripled <= pieces.tripled <= pieces.paired + pieces.touching
        assert pieces._replace(tripled=naive.tripled) == naive
        seen.add((pieces.paired > pieces.touching, pieces.closed > 0))
        exact += pieces.tripled == naive.tripled
    assert len(seen) == 4
    assert exact > 240


@pytest.mark.parametrize(
    "board",
    [
        "+.+##./#....#/#+#.+./.#..+.",
        "....#./##+#.#/#...#./++#..+",
        "...++/...#./...../+#..#/..+.#",
        "+..+./+.##+/+...#/.+..+/.##.#",
    ],
)
def test_far_pieces_are_connected_by_three_spaces(board: str) -> None:
    spaces = {place: kind == "#" for place, kind in spaces_of(board).items()}
    assert pieces_of(spaces) == naive_pieces(spaces)


def test_pieces_of_clusters_are_joined() -> None:
    small = Pieces(1, 1, 0, 3, 2, 1, 4, 1, 2, 3, 3)
    large = Pieces(0, 0, 2, 8, 5, 0, 0, 1, 5, 7, 8)
    assert join_pieces(small, Pieces()) == small
    two = Pieces(1, 1, 2, 11, 5, 1, 4, 2, 5, 7, 8, 2, 3, 3, 2, 3, 2)
    assert join_pieces(small, large) == join_pieces(large, small) == two
    three = Pieces(2, 2, 2, 14, 5, 2, 4, 3, 5, 7, 8, 0, 0, 0, 4, 6, 2)
    assert join_pieces(two, small) == three


def test_separate_pieces_join_only_through_others() -> None:
    problem = dense_problem(0, 2, fixed_order=True)
    worth = Worth(problem, problem.announcements()[:1], Run.begin())
    rng, excesses = np.random.default_rng(6), set[int]()
    for _ in range(800):
        parts: list[dict[tuple[int, int], bool]] = []
        for corner in rng.integers(0, 5, (3, 2)).tolist():
            places = {(row + corner[0], column + corner[1]) for row, column in block(rng)}
            places.difference_update(*parts)
            parts.append({place: bool(rng.random() < 0.6) for place in sorted(places)})
        distance = free_distance(*parts[:2])
        if not all(parts) or not distance:
            continue
        first, second, third = (worth.number(pieces_of(part)) for part in parts)
        apart = worth.join(worth.separate(first, second, distance - 1), third)
        marked = [{place for place, shows in part.items() if shows} for part in parts]
        sizes = [len(group) for group in groups(set().union(*marked))]
        largest = max(sizes, default=0)
        points = most_points(worth._pieces[apart], (0, 0, 0, 0))
        assert points[largest] >= largest * len(sizes), parts
        excesses.add(points[largest] - largest * len(sizes))
    assert len(excesses) > 5


def test_parts_are_connected_by_no_more_than_their_distance_allows() -> None:
    rng, exact = np.random.default_rng(8), set[tuple[int, int]]()
    for _ in range(200):
        parts: list[dict[tuple[int, int], bool]] = []
        for down, right in ((0, 0), rng.integers(0, 7, 2).tolist()):
            places = {(row + down, column + right) for row, column in block(rng)}
            places.difference_update(*parts)
            parts.append({place: bool(rng.random() < 0.4) for place in sorted(places)})
        naive = naive_pieces(parts[0] | parts[1])
        for spaces in range(free_distance(*parts)):
            most = separate_pieces(pieces_of(parts[0]), pieces_of(parts[1]), spaces)
            assert np.all(np.subtract(most[8:11], naive[8:11]) >= 0), (parts, spaces)
            exact |= {(spaces, at) for at in range(8, 11) if most[at] == naive[at] != 0}
    assert len(exact) >= 8, exact


def test_three_spaces_connect_two_pieces_of_a_part_to_the_other() -> None:
    first = {at: kind == "a" for at, kind in spaces_of("axb/.../.a.").items() if kind != "b"}
    second = Pieces(1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1)
    assert separate_pieces(pieces_of(first), second, 1).tripled == 3


def free_distance(*parts: dict[tuple[int, int], bool]) -> int:
    """Return the number of free spaces that connect pieces of two parts, or 4 for more."""
    marked = [{place for place, shows in part.items() if shows} for part in parts]
    reached = {near for own in marked[0] for near in neighbors(own)}
    for spaces in range(4):
        if reached & marked[1]:
            return spaces
        reached |= {near for own in reached.difference(*parts) for near in neighbors(own)}
    return 4


def spaces_of(board: str) -> dict[tuple[int, int], str]:
    rows = enumerate(board.split("/"))
    found = {(row, column): kind for row, line in rows for column, kind in enumerate(line)}
    return {place: kind for place, kind in found.items() if kind != "."}


def test_three_spaces_join_at_most_what_they_connect() -> None:
    one = Pieces(7, 0, 0, 7, 1, 0, 0, 1, 2, 4, 5)
    assert [len(most_points(one, (0, 0, 1, new))) - 1 for new in (3, 4)] == [3 + 5, 4 + 7]
    # The largest group of a cluster is the three spaces that another one adds.
    two = Pieces(7, 0, 1, 10, 3, 0, 0, 2, 3, 3, 3, 2, 4, 5, 7, 7, 1)
    assert len(most_points(two, (0, 0, 0, 0))) - 1 == 3 + 5


def block(rng: np.random.Generator) -> Iterable[tuple[int, int]]:
    """Return most of the spaces of a random rectangle."""
    rows, columns = rng.integers(2, 5, 2).tolist()
    return [place for place in product(range(rows), range(columns)) if rng.random() < 0.9]


def pieces_of(spaces: dict[tuple[int, int], bool]) -> Pieces:
    """Return the pieces of a good in a cluster with marked spaces."""
    planes = planes_of([(*at, 0 if shows else NO_GOOD) for at, shows in spaces.items()], 1)
    return count_pieces(*with_free_spaces(planes[0], sum(planes)))


def test_unions_are_of_masks_that_have_no_space_in_common() -> None:
    first, second = {0, 1, 3, 36}, {0, 2, 4, 9, 63}
    both = {a | b for a, b in product(first, second) if not a & b}
    sets = [sum(1 << mask for mask in masks) for masks in (first, second)]
    assert members(unions(*sets)) == sorted(both)


def test_next_masks_are_hidden_by_any_clusters_together() -> None:
    # No stand is too bad, so every mask that can be hidden remains.
    problem = dense_problem(1, 4, fixed_order=True)
    tree = CheckedTree(problem, [("S",)], -500, Run.begin())
    nodes, counts = [tree.root], set()
    for _ in range(3):
        children = [child for node in nodes for child in tree.children(node)]
        children.sort(key=lambda node: len(node.clusters), reverse=True)
        nodes = children[:: 1 + len(children) // 40]
        for node in nodes:
            hidden = {0}
            for cluster in node.clusters:
                masks = members(cluster.shape.hideable)
                hidden = {a | b for a, b in product(hidden, masks) if not a & b}
            assert [*map(members, node.following.values())] == [sorted(hidden)]
            counts.add((len(node.order), len(node.clusters)))
    assert {(2, 2), (3, 2), (3, 3)} <= counts


ORDERS = pytest.mark.parametrize("fixed_order", [True, False])


def assert_decides(problem: StandProblem, most: int) -> None:
    """Check that stands with the most points are found, and none with more."""
    alike: dict[frozenset[str], list[Announcement]] = {}
    for own in problem.announcements():
        alike.setdefault(frozenset({*own, *problem.announced}), []).append(own)
    # One by one, and together if the same goods score.
    choices = [[own] for own in problem.announcements()]
    choices += [group for group in alike.values() if len(group) > 1]
    found = {}
    for group in choices:
        found[(*group,)] = CheckedTree(problem, group, most - 1, Run.begin()).search()
        assert CheckedTree(problem, group, most, Run.begin()).search() is None, (problem, group)
    for group in choices:
        alone = [found[(choice,)] for choice in group]
        assert (found[(*group,)] is None) == all(stand is None for stand in alone), problem
    scores = {reference_score(problem, stand) for stand in found.values() if stand is not None}
    assert scores == {most}, problem


@ORDERS
@pytest.mark.parametrize(("cards", "problems"), [(1, 12), (2, 15), (3, 4)])
def test_optimum_of_few_cards_is_found(cards: int, problems: int, fixed_order: bool) -> None:
    for seed in range(problems):
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        assert_decides(problem, optimum(problem))
        problem = dense_problem(seed, cards, fixed_order=fixed_order)
        assert_decides(problem, optimum(problem))


@ORDERS
@pytest.mark.parametrize(
    ("announced", "rows"),
    [
        # Two goods join together if a whole side of the one card meets the other's.
        ("SG", ("S c S/G c G", "S B B/G B B")),
        ("SG", ("G S c/S c G", "S c G/B B B")),
        ("SG", ("G S c/S c G", "B B S/B B G")),
        # Over the c of the second card the S of the first one joins both its S.
        ("B", ("S c c/B B B", "B S B/S c B")),
        # No space can be covered at no cost. The pieces of any two cards alone are too few.
        ("SB", ("S S S/S S S", "B B S/S B B", "B B B/B B B")),
    ],
)
def test_cards_join_on_every_side(announced: str, rows: tuple[str, ...], fixed_order: bool) -> None:
    cards = tuple(Card.parse(f"k{at}", own.split("/")) for at, own in enumerate(rows))
    for order in (cards, cards[::-1]):
        problem = StandProblem(order, fixed_order, tuple(announced))
        assert_decides(problem, optimum(problem))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stand_is_found_if_its_equal_is_illegal(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    # Half turned, the second card shows a B next to more Bs: then no G is announced.
    cards = (Card.parse("a", ["c B G", "G B B"]), Card.parse("b", ["c c B", "c c c"]))
    tree = CheckedTree(StandProblem(cards), [("G",)], 1, Run.begin())
    monkeypatch.setattr(tree_module, "SMALL_TREE", 0)
    monkeypatch.setattr(tree_module, "in_processes", lambda run, items, **_: map(run, items))
    assert tree.search_below([tree.root], workers=workers) is None
    assert tree.has_rejected
    first = tree.nodes
    tree = CheckedTree(StandProblem(cards), [("G",)], 1, Run.begin())
    assert tree.search(workers=workers) is not None
    assert tree.nodes > first


@pytest.mark.parametrize("seed", [2, 4, 51])
def test_only_equal_clusters_are_dropped(seed: int) -> None:
    problem = replace(symmetric_problem(seed), fixed_order=False)
    needs, counts = [], []
    for drops_equal in (True, False):
        tree = CheckedTree(problem, [("S",)], -500, Run.begin(), drops_equal=drops_equal)
        children = [child for node in tree.children(tree.root) for child in tree.children(node)]
        least: dict[object, int] = {}
        for child in children:
            shown = child.left, frozenset(each.spaces for each in child.clusters)
            least[shown] = min(child.least, least.get(shown, 0))
        needs.append(least)
        counts.append(len(children))
    assert needs[0] == needs[1]
    assert counts[0] < counts[1]


def test_of_equal_stands_one_with_fewest_mice_is_searched() -> None:
    # The optimum needs the one with fewer mice.
    problem = replace(symmetric_problem(51), fixed_order=False)
    assert_decides(problem, optimum(problem))


@ORDERS
@pytest.mark.parametrize(("cards", "seeds"), [(4, (1, 8, 10, 13)), (5, (1,))])
def test_tree_and_search_agree(cards: int, seeds: tuple[int, ...], fixed_order: bool) -> None:
    for seed in seeds:
        problem = dense_problem(seed, cards, fixed_order=fixed_order)
        plan = plan_stand(problem)
        assert plan.is_proven
        assert_decides(problem, plan.total)


@pytest.mark.parametrize(
    ("number", "own", "most"),
    [
        *((91, "S", 26), (390, "GC", 51)),
        *(
            pytest.param(*case, marks=pytest.mark.thorough)
            for case in ((397, "SG", 46), (275, "M", 47))
        ),
    ],
)
def test_plans_of_eight_cards_are_refuted_soon(number: int, own: str, most: int) -> None:
    problem = problem_of(number)[1]
    run = Run.begin(Stop(work=300))
    tree = CheckedTree(problem, [tuple(own)], most, run)
    assert tree.search() is None
    assert run.stopped_by is None
    assert 0 < tree.nodes < 300


def test_only_positions_with_too_few_points_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = CheckedTree(problem_of(92)[1], [("B", "G")], 48, Run.begin())
    nodes = [child for node in tree.children(tree.root) for child in tree.children(node)][::12]
    found = [len([*tree.children(node)]) for node in nodes]
    monkeypatch.setattr(CheckedTree, "_needed", lambda *_: [])
    assert found == [len([*tree.children(node)]) for node in nodes]


def test_a_tree_stops_at_its_limit_and_reports_its_nodes() -> None:
    problem = problem_of(14)[1]
    reports = list[int]()
    run = Run(Stop(work=150), count().__next__, lambda progress: reports.append(progress.work))
    tree = CheckedTree(problem, [("B", "C")], 40, run)
    assert tree.search() is None
    assert run.stopped_by is StopReason.WORK
    assert tree.nodes == 150
    assert reports == [50, 100, 150]


@pytest.mark.slow
def test_processes_search_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = seeded_problem(21, 5, fixed_order=False)
    monkeypatch.setattr(tree_module, "SMALL_TREE", 20)
    for most, exists in ((8, False), (7, True)):
        trees = [CheckedTree(problem, [("B", "C")], most, Run.begin(), nodes=9) for _ in range(2)]
        alone, together = (tree.search(workers=n) for n, tree in enumerate(trees, start=1))
        assert [alone is not None, together is not None] == [exists, exists]
        assert trees[0].nodes > 50
        assert alone is not None or trees[0].nodes == trees[1].nodes
