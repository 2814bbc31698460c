"""Removal of metadata from image files, to bound decoding time.

Decoders take minutes for millions of fill bytes, segments or chunks. Only the parts for the pixels
and the orientation are retained.
"""

from __future__ import annotations

import re
import struct
from typing import Final

from chatuchak_solver.errors import InvalidInstanceError

MAX_PARTS: Final = 20_000
"""Maximum segments of a JPEG or chunks of a PNG (usually 8,000 in 64 MiB)."""
MAX_GIF_BLOCKS: Final = 2_000
"""Maximum blocks of a GIF, up to 255 bytes each, before its first image."""
MAX_SCANS: Final = 100
"""Maximum scans of a progressive JPEG, usually ten. A scan can cost a pass over all pixels."""

ORIENTATION: Final = 0x0112
MARKER: Final = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")
"""Marker of a segment with a length, or of the end."""
END_OF_IMAGE: Final = 0xD9
START_OF_SCAN: Final = 0xDA
JFIF: Final = 0xE0
EXIF: Final = 0xE1
ADOBE: Final = 0xEE
TABLES: Final = (*range(0xC0, 0xD0), 0xDB, 0xDD)
PNG_CHUNKS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def without_metadata(data: bytes) -> tuple[bytes, int | None]:
    """Return the bytes without metadata, and the orientation (1 to 8) or None.

    Formats other than JPEG, PNG and GIF are returned unchanged.

    Raises
    ------
    InvalidInstanceError
        If the file has too many parts.
    """
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(data)
    if data.startswith(b"GIF8"):
        _check_gif(data)
    return data, None


def orientation(exif: bytes) -> int:
    """Return the orientation in Exif data, 1 (upright) if absent."""
    data = exif.removeprefix(b"Exif\0\0")[: 2**16]
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    try:
        (at,) = struct.unpack_from(f"{order}I", data, 4)
        (entries,) = struct.unpack_from(f"{order}H", data, at)
        for entry in range(entries):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", data, at + 2 + 12 * entry)
            if tag == ORIENTATION:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1


def _jpeg(data: bytes) -> tuple[bytes, int]:
    parts, exif, scans, start, at = [data[:2]], b"", 0, len(data), 2
    end = len(data)
    retained = {*TABLES, JFIF, ADOBE}
    for _ in range(MAX_PARTS):
        match = MARKER.search(data, at)
        if match is None:
            break
        marker = match[1][0]
        if marker == END_OF_IMAGE:
            end = match.end()
            break
        at = match.end() + max(2, int.from_bytes(data[match.end() : match.end() + 2], "big"))
        if marker == START_OF_SCAN:
            start = min(start, match.start())
            scans += 1
            if scans > MAX_SCANS:
                raise InvalidInstanceError(f"expected at most {MAX_SCANS} scans")
        elif scans == 0 and marker in retained:
            parts.append(data[match.start() : at])
            retained -= {marker} & {JFIF, ADOBE}
        elif marker == EXIF and not exif and data.startswith(b"Exif\0\0", match.end() + 2):
            exif = data[match.end() + 2 : at]
    else:
        raise InvalidInstanceError(f"expected at most {MAX_PARTS:,} segments")
    return b"".join((*parts, data[start:end])), orientation(exif)


def _png(data: bytes) -> tuple[bytes, int]:
    parts, exif, at = [data[:8]], b"", 8
    for _ in range(MAX_PARTS):
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if kind in PNG_CHUNKS:
            parts.append(data[at:end])
        elif kind == b"eXIf" and not exif:
            exif = data[at + 8 : end - 4]
        if kind == b"IEND" or end >= len(data):
            return b"".join(parts), orientation(exif)
        at = end
    raise InvalidInstanceError(f"expected at most {MAX_PARTS:,} chunks")


def _check_gif(data: bytes) -> None:
    at = 13 + (3 << (data[10] & 7) + 1 if data[10:11] >= b"\x80" else 0)
    is_extension = False
    for _ in range(MAX_GIF_BLOCKS):
        byte = data[at : at + 1]
        if is_extension:
            is_extension = byte > b"\0"
            at += 1 + ord(byte or b"\0")
        elif byte in (b"", b",", b";"):
            return
        else:
            is_extension = byte == b"!"
            at += 1 + is_extension
    raise InvalidInstanceError(f"expected at most {MAX_GIF_BLOCKS:,} blocks before the image")
