"""``serve``: the web page, for this machine alone unless told otherwise."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["command"]


@click.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8017,
    show_default=True,
    help="The port; 0 takes any free one.",
)
@click.option(
    "--allow-host",
    "names",
    metavar="NAME",
    multiple=True,
    help="Another name by which browsers may call the server; repeatable, * for any.",
)
@click.option(
    "--parallel", type=click.IntRange(1, 64), metavar="N", help="Searches at once [all cores]."
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0.1, 60),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Seconds of search for one request.",
)
@click.option(
    "--tiles",
    type=click.Path(path_type=Path),
    envvar="CHATUCHAK_TILES",
    show_envvar=True,
    metavar="FILE",
    help="Your own start tiles, one grid a line.",
)
@click.option(
    "--ranks", type=click.Path(path_type=Path), metavar="FILE", help="Your own solo ranks, as JSON."
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
def command(
    *,
    host: str,
    port: int,
    names: tuple[str, ...],
    parallel: int | None,
    time_limit: float,
    tiles: Path | None,
    ranks: Path | None,
    open_browser: bool,
) -> None:
    r"""Play in the browser: any tile, random grids, or your own.

    The page needs nothing from the internet, and the server answers this machine alone unless
    --host says otherwise. Ctrl-C ends it.

    \b
    Examples:
      chatuchak serve
      chatuchak serve --port 0 --open
      chatuchak serve --host 0.0.0.0 --allow-host market.local
    """
    from chatuchak_cli.web.server import ServerOptions, run_server

    run_server(
        ServerOptions(
            host=host,
            port=port,
            names=names,
            parallel=parallel,
            time_limit_s=time_limit,
            tiles=tiles,
            ranks=ranks,
            open_browser=open_browser,
        )
    )
