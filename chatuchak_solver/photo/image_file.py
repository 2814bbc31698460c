"""Image files: bounded decoding, orientation and downscaling.

Needs the extra ``images`` (Pillow), imported on first use.
"""

from __future__ import annotations

import io
import os
import re
import stat
import struct
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chatuchak_solver.arguments import FileName, check_path
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.io.untrusted import escape

if TYPE_CHECKING:
    from PIL import Image


FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP")
"""Supported formats, JPEG with MPO; no other decoders read untrusted files."""

MAX_BYTES = 64 * 2**20
MAX_PIXELS = 120_000_000
"""Maximum pixels of JPEG, decoded at reduced size. Phones take 50 to 108 million."""
MAX_FULL_PIXELS = 60_000_000
"""Maximum pixels of other images, which take up to 8 bytes per pixel."""
MAX_WEBP_PIXELS = 30_000_000
"""Maximum pixels of WEBP, decoded with up to 27 bytes per pixel."""
BMP_RUN_LENGTHS = (1, 2)
MAX_RLE_BYTES = 4 * 2**20
"""Maximum size of run-length encoded BMP, decoded in Python."""

READ_BYTES = 2**13
"""Longer reads count once more for each of these: decoders copy all Exif data for each segment."""
MAX_HEADER_READS = 3_000
"""Maximum reads of a decoder before the pixels. Metadata takes up to four per segment or chunk."""
MAX_READS = 50_000
"""Maximum reads of a decoder (usually 33,000 for a PNG of 64 MiB)."""
MAX_SCANS = 100
"""Maximum scans of a JPEG, usually up to ten. A scan can cost a pass over all pixels."""
SEGMENT = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")
"""Marker of a JPEG segment with a length, or of the end."""
END_OF_IMAGE, START_OF_SCAN = 0xD9, 0xDA
TOO_MANY_PARTS = "expected fewer segments, chunks or blocks"

MAX_SIDE = 1600
"""Maximum side of the processed image, in pixels."""

DECODER_ERRORS = (
    *(OSError, SyntaxError, ValueError, TypeError, EOFError, LookupError, ArithmeticError),
    *(AttributeError, struct.error),
)

ORIENTATION = 0x0112
MAX_EXIF_BYTES = 2**16
TRANSPOSITIONS = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""Pillow's ``Transpose`` values that make orientations upright."""

HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"mif1", b"msf1")

SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"BM")
"""First bytes of images. A grid cannot begin like this: it has no F, I or M."""


class LoadedPhoto(NamedTuple):
    """A decoded photo.

    Attributes
    ----------
    image
        Upright RGB image, at most `MAX_SIDE` pixels long.
    scale
        Pixels of ``image`` per pixel of the file.
    """

    image: Image.Image
    scale: float


class BoundedFile(io.BytesIO):
    """The bytes of a file, with a bound on reads, as decoders take minutes for millions of parts.

    Attributes
    ----------
    reads
        Number of reads allowed from now on; see `READ_BYTES`.
    """

    reads = MAX_HEADER_READS

    def read(self, size: int | None = -1) -> bytes:
        """Read bytes; raise `InvalidInstanceError` after the bound."""
        if self.reads <= 0:
            raise InvalidInstanceError(TOO_MANY_PARTS)
        data = super().read(size)
        self.reads -= 1 + len(data) // READ_BYTES
        return data


def pillow(module: str) -> Any:
    """Return a module of Pillow; raise `MissingExtraError` without the extra ``images``."""
    return imported(f"PIL.{module}", "reading a photo", "images")


def resembles_photo(path: Path) -> bool:
    """Return whether a regular file has the signature of an image, including HEIC."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(16)
    return head.startswith(SIGNATURES) or head[8:12] == b"WEBP" or _is_heic(head)


def _is_heic(head: bytes) -> bool:
    return head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS


def as_loaded(photo: FileName | Image.Image) -> LoadedPhoto:
    """Load a photo from a file, or convert an upright image; see `load_photo`."""
    if not isinstance(photo, pillow("Image").Image):
        return load_photo(check_path(photo, name="photo"))
    if not photo.width * photo.height:
        raise InvalidInstanceError("invalid photo: expected an image with pixels")
    return LoadedPhoto(photo.convert("RGB"), 1.0)


def load_photo(path: Path) -> LoadedPhoto:
    """Load a photo from a file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InputError
        If the file is too large, damaged or of an unsupported format.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    images = pillow("Image")
    images.preinit()
    pillow("WebPImagePlugin")  # not loaded by `preinit`
    formats = [name for name in FORMATS if name in images.OPEN]
    name = escape(str(path))
    with open(str(path), "rb", opener=_open_regular_file) as file:
        content = file.read(MAX_BYTES + 1)
    data = BoundedFile(content)
    try:
        if _is_heic(content):
            raise InvalidInstanceError(
                "HEIC is not supported; save or send it as JPEG "
                "(iPhone: Settings, Camera, Formats, Most Compatible)"
            )
        if len(content) > MAX_BYTES:
            raise InvalidInstanceError(f"expected at most {MAX_BYTES // 2**20} MiB")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about damaged metadata
            with images.open(data, formats=formats) as opened:
                _check_bounds(opened, data)
                longest = max(opened.size)
                opened.draft("RGB", (MAX_SIDE, MAX_SIDE))  # decode JPEG at reduced size
                image = _downscale(opened, images)
                turn = _transposition(opened, images)
                if turn is not None:
                    image = image.transpose(images.Transpose(turn))
    except InvalidInstanceError as error:
        raise InvalidInstanceError(f"invalid photo {name}: {error}") from None
    except images.DecompressionBombError:
        raise InvalidInstanceError(f"invalid photo {name}: {_at_most(MAX_PIXELS)}") from None
    except images.UnidentifiedImageError:
        raise InvalidInstanceError(f"invalid photo {name}: expected {', '.join(FORMATS)}") from None
    except DECODER_ERRORS as error:
        detail = escape(str(error)) or type(error).__name__
        raise InvalidInstanceError(f"invalid photo {name}: damaged ({detail})") from None
    return LoadedPhoto(image, max(image.size) / longest)


def _open_regular_file(name: str, flags: int) -> int:
    """Open a file for `open`, which rejects folders itself."""
    # Opening a pipe without a writer would block.
    handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_IFMT(os.fstat(handle).st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
        os.close(handle)
        raise InvalidInstanceError(f"invalid file {escape(name)}: expected a regular file")
    return handle


def _check_bounds(opened: Image.Image, data: BoundedFile) -> None:
    """Reject images that take more than 10 seconds or 1 GB to decode."""
    max_pixels = MAX_WEBP_PIXELS if opened.format == "WEBP" else MAX_FULL_PIXELS
    if opened.format in ("JPEG", "MPO"):
        _check_scans(data.getvalue())
        max_pixels = MAX_FULL_PIXELS if opened.info.get("progressive") else MAX_PIXELS
    if opened.info.get("compression") in BMP_RUN_LENGTHS and len(data.getvalue()) > MAX_RLE_BYTES:
        raise InvalidInstanceError(
            f"expected a compressed BMP of at most {MAX_RLE_BYTES // 2**20} MiB"
        )
    if opened.width * opened.height > max_pixels:
        raise InvalidInstanceError(_at_most(max_pixels))
    data.reads = MAX_READS


def _check_scans(data: bytes) -> None:
    """Reject a JPEG of too many scans or segments."""
    at = scans = 0
    for _ in range(MAX_HEADER_READS):
        match = SEGMENT.search(data, at)
        if match is None or match[1][0] == END_OF_IMAGE:
            return
        scans += match[1][0] == START_OF_SCAN
        if scans > MAX_SCANS:
            raise InvalidInstanceError(f"expected at most {MAX_SCANS} scans")
        at = match.end() + max(2, int.from_bytes(data[match.end() : match.end() + 2], "big"))
    raise InvalidInstanceError(TOO_MANY_PARTS)


def _at_most(max_pixels: int) -> str:
    return f"expected at most {max_pixels // 10**6} million pixels"


def _transposition(opened: Image.Image, images: Any) -> int | None:
    """Return the transposition by Exif data, None if upright, absent or damaged.

    XMP is ignored, as in browsers.
    """
    exif = images.Exif()
    with suppress(*DECODER_ERRORS):
        exif.load(opened.info.get("exif", b"")[:MAX_EXIF_BYTES])
        return TRANSPOSITIONS.get(exif.get(ORIENTATION, 1))
    return None


def _downscale(opened: Image.Image, images: Any) -> Image.Image:
    opened.load()
    image = opened
    if opened.mode not in ("L", "LA", "RGB", "RGBA") or "transparency" in opened.info:
        image = opened.convert("RGBA" if opened.has_transparency_data else "RGB")
    image.thumbnail((MAX_SIDE, MAX_SIDE), images.Resampling.LANCZOS)
    if image.mode in ("RGBA", "LA"):
        background = images.new("RGBA", image.size, (255, 255, 255, 255))
        image = images.alpha_composite(background, image.convert("RGBA"))
    return image.convert("RGB")
