"""Invalid records and illegal actions are refused with a message of one line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver import GAMES, GameRecord, InputError
from tests.hostile.parsers import record_of

STATES = {entry.name: record_of(entry, 25).state for entry in GAMES}


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60))
def test_any_text_is_refused_in_one_line(text: str | bytes) -> None:
    with pytest.raises(InputError) as caught:
        GameRecord.parse(text, source="game.json")
    assert str(caught.value).startswith("game.json: ")
    assert "\n" not in str(caught.value)


@settings(max_examples=40, deadline=None)
@given(name=st.sampled_from(sorted(STATES)), action=st.text(max_size=20))
def test_any_action_is_applied_or_refused_in_one_line(name: str, action: str) -> None:
    state = STATES[name]
    if action in state.legal_texts():
        return
    with pytest.raises(InputError) as caught:
        state.apply(action)
    assert str(caught.value).startswith(f"illegal action {action!r}: ")
    assert "\n" not in str(caught.value)
