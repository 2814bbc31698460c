"""What one player of the market stand is shown."""

import numpy as np
import pytest

from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.text import view_text


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_shows_its_own_hand_and_the_sizes_of_other_hands(seat: int) -> None:
    state = MarketStandState.new(3, rng=np.random.default_rng(1))
    text = view_text(observe(state, seat))
    assert text.count(", you: ") == 1
    assert f"player {seat + 1}, you: 0 cards\nhand {state.hands[seat][0].id} [" in text
    for other in {0, 1, 2} - {seat}:
        assert f"player {other + 1}: 0 cards, 2 in the hand" in text
        assert state.hands[other][0].id not in text.split("\nunseen")[0].split()
