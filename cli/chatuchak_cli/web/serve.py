"""``serve``: the web page, by default for this machine only."""

import gc
from typing import Any

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.runner import DEFAULT_GC
from chatuchak_solver.io.extras import imported

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
def command(*, host: str, lan: bool, https: bool, **more: Any) -> None:
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
    if lan and host != LOOPBACK:
        raise click.UsageError("--lan and --host cannot be combined")
    if https and not lan:
        raise click.UsageError("--https needs --lan")
    for module in ("cryptography", "segno", "starlette", "trustme", "uvicorn"):
        imported(module, "the web page", "web")
    from chatuchak_cli.web.server import run_server

    gc.set_threshold(*DEFAULT_GC)
    run_server(host=host, lan=lan, https=https, **more)
