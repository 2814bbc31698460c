"""Post-mortems: what is compared, and for whom."""

import json
from pathlib import Path

import pytest

from chatuchak_solver import InvalidInstanceError, Stop, StopReason
from chatuchak_solver.stand.files import StandFile
from chatuchak_solver.stand.post_mortem import post_mortem
from tests.unit.stand.problems import reference_score

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


@pytest.fixture
def game() -> StandFile:
    """The first three players of the example, who announce S, B and G."""
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
    # What annealing begins with may be proven best at once.
    assert found.stopped_by is (None if found.plan.is_proven else StopReason.TIME)
    assert found.missed == found.plan.total - found.scored >= 0


def test_cards_retain_their_order_in_fixed_order(game: StandFile) -> None:
    found = post_mortem(game, 0, fixed_order=True, stop=Stop(time_s=0))
    played = game.players[0].stand
    assert played is not None
    assert found.plan.stand.cards == played.cards


def test_an_invalid_seat_is_refused(game: StandFile) -> None:
    with pytest.raises(InvalidInstanceError, match="invalid seat 3: expected 0 to 2"):
        post_mortem(game, 3)
