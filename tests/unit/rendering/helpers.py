"""Shared helpers: printed texts, elements of pictures, contrast of colors."""

import io
from xml.etree import ElementTree as ET

from rich.console import Console, RenderableType

SVG = "{http://www.w3.org/2000/svg}"


def printed(part: RenderableType, *, color: bool = False, width: int = 200) -> str:
    """Print as the program does."""
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=color, soft_wrap=True, markup=False, emoji=False,
        color_system="truecolor" if color else None,
    )  # fmt: skip
    console.print(part)
    return stream.getvalue()


def elements(svg: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(f"{SVG}{tag}"))


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colors by the web's accessibility guidelines."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
