"""Games saved by version 3 load unchanged and are written back as they were."""

import copy
import json
import pickle
from dataclasses import asdict
from pathlib import Path

import pytest

from chatuchak_solver import GAMES, GameRecord

FOLDER = Path(__file__).parent / "saved_games"


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_a_saved_game_loads_and_is_written_back_unchanged(game: str) -> None:
    text = (FOLDER / f"{game}.json").read_text(encoding="utf-8")
    record = GameRecord.parse(text)
    assert json.loads(json.dumps(record.to_dict())) == json.loads(text)


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_states_in_use_are_copied_and_pickled(game: str) -> None:
    record = GameRecord.parse((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    state = record.state
    used = (state.legal_texts(), state.scores(), hash(state))
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state
        assert (other.legal_texts(), other.scores(), hash(other)) == used
    assert asdict(state)  # type: ignore[call-overload]  # every state is a dataclass
