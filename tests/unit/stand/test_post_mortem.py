"""Post-mortems and reviews of finished stands: compared plans, lost points, worth of goods."""

import json
from pathlib import Path

import pytest

from chatuchak_solver import Progress, Stop, StopReason
from chatuchak_solver.stand import Card, Deck, Stand, tally
from chatuchak_solver.stand.files import StandFile
from chatuchak_solver.stand.post_mortem import laid_problem, post_mortem, review_stand
from tests.unit.stand.problems import optimum, reference_score, seeded_problem

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


@pytest.fixture
def game() -> StandFile:
    """The first three players of the example; they announce S, B and G."""
    document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    return StandFile.from_dict({"players": document["players"][:3]})


@pytest.mark.parametrize(("seat", "others"), [(0, "BG"), (1, "SG"), (2, "SB")])
def test_goods_announced_by_opponents_score(game: StandFile, seat: int, others: str) -> None:
    found = post_mortem(game, seat, stop=Stop(time_s=0))
    assert set(found.plan.problem.announced) == set(others)
    played = game.players[seat].stand
    assert played is not None
    assert {card.id for card in found.plan.stand.cards} == {card.id for card in played.cards}
    assert found.plan.total == reference_score(found.plan.problem, found.plan.stand)
    # The start of annealing may be proven best immediately.
    assert found.stopped_by is (None if found.plan.is_proven else StopReason.TIME)
    assert found.scored == game.score().players[seat].total
    assert found.missed == found.plan.total - found.scored >= 0


def test_cards_retain_their_order_in_fixed_order(game: StandFile) -> None:
    found = post_mortem(game, 0, fixed_order=True, stop=Stop(time_s=0))
    played = game.players[0].stand
    assert played is not None
    assert found.plan.stand.cards == played.cards


def game_of(seed: int, right: int = 0, down: int = 0) -> StandFile:
    """Return a game of two players with equal cards in a row that begins there."""
    hers = seeded_problem(seed, 3, fixed_order=True).cards
    his = tuple(Card(f"b{card.id}", card.spaces) for card in hers)
    rows = {
        name: " ".join(f"{card.id}@{3 * at + right}:{down}r0" for at, card in enumerate(cards))
        for name, cards in (("Ann", hers), ("Bo", his))
    }
    players = [{"name": name, "placements": row} for name, row in rows.items()]
    deck = [card.to_dict() for card in hers + his]
    document = {"deck": deck, "variant": "standard", "players": players}
    return StandFile.from_dict(document)


@pytest.mark.parametrize("seed", [2, 8, 13])
def test_a_review_lists_the_loss_of_each_placement(seed: int) -> None:
    game = game_of(seed)
    review = review_stand(game, 1)
    problem, stand = laid_problem(game, 1, fixed_order=True)
    final = game.score()
    assert (review.stopped_by, review.status) == (None, "optimal")
    assert review.name == "Bo"
    assert review.best == review.bound == optimum(problem)
    # The last card by trying every place of it.
    begun = Stand.of(stand.placements[:2])
    places = begun.legal_placements(problem.cards[2])
    best = max(reference_score(problem, begun.place(placement)) for placement in places)
    remaining = [step.remaining for step in review.placements]
    assert remaining == [review.best, best, final.players[1].total]
    assert [step.lost for step in review.placements] == [0, review.best - best, best - remaining[2]]
    assert review.lost == review.best - final.players[1].total
    assert review.lost > 0
    for number, step in enumerate(review.placements):
        assert step.placement == str(stand.placements[number])
        instead = [*map(str, stand.placements[:number]), step.best]
        better = Stand.parse(" ".join(instead), Deck.of(problem.cards))
        if number == 2:
            assert reference_score(problem, better) == best
        elif number == 1:
            last = [better.place(other) for other in better.legal_placements(problem.cards[2])]
            assert max(reference_score(problem, other) for other in last) == review.best


def test_better_plan_counts_in_any_rotation_of_first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle:
        runs = 1_000

        def __init__(self, *_: object) -> None:
            """Find nothing."""

    monkeypatch.setattr("chatuchak_solver.stand.post_mortem.Annealer", Idle)
    game = game_of(8)
    review = review_stand(game, 1)
    problem, stand = laid_problem(game, 1, fixed_order=True)
    final = game.score().players[1].total
    assert [step.remaining for step in review.placements] == [optimum(problem), final, final]
    instead = f"{stand.placements[0]} {review.placements[1].best}"
    better = Stand.parse(instead, Deck.of(problem.cards))
    last = [better.place(other) for other in better.legal_placements(problem.cards[2])]
    assert max(reference_score(problem, other) for other in last) == review.best


def test_a_review_does_not_depend_on_the_offset_of_the_stand() -> None:
    here, there = review_stand(game_of(8), 1), review_stand(game_of(8, 70, -70), 1)
    assert [(step.remaining, step.lost) for step in there.placements] == [
        (step.remaining, step.lost) for step in here.placements
    ]
    assert there.lost > 0


def test_a_review_lists_the_points_of_goods() -> None:
    game = game_of(8)
    review = review_stand(game, 0, stop=Stop(time_s=0))
    assert review.stopped_by is StopReason.TIME
    goods = tally(laid_problem(game, 0, fixed_order=True)[1].picture()).goods
    assert {row.good: row.points for row in review.goods} == {
        good: goods[good].points for good in goods
    }
    scored = tuple(row.good for row in review.goods if row.scored)
    assert sorted(scored) == sorted(game.score().scoring_goods)


def test_a_review_reports_finished_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_solver.execution.limits.PROGRESS_S", 0)
    seen: list[Progress] = []
    review_stand(game_of(8), 0, stop=Stop(time_s=0), on_progress=seen.append)
    reviewing = [progress for progress in seen if progress.phase == "reviewing"]
    assert [(progress.work, progress.total) for progress in reviewing] == [(1, 3), (2, 3)]
