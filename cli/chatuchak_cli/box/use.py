"""``box use``: the selected box file."""

from pathlib import Path

import click

from chatuchak_cli.shared.box_option import selection_file
from chatuchak_cli.shared.file_roles import InputFile
from chatuchak_cli.shared.output import print_message
from chatuchak_solver.box import load_box
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file


@click.command(name="use")
@click.argument("file", type=InputFile(), required=False)
@click.option("--none", is_flag=True, help="Use the assumed data again.")
def command(*, file: Path | None, none: bool) -> None:
    r"""Use a box FILE in every command without --box and CHATUCHAK_BOX.

    \b
    Examples:
      chatuchak box use box.json
      chatuchak box use --none
    """
    if (file is None) == (not none):
        raise click.UsageError("expected FILE or --none")
    selection = selection_file()
    if selection is None:
        raise InputError(
            "no home folder for the selection: expected HOME, or --box FILE with each command"
        )
    if file is None:
        selection.unlink(missing_ok=True)
        print_message("box: the assumed data")
        return
    load_box(file)
    selection.parent.mkdir(parents=True, exist_ok=True)
    write_file(selection, f"{file.resolve()}\n")
    print_message(f"box: {file.resolve()}")
