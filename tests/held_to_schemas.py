"""Every JSON answer that a test gets in its own process is held to the schema of its command."""

from __future__ import annotations

from functools import cache
from typing import Any

import click
from jsonschema import Draft202012Validator

from chatuchak_cli.shared import output
from chatuchak_solver.jsonable import plain

__all__ = ["closed", "hold_answers", "misfits"]

GAME_WORDS = 2
"""Words of a command before what every game has: ``game mercado``."""
WITHOUT = {"warmup"}
"""Commands whose answers are of this installation alone."""

misfits: list[str] = []
"""What did not fit since the last look."""


def hold_answers() -> None:
    """Hold to its schema what `emit_json` prints from now on, in modules imported from now on."""
    emit = output.emit_json

    def emit_and_hold(document: object) -> None:
        emit(document)
        path = click.get_current_context().command_path.split()[1:]
        if (line := " ".join(path)) not in WITHOUT:
            misfits.extend(f"{line}: {error.message}" for error in errors(line, plain(document)))

    output.emit_json = emit_and_hold


def errors(line: str, document: Any) -> list[Any]:
    """Return what speaks against a document being an answer of a command."""
    words = line.split()
    every = " ".join([words[0], "GAME", *words[GAME_WORDS:]]) if words[0] == "game" else line
    found = [list(one.iter_errors(document)) for one in validators(line) or validators(every)]
    assert found, f"no schema for {line}"
    return min(found, key=len)


@cache
def validators(line: str) -> list[Draft202012Validator]:
    """Return what holds answers of a command to its schemas, which then describe every field."""
    from docs.extensions.answers import ANSWERS
    from docs.extensions.schemas import schema_of

    names = [name for name, answer in ANSWERS.items() if line in answer.commands]
    return [Draft202012Validator(closed(schema_of(name))) for name in names]


def closed(schema: Any) -> Any:
    """Return a schema that takes no field which it does not describe, as ours are read in tests."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        inner["additionalProperties"] = False
    return inner
