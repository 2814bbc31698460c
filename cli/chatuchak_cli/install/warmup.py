"""``warmup``: compile every kernel."""

import time

import click

from chatuchak_cli.install.warm_up_steps import warm_up_steps
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer


@click.command(name="warmup")
@json_option
def command(*, as_json: bool) -> None:
    r"""Compile every kernel now, so that no later command has to.

    Kernels are compiled on first use and kept on disk: in NUMBA_CACHE_DIR if it is set, else in the
    installation's __pycache__ folders, else, where these cannot be written, in the user's cache
    folder. Where they are stored already, this takes a second. Where nothing can be written, every
    run compiles what it needs and reports it.

    \b
    Examples:
      chatuchak warmup
      NUMBA_CACHE_DIR=/var/cache/chatuchak chatuchak warmup
    """
    start = time.perf_counter()
    steps = list(warm_up_steps())
    seconds: dict[str, float] = {}
    for number, (name, run) in enumerate(steps, start=1):
        click.echo(f"{number} of {len(steps)}: {name} ...", nl=False, err=True)
        before = time.perf_counter()
        run()
        seconds[name] = round(time.perf_counter() - before, 3)
        click.echo(f" {seconds[name]:.1f} s", err=True)
    total = time.perf_counter() - start
    answer = {"steps": seconds, "seconds": round(total, 3)}
    print_answer(answer, lambda: f"Every kernel is compiled ({total:.1f} s).", as_json=as_json)
