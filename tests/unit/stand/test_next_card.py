"""Ranked placements and their outlooks, against every place and every future in plain Python."""

from dataclasses import replace
from math import ceil

import numpy as np
import pytest

from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver import NextCard, Progress, Run, StandTally, Stop, StopReason
from chatuchak_solver.stand import Card, Placement, Stand, shipped_deck, tally
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.kernels.rollouts import roll_out
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.problem import StandProblem, kernel_arrays
from chatuchak_solver.stand.rollouts import (
    GREEDY_WEIGHTS,
    WEIGHTS,
    RolloutState,
    compare_by_rollouts,
    make_policy,
)
from tests.reference.market_stand import Spaces, best_total, may_lie, mice, places_beside, under
from tests.twins import reference_for
from tests.unit.stand.problems import spaces_seen


def random_stand(seed: int, cards: int) -> tuple[Stand, list[Card]]:
    """Return a random legal stand and the cards of its deck that are left."""
    rng = np.random.default_rng([seed, cards])
    deck = list(generate_deck(seed, kind=list(DeckKind)[seed % 2], cards=14))
    stand = Stand()
    for card in deck[:cards]:
        choices = stand.legal_placements(card) if len(stand) else (Placement(card, 5, -3, 90),)
        stand = stand.place(choices[rng.integers(len(choices))])
    return stand, deck[cards:]


def with_card(stand: Spaces, card: Card, x: int, y: int, turn: int) -> Spaces | None:
    placed = under(card.rows, x, y, turn)
    return {**stand, **placed} if may_lie(stand, placed) else None


@reference_for(roll_out)
@pytest.mark.parametrize("num_cards", range(1, 8))
@pytest.mark.parametrize("symmetric", [False, True])
def test_every_legal_placement_is_ranked_with_its_total(num_cards: int, symmetric: bool) -> None:
    stand, rest = random_stand(num_cards, num_cards)
    if symmetric:
        rest[0] = Card.parse("twin", ["S p* B", "B p* S"])
    announced, own_goods = (("B", "G"), 1) if num_cards % 2 else (("S",), 2)
    found = NextCard(stand, rest[:2], announced=announced, own_goods=own_goods)
    plain = spaces_seen(stand)
    wanted = set()
    count = 0
    for card in rest[:2]:
        looks_the_same = card.rotated_rows(180) == card.rows
        for x, y, turn in places_beside(plain):
            after = with_card(plain, card, x, y, turn)
            if after is not None:
                count += not looks_the_same or turn < 180
                total = best_total(after, announced, own_goods)
                wanted.add((card.id, frozenset(after.items()), total, mice(after)))
    ranked = []
    for candidate in found.ranked:
        place = candidate.placement
        after = with_card(plain, place.card, place.x, place.y, place.rotation)
        assert after is not None
        ranked.append((place.card.id, frozenset(after.items()), candidate.total, candidate.mice))
    assert set(ranked) == wanted
    # A card with half-turn symmetry is listed once per place, any other card twice.
    assert len(ranked) == count
    order = [(-candidate.total, candidate.mice) for candidate in found.ranked]
    assert order == sorted(order)


def test_the_first_card_has_its_rotations() -> None:
    _, rest = random_stand(1, 0)
    found = NextCard(Stand(), rest[:3])
    assert {(candidate.placement.x, candidate.placement.y) for candidate in found.ranked} == {
        (0, 0)
    }
    assert len(found.ranked) == 12


def test_the_outlook_is_the_mean_of_the_best_totals_after_one_more() -> None:
    stand, rest = random_stand(3, 2)
    hand, unseen = rest[:2], rest[2:5]
    found = NextCard(stand, hand, announced=("B",), unseen=unseen).look_ahead(3)
    outlooks = [candidate.outlook or 0.0 for candidate in found]
    assert outlooks == sorted(outlooks, reverse=True)
    for candidate in found:
        place = candidate.placement
        after = with_card(spaces_seen(stand), place.card, place.x, place.y, place.rotation)
        assert after is not None
        other = next(card for card in hand if card.id != place.card.id)
        drawn = [max(best_after(after, other), best_after(after, card)) for card in unseen]
        assert candidate.outlook == pytest.approx(np.mean(drawn))


def best_after(stand: Spaces, card: Card) -> int:
    """Return the best total with one more card."""
    afters = (with_card(stand, card, *place) for place in places_beside(stand))
    return max(best_total(after, ("B",), 1) for after in afters if after is not None)


@pytest.mark.parametrize(("laid", "unseen"), [(7, 3), (2, 0)])
def test_with_the_last_known_card_the_outlook_is_the_total(laid: int, unseen: int) -> None:
    stand, rest = random_stand(5, laid)
    found = NextCard(stand, rest[:1], unseen=rest[1 : 1 + unseen]).look_ahead(5)
    assert [candidate.outlook for candidate in found] == [candidate.total for candidate in found]


def totals_of(stand: Stand, card: Card, announced: tuple[str, ...], own_goods: int) -> list[int]:
    """Return the totals after every legal placement of a card, by the rules' plain scoring."""
    return [
        tally(stand.place(placement).picture()).best_announcement(announced, own_goods)[1]
        for placement in stand.legal_placements(card)
    ]


@pytest.mark.parametrize(("announced", "own_goods", "place"), [(("B", "G"), 1, 0), (("S",), 2, -1)])
def test_two_cards_try_every_draw(announced: tuple[str, ...], own_goods: int, place: int) -> None:
    stand, rest = random_stand(3, 6)
    offered, unseen = rest[:2], rest[2:5]
    found = NextCard(stand, offered, announced=announced, own_goods=own_goods, unseen=unseen)
    ranked = found.play_on(2000, samples=3)
    assert {candidate.placement for candidate in ranked} == {
        candidate.placement for candidate in found.ranked
    }
    outlooks = [candidate.outlook or 0.0 for candidate in ranked]
    assert outlooks == sorted(outlooks, reverse=True)
    candidate = ranked[place]
    after = stand.place(candidate.placement)
    greatest = {
        card: max(totals_of(after, card, announced, own_goods))
        for card in (*offered, *unseen)
        if card != candidate.placement.card
    }
    (known,) = greatest.keys() - set(unseen)
    bests = [max(greatest[known], greatest[drawn]) for drawn in unseen]
    assert candidate.outlook == candidate.low == candidate.high == pytest.approx(sum(bests) / 3)
    assert candidate.futures == 3


def test_sampled_futures_approximate_the_full_enumeration() -> None:
    stand, rest = random_stand(1, 4)
    offered, unseen = rest[:1], rest[1:6]
    found = NextCard(stand, offered, announced=("S",), unseen=unseen)
    (every,) = found.play_on(1, samples=60)  # 5 x 4 x 3 orders
    assert (every.futures, every.low) == (60, every.outlook)
    sampled, again, other = (found.play_on(1, samples=59, seed=seed)[0] for seed in (1, 1, 2))
    assert sampled == again != other
    assert sampled.futures == 59
    assert sampled.low is not None
    assert sampled.high is not None
    assert every.outlook is not None
    middle, half = sampled.outlook or 0.0, (sampled.high - sampled.low) / 2
    assert 0 < half < 3
    assert abs(middle - every.outlook) < 2 * half


@reference_for(roll_out)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_rollouts_are_legal_and_scored_by_the_rules(players: int) -> None:
    cards = tuple(shipped_deck())
    goods = 2 if players == 2 else 1
    rules = kernel_arrays(cards, ("G",), goods)
    layouts = [np.array([[seat, 0, CENTER, CENTER]]) for seat in range(players)]
    offers = [[10 + seat] for seat in range(players)]
    weights = np.tile(WEIGHTS, (players, 1))
    state = RolloutState.of(rules, layouts, [*offers, [20, 21, 22]], range(23, 40))
    totals = state.after(np.array([20, 1, CENTER, CENTER + 1])).totals(make_policy(weights, 200), 7)
    again = RolloutState.of(rules, layouts, [*offers, [20, 21, 22]], range(23, 40))
    again = again.after(np.array([20, 1, CENTER, CENTER + 1]))
    assert again.totals(make_policy(weights, 200), 7).tolist() == totals.tolist()
    assert again.counts.tolist() == [8] * players
    rows = again.layouts.reshape(-1, 4)
    assert len(set(rows[:, 0])) == 8 * players
    problem = StandProblem(cards[:8], announced=("G",), own_goods=goods)
    tallies = []
    for layout in again.layouts:
        deal = replace(problem, cards=tuple(cards[card] for card in layout[:, 0]))
        numbered = layout.copy()
        numbered[:, 0] = range(8)
        tallies.append(tally(deal.lay(numbered).picture()))
    scoring = {"G"}
    for seat, own in enumerate(tallies):
        others = {"G"}
        for other in (*tallies[:seat], *tallies[seat + 1 :]):
            others.update(good for choice in other.announcements(goods) for good in choice)
        scoring.update(own.best_announcement(tuple(others), goods)[0])
    for own, total in zip(tallies, totals, strict=True):
        assert total == sum(own.goods[good].points for good in scoring) - 2 * own.mice


def test_promises_without_weights_are_totals() -> None:
    stand, rest = random_stand(5, 5)
    found = NextCard(stand, rest[:2], announced=("M",), own_goods=2)
    rules = kernel_arrays((*stand.cards, *rest[:2]), ("M",), 2)
    first = stand.placements[0]
    layout = np.array(
        [
            (
                n,
                placement.rotation // 90,
                placement.y - first.y + CENTER,
                placement.x - first.x + CENTER,
            )
            for n, placement in enumerate(stand.placements)
        ]
    )
    _, values, _ = RolloutState.of(rules, [layout], [[5, 6], []]).placement_values(GREEDY_WEIGHTS)
    assert sorted(values.tolist()) == sorted(candidate.total for candidate in found.ranked)


def test_the_worse_are_tried_less_and_all_in_the_same_futures() -> None:
    seen: list[tuple[int, int]] = []
    reports: list[Progress] = []

    def worth(candidate: int, future: int) -> float:
        seen.append((candidate, future))
        return float(candidate)

    run = Run.begin(on_progress=reports.append)
    ranked, tried = compare_by_rollouts(16, worth, run, futures=40)
    assert ranked[:2] == [15, 14]
    assert ranked == sorted(ranked, key=lambda candidate: (-len(tried[candidate]), -candidate))
    assert len(tried[15]) == len(tried[14]) == 40
    assert len(tried[0]) < 5
    assert (
        len(seen) == len(set(seen)) == sum(map(len, tried)) == reports[-1].work == reports[-1].total
    )
    run = Run.begin(Stop(work=5))
    ranked, tried = compare_by_rollouts(16, worth, run)
    assert (ranked[:5], run.stopped_by) == ([4, 3, 2, 1, 0], StopReason.WORK)


def test_in_every_future_the_first_included_players_look_at_a_share() -> None:
    rules = kernel_arrays(tuple(shipped_deck()), (), 1)

    def totals(share: int, seed: int) -> tuple[int, ...]:
        layouts = [np.array([[card, 0, CENTER, CENTER]]) for card in (0, 1)]
        state = RolloutState.of(rules, layouts, [[2], [3], [4, 5, 6]], range(7, 40))
        return tuple(state.totals(make_policy(np.tile(WEIGHTS, (2, 1)), share), seed).tolist())

    few, most = ([totals(share, seed) for seed in range(6)] for share in (16, 1000))
    assert len(set(few)) == 6
    assert all(sum(first) < sum(second) for first, second in zip(few, most, strict=True))


@pytest.mark.parametrize(
    ("futures", "work", "timed"),
    [(None, 100, None), (12, 400, None), (8, 40, None), (None, 200, 60), (20, 200, 150)],
)
def test_as_many_go_on_as_the_nearest_limit_leaves(
    futures: int | None, work: int, timed: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of 16, the remaining limit is an exponent: 4 when half is used, 2 at its end.
    seen: list[int] = []

    def worth(candidate: int, future: int) -> float:
        seen.append(candidate)
        return float(candidate)

    # A second passes in each call.
    monkeypatch.setattr(Run, "seconds", property(lambda _: float(len(seen))))
    monkeypatch.setattr(Run, "should_stop", lambda _, done: done >= work)
    compare_by_rollouts(16, worth, Run.begin(Stop(work=work, time_s=timed)), futures=futures)
    expected: list[int] = []
    alive, future = list(range(16)), 0
    while future != futures and len(expected) < work:
        expected += alive
        future += 1
        shares = [future / limit for limit in (futures,) if limit]
        shares += [len(expected) / limit for limit in (work, timed) if limit]
        alive = sorted(alive, reverse=True)[: max(2, ceil(16 ** (1 - min(1, max(shares)))))]
    assert seen == expected[:work]


def test_limits_end_a_comparison() -> None:
    stand, rest = random_stand(4, 3)
    found = NextCard(stand, rest[:2], unseen=rest[2:])
    assert len(found.play_on(5, samples=9, stop=Stop(work=3))) == 3
    assert found.stopped_by is StopReason.WORK
    assert found.play_on(5, stop=Stop(interrupt=lambda: True)) == ()
    first = NextCard(Stand(), rest[:2], unseen=rest[2:]).play_on(5, samples=2)
    assert {str(candidate.placement) for candidate in first} == {
        f"{card.id}@0:0r0" for card in rest[:2]
    }


def test_points_of_rivals_in_own_goods_reduce_the_value() -> None:
    def tally_of(*placements: Placement) -> StandTally:
        return tally(Stand.of(placements).picture())

    def choices(card: Card) -> int:
        return len(tally_of(Placement(card, 0, 0)).announcements(1))

    cards = tuple(sorted(shipped_deck(), key=choices))  # first those without ties
    rules = kernel_arrays(cards, (), 1)
    layouts = [np.array([[card, 0, CENTER, CENTER]]) for card in (2, 0, 1)]
    state = RolloutState.of(rules, layouts, [[10], [11], [12], [20, 21, 22]])
    blind = WEIGHTS.copy()
    blind[-1] = 0.0
    rows, promises, _ = state.placement_values(WEIGHTS)
    again, without, _ = state.placement_values(blind)
    assert rows.tolist() == again.tolist()
    rivals = [tally_of(Placement(cards[card], 0, 0)) for card in (0, 1)]
    announceable = {
        good for rival in rivals for choice in rival.announcements(1) for good in choice
    }
    seen = set()
    for row, less in zip(rows.tolist(), (without - promises).tolist(), strict=True):
        card, quarter, y, x = row
        placement = Placement(cards[card], x - CENTER, y - CENTER, ROTATIONS[quarter])
        (own,), _ = tally_of(Placement(cards[2], 0, 0), placement).best_announcement(
            announceable, 1
        )
        theirs = (
            0.0 if own in announceable else np.mean([rival.goods[own].points for rival in rivals])
        )
        assert less == pytest.approx(theirs)
        seen.add(round(less, 3))
    assert seen != {0.0}
