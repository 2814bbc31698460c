"""Box files and answers: template, added tiles, and parts as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chatuchak_solver.box import PARTS, Box, Part, load_box, shipped_part, why_part_assumed
from chatuchak_solver.codec import Answer, JsonObject, encode, parse_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import read_file
from chatuchak_solver.puzzle.grid import Grid


def box_template() -> JsonObject:
    """Return a box file with the assumed values, and reasons above each part."""
    found: JsonObject = {
        "//": "Replace the values of the parts that you know. Parts that you leave unchanged stay "
        "assumed; list a part under 'confirmed' if the assumed values are right.",
        "format": "chatuchak-box",
        "version": 1,
        "confirmed": [],
    }
    for part in PARTS:
        found[f"// {part}"] = why_part_assumed(part)
        found[part] = shipped_part(part)
    return found


class AssumedAnswer(Answer, frozen=True, kw_only=True):
    """Base of answers that may depend on assumed data; else without the fields.

    Attributes
    ----------
    assumed
        Whether the answer depends on assumed data.
    why_assumed
        Reasons, one line each.
    assumed_parts
        Assumed parts of the box.
    """

    assumed: bool = False
    why_assumed: tuple[str, ...] = ()
    assumed_parts: tuple[Part, ...] = ()


class BoxPart(Answer, frozen=True):
    """A part of a box in ``box show --json``.

    Attributes
    ----------
    part
        Name.
    assumed
        Whether it is assumed.
    why_assumed
        Reason; null for the user's own.
    value
        Value, as in a box file.
    """

    part: Part
    assumed: bool
    why_assumed: str | None
    value: Any


class BoxAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The answer of ``box show --json``.

    Attributes
    ----------
    file
        Box file; null for the default box.
    parts
        All parts.
    """

    file: str | None
    parts: tuple[BoxPart, ...]


class BoxCheck(Answer, frozen=True, kw_only=True):
    """The answer of ``box check --json`` and ``box add --json``.

    Attributes
    ----------
    valid
        Whether the file has no mistake.
    faults
        Mistakes, one line each.
    tiles
        Number of tiles after ``box add``.
    added
        Number of added tiles.
    """

    valid: bool
    faults: tuple[str, ...]
    tiles: int | None = None
    added: int | None = None


def box_answer(box: Box) -> BoxAnswer:
    """Return all parts of a box."""
    reasons = box.reasons(*PARTS)
    parts = (
        BoxPart(part, part in reasons, reasons.get(part), box.own.get(part) or shipped_part(part))
        for part in PARTS
    )
    return BoxAnswer(file=box.source or None, parts=tuple(parts))


def add_tiles(path: Path, grids: Sequence[Grid]) -> tuple[str, BoxCheck]:
    """Return the text of a box file with more tiles; a missing file starts from the template."""
    document, own = box_template(), Box.default()
    if path.exists():
        document, own = parse_json(read_file(path), source=str(path)), load_box(path)
    given = own.own.get("tiles") or ()
    if isinstance(given, str):
        raise InputError(f"{path}: invalid tiles {given}: expected grids in the box file itself")
    tiles = list(dict.fromkeys((*given, *grids)))
    document["tiles"] = [str(grid) for grid in tiles]
    answer = BoxCheck(valid=True, faults=(), tiles=len(tiles), added=len(tiles) - len(given))
    return box_text(document), answer


def box_text(document: JsonObject) -> str:
    """Return a box file's text: a line per part, and per item of a long part."""
    lines = []
    for name, value in document.items():
        text = encode(value)
        if len(text) > 100 and isinstance(value, dict | list):
            items = (
                [f"{encode(key)}: {encode(part)}" for key, part in value.items()]
                if isinstance(value, dict)
                else [encode(part) for part in value]
            )
            inner = ",\n    ".join(items)
            text = f"{{\n    {inner}\n  }}" if isinstance(value, dict) else f"[\n    {inner}\n  ]"
        lines.append(f"  {encode(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
