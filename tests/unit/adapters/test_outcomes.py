"""Returns at the end of a game."""

from dataclasses import replace
from itertools import chain, combinations

import pytest

from chatuchak_solver import new_game
from chatuchak_solver.adapters.action_codes import final_rewards, outcome
from chatuchak_solver.games.river_market import RiverMarketState


@pytest.mark.parametrize("players", range(2, 6))
def test_outcomes_sum_to_zero(players: int) -> None:
    seats = range(players)
    for winners in chain.from_iterable(combinations(seats, n) for n in range(players + 1)):
        earned = outcome(players, winners)
        assert sum(earned) == pytest.approx(0)
        assert all(-1 <= reward <= 1 for reward in earned)
        for winner in winners:
            assert all(earned[winner] > earned[p] for p in seats if p not in winners)
    assert outcome(players, (1,))[1] == 1


def test_rewards_are_scores_on_request_or_outcomes() -> None:
    state = new_game("mercado", 3)
    assert final_rewards(state, "score") == tuple(map(float, state.scores()))
    assert final_rewards(state, "outcome") == outcome(3, state.winners())
    alone = replace(RiverMarketState.new(), score=30)
    assert final_rewards(alone, "outcome") == (30.0,)
