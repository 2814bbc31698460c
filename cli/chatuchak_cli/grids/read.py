"""``read``: the grids on photos."""

from pathlib import Path
from typing import Any, Final

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import InputFile
from chatuchak_solver.box import Box

STANDARD: Final = "standard"


@options.command("read")
@click.argument("photos", type=InputFile(), metavar="PHOTO...", nargs=-1,
                required=True)  # fmt: skip
@click.option("--tiles", default="all", metavar="N|all", show_default=True,
              help="Maximum tiles per photo; the most likely are read.")  # fmt: skip
@click.option("--merge-views/--no-merge-views", default=True, show_default=True,
              help="Merge tiles of several photos that agree in most spots.")  # fmt: skip
@click.option("--looks", type=click.Choice(("joined", "separate")), hidden=True)
@options.output_option("-o", "out", writes=(), help="Write the grids to a file, one per line.")
@click.option("--corners", metavar="'X,Y X,Y X,Y X,Y'",
              help="Centers of the corner spots, in pixels: the grid's upper left, upper right, "
              "lower right, lower left. [default: detected]")  # fmt: skip
@click.option("--empty", type=click.Choice(("likely", "corner", "any")), default="likely",
              show_default=True, help="Place of the empty spot: the upper left corner, or "
              "anywhere.")  # fmt: skip
@click.option("--counts", "counts", cls=options.RenamedOption, old_values={"usual": STANDARD},
              default=STANDARD, metavar="N,N,N,N,N|any", show_default=True,
              help="Exact booths of red, yellow, green, blue, pink; standard: those of "
              "your box, otherwise preferably five or six of each.")  # fmt: skip
@options.output_option(
    "--overlay", metavar="FILE.png", writes=(".png",), help="Draw the readings on the photo."
)
@options.output_option("--review", metavar="FILE.html", writes=(".html", ".htm"),
             help="Write a page with each tile next to its grid, for corrections, which saves "
             "a file of tiles.")  # fmt: skip
def command(
    *, photos: tuple[Path, ...], merge_views: bool, looks: str | None, out: Path | None, box: Box,
    **given: Any,
) -> int:  # fmt: skip
    r"""Read grids of 5 x 6 spots from photos of cards or boards.

    All tiles of all photos are read, 1 to 16 per photo, in reading order. Standard output has one
    grid per line, in notation, for `rank -`, `solve -` and --tiles of other commands. Doubtful
    spots and other doubts are listed on standard error. A second photo of the same tile in other
    light helps: both are aligned, and the darker pixel is used, because a reflection only adds
    light. With several photos --overlay writes FILE-1.png, FILE-2.png and so on.

    --json prints one object for a single tile of a single photo, otherwise an array of objects. The
    exit code is 0 for a reading, with or without doubts, and 1 if a photo shows no grid: then use
    --corners. Formats are JPEG, PNG, WEBP, GIF and BMP, with the extra 'images'. The reader has
    only been tested on synthetic photos: check the picture of --overlay.

    \b
    Examples:
      chatuchak read photo.jpg
      chatuchak read front.jpg back.jpg -o tiles.txt --overlay seen.png
      chatuchak read front.jpg back.jpg --review look.html
      chatuchak read photo.jpg --corners "305,187 883,192 893,655 300,660" --overlay seen.png
      chatuchak read photo.jpg | chatuchak solve -
    """
    from chatuchak_cli.grids.read_request import print_tiles, read_tiles
    from chatuchak_cli.shared.photos import counts_for_photos

    merge_views = looks == "joined" if looks else merge_views
    is_standard = given["counts"] == STANDARD
    assumed = box.reasons("counts") if is_standard else {}
    if is_standard:
        given["counts"] = counts_for_photos(box)
    elif given["counts"] != "any":
        given["counts"] = options.parse_counts(given["counts"])
    found, code = read_tiles(photos, merge_views=merge_views, **given)
    printed = print_tiles(photos, found, assumed, out=out)
    return code or printed
