"""Validation of JSON answers in tests against the schemas of the commands."""

from __future__ import annotations

from functools import cache
from typing import Any

import click
from jsonschema import Draft202012Validator

from chatuchak_cli.shared import output
from chatuchak_solver.jsonable import plain

__all__ = ["assert_valid_answers", "closed", "schema_errors"]

GAME_WORDS = 2
"""Words before the generic part of a game's command: ``game mercado``."""
WITHOUT = {"warmup"}
"""Commands whose answers depend on the installation."""

schema_errors: list[str] = []
"""Schema errors since the start of the test."""


def assert_valid_answers() -> None:
    """Validate the output of `emit_json` in modules imported from now on."""
    emit = output.emit_json

    def emit_and_hold(document: object) -> None:
        emit(document)
        path = click.get_current_context().command_path.split()[1:]
        if (line := " ".join(path)) not in WITHOUT:
            schema_errors.extend(
                f"{line}: {error.message}" for error in errors(line, plain(document))
            )

    output.emit_json = emit_and_hold


def errors(line: str, document: Any) -> list[Any]:
    """Return the schema errors of a command's answer."""
    words = line.split()
    generic = " ".join([words[0], "GAME", *words[GAME_WORDS:]]) if words[0] == "game" else line
    found = [list(v.iter_errors(document)) for v in validators(line) or validators(generic)]
    assert found, f"no schema for {line}"
    return min(found, key=len)


@cache
def validators(line: str) -> list[Draft202012Validator]:
    """Return validators of a command's answers that reject undescribed fields."""
    from docs.extensions.answers import ANSWERS
    from docs.extensions.schemas import schema_of

    names = [name for name, answer in ANSWERS.items() if line in answer.commands]
    return [Draft202012Validator(closed(schema_of(name))) for name in names]


def closed(schema: Any) -> Any:
    """Return a schema without additional fields."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        inner["additionalProperties"] = False
    return inner
