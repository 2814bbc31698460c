"""``render``, and the pictures that ``solve`` writes."""

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from chatuchak_solver.puzzle import Grid
from chatuchak_solver.rendering.gallery_svg import MAX_GRIDS
from chatuchak_solver.rendering.grid_svg import grid_svg
from tests.unit.cli.conftest import Chatuchak

ROOT = Path(__file__).parents[3]
SMALL = ".RY/YRG/RGG"
STAND = ROOT / "docs" / "examples" / "market_stand.json"


def test_a_grid_is_drawn_in_each_still_format(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg, png = tmp_path / "grid.svg", tmp_path / "grid.png"
    done = chatuchak("render", SMALL, "-o", svg, "--numbers", "--groups", "--title", "Mine")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert svg.read_text() == grid_svg(Grid.parse(SMALL), numbers=True, groups=True, title="Mine")
    done = chatuchak("render", SMALL, "-o", png, "--zoom", "3", "--json")
    assert done.json == {"file": str(png), "format": "png", "bytes": png.stat().st_size}
    with Image.open(png) as image:
        assert image.size == (3 * 220, 3 * 220)


def test_solve_writes_all_pictures_and_its_answer(chatuchak: Chatuchak, tmp_path: Path) -> None:
    files = {name: tmp_path / f"solution.{name}" for name in ("svg", "gif", "html")}
    options = [part for name, file in files.items() for part in (f"--{name}", file)]
    done = chatuchak("solve", SMALL, "--json", *options)
    assert done.json["length"] == 4
    assert "move 4" in files["svg"].read_text()
    with Image.open(io.BytesIO(files["gif"].read_bytes())) as image:
        assert image.format == "GIF"
    assert files["html"].read_text().startswith("<!doctype html>")
    assert sorted(tmp_path.iterdir()) == sorted(files.values())


def test_several_grids_go_into_a_picture_or_folder(chatuchak: Chatuchak, tmp_path: Path) -> None:
    tiles = tmp_path / "tiles.txt"
    tiles.write_text(".RY/YRG/RGG\n.YR/RYG/YGG\nRR./YYG/YGG\n")
    svg = chatuchak("render", tiles, "-o", "-", "--columns", 2).out
    assert svg.count("<use ") == 3 * 8
    assert "3: RR." in svg
    folder = tmp_path / "pictures"
    folder.mkdir()
    outcome = chatuchak("render", tiles, "-o", folder, "--solve", "--json")
    assert sorted(outcome.json["files"]) == sorted(map(str, folder.iterdir()))
    assert [path.name for path in sorted(folder.iterdir())] == ["001.svg", "002.svg", "003.svg"]
    assert "move 1:" in (folder / "001.svg").read_text()
    tiles.write_text(".RY/YRG/RGG\n" * (MAX_GRIDS + 1))
    assert f"expected 1..{MAX_GRIDS}" in chatuchak("render", tiles, "-o", "-").error


@pytest.mark.parametrize(
    ("command", "module", "extra"),
    [
        ("solve tile:1 --gif {}/a.gif", "PIL.Image", "images"),
        ("solve tile:1 --gif {}/a.gif", "resvg_py", "images"),
        ("read docs/examples/files/photo.jpg", "PIL.Image", "images"),
        ("sheet -o {}/a.pdf", "fpdf", "print"),
        ("score stand {example} --picture {}/a.png", "resvg_py", "images"),
        ("render tile:1 -o {}/a.png", "resvg_py", "images"),
        ("rank tile:1 --games 1 --plot {}/a.svg", "matplotlib", "plots"),
        ("survey -n 1 --out {}/a.sqlite --plot {}/a.png", "matplotlib", "plots"),
        ("rank tile:1 --games 1 --table {}/a.parquet", "pyarrow", "tables"),
    ],
)
def test_a_missing_extra_is_reported_before_the_job(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    command: str, module: str, extra: str,
) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, module, None)
    words = command.replace("{}", str(tmp_path)).replace("{example}", str(STAND)).split()
    outcome = chatuchak(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert f"needs the extra '{extra}'" in outcome.error
    assert list(tmp_path.iterdir()) == []
