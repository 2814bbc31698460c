"""``compare``: grids side by side."""

from pathlib import Path

from tests.unit.cli.conftest import Chatuchak


def test_the_text_names_the_harder_and_why(chatuchak: Chatuchak) -> None:
    outcome = chatuchak("compare", "tile:1", "tile:7")
    assert outcome.code == 0
    assert "tile:1 is harder than tile:7 by " in outcome.out
    assert "Moves 2 and 11 of the solution only prepare" in outcome.out
    assert "In the nearest goal, yellow (+1) and blue (+1) give way." in outcome.out
    assert "53 of the 127 games that reach it" in outcome.out
    assert " B  R [B] .  P  R    R  R  B  B  B  B    R  R  B  B  B  ." in outcome.out
    assert "21 moves: 18,23,22" in outcome.out
    assert "moves of the simulated player" in outcome.out


def test_json_agrees_with_difficulty(chatuchak: Chatuchak) -> None:
    document = chatuchak("compare", "tile:1", "tile:7", "--json").json
    alone = chatuchak("difficulty", "tile:7", "--json").json
    assert document["grids"][1]["difficulty"] == alone["difficulty"]
    (difference,) = document["differences"]
    assert (difference["easier"], difference["harder"]) == (2, 1)
    assert difference["beyond_noise"] is True
    why = document["grids"][1]["explanation"]
    assert why["alone"] + why["room"] + why["detours"] == document["grids"][1]["optimal_length"]
    assert (why["false_move"]["spot"], why["false_move"]["lost"]) == (8, 1)


def test_chance_is_called_chance(chatuchak: Chatuchak) -> None:
    out = chatuchak("compare", "tile:1", "tile:1", "--games", 5).out
    assert "which chance can explain" in out


def test_page_has_sentences_and_a_picture_of_each_position(
    chatuchak: Chatuchak, tmp_path: Path
) -> None:
    page = tmp_path / "why.html"
    outcome = chatuchak("compare", "tile:8", "RY/YR/.G/GG", "--games", 20, "--html", page)
    assert outcome.err.startswith("comparison: ")
    text = page.read_text(encoding="utf-8")
    assert "<h2>tile:8 is harder than 2 by" in text
    assert "Red and yellow both want row 4, column 4" in text
    assert "Start; rings: spots that two colors want" in text
    assert text.count("<img ") == 6
