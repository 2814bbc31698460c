"""Grids in files, as notation or JSON output of the commands.

A file contains grids in notation (see `chatuchak_solver.puzzle.notation`) or JSON: one document per
line, as printed by ``solve --json``, or one on several lines. A document is a grid in notation, an
object with a ``grid`` and optionally ``moves`` and ``rule``, a list of these, or an object with a
list under ``tiles``, ``grids`` or ``records``.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_int
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import MAX_BYTES
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.notation import iter_grids

_LISTS = ("tiles", "grids", "records")
_PARTS_OF_GRIDS = ("tiles", "counts")
_EXPECTED = 'expected an object with "grid", or a list of objects under "tiles"'


class SavedGame(codec.Form, frozen=True):
    """A saved grid with its moves and rule; None if missing."""

    grid: codec.Notation[Grid]
    moves: tuple[codec.Count, ...] | None = None
    rule: MoveRule | None = None


@dataclass(frozen=True, slots=True)
class SavedGrid:
    """An unparsed grid of a file.

    Attributes
    ----------
    place
        In the file, e.g. ``grids.txt, line 3: tiles[2]``.
    document
        Grid notation, or the fields of a `SavedGame`.
    assumed
        The reasons of an answer for its assumed parts of the box that give its grids.
    """

    place: str
    document: codec.JsonObject | str
    assumed: Mapping[str, str] = field(default_factory=dict)

    def read(self) -> SavedGame:
        """Parse the game."""
        with codec.error_context(self.place):
            if isinstance(self.document, str):
                return SavedGame(Grid.parse(self.document))
            found = codec.convert(self.document, SavedGame)
            for index, spot in enumerate(found.moves or ()):
                check_int(spot, 0, found.grid.board.spots - 1, name=f"moves[{index}]")
            return found


def iter_saved_grids(lines: Iterable[str], *, source: str) -> Iterator[SavedGrid]:
    """Yield the grids in ``lines``, lazily; ``source`` names the file in messages."""
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
        yield SavedGrid(f"{source}, line {start}", text)


def _of_documents(first: int, line: str, rest: Iterator[str], source: str) -> Iterator[SavedGrid]:
    """Yield the grids of JSON lines, or of one document if the first line is incomplete."""
    try:
        codec.parse_json(line)
    except InvalidInstanceError:
        lines = itertools.chain(itertools.repeat("\n", first - 1), (line,), rest)
        document = codec.parse_json(_join_bounded(lines), source=source)
        yield from _of_document(document, source)
        return
    for number, text in enumerate(itertools.chain((line,), rest), start=first):
        if text.strip():
            place = f"{source}, line {number}"
            yield from _of_document(codec.parse_json(text, source=place), place)


def _of_document(document: Any, place: str) -> Iterator[SavedGrid]:
    path, assumed = "", _assumed(document, place)
    if isinstance(document, dict) and "grid" not in document:
        path = next((name for name in _LISTS if isinstance(document.get(name), list)), "")
        document = document[path] if path else None
    items = {place: document}
    if isinstance(document, list):
        items = {f"{place}: {path}[{index}]": item for index, item in enumerate(document)}
    for item_place, item in items.items():
        if isinstance(item, dict) and "grid" in item:
            fields = {name: item[name] for name in ("grid", "moves", "rule") if name in item}
            yield SavedGrid(item_place, fields, {**assumed, **_assumed(item, item_place)})
        elif isinstance(item, str):
            yield SavedGrid(item_place, item)
        else:
            raise InvalidInstanceError(f"{item_place}: missing grid: {_EXPECTED}")


def _assumed(answer: object, place: str) -> dict[str, str]:
    fields = answer if isinstance(answer, dict) else {}
    named = (fields.get("assumed_parts"), fields.get("why_assumed"))
    pairs = zip(*(part if isinstance(part, list) else () for part in named), strict=False)
    return {
        part: codec.convert(why, codec.Line, source=place)
        for part, why in pairs
        if part in _PARTS_OF_GRIDS
    }


def _join_bounded(lines: Iterable[str]) -> str:
    """Return the lines, up to the first one beyond the maximum size of a document."""
    text = ""
    for line in lines:
        text += line
        if len(text) > MAX_BYTES:
            break
    return text
