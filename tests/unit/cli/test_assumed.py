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


@pytest.mark.parametrize(
    ("command", "parts"),
    [
        ("rank", ["tiles", "ranks"]),
        ("report", ["tiles", "ranks"]),
        ("difficulty tile:1", ["tiles", "ranks"]),
        ("compare tile:1 tile:2", ["tiles", "ranks"]),
        (f"difficulty {OWN_TILE}", ["ranks"]),
        (f"compare {OWN_TILE} tile:2", ["tiles", "ranks"]),
        (f"compare {OWN_TILE} .RY/YRG/RGG", ["ranks"]),
        ("difficulty .RY/YRG/RGG", []),
    ],
)
def test_analyses_name_the_assumed_parts(
    chatuchak: Chatuchak, command: str, parts: list[str]
) -> None:
    arguments = (*command.split(), "--games", 2)
    document = chatuchak(*arguments, "--json").json
    assert document["assumed"] == bool(parts)
    assert document.get("assumed_parts", []) == parts
    assert len(document["why_assumed"]) == len(parts)
    last = chatuchak(*arguments).out.rstrip().split("\n")[-1]
    names = ", ".join(parts)
    assert (last == f"Assumed: {names} ('chatuchak box show' has the reasons).") == bool(parts)


def test_reviews_name_the_assumed_parts(chatuchak: Chatuchak) -> None:
    document = chatuchak("review", "tile:1", "18,23", "--json").json
    assert (document["assumed_parts"], len(document["why_assumed"])) == (["tiles"], 2)
    assert chatuchak("review", "tile:1", "18,23").out.rstrip().split("\n")[-1].startswith("Assumed")
    small = chatuchak("review", ".RY/YRG/RGG", "2", "--json").json
    assert "assumed_parts" not in small
    assert small["assumed"]  # the simulated players


def test_the_box_gives_tiles_and_ranks(
    chatuchak: Chatuchak, own: tuple[Path, Path], tmp_path: Path
) -> None:
    box = tmp_path / "box.json"
    box.write_text(
        f'{{"format": "chatuchak-box", "version": 1, "tiles": ["{OWN_TILE}"], '
        '"ranks": [{"name": "Sage", "most": 20}, {"name": "Novice"}]}'
    )
    ranked = chatuchak("rank", "--box", box, *FAST, "--json").json
    assert [tile["grid"] for tile in ranked["tiles"]] == [OWN_TILE]
    assert (ranked["assumed"], ranked["why_assumed"]) == (False, [])
    assert "assumed_parts" not in ranked
    assert ranked["tiles"][0]["expected_rank"] in ("Sage", "Novice")
    (ace,) = chatuchak("rank", "--box", box, "--ranks", own[1], *FAST, "--json").json["tiles"]
    assert ace["expected_rank"] in ("Ace", "Also ran")
    both = chatuchak("report", "--box", box, *FAST, "--json").json
    assert both["tiles"][0]["expected_rank"] in ("Sage", "Novice")
    one = chatuchak("difficulty", OWN_TILE, "--box", box, *FAST, "--json").json
    assert (one["expected_rank"] in ("Sage", "Novice"), one["assumed"]) == (True, False)
    pair = chatuchak("compare", OWN_TILE, OWN_TILE, "--box", box, *FAST, "--json").json
    assert pair["assumed"] is False
    assert {grid["expected_rank"] for grid in pair["grids"]} <= {"Sage", "Novice"}
    other = tmp_path / "other.txt"
    other.write_text(".GYPBG/BRBGPR/RYGYBY/GPBRGB/YRYPRP")
    shorthand = chatuchak("rank", "--box", box, "--tiles", other, *FAST, "--json").json
    assert [tile["grid"] for tile in shorthand["tiles"]] == [other.read_text()]
