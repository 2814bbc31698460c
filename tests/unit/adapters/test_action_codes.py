"""Numbers of actions: small, and unique in each state."""

from dataclasses import replace
from typing import Any

import pytest

from chatuchak_solver import InputError, Stand, new_game
from chatuchak_solver.adapters.action_codes import action_code
from chatuchak_solver.games.contract import ANYONE, CHANCE
from tests.conformance.setups import SETUPS, Setup, playout


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_numbers_lead_back_to_the_actions(setup: Setup) -> None:
    steps = playout(setup, seed=21)
    code = action_code(steps[0][0])
    for state, _ in steps[:: max(1, len(steps) // 40)]:
        if state.current_player == ANYONE:
            actions = state.actions_of(0)
        else:
            actions = state.legal_actions()
        size = code.chance_size if state.current_player == CHANCE else code.size
        numbers = [code.number(state, action) for action in actions]
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < size for number in numbers)
        assert [code.action(state, number) for number in numbers] == list(actions)


@pytest.mark.parametrize(
    ("game", "size"),
    [("chatuchak", 43), ("chatuchak-speed", 30), ("mercado", 924), ("market-stand", 36137)],
)
def test_sizes_are_fixed(game: str, size: int) -> None:
    # Trained learners rely on these codes.
    state = new_game(game)
    code = action_code(state)
    assert code.size == size
    for number in (-1, size):
        with pytest.raises(InputError, match=f"expected 0 to {size - 1}"):
            code.action(state, number)


def test_a_slot_without_a_card_is_no_action() -> None:
    state: Any = new_game("market-stand")
    state = replace(state.apply_unchecked(state.legal_actions()[0]), market=())
    with pytest.raises(InputError, match="invalid action 36136: expected a card in slot 4"):
        action_code(state).action(replace(state, stands=(Stand(), Stand())), 36136)
