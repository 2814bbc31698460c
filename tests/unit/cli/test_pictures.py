"""``render``, and the pictures that ``solve`` writes."""

import io
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.rendering.gallery_svg import MAX_GRIDS
from chatuchak_solver.rendering.grid_svg import grid_svg
from tests.unit.cli.conftest import Chatuchak

ROOT = Path(__file__).parents[3]
SMALL = ".RY/YRG/RGG"
STAND = ROOT / "docs" / "examples" / "market_stand.json"
SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: Path | str) -> tuple[str, str]:
    """Return an SVG's title and description."""
    data = picture.read_text() if isinstance(picture, Path) else picture
    root = ET.fromstring(data)
    return root.findtext(f"{SVG}title") or "", root.findtext(f"{SVG}desc") or ""


def test_a_grid_is_drawn_in_each_still_format(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg, png = tmp_path / "grid.svg", tmp_path / "grid.png"
    done = chatuchak("render", SMALL, "-o", svg, "--numbers", "--groups", "--title", "Mine")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert svg.read_text() == grid_svg(Grid.parse(SMALL), numbers=True, groups=True, title="Mine")
    done = chatuchak("render", SMALL, "-o", png, "--zoom", "3", "--json")
    assert done.json == {"file": str(png), "format": "png", "bytes": png.stat().st_size}
    with Image.open(png) as image:
        assert image.size == (3 * 220, 3 * 220)


def test_moves_and_solutions_are_drawn_in_every_kind(chatuchak: Chatuchak, tmp_path: Path) -> None:
    pictures = {}
    for kind in ("grid", "arrows", "strip", "animation"):
        file = tmp_path / f"{kind}.svg"
        assert chatuchak("render", SMALL, "--solve", "--kind", kind, "-o", file).code == 0
        pictures[kind] = file.read_text()
    assert len(set(pictures.values())) == 4
    assert "move 4" not in texts(pictures["grid"])[1]
    for kind in ("arrows", "strip", "animation"):
        assert "move 4" in texts(pictures[kind])[1]
    default = chatuchak("render", SMALL, "--solve", "-o", "-")
    assert default.out == pictures["strip"]
    moves = chatuchak("render", SMALL, "--moves", "1,2", "--kind", "arrows", "-o", "-")
    assert "move 2: yellow from spot 2 to spot 1" in texts(moves.out)[1]


def test_grids_are_read_from_tiles_files_and_input(chatuchak: Chatuchak, tmp_path: Path) -> None:
    file = tmp_path / "grids.txt"
    file.write_text(SMALL + "\n")
    expected = chatuchak("render", SMALL, "-o", "-").out
    assert chatuchak("render", file, "-o", "-").out == expected
    assert chatuchak("render", "-", "-o", "-", stdin=SMALL).out == expected
    assert chatuchak("render", "tile:1", "--tiles", file, "-o", "-").out == expected
    assert "row 5: " in texts(chatuchak("render", "tile:2", "-o", "-").out)[1]


def test_stands_and_markets_are_drawn(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg = tmp_path / "stand.svg"
    assert chatuchak("render", STAND, "-o", svg).code == 0
    assert "Ola" in texts(svg)[1]
    assert chatuchak("render", "-", "-o", "-", stdin=STAND.read_text()).out == svg.read_text()
    game = chatuchak("game", "mercado", "new", "--seed", "1", "--json")
    assert GameRecord.from_dict(game.json).start.game == "mercado"
    file = tmp_path / "game.json"
    file.write_text(game.out)
    png = tmp_path / "market.png"
    assert chatuchak("render", file, "-o", png, "--title", "Market").code == 0
    with Image.open(png) as image:
        assert image.width > 400
    assert texts(chatuchak("render", file, "-o", "-", "--title", "A & B").out)[0] == "A & B"


def test_solve_writes_all_pictures_and_its_answer(chatuchak: Chatuchak, tmp_path: Path) -> None:
    files = {name: tmp_path / f"solution.{name}" for name in ("svg", "gif", "html")}
    options = [part for name, file in files.items() for part in (f"--{name}", file)]
    done = chatuchak("solve", SMALL, "--json", *options)
    assert done.json["length"] == 4
    assert "move 4" in texts(files["svg"])[1]
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


def test_a_saved_solution_is_drawn_with_its_moves(chatuchak: Chatuchak, tmp_path: Path) -> None:
    saved, drawn, solved = tmp_path / "s.json", tmp_path / "saved.svg", tmp_path / "asked.svg"
    saved.write_text(chatuchak("solve", "RY/YR/.G/GG", "--json").out)
    assert chatuchak("render", saved, "-o", drawn).code == 0
    assert chatuchak("render", "RY/YR/.G/GG", "--solve", "-o", solved).code == 0
    assert drawn.read_text() == solved.read_text()


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
