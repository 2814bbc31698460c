"""What every command does alike on standard output and standard error."""

from __future__ import annotations

import json
from typing import Any

import click

__all__ = ["emit_json"]


def emit_json(document: Any) -> None:
    """Print one JSON document on one line of standard output."""
    click.echo(json.dumps(document, ensure_ascii=False, separators=(", ", ": ")))
