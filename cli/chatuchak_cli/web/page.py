"""``page``: the page as files that need no server of ours."""

from __future__ import annotations

from pathlib import Path

import click

from chatuchak_cli.shared.options import json_option, ranks_option, tiles_option

__all__ = ["command"]


@click.command(name="page")
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True,
              metavar="DIR", help="The folder to write to; made where there is none.")  # fmt: skip
@tiles_option("Your own start tiles, one grid a line.")
@ranks_option
@json_option
def command(*, out: Path, tiles: Path | None, ranks: Path | None, as_json: bool) -> None:
    r"""Write the page as files: it solves in the browser, and works offline.

    Any web server that sends files can offer the folder, under any address, such as GitHub Pages
    or python -m http.server. Over https, and on this machine, phones and browsers can install it.

    \b
    Examples:
      chatuchak page --out site
      python -m http.server --directory site
    """
    from chatuchak_cli.shared.files import write_file
    from chatuchak_cli.shared.output import counted, emit_json
    from chatuchak_cli.web.assets import load_assets
    from chatuchak_cli.web.page_data import check_tiles
    from chatuchak_solver.errors import InputError
    from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    from chatuchak_solver.search.solo_ranks import load_solo_ranks

    played = load_start_tiles(tiles)
    check_tiles(played)
    files = load_assets(played, load_solo_ranks(ranks))
    for path, asset in files.items():
        place = out / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{place.parent}: cannot make it: {error.strerror}") from None
        write_file(place, asset.content)
    size = sum(len(asset.content) for asset in files.values())
    if as_json:
        emit_json({"out": str(out), "files": sorted(files), "bytes": size})
    else:
        click.echo(f"{out}: {counted(len(files), 'file')}, {size / 1000:,.0f} kB")
