"""Numbers of the market stand's actions, and what one player is shown."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.actions import Lay
from chatuchak_solver.games.market_stand.numbering import actions_of_deck
from chatuchak_solver.games.market_stand.text import view_text


def test_every_action_at_a_border_of_the_numbering_has_its_own_number() -> None:
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    actions = actions_of_deck(state.deck)
    numbers = range(len(actions))
    few = next(number for number in numbers if isinstance(actions.action(number), Lay))
    for number in (0, few - 1, few, few + 1, len(actions) - 1):
        assert actions.number(actions.action(number)) == number
    assert len({str(actions.action(number)) for number in range(few + 2)}) == few + 2
    for number in (-1, len(actions)):
        with pytest.raises(InputError):
            actions.action(number)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_shows_the_own_hand_and_the_size_of_the_others(seat: int) -> None:
    state = MarketStandState.new(3, rng=np.random.default_rng(1))
    text = view_text(observe(state, seat))
    assert text.count(", you: ") == 1
    assert f"player {seat + 1}, you: 0 cards\nhand {state.hands[seat][0].id} [" in text
    for other in {0, 1, 2} - {seat}:
        assert f"player {other + 1}: 0 cards, 2 in the hand" in text
        assert state.hands[other][0].id not in text.split("\nunseen")[0].split()
