"""Grids in files, in notation and in JSON, with their positions and notes."""

import json
from collections.abc import Iterator
from itertools import chain

import pytest

from chatuchak_solver import Grid, InvalidInstanceError, codec
from chatuchak_solver.puzzle import saved_grids
from chatuchak_solver.puzzle.saved_grids import SavedGame, iter_saved_grids

ONE, OTHER = ".RY/YRG/RGG", "RRY/Y.G/RGG"


def saved(text: str) -> list[tuple[str, str]]:
    found = iter_saved_grids(text.splitlines(keepends=True), source="grids.txt")
    return [(entry.place, str(entry.read().grid)) for entry in found]


def test_notation_is_a_grid_a_line_or_a_block_of_rows() -> None:
    assert saved(f"\n{ONE}\n{OTHER}\n") == [
        ("grids.txt, line 2", ONE),
        ("grids.txt, line 3", OTHER),
    ]
    rows = "\n".join(ONE.split("/"))
    assert [place for place, _ in saved(f"\n\n{rows}\n\n{rows}\n")] == [
        "grids.txt, line 3",
        "grids.txt, line 7",
    ]
    assert saved(" \n\n") == []


@pytest.mark.parametrize("field", ["tiles", "grids", "records"])
def test_a_document_may_have_many_lines(field: str) -> None:
    tiles = [{"grid": ONE}, OTHER]
    expected = [(f"grids.txt: {field}[0]", ONE), (f"grids.txt: {field}[1]", OTHER)]
    assert saved("\n " + json.dumps({field: tiles}, indent=1)) == expected
    assert saved(json.dumps(tiles, indent=1)) == [
        ("grids.txt: [0]", ONE),
        ("grids.txt: [1]", OTHER),
    ]
    assert saved(json.dumps({"grid": ONE}, indent=1)) == [("grids.txt", ONE)]


def test_a_document_may_be_as_long_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"grid": ONE}, indent=1) + "\n"
    for module in (saved_grids, codec):
        monkeypatch.setattr(module, "MAX_BYTES", len(text))
    assert saved(text) == [("grids.txt", ONE)]
    with pytest.raises(InvalidInstanceError, match=r"grids\.txt: invalid document"):
        saved(f"{text}\n")


def test_a_document_without_end_is_not_read_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (saved_grids, codec):
        monkeypatch.setattr(module, "MAX_BYTES", 100)
    rest = iter(["1,\n"] * 1000)
    with pytest.raises(InvalidInstanceError, match=r"grids\.txt: invalid document"):
        list(iter_saved_grids(chain(["[\n"], rest), source="grids.txt"))
    assert len(list(rest)) > 900


def test_each_line_may_be_a_document() -> None:
    lines = f"\n{json.dumps({'grid': ONE})}\n\n{json.dumps([ONE, {'grid': OTHER}])}\n"
    assert saved(lines) == [
        ("grids.txt, line 2", ONE),
        ("grids.txt, line 4: [0]", ONE),
        ("grids.txt, line 4: [1]", OTHER),
    ]


def test_moves_and_rule_are_read() -> None:
    def read_game(fields: dict[str, object]) -> SavedGame:
        (entry,) = iter_saved_grids([json.dumps({"grid": ONE, **fields})], source="grids.txt")
        return entry.read()

    full = read_game({"moves": [1, 2], "rule": "slide"})
    assert (full.moves, full.rule) == ((1, 2), "slide")
    for bare in (read_game({}), read_game({"moves": None})):
        assert (bare.moves, bare.rule) == (None, None)


def test_lines_are_read_lazily() -> None:
    def lines() -> Iterator[str]:
        yield f'{{"grid": "{ONE}"}}\n'
        raise AssertionError

    assert next(iter_saved_grids(lines(), source="-")).read().grid == Grid.parse(ONE)
