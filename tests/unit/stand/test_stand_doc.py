"""The examples of docs/stand.md are read and run as printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from chatuchak_solver.document import parse_json
from chatuchak_solver.stand import Deck, shipped_deck
from chatuchak_solver.stand.request import StandRequest

PAGE = Path(__file__).parents[3] / "docs" / "stand.md"


def test_the_examples_run_as_printed() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_the_documents_are_read(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    deck, request = (parse_json(block) for block in re.findall(r"```json\n(.*?)```", page, re.S))
    assert len(Deck.from_node(deck)) == 2
    (tmp_path / "my_deck.json").write_text(shipped_deck().to_json(), encoding="utf-8")
    asked = StandRequest.from_node(request, directory=tmp_path)
    assert len(asked.candidates) == 4
    assert str(asked.stand) == "c07@0:0r0"
