"""Readings of single tiles, and invalid photos."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from benchmarks.synthetic_photos.photo import SyntheticPhoto
from chatuchak_solver import Grid, InputError, PhotoReading, read_photo
from chatuchak_solver.photo import image_file
from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.reading import reading_of
from chatuchak_solver.photo.views import overlay_png
from tests.unit.photo.reference import NAMES


def open_(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg))


def test_taps_and_detection_read_the_same_grid(photo: SyntheticPhoto, picture: Path) -> None:
    tapped = read_photo(picture, corners=photo.taps.tolist())
    found = read_photo(picture)
    assert tapped is not None
    assert found is not None
    assert tapped.grid == found.grid == str(photo.grid)
    for reading in (tapped, found):
        assert np.array(reading.corners) == pytest.approx(photo.corners, abs=25)
        assert Grid.parse(reading.grid) == photo.grid
        assert reading.confidence > 0.9
        assert reading.doubtful == ()


@pytest.mark.parametrize(
    ("margin", "patches", "lead", "noted"),
    [(3, 20, 1, True), (3, 30, 0.2, True), (3, 30, 1, False), (3, 0, 1, False), (7, 20, 1, False)],
)
def test_doubtful_detected_tile_may_be_misplaced(
    margin: float, patches: int, lead: float, noted: bool
) -> None:
    tile = np.zeros(measures.TILE)
    tile[:8] = (0, 0, 50, 0, 50, 40, 0, 40)
    tile[measures.MARGINS : measures.MARGINS + 30] = margin
    tile[measures.PATCHES], tile[measures.NAMES_LEAD] = patches, lead
    assert bool(reading_of(tile, 1.0).notes) == noted


def test_orientation_in_exif_is_applied(photo: SyntheticPhoto, tmp_path: Path) -> None:
    path = tmp_path / "sideways.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # to be shown turned by a quarter, clockwise
    open_(photo.jpeg).transpose(Image.Transpose.ROTATE_90).save(path, exif=exif, quality=95)
    reading = read_photo(path, corners=photo.taps.tolist())
    assert reading is not None
    assert reading.grid == str(photo.grid)


def test_corners_are_in_pixels_of_the_file(photo: SyntheticPhoto, tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    image = open_(photo.jpeg)
    image.resize((image.width * 2, image.height * 2)).convert("RGBA").save(path, compress_level=0)
    reading = read_photo(path, corners=(photo.taps * 2).tolist())
    assert reading is not None
    assert reading.grid == str(photo.grid)
    assert np.array(reading.corners) == pytest.approx(photo.corners * 2, abs=50)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_rotated_photo_is_read_upright(photo: SyntheticPhoto, turn: int) -> None:
    reading = read_photo(open_(photo.jpeg).rotate(turn, expand=True))
    assert reading is not None
    assert reading.grid == str(photo.grid)
    assert reading.notes == ()


def test_known_counts_override_the_photo(photo: SyntheticPhoto) -> None:
    red, yellow, green, blue, pink = photo.grid.counts
    counts = (red + 2, yellow - 1, green - 1, blue, pink)
    reading = read_photo(open_(photo.jpeg), corners=photo.corners.tolist(), counts=counts)
    assert reading is not None
    assert Grid.parse(reading.grid).counts == counts
    assert reading.doubtful


def drawn_tile(letters: str) -> tuple[Image.Image, list[list[float]]]:
    pitch = 40
    image = Image.new("RGB", (9 * pitch, 8 * pitch), (225, 225, 225))
    for spot, letter in enumerate(letters):
        x, y = (2 + spot % 6) * pitch, (2 + spot // 6) * pitch
        if letter != ".":
            color = tuple(NAMES["RYGBP".index(letter)].tolist())
            image.paste(color, (x - 13, y - 13, x + 14, y + 14))
    return image, (np.array([(2, 2), (7, 2), (7, 6), (2, 6)]) * pitch + 0.5).tolist()


@pytest.mark.parametrize("counts", [(10, 5, 5, 5, 4), (7, 7, 5, 5, 5)])
def test_any_counts_are_read_but_not_by_default(counts: tuple[int, ...]) -> None:
    letters = "." + "".join(letter * n for letter, n in zip("RYGBP", counts, strict=True))
    image, corners = drawn_tile(letters)
    found: dict[str, str] = {}
    for option in ("any", "standard"):
        reading = read_photo(image, corners=corners, counts=option)
        assert reading is not None
        found[option] = reading.letters
    assert found["any"] == letters
    assert sorted(found["standard"].count(letter) for letter in "RYGBP") == [5, 6, 6, 6, 6]


def test_any_counts_prefer_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    image, corners = drawn_tile(".RRRRRRYYYYYYGGGGGGBBBBBBPPPPP")
    margins = []
    for price in (measures.UNUSUAL_PRICE, 0.0):
        monkeypatch.setattr(measures, "UNUSUAL_PRICE", price)
        reading = read_photo(image, corners=corners, counts="any")
        assert reading is not None
        margins.append(reading.margins[1])
    assert margins[0] - margins[1] == pytest.approx(5, abs=0.02)


def test_blank_photo_has_no_grid() -> None:
    assert read_photo(Image.new("RGB", (300, 200), (90, 120, 60))) is None


def test_overlay_has_letters_on_the_photo(photo: SyntheticPhoto, picture: Path) -> None:
    reading = read_photo(picture, corners=photo.taps.tolist())
    assert reading is not None
    drawn = open_(overlay_png(picture, reading))
    assert drawn.size == open_(photo.jpeg).size
    changed = np.abs(np.asarray(drawn, int) - np.asarray(open_(photo.jpeg), int)).sum(-1) > 90
    x, y = photo.corners[1].astype(int).tolist()
    assert changed[y - 15 : y + 15, x - 15 : x + 15].mean() > 0.3
    assert changed.mean() < 0.2


def test_overlay_of_a_tiny_grid_has_rings_too() -> None:
    small = PhotoReading(
        letters="." + "R" * 29, second="B" * 30, margins=(1.0,) * 30, notes=(),
        corners=((20, 20), (33, 20), (33, 32), (20, 32)),
    )  # fmt: skip
    drawn = open_(overlay_png(Image.new("RGB", (60, 60), (200, 200, 200)), small))
    assert drawn.size == (60, 60)


def test_confidence_decreases_with_doubts_and_notes() -> None:
    def reading(*doubts: float, notes: tuple[str, ...] = ()) -> PhotoReading:
        return PhotoReading(
            letters="." + "R" * 29, second="R" * 30,
            margins=(*doubts, *[99.0] * (30 - len(doubts))), corners=(), notes=notes,
        )  # fmt: skip

    sure = [reading(), reading(8), reading(3), reading(3, 1), reading(3, 1, notes=("x",))]
    found = [photo_reading.confidence for photo_reading in sure]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.999
    assert found[-1] < 0.3
    assert sure[3].doubtful == (1, 0)
    assert sure[0].grid == ".RRRRR/RRRRRR/RRRRRR/RRRRRR/RRRRRR"


def png_of(width: int, height: int) -> bytes:
    """Return the header of a PNG of this size."""
    file = io.BytesIO()
    Image.new("RGB", (1, 1)).save(file, "PNG")
    data = bytearray(file.getvalue())
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected JPEG, PNG, WEBP, GIF, BMP"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(40), "HEIC is not supported.*save or send it as JPEG"),
        (b"\xff\xd8\xff\xe0" + bytes(30), "expected JPEG|damaged"),
        (png_of(90_000, 90_000), "at most 120 million pixels"),
        (png_of(8_000, 8_000), "at most 60 million pixels"),
        (png_of(300, 300), "damaged"),
    ],
)
def test_invalid_files_are_rejected_in_one_line(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "photo\n.jpg"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message) as raised:
        read_photo(path)
    assert str(raised.value).isprintable()


def test_damaged_photos_are_rejected_or_read(photo: SyntheticPhoto, tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    path = tmp_path / "photo.jpg"
    refused: list[InputError] = []
    for length in (100, 700, 30_000, len(photo.jpeg)):
        data = bytearray(photo.jpeg[:length])
        for at in rng.integers(2, len(data), 12).tolist():
            data[at] = int(rng.integers(256))
        path.write_bytes(bytes(data))
        try:
            image_file.load_photo(path)
        except InputError as error:
            refused.append(error)
    assert len(refused) >= 2
    assert all(str(error).isprintable() for error in refused)


def test_large_file_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_file, "MAX_BYTES", 2**20)
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8" + bytes(2**20))
    with pytest.raises(InputError, match="at most 1 MiB"):
        read_photo(path)
