"""``read``: grids on photos."""

import json
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.synthetic_photos.photo import SyntheticPhoto
from chatuchak_cli.shared.runner import Job
from tests.unit.cli.conftest import Chatuchak, PressIn
from tests.unit.photo.drawn_table import drawn_table

pytestmark = pytest.mark.usefixtures("detection_cache")


def words(photo: SyntheticPhoto) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in photo.taps.tolist())


def test_grids_of_photos_are_solved(
    chatuchak: Chatuchak, photo: SyntheticPhoto, picture: Path
) -> None:
    outcome = chatuchak("read", picture, "--corners", words(photo), "--tiles", 1)
    assert (outcome.code, outcome.out) == (0, f"{photo.grid}\n")
    assert "doubtful" not in outcome.err
    solved = chatuchak("solve", "-", "--json", stdin=outcome.out)
    assert solved.code == 0
    assert solved.json["grid"] == str(photo.grid)


def test_json_is_complete_and_the_overlay_is_written(
    chatuchak: Chatuchak, photo: SyntheticPhoto, picture: Path, tmp_path: Path
) -> None:
    overlay = tmp_path / "seen.png"
    page = tmp_path / "look.html"
    outcome = chatuchak("read", picture, "--json", "--overlay", overlay, "--review", page)
    document = outcome.json
    assert document["assumed"] is True  # the counts it leans to
    assert document["grid"] == str(photo.grid)
    assert document["doubtful"] == []
    assert 0.9 < document["confidence"] <= 1
    assert [spot["letter"] for spot in document["spots"]] == list(photo.grid.letters)
    assert len(document["corners"]) == 4
    with Image.open(overlay) as image:
        assert image.format == "PNG"
    assert f'"letters": "{photo.grid.letters}"' in page.read_text("utf-8")


def test_doubtful_spots_are_named_by_row_column_and_number(
    chatuchak: Chatuchak, tmp_path: Path, photo: SyntheticPhoto, picture: Path
) -> None:
    # A disk of its own color hides spot 9, of row 2, column 4.
    with Image.open(picture) as opened:
        image = opened.convert("RGB")
    ring = photo.corners
    right, down = (ring[1] - ring[0]) / 5, (ring[3] - ring[0]) / 4
    x, y = (ring[0] + 3 * right + down).round().astype(int).tolist()
    half = int(abs(right[0]) * 0.48)
    image.paste((128, 100, 110), (x - half, y - half, x + half, y + half))
    path = tmp_path / "hidden.png"
    image.save(path)
    outcome = chatuchak("read", path, "--corners", words(photo), "--counts", "any")
    assert outcome.code == 0
    assert outcome.out.count("\n") == 1
    assert "doubtful: row 2, column 4 (spot 9) reads " in outcome.err
    assert "sure that all is right" in outcome.err.splitlines()[-1]


def test_no_grid_is_a_negative_answer(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "nothing.png"
    Image.new("RGB", (200, 150), (10, 90, 60)).save(path)
    outcome = chatuchak("read", path)
    assert (outcome.code, outcome.out) == (1, "")
    assert "no grid was found on " in outcome.err
    assert outcome.err.endswith("; --corners takes the centers of its corner spots\n")
    report = chatuchak("read", path, "--json")
    assert (report.code, report.json) == (1, {"grid": None, "doubtful": [], "confidence": 0.0})


@pytest.fixture(scope="module")
def two_tiles(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    photo, grids = drawn_table(7, 1, 2)
    path = tmp_path_factory.mktemp("photo") / "two.jpg"
    photo.save(path, quality=95)
    return path, grids


def test_all_tiles_are_printed_as_lines_or_as_an_array(
    chatuchak: Chatuchak, tmp_path: Path, two_tiles: tuple[Path, list[str]]
) -> None:
    (path, grids), out = two_tiles, tmp_path / "tiles.txt"
    outcome = chatuchak("read", path, "-o", out, "--json", "--overlay", tmp_path / "seen.png")
    places = [(reading["grid"], reading["place"]) for reading in outcome.json]
    assert places == [(grids[0], 1), (grids[1], 2)]
    assert out.read_text().split() == grids
    one_each = ("read", path, path, "--tiles", "1")
    fewer = chatuchak(*one_each, "--no-merge-views")
    assert chatuchak(*one_each, "--looks", "separate", "--counts", "usual") == fewer
    assert (fewer.code, len(fewer.out.split())) == (0, 2)
    assert fewer.err.count("read the 1 most likely of 2 tiles") == 2


def test_an_interrupted_reading_prints_the_tiles_so_far(
    chatuchak: Chatuchak, photo: SyntheticPhoto, picture: Path, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "show")
    outcome = chatuchak("read", picture, picture)
    assert (outcome.code, outcome.out) == (130, f"{photo.grid}\n")
    assert "interrupted after 1 of 2 photos" in outcome.err


def test_photos_are_accepted_as_files_of_grids(
    chatuchak: Chatuchak, tmp_path: Path, two_tiles: tuple[Path, list[str]]
) -> None:
    path, grids = two_tiles
    ranked = chatuchak("rank", path, "--games", "10", "--json").json
    assert {tile["grid"] for tile in ranked["tiles"]} == set(grids)
    assert "assumed" not in ranked or "sample" not in str(ranked.get("why_assumed"))
    box = tmp_path / "box.json"
    box.write_text('{"counts": [7, 6, 6, 6, 4]}')
    read = chatuchak("read", path, "--box", box).out.split()
    named = chatuchak("solve", "tile:2", "--tiles", path, "--box", box, "--json").json
    assert named["grid"] == read[1] != grids[1]
    solved = chatuchak("solve", path, "--json")
    assert [json.loads(line)["grid"] for line in solved.out.splitlines()] == grids
    assert "2 tiles: " in chatuchak("sheet", path, "-o", tmp_path / "tiles.pdf").err
    odd = tmp_path / "tiles.txt"
    odd.write_text("\n".join(grids))
    error = chatuchak("rank", path, odd).error
    assert "invalid file tiles.txt: expected one file of grids, or photos" in error
    missing = tmp_path / "missing.jpg"
    error = chatuchak("rank", path, missing).error
    assert error == f"{missing}: No such file or directory"
    blank = tmp_path / "nothing.png"
    Image.new("RGB", (200, 150), (10, 90, 60)).save(blank)
    assert "no tile was found" in chatuchak("rank", blank).err
