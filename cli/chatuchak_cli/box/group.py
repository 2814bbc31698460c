"""The ``box`` group: the user's own game data in one file."""

import click

from chatuchak_cli.shared.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    table={
        "new": ("box.new", "Write a box file with the assumed data to edit."),
        "show": ("box.show", "List your own and the assumed parts of a box."),
        "check": ("box.check", "Check a box file."),
        "use": ("box.use", "Use a box file in all commands from now on."),
        "add": ("box.add", "Add tiles from photos to a box file."),
    },
)
def command() -> None:
    """Replace assumed data by your own.

    The rulebooks leave data open: start tiles, booths per color, ranks, stars, the time track,
    cards, marked spaces, customer tiles, and figures of River Market. A box file contains the data
    that you know. Commands use the file of --box, of the variable CHATUCHAK_BOX, or the file
    selected by `chatuchak box use`, in this order.
    """
