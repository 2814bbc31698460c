"""``box check``: every mistake in a box file."""

from pathlib import Path

import click

from chatuchak_cli.shared.file_roles import InputFile
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_solver.box import read_box
from chatuchak_solver.box_file import BoxCheck


@click.command(name="check")
@click.argument("file", type=InputFile())
@json_option
def command(*, file: Path, as_json: bool) -> int:
    r"""Check every part of a box FILE; exit code 1 if one is invalid.

    \b
    Examples:
      chatuchak box check box.json
    """
    box = read_box(file)
    faults = tuple(box.faults())
    if as_json:
        emit_json(BoxCheck(valid=not faults, faults=faults))
    else:
        for fault in faults:
            click.echo(fault)
        click.echo(f"{file}: {f'{len(faults)} invalid parts' if faults else 'valid'}")
    return ExitCode.NEGATIVE if faults else ExitCode.DONE
