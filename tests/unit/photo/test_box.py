"""Photos of several tiles, and several photos of a tile."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from chatuchak_solver import Stop, StopReason, read_photo, read_photos
from chatuchak_solver.photo import reading
from chatuchak_solver.photo.kernels.measures import RANK
from chatuchak_solver.photo.reading import TileCollection, UnreadableTile
from tests.caches import cache_detection
from tests.unit.photo.drawn_table import drawn_table, with_mirror_image

pytestmark = pytest.mark.usefixtures("detection_cache")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def four(folder: Path) -> tuple[Path, list[str]]:
    """A photo of two rows of two tiles."""
    photo, grids = drawn_table(1, 2, 2)
    photo.save(folder / "four.png", compress_level=0)
    return folder / "four.png", grids


@pytest.fixture(scope="module")
def two(folder: Path) -> tuple[Path, list[str], TileCollection]:
    """A photo of two tiles, their grids and the result."""
    photo, grids = drawn_table(1, 1, 2)
    photo.save(folder / "two.png", compress_level=0)
    with pytest.MonkeyPatch.context() as patch:
        cache_detection(patch)
        return folder / "two.png", grids, read_photos([folder / "two.png"])


def test_all_tiles_are_read_in_reading_order(four: tuple[Path, list[str]]) -> None:
    path, grids = four
    seen: list[int] = []
    box = read_photos([path], on_progress=lambda progress: seen.append(progress.work))
    assert [tile.reading.grid for tile in box.tiles] == grids
    assert [(tile.photo, tile.place) for tile in box.tiles] == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert (box.photos[0].found, box.photos[0].read, box.photos[0].unreadable) == (4, 4, ())
    assert seen == [1]
    assert box.stopped_by is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "rows", "columns", "style"),
    [(2, 2, 2, "fields"), (3, 1, 2, "booths"), (4, 1, 1, "disks"), (5, 1, 1, "sheet")],
)
def test_all_styles_are_read(folder: Path, seed: int, rows: int, columns: int, style: str) -> None:
    photo, grids = drawn_table(seed, rows, columns, style=style)
    photo.save(folder / "layout.png", compress_level=0)
    box = read_photos([folder / "layout.png"])
    assert [tile.reading.grid for tile in box.tiles] == grids


def test_the_most_likely_tiles_are_read_in_reading_order(
    four: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, grids = four
    read_all = reading.read_all

    def ranked(*arguments: Any) -> Any:
        tiles, unreadable = read_all(*arguments)
        tiles[:, RANK] = 30, 33, 31, 32
        return tiles, unreadable

    monkeypatch.setattr(reading, "read_all", ranked)
    single = read_photo(path)
    assert single is not None
    assert single.grid == grids[1]
    for number, expected in ((1, grids[1:2]), (2, grids[1::2]), (3, grids[1:])):
        box = read_photos([path], tiles=number)
        assert [tile.reading.grid for tile in box.tiles] == expected
        assert (box.photos[0].found, box.photos[0].read) == (4, number)


def test_tile_cut_by_the_edge_is_reported(folder: Path) -> None:
    photo, grids = drawn_table(6, 1, 3, tilt=0, crop=0.2)
    photo.save(folder / "cut.png", compress_level=0)
    box = read_photos([folder / "cut.png"])
    assert [tile.reading.grid for tile in box.tiles] == grids[:2]
    assert box.photos[0].unreadable == (UnreadableTile(1, 3, "right"),)
    assert [str(note) for note in box.photos[0].unreadable] == [
        "a tile at the right edge is cut off"
    ]


@pytest.mark.parametrize("columns", [1, 3])
def test_a_single_tile_cut_by_the_edge_is_reported(
    two: tuple[Path, list[str], TileCollection], folder: Path, columns: int
) -> None:
    path, _, box = two
    across = np.array(box.tiles[0].reading.corners)[:, 0]
    edge = across.max() - (columns - 0.5) * np.ptp(across) / 5
    with Image.open(path) as photo:
        photo.crop((0, 0, int(edge), photo.height)).save(folder / "part.png", compress_level=0)
    part = read_photos([folder / "part.png"])
    assert part.tiles == ()
    assert part.photos[0].unreadable == (UnreadableTile(1, 1, "right"),)


def test_covered_tile_is_reported(four: tuple[Path, list[str]], folder: Path) -> None:
    path, grids = four
    with Image.open(path) as photo:
        under = np.asarray(photo).copy()
    height, width, _ = under.shape
    rows, columns = slice(height // 2, height), slice(width // 2, width * 4 // 5)
    under[rows, columns] = (205, 160, 130)
    Image.fromarray(under).save(folder / "under.png", compress_level=0)
    box = read_photos([folder / "under.png"])
    assert [tile.reading.grid for tile in box.tiles] == grids[:3]
    assert box.photos[0].unreadable == (UnreadableTile(2, 2, None),)
    assert str(box.photos[0].unreadable[0]) == "something covers a tile in row 2, place 2"


@pytest.mark.slow
def test_half_covered_tile_is_flagged(folder: Path) -> None:
    photo, grids = drawn_table(3, 2, 3, style="disks")
    with_mirror_image(photo, 306, 494, 150).save(folder / "half.png", compress_level=0)
    box = read_photos([folder / "half.png"])
    readings = [tile.reading for tile in box.tiles]
    assert [reading.grid for reading in readings[:3]] == grids[:3]
    assert all(reading.doubtful for reading in readings if reading.grid not in grids)
    assert box.photos[0].unreadable


def test_hidden_spot_is_doubtful(two: tuple[Path, list[str], TileCollection], folder: Path) -> None:
    path, _, box = two
    corners = np.array(box.tiles[0].reading.corners)
    x, y = corners[0] + (corners[2] - corners[0]) * (0.6, 0.5)
    step = float(np.linalg.norm(corners[1] - corners[0]) / 5)
    with Image.open(path) as photo:
        with_mirror_image(photo, x, y, 1.3 * step).save(folder / "spots.png", compress_level=0)
    hidden = read_photos([folder / "spots.png"]).tiles[0].reading
    assert 15 in hidden.hidden
    assert set(hidden.hidden) <= set(hidden.doubtful)
    assert box.tiles[0].reading.hidden == ()


def test_merged_views_hide_none(two: tuple[Path, list[str], TileCollection], folder: Path) -> None:
    path, grids, box = two
    corners = np.array(box.tiles[0].reading.corners)
    step = (corners[1] - corners[0]) / 5
    looks = []
    for number, column in enumerate((1.5, 3.5)):
        x, y = corners[0] + column * step + (corners[3] - corners[0]) / 2
        with Image.open(path) as photo:
            shining = with_mirror_image(photo, x, y, 1.2 * float(np.hypot(*step)))
        looks.append(folder / f"look{number}.png")
        shining.save(looks[-1], compress_level=0)
    apart = read_photos(looks, merge_views=False)
    assert len(apart.tiles) == 4
    hidden = [tile for tile in apart.tiles if tile.place == 1]
    assert all(tile.reading.doubtful for tile in hidden)
    assert any("reflection over row" in tile.advice for tile in hidden)
    joined = read_photos(looks)
    assert [tile.reading.grid for tile in joined.tiles] == grids
    assert all(len(tile.views) == 2 for tile in joined.tiles)
    assert joined.tiles[0].reading.doubtful == ()


def test_stop_takes_effect_between_photos(two: tuple[Path, list[str], TileCollection]) -> None:
    box = read_photos([two[0], two[0]], merge_views=False, stop=Stop(work=1))
    assert (len(box.photos), len(box.tiles), box.stopped_by) == (1, 2, StopReason.WORK)


@pytest.mark.parametrize("old", [{"looks": "separate"}, {"counts": "usual"}])
def test_deprecated_arguments_warn(tmp_path: Path, old: dict[str, Any]) -> None:
    with pytest.warns(DeprecationWarning, match="is now"), pytest.raises(FileNotFoundError):
        read_photos([tmp_path / "none.jpg"], **old)
