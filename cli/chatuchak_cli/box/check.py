"""``box check``: the invalid parts of a box file."""

from pathlib import Path

import click

from chatuchak_cli.shared.file_roles import InputFile
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer
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
    summary = f"{file}: {f'{len(faults)} invalid parts' if faults else 'valid'}"
    answer = BoxCheck(valid=not faults, faults=faults)
    print_answer(answer, lambda: "\n".join((*faults, summary)), as_json=as_json)
    return ExitCode.NEGATIVE if faults else ExitCode.DONE
