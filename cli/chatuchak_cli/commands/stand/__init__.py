"""The ``stand`` group: placements and plans for a market stand."""

from __future__ import annotations

import click

from chatuchak_cli.lazy import LazyGroup

__all__ = ["command"]


@click.group(
    cls=LazyGroup,
    package=__name__,
    summaries={
        "show": "Show stands in colour, or as an SVG file.",
        "deck": "Show, generate or check a deck.",
    },
)
def command() -> None:
    """Find the best placements for a market stand."""
