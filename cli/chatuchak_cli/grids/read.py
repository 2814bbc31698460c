"""``read``: the grid on a photo."""

from __future__ import annotations

from pathlib import Path

import click

from chatuchak_cli.shared.options import json_option

__all__ = ["command"]


@click.command(name="read")
@click.argument("photo", type=click.Path(path_type=Path), metavar="PHOTO")
@click.option("--corners", metavar="'X,Y X,Y X,Y X,Y'",
              help="Middles of the corner spots, in pixels: the grid's upper left, upper right, "
              "lower right, lower left. [default: looked for]")  # fmt: skip
@click.option("--empty", type=click.Choice(("likely", "corner", "any")), default="likely",
              show_default=True, help="Where the empty spot is: the upper left corner, or "
              "anywhere.")  # fmt: skip
@click.option("--counts", default="usual", metavar="N,N,N,N,N|any", show_default=True,
              help="Booths of red, yellow, green, blue, pink, kept to exactly; usual: "
              "five or six of each, the game's preferred.")  # fmt: skip
@click.option("--overlay", type=click.Path(path_type=Path), metavar="FILE.png",
              help="Draw what was read on the photo.")  # fmt: skip
@json_option
def command(
    *, photo: Path, corners: str | None, empty: str, counts: str, overlay: Path | None,
    as_json: bool,
) -> int:  # fmt: skip
    r"""Read a grid of 5 x 6 spots from a photo of a card or board.

    Standard output is the grid in notation; spots that are doubtful are named on standard error,
    and so is what is doubtful as a whole. The exit code is 0 for a reading with doubts too, and 1
    where no grid was found: then tell the corners. JPEG, PNG, WEBP, GIF and BMP are read, with the
    extra 'images'. It was tried on made-up photos alone: look at the picture of --overlay.

    \b
    Examples:
      chatuchak read photo.jpg
      chatuchak read photo.jpg --corners "305,187 883,192 893,655 300,660" --overlay seen.png
      chatuchak read photo.jpg | chatuchak solve -
    """
    from chatuchak_cli.grids.photo_report import print_reading
    from chatuchak_cli.grids.read_request import ReadRequest

    request = ReadRequest.checked(photo, corners, empty, counts, overlay)
    leans = request.counts == "usual"
    return print_reading(request.photo, request.run(), leans_to_counts=leans, as_json=as_json)
