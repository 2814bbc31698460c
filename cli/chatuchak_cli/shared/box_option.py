"""The option ``--box`` and the selected box file."""

from pathlib import Path
from typing import Final

import click

from chatuchak_cli.shared.file_roles import InputFile
from chatuchak_solver.box import Box, read_box
from chatuchak_solver.cache_folders import user_data_folder
from chatuchak_solver.errors import InputError

SELECTION: Final = "selected-box"
"""The file in the user's data folder that holds the path of the selected box file."""


def selection_file() -> Path | None:
    """Return the file that names the selected box, or None if the user has no home."""
    folder = user_data_folder()
    return folder and folder / SELECTION


def selected_box() -> Path | None:
    """Return the box file that `chatuchak box use` selected, or None."""
    file = selection_file()
    try:
        name = file.read_text(encoding="utf-8").strip() if file else ""
    except OSError:
        return None
    return Path(name) if name else None


def resolve_box(path: Path | None) -> Box:
    """Return the box in a file, in the selected one, or the default box.

    Raises
    ------
    InputError
        If the file cannot be read or is not a box.
    """
    chosen = path or selected_box()
    if chosen is None:
        return Box.default()
    try:
        return read_box(chosen)
    except OSError as error:
        hint = (
            "" if path else " (selected by 'chatuchak box use'; 'chatuchak box use --none' ends it)"
        )
        raise InputError(f"{chosen}: cannot read it: {error.strerror}{hint}") from None


box_option: Final = click.option(
    "--box",
    type=InputFile(),
    metavar="FILE",
    envvar="CHATUCHAK_BOX",
    show_envvar=True,
    callback=lambda _ctx, _param, path: resolve_box(path),
    help="Your own game data (see 'chatuchak box').",
)
"""Gives a command ``--box``; the parameter ``box`` is a `Box`."""
