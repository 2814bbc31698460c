"""Grids in files, as notation or as JSON output of the commands.

A file contains grids in notation (see `chatuchak_solver.puzzle.notation`) or JSON: one document
per line, as printed by ``solve --json``, or one document on several lines. A document is a grid in
notation, an object with a ``grid`` and optionally ``moves`` and ``rule``, a list of these, or an
object with a list of these under ``tiles``, ``grids`` or ``records``.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.document import Node, parse_json
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import MAX_BYTES
from chatuchak_solver.puzzle.notation import iter_grids

_LISTS: Final = ("tiles", "grids", "records")
_EXPECTED: Final = 'expected an object with "grid", or a list of objects under "tiles"'


@dataclass(frozen=True, slots=True)
class SavedGrid:
    """An unparsed grid of a file.

    Attributes
    ----------
    place
        Position in the file, e.g. ``line 3`` or ``line 1: tiles[2]``.
    text
        Grid notation.
    moves
        The stored moves, unchecked, or None.
    rule
        The stored move rule, unchecked, or None.
    """

    place: str
    text: str
    moves: Node | None = None
    rule: Node | None = None


def iter_saved_grids(lines: Iterable[str], *, source: str) -> Iterator[SavedGrid]:
    """Yield the grids in ``lines``, reading lazily.

    Parameters
    ----------
    source
        Name of the file for messages.

    Raises
    ------
    NotationError
        As `iter_grids`.
    InvalidInstanceError
        If JSON is invalid or a document has no grid.
    """
    lines = iter(lines)
    first = next(((n, line) for n, line in enumerate(lines, start=1) if line.strip()), None)
    if first is None:
        return
    number, line = first
    if line.lstrip()[0] in "{[":
        yield from _of_documents(number, line, lines, source)
        return
    blanks = itertools.repeat("", number - 1)  # preserve line numbers
    for start, text in iter_grids(itertools.chain(blanks, (line,), lines)):
        yield SavedGrid(f"line {start}", text)


def _of_documents(first: int, line: str, rest: Iterator[str], source: str) -> Iterator[SavedGrid]:
    """Yield the grids of JSON lines, or of one document if the first line is incomplete JSON."""
    try:
        parse_json(line)
    except InvalidInstanceError:
        lines = itertools.chain(itertools.repeat("\n", first - 1), (line,), rest)
        document = parse_json(_join_bounded(lines, source), source=source)
        yield from _of_document(document, "")
        return
    for number, text in enumerate(itertools.chain((line,), rest), start=first):
        if text.strip():
            place = f"line {number}"
            yield from _of_document(parse_json(text, source=f"{source}, {place}"), place)


def _of_document(document: Node, line: str) -> Iterator[SavedGrid]:
    value = document.value
    if isinstance(value, dict) and "grid" not in value:
        fields = document.mapping()
        name = next((name for name in _LISTS if isinstance(value.get(name), list)), None)
        if name is None:
            raise document.error(f"missing grid: {_EXPECTED}")
        document = fields[name]
    if isinstance(document.value, list):
        for item in document.items():
            yield _saved_grid(item, line)
    else:
        yield _saved_grid(document, line)


def _saved_grid(node: Node, line: str) -> SavedGrid:
    place = ": ".join(part for part in (line, node.path) if part) or "the document"
    if isinstance(node.value, str):
        return SavedGrid(place, node.value)
    if not isinstance(node.value, dict) or "grid" not in node.value:
        raise node.error(f"missing grid: {_EXPECTED}")
    fields = node.mapping()
    moves = fields.get("moves")
    if moves is not None and moves.value is None:
        moves = None
    return SavedGrid(place, fields["grid"].text(), moves, fields.get("rule"))


def _join_bounded(lines: Iterable[str], source: str) -> str:
    parts: list[str] = []
    size = 0
    for line in lines:
        parts.append(line)
        size += len(line)
        if size > MAX_BYTES:
            raise InvalidInstanceError(
                f"invalid document in {source}: expected at most {MAX_BYTES:,} bytes"
            )
    return "".join(parts)
