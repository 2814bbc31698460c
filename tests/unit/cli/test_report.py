"""``report``, and tiles from standard input."""

from pathlib import Path

from tests.unit.cli.conftest import Chatuchak

TILES = """\
. R Y R G R / P B G P Y B / R P R G P Y / Y B P R B R / R Y G Y G B
.GYRYR/PYRGBG/GPGBPR/BRBPRB/PYGYBY
"""
FAST = ("--games", 5)


def test_a_report_as_text_json_and_page(chatuchak: Chatuchak, tmp_path: Path) -> None:
    tiles, page = tmp_path / "tiles.txt", tmp_path / "report.html"
    tiles.write_text(TILES)
    text = chatuchak("report", tiles, *FAST).out
    assert "2 tiles, from difficulty" in text
    assert "Tile 1: 5 of 9 first moves keep the optimum" in text
    assert "ample" not in text
    outcome = chatuchak("report", tiles, *FAST, "--near", 30, "-o", page, "--json")
    report = outcome.json
    assert [pair["tiles"] for pair in report["near_duplicates"]] == [[1, 2]]
    assert report["closest"] == report["near_duplicates"][0]
    assert {tile["tile"] for tile in report["tiles"]} == {1, 2}
    assert sum(map(sum, report["places"].values())) == 2 * 29
    assert report["stopped_by"] is None
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_tiles_are_read_from_input_with_blanks_between_booths(chatuchak: Chatuchak) -> None:
    ranked = chatuchak("rank", "-", *FAST, "--json", stdin=TILES).json["tiles"]
    assert sorted(tile["grid"] for tile in ranked) == [
        ".GYRYR/PYRGBG/GPGBPR/BRBPRB/PYGYBY",
        ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB",
    ]
    assert chatuchak("report", "-", *FAST, "--json", stdin=TILES).json["board"] == "5x6"
    assert "standard input, line 3" in chatuchak("rank", "-", stdin=TILES + "R?\n").error
