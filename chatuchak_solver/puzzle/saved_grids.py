"""Grids in files: notation, and the JSON that the commands print.

A file holds grids in notation (see `chatuchak_solver.puzzle.notation`), or JSON: one document a
line, as ``solve --json`` prints them, or a single one over many lines. A document is a grid in
notation; an object with a ``grid``, perhaps with ``moves`` and their ``rule``; a list of these; or
an object with such a list under ``tiles``, ``grids`` or ``records``.
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
_EXPECTED: Final = 'expected an object with "grid", or a list of these under "tiles"'


@dataclass(frozen=True, slots=True)
class SavedGrid:
    """One grid of a file, not yet read.

    Attributes
    ----------
    place
        Where it stands, such as ``line 3`` or ``line 1: tiles[2]``.
    text
        Grid notation.
    moves
        The moves that are kept with it, whatever they are; None where there are none.
    rule
        The move rule that is kept with it, whatever it is; None where there is none.
    """

    place: str
    text: str
    moves: Node | None = None
    rule: Node | None = None


def iter_saved_grids(lines: Iterable[str], *, source: str) -> Iterator[SavedGrid]:
    """Yield the grids in ``lines``, reading no further than needed.

    Parameters
    ----------
    source
        The file's name in messages.

    Raises
    ------
    NotationError
        As `iter_grids`.
    InvalidInstanceError
        If what begins as JSON is none, or a document holds no grid.
    """
    lines = iter(lines)
    first = next(((n, line) for n, line in enumerate(lines, start=1) if line.strip()), None)
    if first is None:
        return
    number, line = first
    if line.lstrip()[0] in "{[":
        yield from _of_documents(number, line, lines, source)
        return
    blanks = itertools.repeat("", number - 1)  # so that lines keep their numbers
    for start, text in iter_grids(itertools.chain(blanks, (line,), lines)):
        yield SavedGrid(f"line {start}", text)


def _of_documents(first: int, line: str, rest: Iterator[str], source: str) -> Iterator[SavedGrid]:
    """Yield the grids of JSON lines; or of one document, where the first line is only its begin."""
    try:
        parse_json(line)
    except InvalidInstanceError:
        whole = _bounded(itertools.chain(itertools.repeat("\n", first - 1), (line,), rest), source)
        yield from _of_document(parse_json(whole, source=source), "")
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
            raise document.error(f"no grid is here; {_EXPECTED}")
        document = fields[name]
    if isinstance(document.value, list):
        for item in document.items():
            yield _one(item, line)
    else:
        yield _one(document, line)


def _one(node: Node, line: str) -> SavedGrid:
    place = ": ".join(part for part in (line, node.path) if part) or "the document"
    if isinstance(node.value, str):
        return SavedGrid(place, node.value)
    if not isinstance(node.value, dict) or "grid" not in node.value:
        raise node.error(f"no grid is here; {_EXPECTED}")
    fields = node.mapping()
    moves = fields.get("moves")
    kept = None if moves is None or moves.value is None else moves
    return SavedGrid(place, fields["grid"].text(), kept, fields.get("rule"))


def _bounded(lines: Iterable[str], source: str) -> str:
    kept: list[str] = []
    size = 0
    for line in lines:
        kept.append(line)
        size += len(line)
        if size > MAX_BYTES:
            raise InvalidInstanceError(f"{source} is one document longer than {MAX_BYTES:,} bytes")
    return "".join(kept)
