"""Pictures from files: decoded within bounds, turned upright, made small.

Needs the extra ``images`` (Pillow), imported on first use.
"""

from __future__ import annotations

import importlib
import struct
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chatuchak_solver.errors import InvalidInstanceError, MissingExtraError
from chatuchak_solver.foreign import escaped

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["FORMATS", "MAX_PIXELS", "LoadedPhoto", "load_photo"]

FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "GIF", "BMP")
"""What is read, by Pillow's names; readers of other formats stay out of reach of foreign files."""

MAX_BYTES: Final = 64 * 2**20
MAX_PIXELS: Final = 120_000_000
"""The largest picture that is decoded; the cameras of phones take 50 million."""

SIDE: Final = 1600
"""The longer side of what is worked on, pixels."""

DAMAGE: Final = (
    *(OSError, SyntaxError, ValueError, TypeError, EOFError, LookupError, ArithmeticError),
    *(AttributeError, struct.error),
)
"""What decoders raise on damaged files."""

HEIC_BRANDS: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"mif1", b"msf1")


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
    try:
        return importlib.import_module(f"PIL.{module}")
    except ImportError:
        raise MissingExtraError(purpose, "images") from None


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
    images, turns = pillow("Image"), pillow("ImageOps")
    images.preinit()
    for plugin in ("MpoImagePlugin", "WebPImagePlugin"):  # which Pillow itself loads last of all
        pillow(plugin)
    known = [form for form in FORMATS if form in images.OPEN]
    name = escaped(str(path))
    with path.open("rb") as file:
        head = file.read(16)
        if head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS:
            raise InvalidInstanceError(
                f"{name} is a HEIC picture, which is not read here; save or send it as JPEG "
                "(iPhone: Settings, Camera, Formats, Most Compatible)"
            )
        if file.seek(0, 2) > MAX_BYTES:
            raise InvalidInstanceError(f"{name} is longer than {MAX_BYTES // 2**20} MiB")
        file.seek(0)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of damaged notes beside a picture
                with images.open(file, formats=known) as opened:
                    if opened.width * opened.height > MAX_PIXELS:
                        raise images.DecompressionBombError
                    full = max(opened.size)
                    opened.draft("RGB", (SIDE, SIDE))  # JPEG can be decoded smaller at once
                    shrunk = max(opened.size) / full
                    image = _on_white(turns.exif_transpose(opened), images)
        except images.DecompressionBombError:
            raise InvalidInstanceError(
                f"{name} has more than {MAX_PIXELS // 10**6} million pixels, the most that is read"
            ) from None
        except images.UnidentifiedImageError:
            expected = ", ".join(form for form in FORMATS if form != "MPO")
            raise InvalidInstanceError(f"{name} is no picture; expected {expected}") from None
        except DAMAGE as error:
            raise InvalidInstanceError(
                f"{name} is a damaged picture: {escaped(str(error)) or type(error).__name__}"
            ) from None
    size = (round(image.width / shrunk), round(image.height / shrunk))
    image.thumbnail((SIDE, SIDE), images.Resampling.LANCZOS)
    return LoadedPhoto(image, image.width / size[0], size)


def _on_white(image: Any, images: Any) -> Any:
    """Return an image without what shines through."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        solid = image.convert("RGBA")
        sheet = images.new("RGBA", solid.size, (255, 255, 255, 255))
        sheet.alpha_composite(solid)
        image = sheet
    return image.convert("RGB")
