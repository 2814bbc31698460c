"""Sample tiles and assumed rank borders are called so wherever a command shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Chatuchak

OWN_TILE = ".RYPRP/GYGRBY/RBPGYG/GYBPBR/BGYRPB"
OWN_RANKS = '{"ranks": [{"name": "Ace", "most": 20}, {"name": "Also ran"}]}'
FAST = ("--games", 20)


@pytest.fixture
def own(tmp_path: Path) -> tuple[Path, Path]:
    tiles, ranks = tmp_path / "tiles.txt", tmp_path / "ranks.json"
    tiles.write_text(OWN_TILE)
    ranks.write_text(OWN_RANKS)
    return tiles, ranks


def test_a_solution_says_what_of_it_is_assumed(
    chatuchak: Chatuchak, own: tuple[Path, Path]
) -> None:
    tiles, ranks = own
    sample = chatuchak("solve", "tile:1", "--json").json
    assert sample["assumed"] is True
    assert [reason[:11] for reason in sample["why_assumed"]] == ["The picture", "The borders"]
    given = chatuchak("solve", OWN_TILE, "--json").json
    assert [reason[:11] for reason in given["why_assumed"]] == ["The borders"]
    mine = chatuchak("solve", "tile:1", "--tiles", tiles, "--ranks", ranks, "--json").json
    assert (mine["assumed"], mine["why_assumed"]) == (False, [])
    small = chatuchak("solve", ".RY/YRG/RGG", "--json").json  # which earns no rank
    assert (small["rank"], small["assumed"]) == (None, False)


def test_people_are_told_too(chatuchak: Chatuchak, own: tuple[Path, Path]) -> None:
    tiles, ranks = own
    out = chatuchak("solve", "tile:1").out
    assert "Solo rank: Market Master (assumed)\n" in out
    assert out.endswith("Assumed: tiles, ranks ('chatuchak box show' has the reasons).\n")
    assert "Market Master (assumed): " in chatuchak("solve", "tile:1", "--compact").out
    mine = chatuchak("solve", "tile:1", "--tiles", tiles, "--ranks", ranks).out
    assert "assumed" not in mine
    assert "sample" not in mine


def test_a_ranking_says_what_of_it_is_assumed(chatuchak: Chatuchak, own: tuple[Path, Path]) -> None:
    tiles, ranks = own
    given = ("rank", "--tiles", tiles, *FAST)
    assumed = chatuchak(*given, "--json").json
    assert [reason[:11] for reason in assumed["why_assumed"]] == ["The borders"]
    assert "expected rank (assumed)" in chatuchak(*given).out
    mine = chatuchak(*given, "--ranks", ranks, "--json").json
    assert (mine["assumed"], mine["why_assumed"]) == (False, [])
    assert "(assumed)" not in chatuchak(*given, "--ranks", ranks).out
    one = chatuchak("difficulty", OWN_TILE, *FAST, "--json").json
    assert one["assumed"] is True
    assert "(assumed)." in chatuchak("difficulty", OWN_TILE, *FAST).out


def test_a_file_that_says_so_itself_is_believed(chatuchak: Chatuchak, tmp_path: Path) -> None:
    tiles = tmp_path / "tiles.json"
    tiles.write_text(f'{{"tiles": ["{OWN_TILE}"], "assumed": true, "why_assumed": "Drawn by me."}}')
    assert (
        "Drawn by me."
        in chatuchak("solve", "tile:1", "--tiles", tiles, "--json").json["why_assumed"]
    )
    tiles.write_text(f'{{"tiles": ["{OWN_TILE}"], "assumed": 1}}')
    error = chatuchak("solve", "tile:1", "--tiles", tiles).error
    assert error.endswith("assumed: expected true or false, found a number")


def test_the_samples_are_called_so_in_the_table(chatuchak: Chatuchak) -> None:
    out = chatuchak("rank", "--games", 1).out
    assert "Sample tiles: the pictures of the published start grid tiles" in out
