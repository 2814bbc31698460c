"""Photos that are far too large, and files that are no files, given to `read`."""

import io
import os
import struct
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.photo import image_file
from tests.hostile.measured import BYTES, SECONDS, peak_and_seconds

LARGE = 10_900
"""Pixels of a side, 119 million together."""


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(side: int, color_type: int, bytes_per_pixel: int) -> bytes:
    """Return a picture of one color, a few hundred kilobytes of millions of pixels."""

    # All rows are equal: packed once, independent of the previous row, and written often.
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
    """Return a progressive picture with many copies of its last scan."""
    content = jpeg(2_000, progressive=True, subsampling=0)
    scan = content[content.rindex(b"\xff\xc4", 0, content.rindex(b"\xff\xda")) : -2]
    return content[:-2] + scan * 200 + content[-2:]


TOO_LARGE: dict[str, tuple[Callable[[], bytes], str]] = {
    "png": (lambda: png(7_800, 2, 3), "at most 60 million pixels"),
    "transparent": (lambda: png(7_800, 6, 4), "at most 60 million pixels"),
    "webp": (lambda: webp(5_600), "at most 30 million pixels"),
    "progressive": (lambda: jpeg(8_000, progressive=True), "at most 60 million pixels"),
    "scans": (endless_scans, "at most 100 scans"),
}


@pytest.mark.parametrize("kind", TOO_LARGE)
def test_images_that_decode_slowly_are_refused(tmp_path: Path, kind: str) -> None:
    make, reason = TOO_LARGE[kind]
    path = tmp_path / "photo"
    path.write_bytes(make())
    code, message, peak, seconds = peak_and_seconds(("read", str(path)), path)
    assert (code, message.count("\n")) == (2, 1), message
    assert message.startswith("error: ")
    assert f"expected {reason}" in message
    assert peak < BYTES // 4
    assert seconds < SECONDS


def segment(marker: int, data: bytes) -> bytes:
    return bytes((0xFF, marker)) + (len(data) + 2).to_bytes(2, "big") + data


def riff(kind: bytes, data: bytes = b"") -> bytes:
    return kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def saved(form: str, **options: object) -> bytes:
    file = io.BytesIO()
    Image.effect_noise((64, 48), 90).convert("RGB").save(file, form, **options)
    return file.getvalue()


def exif_of_many_entries(length: int) -> bytes:
    """Return Exif data with entries as long as the whole."""
    entry = struct.pack("<HHII", 0x9999, 1, length - 1, 0)
    head = b"II*\0" + struct.pack("<IH", 8, 5_000) + entry * 5_000
    return head + bytes(length - len(head))


def in_jpeg(*parts: bytes) -> bytes:
    content = saved("JPEG")
    return b"".join((content[:2], *parts, content[2:]))


def in_png(*parts: bytes) -> bytes:
    content = saved("PNG")
    return b"".join((content[:33], *parts, content[33:]))


def in_webp(*parts: bytes) -> bytes:
    content = saved("WEBP")
    inner = riff(b"VP8X", b"\x08\0\0\0" + b"\x3f\0\0" + b"\x2f\0\0") + content[12:]
    return (
        b"RIFF"
        + struct.pack("<I", len(inner) + sum(map(len, parts)) + 4)
        + b"WEBP"
        + b"".join((inner, *parts))
    )


def frames(count: int, form: str) -> bytes:
    file = io.BytesIO()
    pages = [Image.new("RGB", (2, 2), (n % 256, n // 256, 9)) for n in range(count)]
    pages[0].save(file, form, save_all=True, append_images=pages[1:])
    return file.getvalue()


def bmp_of_run_lengths() -> bytes:
    runs = b"\x01\x07" * 3_000_000
    head = struct.pack("<IiiHHIIiiII", 40, 7_000, 7_000, 1, 8, 1, len(runs), 0, 0, 256, 0)
    return b"BM" + struct.pack("<IHHI", 1_078 + len(runs), 0, 0, 1_078) + head + bytes(1_024) + runs


def gif_of_many_blocks() -> bytes:
    content = saved("GIF")
    at = 13 + (3 << (content[10] & 7) + 1)
    return content[:at] + b"!\xfe" + b"\x01x" * 2_000_000 + b"\0" + content[at:]


FEWER = "expected fewer segments, chunks or blocks"
METADATA: dict[str, tuple[Callable[[], bytes], str]] = {
    "fill bytes": (lambda: in_jpeg(b"\xff" * 4_000_000), FEWER),
    "bytes between segments": (lambda: in_jpeg(b"\x01" * 4_000_000), "expected JPEG"),
    "Exif segments": (lambda: in_jpeg(segment(0xE1, b"Exif\0\0" + bytes(15_000)) * 500), ""),
    "long Exif segments": (
        lambda: in_jpeg(segment(0xE1, b"Exif\0\0" + bytes(65_000)) * 700), FEWER
    ),
    "entries of Exif": (lambda: in_jpeg(segment(0xE1, exif_of_many_entries(65_000))), ""),
    "segments": (lambda: in_jpeg(segment(0xFE, b"") * 1_000_000), FEWER),
    "ICC profile": (
        lambda: in_jpeg(*[segment(0xE2, b"ICC_PROFILE\0\1\xff" + bytes(65_000))] * 180), ""
    ),
    "segments after the picture": (
        lambda: saved("JPEG")[:-2] + segment(0xFE, b"") * 400_000, FEWER
    ),
    "tables": (lambda: in_jpeg(segment(0xDB, b"\1" + b"\1" * 64) * 19_000), FEWER),
    "video after the picture": (lambda: saved("JPEG") + b"\xff\xda" * 2_000_000, ""),
    "pictures of an MPO": (lambda: frames(300, "MPO"), ""),
    "chunks": (lambda: in_png(chunk(b"vpAg") * 400_000), FEWER),
    "empty data": (lambda: in_png(chunk(b"IDAT") * 400_000), FEWER),
    "profiles": (
        lambda: in_png(chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(10**6))) * 2_000), FEWER
    ),
    "texts": (
        lambda: in_png(chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(10**6))) * 2_000), "damaged"
    ),
    "Exif of a PNG": (lambda: in_png(chunk(b"eXIf", exif_of_many_entries(4_000_000))), ""),
    "frames of a PNG": (lambda: frames(300, "PNG"), ""),
    "Exif of a WebP": (lambda: in_webp(riff(b"EXIF", exif_of_many_entries(4_000_000))), ""),
    "chunks of a WebP": (lambda: in_webp(riff(b"vpAg") * 400_000), ""),
    "frames of a WebP": (lambda: frames(300, "WEBP"), ""),
    "blocks": (gif_of_many_blocks, FEWER),
    "frames of a GIF": (lambda: frames(300, "GIF"), ""),
    "run lengths": (bmp_of_run_lengths, "at most 4 MiB"),
}  # fmt: skip


@pytest.mark.parametrize("kind", METADATA)
def test_metadata_takes_no_time(tmp_path: Path, kind: str) -> None:
    make, reason = METADATA[kind]
    path = tmp_path / "photo"
    path.write_bytes(make())
    begun = time.process_time()
    if reason:
        with pytest.raises(InvalidInstanceError, match=reason) as found:
            image_file.load_photo(path)
        assert "\n" not in str(found.value)
    else:
        image = image_file.load_photo(path).image
        assert image.size == ((2, 2) if kind.startswith(("frames", "pictures")) else (64, 48))
    assert time.process_time() - begun < SECONDS / 8


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("kind", ["jpeg", "png"])
def test_the_largest_pictures_are_read_in_bounds(tmp_path: Path, kind: str, share: int) -> None:
    """A smaller picture takes less memory and time; the start of the program takes some of both."""
    path, shrink = tmp_path / "photo", int(share**0.5)
    path.write_bytes(jpeg(LARGE // shrink) if kind == "jpeg" else png(7_700 // shrink, 6, 4))
    _, message, peak, seconds = peak_and_seconds(("read", str(path)), path)
    assert "pixels" not in message
    assert peak < BYTES * 2 // (share + 1)
    assert seconds < SECONDS / shrink


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices in folders are POSIX")
@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device"])
def test_irregular_files_are_refused_promptly(tmp_path: Path, kind: str) -> None:
    path = Path("/dev/zero") if kind == "device" else tmp_path / "photo.jpg"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind != "device":
        path.symlink_to("/dev/zero")
    code, message, peak, seconds = peak_and_seconds(("read", str(path)), Path(os.devnull))
    assert (code, message.count("\n")) == (2, 1), message
    assert message.endswith("expected a regular file\n")
    assert peak < BYTES // 4
    assert seconds < SECONDS


@pytest.mark.parametrize("turn", [2, 3, 6, 8])
def test_photos_are_shrunk_and_rotated_upright(tmp_path: Path, turn: int) -> None:
    turned = turn > 4
    path = tmp_path / "photo.png"
    picture = Image.new("RGBA", (3_200, 1_600), (0, 0, 0, 0))
    picture.paste((200, 0, 0, 255), (0, 0, 1_600, 800))  # the upper left quarter
    exif = Image.Exif()
    exif[image_file.ORIENTATION] = turn
    picture.save(path, exif=exif, compress_level=1)
    loaded = image_file.load_photo(path)
    assert loaded.image.size == ((800, 1_600) if turned else (1_600, 800))
    assert loaded.scale == 0.5
    wide, high = loaded.image.size
    quarters = [(0, 0), (1, 0), (1, 1), (0, 1)]  # clockwise
    corner = quarters[(turn - 1) % 4]
    for quarter in quarters:
        at = (wide // 4 + quarter[0] * wide // 2, high // 4 + quarter[1] * high // 2)
        seen = (200, 0, 0) if quarter == corner else (255, 255, 255)
        assert loaded.image.getpixel(at) == seen


def test_orientation_in_xmp_is_ignored_as_in_browsers(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    xmp = b'http://ns.adobe.com/xap/1.0/\0<x tiff:Orientation="6"/>'
    path.write_bytes(in_jpeg(segment(0xE1, xmp)))
    assert image_file.load_photo(path).image.size == (64, 48)
