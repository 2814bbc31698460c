"""The ``game`` group: each game's rules as an evaluator."""

from __future__ import annotations

import click

from chatuchak_cli.lazy import LazyGroup

__all__ = ["command"]


@click.group(cls=LazyGroup, package=__name__, summaries={})
def command() -> None:
    """Play, check and simulate a game by its rules."""
