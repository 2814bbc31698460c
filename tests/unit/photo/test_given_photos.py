"""Photos in ``tests/photos``: all tiles are found, and errors are flagged."""

from pathlib import Path

import pytest

from chatuchak_solver import Grid, read_photos
from tests.caches import easy_photo

PHOTOS = Path(__file__).parents[2] / "photos"
KINDS = {".jpg", ".jpeg", ".png", ".webp"}


def findings(folder: Path) -> list[str]:
    """Return the unflagged errors of a folder's photos."""
    found: list[str] = []
    for photo in sorted(path for path in folder.iterdir() if path.suffix.lower() in KINDS):
        truth = photo.with_suffix(".txt")
        if not truth.exists():
            found.append(f"{photo.name}: no {truth.name} beside it says what it shows")
            continue
        grids = [Grid.parse(line) for line in truth.read_text("utf-8").split()]
        readings = [tile.reading for tile in read_photos([photo], merge_views=False).tiles]
        if len(readings) != len(grids):
            found.append(f"{photo.name}: {len(readings)} tiles found of {len(grids)}")
            continue
        for number, (grid, reading) in enumerate(zip(grids, readings, strict=True), 1):
            is_right = reading.letters == grid.letters
            if not is_right and not reading.doubtful and not reading.notes:
                found.append(f"{photo.name}, tile {number}: reads {reading.grid}, shows {grid}")
    return found


def test_photos_of_users_are_read() -> None:
    assert (PHOTOS / "README.md").exists()
    assert findings(PHOTOS) == []


@pytest.mark.usefixtures("detection_cache")
def test_photo_is_compared_with_its_grids(tmp_path: Path) -> None:
    photo = easy_photo()
    (tmp_path / "card.jpg").write_bytes(photo.jpeg)
    assert findings(tmp_path) == ["card.jpg: no card.txt beside it says what it shows"]
    truth = tmp_path / "card.txt"
    truth.write_text(f"{photo.grid}\n", encoding="utf-8")
    assert findings(tmp_path) == []
    letters = [*photo.grid.letters]
    letters[1], letters[2] = letters[2], letters[1]
    other = "/".join("".join(letters[at : at + 6]) for at in range(0, 30, 6))
    truth.write_text(f"{other}\n", encoding="utf-8")
    assert findings(tmp_path) == [f"card.jpg, tile 1: reads {photo.grid}, shows {other}"]
    truth.write_text(f"{photo.grid}\n{photo.grid}\n", encoding="utf-8")
    assert findings(tmp_path) == ["card.jpg: 1 tiles found of 2"]
