"""The ``stand`` group: placements and plans for a market stand."""

from __future__ import annotations

import click

from chatuchak_cli.lazy import LazyGroup

__all__ = ["command"]


@click.group(cls=LazyGroup, package=__name__, summaries={})
def command() -> None:
    """Find the best placements for a market stand."""
