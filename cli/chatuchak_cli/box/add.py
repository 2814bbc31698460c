"""``box add``: tiles from photos."""

from pathlib import Path

import click

from chatuchak_cli.shared.box_option import selected_box
from chatuchak_cli.shared.file_roles import InputFile, OutputFile
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import counted, emit_json, print_message
from chatuchak_cli.shared.photos import grids_of_photos
from chatuchak_solver.box import Box, load_box
from chatuchak_solver.box_file import BoxCheck, add_tiles
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file


@click.command(name="add")
@click.argument("kind", metavar="photo", type=click.Choice(["photo"]))
@click.argument("photos", nargs=-1, required=True, type=InputFile())
@click.option(
    "--box", "file", type=OutputFile(), metavar="FILE", envvar="CHATUCHAK_BOX",
    show_envvar=True, help="The box file, created if missing [the selected one].",
)  # fmt: skip
@json_option
def command(*, kind: str, photos: tuple[Path, ...], file: Path | None, as_json: bool) -> None:  # noqa: ARG001
    r"""Add the start tiles on PHOTOs to a box file.

    Existing tiles are not added again. Doubtful spots are printed; correct these in the file.

    \b
    Examples:
      chatuchak box add photo front.jpg back.jpg --box box.json
    """
    path = file or selected_box()
    if path is None:
        raise InputError("no box file: expected --box FILE, CHATUCHAK_BOX or 'chatuchak box use'")
    box = load_box(path) if path.exists() else Box.default()
    found = add_tiles(path, grids_of_photos(photos, box))
    write_file(path, found.text)
    if as_json:
        emit_json(BoxCheck(valid=True, faults=(), tiles=found.total, added=found.added))
    else:
        print_message(f"{path}: {counted(found.added, 'tile')} added, {found.total} in all")
