"""Photos that are far too large, and files that are no files, given to `read`."""

from __future__ import annotations

import io
import os
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from chatuchak_solver.photo import image_file
from tests.hostile.measured import BYTES, SECONDS, peak_and_seconds

LARGE = 10_900
"""Pixels of a side, 119 million together."""


def png(side: int, color_type: int, bytes_per_pixel: int) -> bytes:
    """Return a picture of one color, a few hundred kilobytes of millions of pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data))
        )  # fmt: skip

    # All rows are alike: packed once, so that none needs what is before it, and written often.
    row, check = bytes(1) + b"\x80" * (side * bytes_per_pixel), 1
    packer = zlib.compressobj(1, wbits=-15)
    packed = packer.compress(row) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(side):
        check = zlib.adler32(row, check)
    rows = b"\x78\x01" + packed * side + b"\x03\x00" + struct.pack(">I", check)
    head = struct.pack(">IIBBBBB", side, side, 8, color_type, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(side: int, **options: object) -> bytes:
    file = io.BytesIO()
    tile = Image.effect_noise((64, 64), 90).convert("RGB")
    tile.resize((side, side), Image.Resampling.NEAREST).save(file, "JPEG", **options)
    return file.getvalue()


def webp(side: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGBA", (side, side), (9, 99, 9, 90)).save(file, "WEBP", lossless=True, method=0)
    return file.getvalue()


def endless_scans() -> bytes:
    """Return a progressive picture whose last scan follows again and again."""
    content = jpeg(4_000, progressive=True, subsampling=0)
    scan = content[content.rindex(b"\xff\xc4", 0, content.rindex(b"\xff\xda")) : -2]
    return content[:-2] + scan * 200 + content[-2:]


TOO_LARGE: dict[str, tuple[Callable[[], bytes], str]] = {
    "png": (lambda: png(LARGE, 2, 3), "more than 60 million pixels"),
    "transparent": (lambda: png(LARGE, 6, 4), "more than 60 million pixels"),
    "webp": (lambda: webp(6_300), "more than 30 million pixels"),
    "progressive": (lambda: jpeg(8_000, progressive=True), "more than 60 million pixels"),
    "scans": (endless_scans, "more than 100 scans"),
}


@pytest.mark.parametrize("kind", TOO_LARGE)
def test_what_takes_long_to_decode_is_refused(tmp_path: Path, kind: str) -> None:
    make, reason = TOO_LARGE[kind]
    path = tmp_path / "photo"
    path.write_bytes(make())
    code, said, peak, seconds = peak_and_seconds(("read", str(path)), path)
    assert (code, said.count("\n")) == (2, 1), said
    assert said.startswith("error: ")
    assert f"has {reason}" in said
    assert peak < BYTES // 4
    assert seconds < SECONDS


@pytest.mark.parametrize("kind", ["jpeg", "png"])
def test_the_largest_pictures_are_read_in_bounds(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "photo"
    path.write_bytes(jpeg(LARGE) if kind == "jpeg" else png(7_700, 6, 4))
    _, said, peak, seconds = peak_and_seconds(("read", str(path)), path)
    assert "pixels" not in said
    assert peak < BYTES
    assert seconds < SECONDS


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices in folders are POSIX")
@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device"])
def test_what_is_no_file_keeps_nobody_waiting(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "photo.jpg"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    else:
        path.symlink_to("/dev/zero")
    code, said, peak, seconds = peak_and_seconds(("read", str(path)), Path(os.devnull))
    assert (code, said.count("\n")) == (2, 1), said
    assert said.endswith("is no file but a pipe or a device\n")
    assert peak < BYTES // 4
    assert seconds < SECONDS


@pytest.mark.parametrize(("turn", "turned"), [(1, False), (3, False), (6, True), (8, True)])
def test_a_photo_is_made_small_and_upright(tmp_path: Path, turn: int, turned: bool) -> None:
    path = tmp_path / "photo.png"
    picture = Image.new("RGBA", (3_200, 1_600), (0, 0, 0, 0))
    picture.paste((200, 0, 0, 255), (0, 0, 1_600, 800))  # the upper left quarter
    exif = Image.Exif()
    exif[image_file.ORIENTATION] = turn
    picture.save(path, exif=exif, compress_level=1)
    loaded = image_file.load_photo(path)
    assert loaded.size == ((1_600, 3_200) if turned else (3_200, 1_600))
    assert loaded.image.size == ((800, 1_600) if turned else (1_600, 800))
    assert loaded.scale == 0.5
    wide, high = loaded.image.size
    quarters = [(0, 0), (1, 0), (1, 1), (0, 1)]  # clockwise
    corner = quarters[{1: 0, 3: 2, 6: 1, 8: 3}[turn]]
    for quarter in quarters:
        at = (wide // 4 + quarter[0] * wide // 2, high // 4 + quarter[1] * high // 2)
        seen = (200, 0, 0) if quarter == corner else (255, 255, 255)
        assert loaded.image.getpixel(at) == seen
