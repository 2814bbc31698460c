"""Removal of metadata from image files, to bound decoding time.

Decoders take minutes for millions of fill bytes, segments or chunks. Only the parts for the pixels
and the first Exif data, for the orientation, are retained.
"""

from __future__ import annotations

import re
from typing import Final

from chatuchak_solver.errors import InvalidInstanceError

MAX_PARTS: Final = 20_000
"""Maximum segments of a JPEG or chunks of a PNG (usually 8,000 in 64 MiB)."""
MAX_GIF_BLOCKS: Final = 2_000
"""Maximum blocks of a GIF, up to 255 bytes each, before its first image."""
MAX_SCANS: Final = 100
"""Maximum scans of a progressive JPEG, usually ten. A scan can cost a pass over all pixels."""

MARKER: Final = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")
"""Marker of a segment with a length, or of the end."""
END_OF_IMAGE: Final = 0xD9
START_OF_SCAN: Final = 0xDA
EXIF: Final = 0xE1
ONCE: Final = {0xE0, EXIF, 0xEE}
"""Segments of which the first is retained: JFIF, Exif and Adobe."""
TABLES: Final = (*range(0xC0, 0xD0), 0xDB, 0xDD)
PNG_CHUNKS: Final = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf"}


def without_metadata(data: bytes) -> bytes:
    """Return the bytes without metadata other than the first Exif data.

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
    return data


def _jpeg(data: bytes) -> bytes:
    parts, scans, start, at = [data[:2]], 0, len(data), 2
    end = len(data)
    retained = {*TABLES, *ONCE}
    for _ in range(MAX_PARTS):
        match = MARKER.search(data, at)
        if match is None:
            break
        marker, body = match[1][0], match.end()
        if marker == END_OF_IMAGE:
            end = body
            break
        at = body + max(2, int.from_bytes(data[body : body + 2], "big"))
        if marker == START_OF_SCAN:
            start = min(start, match.start())
            scans += 1
            if scans > MAX_SCANS:
                raise InvalidInstanceError(f"expected at most {MAX_SCANS} scans")
        elif scans == 0 and marker in retained:
            if marker == EXIF and not data.startswith(b"Exif\0\0", body + 2):
                continue
            parts.append(data[match.start() : at])
            retained -= {marker} & ONCE
    else:
        raise InvalidInstanceError(f"expected at most {MAX_PARTS:,} segments")
    return b"".join((*parts, data[start:end]))


def _png(data: bytes) -> bytes:
    parts, retained, at = [data[:8]], set(PNG_CHUNKS), 8
    for _ in range(MAX_PARTS):
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if kind in retained:
            parts.append(data[at:end])
            retained -= {kind} & {b"eXIf"}
        if kind == b"IEND" or end >= len(data):
            return b"".join(parts)
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
