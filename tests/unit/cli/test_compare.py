"""``compare``: grids side by side."""

from __future__ import annotations

from tests.unit.cli.conftest import Chatuchak


def test_the_text_names_the_harder_and_why(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("compare", "tile:1", "tile:7")
    assert outcome.code == 0
    assert "1 is harder than 2 by " in outcome.out
    assert "21 moves: 18,23,22" in outcome.out
    assert "moves of the simulated player" in outcome.out


def test_json_says_the_same_as_difficulty(chatuchak: Chatuchak) -> None:
    document = chatuchak("compare", "tile:1", "tile:7", "--json").json
    alone = chatuchak("difficulty", "tile:7", "--json").json
    assert document["grids"][1]["difficulty"] == alone["difficulty"]
    (difference,) = document["differences"]
    assert (difference["easier"], difference["harder"]) == (2, 1)
    assert difference["beyond_noise"] is True


def test_chance_is_called_chance(chatuchak: Chatuchak) -> None:
    out = chatuchak("compare", "tile:1", "tile:1", "--games", 5).out
    assert "no more than chance in the player's games" in out


def test_too_few_and_too_many(chatuchak: Chatuchak) -> None:
    assert "expected two at least" in chatuchak("compare", "tile:1").error
    assert "expected 16, or use rank" in chatuchak("compare", *["tile:1"] * 17).error
