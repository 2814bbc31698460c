"""The examples of docs/stand.md are read."""

import json
import re
from pathlib import Path

from chatuchak_solver.stand import Deck, shipped_deck
from chatuchak_solver.stand.request import StandRequest

PAGE = Path(__file__).parents[3] / "docs" / "stand.md"


def test_the_documents_are_read(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    deck, request = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.S))
    assert len(Deck.from_dict(deck)) == 2
    (tmp_path / "my_deck.json").write_text(shipped_deck().to_json(), encoding="utf-8")
    asked = StandRequest.from_dict(request, directory=tmp_path)
    assert len(asked.candidates) == 4
    assert str(asked.stand) == "c07@0:0r0"
