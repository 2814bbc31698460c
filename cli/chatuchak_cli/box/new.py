"""``box new``: a box file to edit."""

from pathlib import Path

import click

from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.output import print_message
from chatuchak_solver.box_file import template_text
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file


@click.command(name="new")
@output_option("-o", "--out", required=True, help="The box file to write.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def command(*, out: Path, force: bool) -> None:
    r"""Write a box file with all assumed data and the reasons.

    Edit the parts that you know. An unchanged part remains assumed, unless it is listed under
    "confirmed".

    \b
    Examples:
      chatuchak box new -o our-box.json
      chatuchak rank --box our-box.json
    """
    if out.exists() and not force:
        raise InputError(f"{out} exists: expected --force to replace it")
    write_file(out, template_text())
    print_message(f"box: {out}; edit it, then run 'chatuchak box check {out}'")
