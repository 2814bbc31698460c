"""Pictures from files: decoded within bounds, turned upright, made small.

Needs the extra ``images`` (Pillow), imported on first use.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import struct
import warnings
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from chatuchak_solver.arguments import FileName, checked_path
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.io.untrusted import escaped
from chatuchak_solver.photo.metadata import orientation, without_metadata

if TYPE_CHECKING:
    from PIL import Image


FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "GIF", "BMP")
"""What is read, by Pillow's names; readers of other formats stay out of reach of foreign files."""

MAX_BYTES: Final = 64 * 2**20
MAX_PIXELS: Final = 120_000_000
"""The largest picture that is decoded smaller at once (JPEG); phones take 50 to 108 million."""
MAX_WHOLE_PIXELS: Final = 60_000_000
"""The largest picture that has to be decoded whole; with transparency it takes 8 bytes a pixel."""
MAX_WEBP_PIXELS: Final = 30_000_000
"""The largest picture of a decoder that takes up to 27 bytes a pixel."""
BMP_RUN_LENGTHS: Final = (1, 2)
"""Values of a BMP's compression."""
MAX_RLE_BYTES: Final = 4 * 2**20
"""The longest BMP with run lengths, which Pillow decodes in Python."""

SIDE: Final = 1600
"""The longer side of what is worked on, pixels."""

DAMAGE: Final = (
    *(OSError, SyntaxError, ValueError, TypeError, EOFError, LookupError, ArithmeticError),
    *(AttributeError, struct.error),
)
"""What decoders raise on damaged files."""

TURNS: Final = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
"""By orientation, the transposition that turns a picture upright, by Pillow's names."""
QUARTER_TURNS: Final = (5, 6, 7, 8)
"""Orientations that exchange width and height."""

HEIC_BRANDS: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"mif1", b"msf1")


PICTURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"BM")
"""How pictures begin; no grid's first row does, since none has an F, an I or an M."""


class LoadedPhoto(NamedTuple):
    """A photo ready to be looked at.

    Attributes
    ----------
    image
        Upright, RGB, at most `SIDE` pixels long.
    scale
        Pixels of it for each of the file's.
    size
        Width and height as the file has them, upright.
    """

    image: Image.Image
    scale: float
    size: tuple[int, int]


def pillow(module: str, purpose: str = "reading a photo") -> Any:
    """Return a module of Pillow.

    Raises
    ------
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    return imported(f"PIL.{module}", purpose, "images")


def resembles_photo(path: Path) -> bool:
    """Tell by its first bytes whether a regular file is a picture of some kind, HEIC included.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(16)
    return head.startswith(PICTURES) or head[8:12] == b"WEBP" or _is_heic(head)


def _is_heic(head: bytes) -> bool:
    return head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS


def photo_of(photo: FileName | Image.Image) -> LoadedPhoto:
    """Return the photo in a file, or that an upright picture is; raises as `load_photo`."""
    if not isinstance(photo, pillow("Image").Image):
        return load_photo(checked_path(photo, what="the photo"))
    if not photo.width * photo.height:
        raise InvalidInstanceError("the photo has no pixels")
    return LoadedPhoto(photo.convert("RGB"), 1.0, photo.size)


def load_photo(path: Path) -> LoadedPhoto:
    """Return the photo in a file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InputError
        If it is too large, damaged, or no picture of one of `FORMATS`; HEIC, which phones of one
        maker write, is named and the way out of it.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    images = pillow("Image")
    images.preinit()
    for plugin in ("MpoImagePlugin", "WebPImagePlugin"):  # which Pillow itself loads last of all
        pillow(plugin)
    known = [form for form in FORMATS if form in images.OPEN]
    name = escaped(str(path))
    with _opened_file(path) as file:
        head = file.read(16)
        if _is_heic(head):
            raise InvalidInstanceError(
                f"{name} is a HEIC picture, which is not read here; save or send it as JPEG "
                "(iPhone: Settings, Camera, Formats, Most Compatible)"
            )
        if file.seek(0, 2) > MAX_BYTES:
            raise InvalidInstanceError(f"{name} is longer than {MAX_BYTES // 2**20} MiB")
        file.seek(0)
        try:
            data, turned = without_metadata(file.read())
        except InvalidInstanceError as error:
            raise InvalidInstanceError(f"{name} has {error}") from None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of damaged notes beside a picture
                with images.open(io.BytesIO(data), formats=known) as opened:
                    _check_bounds(opened, len(data), name)
                    size = opened.size
                    if turned is None:
                        turned = orientation(opened.info.get("exif", b""))
                    opened.draft("RGB", (SIDE, SIDE))  # JPEG can be decoded smaller at once
                    image = _made_small(opened, images)
                    if turned in TURNS:
                        image = image.transpose(images.Transpose[TURNS[turned]])
                    if turned in QUARTER_TURNS:
                        size = size[::-1]
                    image = _on_white(image, images)
        except InvalidInstanceError:
            raise
        except images.DecompressionBombError:
            raise _too_large(name, MAX_PIXELS) from None
        except images.UnidentifiedImageError:
            expected = ", ".join(form for form in FORMATS if form != "MPO")
            raise InvalidInstanceError(f"{name} is no picture; expected {expected}") from None
        except DAMAGE as error:
            raise InvalidInstanceError(
                f"{name} is a damaged picture: {escaped(str(error)) or type(error).__name__}"
            ) from None
    return LoadedPhoto(image, image.width / size[0], size)


def _opened_file(path: Path) -> IO[bytes]:
    """Open a file, but nothing that could keep whoever reads it waiting."""
    # Opening a pipe that nobody writes to would itself wait.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise InvalidInstanceError(f"{escaped(str(path))} is no file but a pipe or a device")
    return open(handle, "rb")


def _check_bounds(opened: Image.Image, length: int, name: str) -> None:
    """Raise InvalidInstanceError where decoding could take more than 10 seconds or 1 GB."""
    most = MAX_WEBP_PIXELS if opened.format == "WEBP" else MAX_WHOLE_PIXELS
    if opened.format in ("JPEG", "MPO") and not opened.info.get("progressive"):
        most = MAX_PIXELS
    if opened.info.get("compression") in BMP_RUN_LENGTHS and length > MAX_RLE_BYTES:
        raise InvalidInstanceError(
            f"{name} is longer than {MAX_RLE_BYTES // 2**20} MiB, the most for a compressed BMP"
        )
    if opened.width * opened.height > most:
        raise _too_large(name, most)


def _too_large(name: str, most: int) -> InvalidInstanceError:
    return InvalidInstanceError(
        f"{name} has more than {most // 10**6} million pixels, the most that is read of its kind"
    )


def _made_small(opened: Image.Image, images: Any) -> Image.Image:
    """Return an image of at most `SIDE` pixels; all later steps copy this one, not the large."""
    opened.load()
    image = opened
    if opened.mode not in ("L", "LA", "RGB", "RGBA") or "transparency" in opened.info:
        image = opened.convert("RGBA" if opened.has_transparency_data else "RGB")
    image.thumbnail((SIDE, SIDE), images.Resampling.LANCZOS)
    return image


def _on_white(image: Image.Image, images: Any) -> Image.Image:
    """Return an image without what shines through."""
    if image.mode in ("RGBA", "LA"):
        solid = image.convert("RGBA")
        sheet = images.new("RGBA", solid.size, (255, 255, 255, 255))
        sheet.alpha_composite(solid)
        image = sheet
    return image.convert("RGB")
