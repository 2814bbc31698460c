"""Spaces, cards and decks: reading, turning and refusing."""

import json
from pathlib import Path

import numpy as np
import pytest

from chatuchak_solver import Card, InvalidInstanceError, shipped_deck
from chatuchak_solver.stand.card import ROTATIONS, CardAnswer, Rotation, card_shape
from chatuchak_solver.stand.deck import GAME_CARDS, resolve_deck
from chatuchak_solver.stand.space import (
    EMPTIES,
    GOODS,
    KIND_NAMES,
    MOUSE,
    good_code,
    has_mouse,
    parse_space,
    space_text,
)
from tests.reference.market_stand import turned


@pytest.mark.parametrize("kind", "." + GOODS + EMPTIES)
def test_every_space_reads_back(kind: str) -> None:
    space = parse_space(kind)
    assert space_text(space) == kind
    assert not has_mouse(space)
    if kind != ".":
        assert parse_space(kind + "*") == space + MOUSE
        assert space_text(space + MOUSE) == kind + "*"
        assert has_mouse(space + MOUSE)
        assert kind in KIND_NAMES
    if kind in GOODS:
        assert good_code(kind) == space


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_card_turns_clockwise(rotation: Rotation) -> None:
    card = Card.parse("c1", ["S B c*", "G p C"])
    wanted = turned(card.rows, rotation)
    assert [row.split() for row in card.rotated_rows(rotation)] == wanted
    assert card.rotated(rotation).shape == card_shape(rotation) == (len(wanted), len(wanted[0]))
    assert card.rotated(rotation).dtype == np.int8
    # Changing a turned card does not change the card.
    card.rotated(rotation)[:] = 7
    assert card.rows == ("S B c*", "G p C")


def test_the_shipped_deck_is_complete_and_marked_assumed() -> None:
    deck = shipped_deck()
    assert len(deck) == GAME_CARDS == 40
    assert deck.assumed
    assert deck.provenance
    assert deck.why_assumed
    assert [deck[card.id] for card in deck] == list(deck.cards)
    assert "c01" in deck
    assert "c99" not in deck


CARD = {"id": "a", "rows": ["S S S", "S S S"]}


def test_document_names_its_deck_or_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A deck file is sought next to the document first, then in the current directory.
    beside, here = tmp_path / "beside", tmp_path / "here"
    beside.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    (here / "d.json").write_text(json.dumps([CARD]), encoding="utf-8")
    assert len(resolve_deck("d.json", directory=beside)) == 1
    two = [CARD, {**CARD, "id": "b"}]
    (beside / "d.json").write_text(json.dumps(two), encoding="utf-8")
    assert len(resolve_deck("d.json", directory=beside)) == 2
    assert len(resolve_deck((CardAnswer("a", ("S S S", "S S S")),), directory=beside)) == 1
    assert resolve_deck(None, directory=beside) == shipped_deck()
    for name in ("nowhere.json", "", "\0", "x" * 5000):
        with pytest.raises(InvalidInstanceError, match=r"^invalid deck .*: expected a file"):
            resolve_deck(name, directory=beside)
