"""Console tables."""

from dataclasses import replace
from typing import Any

from rich import box
from rich import table as rich_table
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

MIN_WORD_WIDTH = 12
"""Minimum length of breakable words."""
OPTIONAL = "?"
NO_WRAP = "|"
LEFT = "<"


class TextTable(rich_table.Table):
    """A table that fits the terminal without truncating numbers.

    Words wrap, optional columns are omitted and named below, or rows become lists of cells.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.optional: dict[str, int] = {}
        """Headings of optional columns; higher numbers are omitted first."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = list(self.columns)
        omitted: list[str] = []
        while (widths := self._widths(console, options, columns)) is None:
            rank, index = max(
                (self.optional.get(str(column.header), 0), at) for at, column in enumerate(columns)
            )
            if not rank:
                yield from self._lists()
                return
            omitted.insert(0, str(columns.pop(index).header))
        fitted = rich_table.Table(
            box=self.box, pad_edge=self.pad_edge, show_header=self.show_header,
            show_lines=self.show_lines,
        )  # fmt: skip
        fitted.columns = [
            replace(column, width=wide, _index=index)
            for index, (column, wide) in enumerate(zip(columns, widths, strict=True))
        ]
        fitted.rows = self.rows
        yield fitted
        if omitted:
            note = f"Not shown at this width: {', '.join(omitted)}."
            yield from Text(note, "dim").wrap(console, options.max_width)

    def _widths(
        self, console: Console, options: ConsoleOptions, columns: list[rich_table.Column]
    ) -> list[int] | None:
        lines = 1 + len(columns) if self.box else 0
        left = options.max_width - lines - 2 * len(columns) + (0 if self.pad_edge else 2)
        wide = options.update(width=max(options.max_width, 10_000))
        least, widths = [], []
        for column in columns:
            head = Measurement.get(console, wide, column.header)
            cells = [Measurement.get(console, wide, cell) for cell in column.cells]
            longest = max((cell.maximum for cell in cells), default=0)
            least.append(max(head.minimum, longest))
            if column.justify == "left" and not column.no_wrap:
                words = max((cell.minimum for cell in cells), default=0)
                least[-1] = max(min(head.minimum, MIN_WORD_WIDTH), min(words, MIN_WORD_WIDTH))
            widths.append(max(head.maximum, longest))
        if sum(least) > left:
            return None
        while (excess := sum(widths) - left) > 0:
            spare, index = max(
                (wide - low, at) for at, (wide, low) in enumerate(zip(widths, least, strict=True))
            )
            widths[index] -= min(excess, (spare + 1) // 2)
        return widths

    def _lists(self) -> RenderResult:
        first, *others = self.columns
        rows = zip(*(column.cells for column in others), strict=True) if others else ()
        for title, cells in zip(first.cells, rows, strict=True):
            yield f"{first.header} {title}".strip()
            for column, cell in zip(others, cells, strict=True):
                if str(cell):
                    yield f"  {column.header}: {cell}"


def text_table(*heads: str, ruled: bool = False, pad_edge: bool = False) -> TextTable:
    """Return an empty table of right-aligned numbers.

    Parameters
    ----------
    heads
        With marks: ``<`` for left-aligned words, ``|`` for no wrapping, ``?`` for a column that may
        be omitted, ``??`` for one that is omitted first.
    ruled
        Draw a line below the headings.
    """
    marks = OPTIONAL + NO_WRAP + LEFT
    table = TextTable(box=box.SIMPLE_HEAD if ruled else None, pad_edge=pad_edge)
    names = [head.lstrip(marks) for head in heads]
    for head, name in zip(heads, names, strict=True):
        own = head[: len(head) - len(name)]
        is_text = LEFT in own or NO_WRAP in own
        table.add_column(name, justify="left" if is_text else "right", no_wrap=NO_WRAP in own,
                         overflow="fold" if is_text else "ellipsis")  # fmt: skip
        if OPTIONAL in own:
            table.optional[name] = own.count(OPTIONAL)
    return table
