"""Ranges on the command line, such as ``20..22``."""

from __future__ import annotations

import re
from typing import Any

import click

from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import quoted

__all__ = ["RangeParameter"]


class RangeParameter(click.ParamType[tuple[float, float]]):
    """The type of a range ``A..B``, ends included, or of a single number.

    Parameters
    ----------
    whole
        Whether the ends are whole numbers, 0 or more.
    """

    name = "A..B"

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> tuple[float, float]:
        """Return both ends."""
        if isinstance(value, tuple):
            return value
        number = "[0-9]{1,4}" if self.whole else r"-?[0-9]{1,4}(?:\.[0-9]{1,6})?"
        found = re.fullmatch(rf"({number})(?:\.\.({number}))?", value.strip())
        if found is None:
            example = "20..22" if self.whole else "40..60"
            raise InputError(f"{quoted(value)} is no range; expected A..B, such as {example}")
        low = float(found[1])
        high = low if found[2] is None else float(found[2])
        if high < low:
            raise InputError(f"the range {quoted(value)} is empty; expected the smaller end first")
        return low, high
