"""Games saved by version 3 load unchanged and are written back as they were."""

import json
from pathlib import Path

import pytest

from chatuchak_solver import GAMES, GameRecord

FOLDER = Path(__file__).parent / "saved_games"


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_a_saved_game_loads_and_is_written_back_unchanged(game: str) -> None:
    text = (FOLDER / f"{game}.json").read_text(encoding="utf-8")
    record = GameRecord.read(text.encode())
    assert json.loads(json.dumps(record.to_dict())) == json.loads(text)
