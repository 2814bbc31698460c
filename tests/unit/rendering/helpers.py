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


def title_and_description(root: ET.Element) -> tuple[str, str]:
    """Return the texts by which a picture is read aloud."""
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    return title.text or "", description.text or ""


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colors by the web's accessibility guidelines."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
