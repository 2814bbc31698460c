"""The market stand game against the reference implementation, action by action."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver.games.contract import sample_chance
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.stand.space import space_text
from tests.reference.market_stand import ReferenceMarketStand, mice, points, total


def facts(state: MarketStandState) -> dict[str, Any]:
    return {
        "stands": [
            [
                (placement.card.id, placement.x, placement.y, placement.rotation)
                for placement in stand.placements
            ]
            for stand in state.stands
        ],
        "hands": [{card.id for card in hand} for hand in state.hands],
        "market": {card.id for card in state.market},
        "announced": [goods and list(goods) for goods in state.announced],
    }


def reference_facts(plain: ReferenceMarketStand) -> dict[str, Any]:
    return {
        "stands": plain.stands,
        "hands": plain.hands,
        "market": plain.market,
        "announced": plain.announced,
    }


@pytest.mark.parametrize(("num_players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_whole_games_agree_with_the_reference(num_players: int, seed: int) -> None:
    # Legal actions, placements, visible spaces and scores, after every action.
    rng = np.random.default_rng(seed)
    state = MarketStandState.new(num_players, rng=rng)
    plain = ReferenceMarketStand(state.to_dict())
    while not state.is_over:
        legal = list(state.legal_texts())
        if rng.random() < 0.4:
            assert legal == plain.legal()
        if state.chance_outcomes():
            action = state.format(sample_chance(state, rng))
        else:
            action = legal[int(rng.integers(len(legal)))]
        state = state.apply(action)
        plain.apply(action)
        assert facts(state) == reference_facts(plain)
    assert plain.legal() == []
    final = state.final_score()
    for seat, player in enumerate(final.players):
        seen = plain.seen(seat)
        visible = {
            where: space_text(space) for where, space in state.stands[seat].visible().items()
        }
        assert seen == visible
        assert player.mice == mice(seen)
        assert player.total == total(seen, set(final.scoring_goods))
        assert max(points(seen, good) for good in final.scoring_goods) >= 1
