"""``read``: the grids on photos."""

from pathlib import Path
from typing import Any, Final

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import InputFile, output_option
from chatuchak_cli.shared.options import RenamedOption, json_option, parse_counts
from chatuchak_solver.box import Box

STANDARD: Final = "standard"


@click.command(name="read")
@click.argument("photos", type=InputFile(), metavar="PHOTO...", nargs=-1,
                required=True)  # fmt: skip
@click.option("--tiles", default="all", metavar="N|all", show_default=True,
              help="At most N tiles of each photo, the likeliest.")  # fmt: skip
@click.option("--merge-views/--no-merge-views", default=True, show_default=True,
              help="Merge views of one tile in several photos: tiles that read alike in most "
              "spots.")  # fmt: skip
@click.option("--looks", type=click.Choice(("joined", "separate")), hidden=True)
@output_option("-o", "out", writes=(), help="Write the grids to a file, one a line.")
@click.option("--corners", metavar="'X,Y X,Y X,Y X,Y'",
              help="Middles of the corner spots, in pixels: the grid's upper left, upper right, "
              "lower right, lower left. [default: looked for]")  # fmt: skip
@click.option("--empty", type=click.Choice(("likely", "corner", "any")), default="likely",
              show_default=True, help="Where the empty spot is: the upper left corner, or "
              "anywhere.")  # fmt: skip
@click.option("--counts", "counts", cls=RenamedOption, old_values={"usual": STANDARD},
              default=STANDARD, metavar="N,N,N,N,N|any", show_default=True,
              help="Booths of red, yellow, green, blue, pink, kept to exactly; standard: "
              "those of your box; without them preferably five or six of each.")  # fmt: skip
@output_option(
    "--overlay", metavar="FILE.png", writes=(".png",), help="Draw what was read on the photo."
)
@output_option("--review", metavar="FILE.html", writes=(".html", ".htm"),
             help="Write one page with each tile beside the grid as read, to be corrected by a "
             "click and saved as a file of tiles.")  # fmt: skip
@box_option
@json_option
def command(
    *, photos: tuple[Path, ...], merge_views: bool, looks: str | None, out: Path | None, box: Box,
    as_json: bool, **given: Any,
) -> int:  # fmt: skip
    r"""Read grids of 5 x 6 spots from photos of cards or boards.

    Every tile of every photo is read, 1 to 16 each, in reading order. Standard output is one grid a
    line, in notation, as `rank -`, `solve -` and --tiles of other commands read it; spots that are
    doubtful are named on standard error, and so is what is doubtful as a whole. Two photos of one
    tile with the lamp elsewhere help: they are laid over each other, and the darker counts where
    one has a reflection. With several photos --overlay writes FILE-1.png, FILE-2.png and so on.

    --json prints one object for the only tile of the only photo, else an array of them. The exit
    code is 0 for a reading with doubts too, and 1 if a photo shows no grid: then give the
    corners. JPEG, PNG, WEBP, GIF and BMP are read, with the extra 'images'. It was only tried on
    made-up photos: look at the picture of --overlay.

    \b
    Examples:
      chatuchak read photo.jpg
      chatuchak read front.jpg back.jpg -o tiles.txt --overlay seen.png
      chatuchak read front.jpg back.jpg --review look.html
      chatuchak read photo.jpg --corners "305,187 883,192 893,655 300,660" --overlay seen.png
      chatuchak read photo.jpg | chatuchak solve -
    """
    from chatuchak_cli.grids.read_request import print_box, read_as_asked
    from chatuchak_cli.shared.photos import counts_for_photos

    merge_views = looks == "joined" if looks else merge_views
    is_standard = given["counts"] == STANDARD
    assumed = box.reasons("counts") if is_standard else {}
    if is_standard:
        given["counts"] = counts_for_photos(box)
    elif given["counts"] != "any":
        given["counts"] = parse_counts(given["counts"])
    found, code = read_as_asked(photos, merge_views=merge_views, **given)
    printed = print_box(photos, found, assumed, as_json=as_json, out=out)
    return code or printed
