"""``serve`` and ``page``: the web page from this machine, and as files that need no server."""

import gc
from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared import files, options, output, runner
from chatuchak_solver.box import Box
from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.io.files import write_file

LOOPBACK = "127.0.0.1"


@click.command(name="serve")
@click.option("--host", default=LOOPBACK, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8017,
              help="The port; 0 takes any free one.")  # fmt: skip
@click.option("--allow-host", "names", metavar="NAME", multiple=True,
              help="Another host name of the server; repeatable, * for any.")  # fmt: skip
@options.box_option
@options.tiles_shorthand
@options.ranks_shorthand
@options.formula_option
@options.output_option("--playtest", metavar="FILE.sqlite", dir_okay=False,
             help="Collect games from phones, for `playtest`.")  # fmt: skip
@click.option("--lan", is_flag=True, help="Also answer other machines in the same private network.")
@click.option("--https", is_flag=True, help="With --lan: encrypt with a new certificate, so that "
              "phones that trust it can store the page.")  # fmt: skip
@click.option("--public-url", metavar="URL", help="The address in shared links and in the QR code.")
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
def serve(*, host: str, lan: bool, https: bool, **more: Any) -> None:
    r"""Play in the browser: any tile, random grids, or your own.

    The page loads nothing from the internet, and by default the server answers this machine only.
    --lan prints the address for phones in the same network, with a QR code, and explains offline
    use. Ctrl-C ends the server.

    With --playtest the page asks each person for permission to collect won games in the file; a
    button withdraws them.

    \b
    Examples:
      chatuchak serve
      chatuchak serve --port 0 --open
      chatuchak serve --lan
      chatuchak serve --lan --https
      chatuchak serve --lan --box box.json
      chatuchak serve --lan --tiles my-tiles.txt --playtest evening.sqlite
      chatuchak serve --host 0.0.0.0 --allow-host market.local
    """
    options.reject_with("lan", "host")
    options.require("--lan", lan, "https")
    for module in ("cryptography", "segno", "starlette", "trustme", "uvicorn"):
        imported(module, "the web page", "web")
    from chatuchak_cli.web.server import run_server

    gc.set_threshold(*runner.DEFAULT_GC)
    run_server(host=host, lan=lan, https=https, **more)


class PageAnswer(Answer, frozen=True):
    """The files of the written page.

    Attributes
    ----------
    out
        The folder or the single file.
    files
        The files in it.
    bytes
        Their size.
    """

    out: str
    files: tuple[str, ...]
    bytes: Count


@click.command(name="page", context_settings=options.renamed(one_file="single-file"))
@options.output_option("-o", "--out", metavar="DIR", file_okay=False,
                       help="The folder to write to; created if missing.")  # fmt: skip
@options.html_option("--single-file", dir_okay=False,
                     help="Write everything into this one HTML file instead.")  # fmt: skip
@options.box_option
@options.tiles_shorthand
@options.ranks_shorthand
@options.formula_option
@options.json_option
def page(*, out: Path | None, single_file: Path | None, box: Box, formula: Path | None) -> None:
    r"""Write the page as files. It solves in the browser and works offline.

    Any static web server can serve the folder, at any address: GitHub Pages, for example, or
    python -m http.server. Over https, and on this machine, phones and browsers can install it.

    --single-file writes everything, including the solver and the photo reader, into one file. A
    browser opens it from a folder, a USB stick or an email, without a server or a network.

    \b
    Examples:
      chatuchak page --out site
      python -m http.server --directory site
      chatuchak page --single-file chatuchak.html --box box.json
    """
    from chatuchak_cli.web.assets import load_assets, load_one_file
    from chatuchak_cli.web.page_data import PageData

    if (out is None) == (single_file is None):
        raise click.UsageError("expected one of --out DIR and --single-file FILE")
    data = PageData.of_box(box, formula)
    if single_file is not None:
        folder, contents = single_file.parent, {single_file.name: load_one_file(data)}
    else:
        assert out is not None
        folder, contents = out, load_assets(data)
        for path in contents:
            files.use_output(out / path, "--out")
    for path, content in contents.items():
        place = folder / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{place.parent}: cannot make it: {error.strerror}") from None
        write_file(place, content)
    answer = PageAnswer(str(single_file or out), tuple(contents), sum(map(len, contents.values())))
    number = output.counted(len(contents), "file")
    text = f"{answer.out}: {number}, {answer.bytes / 1000:,.0f} kB"
    output.print_answer(answer, lambda: text)
