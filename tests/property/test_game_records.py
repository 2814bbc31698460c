"""No text and no document, however broken, gets anything but a record or one line of refusal."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import ANYONE, GameState, sample_chance
from chatuchak_solver.games.record import AnyRecord, GameRecord
from chatuchak_solver.games.registry import GAMES, GameEntry

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(["pass", "coin", "group:R", "mix:RY", "RRR/YYY/R.Y", "fish", "0", "a1"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def document_of(entry: GameEntry, actions: int) -> dict[str, Any]:
    """Return the record of a game after some random actions."""
    rng = np.random.default_rng(actions)
    state: GameState[Any] = entry.load_state().new(entry.load_state().player_counts[0], rng=rng)
    record = GameRecord.begin(state)
    for _ in range(actions):
        if record.state.is_over:
            break
        if record.state.current_player != ANYONE and record.state.chance_texts():
            record = record.apply(sample_chance(record.state, rng))
        else:
            legal = record.state.legal_texts()
            record = record.apply(legal[int(rng.integers(len(legal)))])
    return record.to_dict()


DOCUMENTS = {entry.name: [document_of(entry, n) for n in (0, 25)] for entry in GAMES}


def read(document: Any) -> AnyRecord | None:
    """Read a document that may be broken; a refusal must be one line."""
    try:
        return GameRecord.parse(json.dumps(document))
    except InputError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    return None


def break_somewhere(document: Any, data: st.DataObject) -> None:
    """Replace, remove or add one value, at any depth."""
    while True:
        keys = list(document) if isinstance(document, dict) else list(range(len(document)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inner = document[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.integers(0, 4)):
            document = inner
            continue
        match data.draw(st.sampled_from(["replace", "remove", "repeat"])):
            case "replace":
                document[key] = data.draw(VALUES)
            case "remove":
                del document[key]
            case _ if isinstance(document, list):
                document.insert(key, copy.deepcopy(inner))
            case _:
                document["again"] = copy.deepcopy(inner)
        return


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_record_broken_anywhere_is_read_or_refused_in_one_line(
    name: str, data: st.DataObject
) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(DOCUMENTS[name])))
    for _ in range(data.draw(st.integers(1, 2))):
        break_somewhere(document, data)
    record = read(document)
    if record is not None and not record.state.is_over:
        # What is accepted can be played on, printed and written.
        state = record.state.apply(record.state.legal_texts()[0])
        assert str(state)
        assert type(state).from_dict(state.to_dict()) == state


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_state_broken_anywhere_is_read_or_refused_in_one_line(
    name: str, data: st.DataObject
) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(DOCUMENTS[name]))["state"])
    for _ in range(data.draw(st.integers(1, 2))):
        break_somewhere(document, data)
    record = read(document)
    if record is not None:
        state = record.state
        assert type(state).from_dict(state.to_dict()) == state
        for action in state.legal_texts()[:3]:
            assert str(state.apply(action))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60))
def test_any_text_is_refused_in_one_line(text: str | bytes) -> None:
    with pytest.raises(InputError) as caught:
        GameRecord.parse(text, source="game.json")
    assert str(caught.value).startswith("game.json: ")
    assert "\n" not in str(caught.value)


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(sorted(DOCUMENTS)), action=st.text(max_size=20))
def test_any_action_is_applied_or_refused_in_one_line(name: str, action: str) -> None:
    state = GameRecord.from_dict(DOCUMENTS[name][1]).state
    if action in state.legal_texts():
        return
    with pytest.raises(InputError) as caught:
        state.apply(action)
    assert str(caught.value).startswith(f"illegal action {action!r}: ")
    assert "\n" not in str(caught.value)
