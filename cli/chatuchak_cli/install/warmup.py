"""``warmup``: compile every kernel."""

import time

import click

from chatuchak_cli.install.warm_up_steps import GROUPS, compile_group, is_warm, warm_up_steps
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer


@click.command(name="warmup")
@json_option
def command(*, as_json: bool) -> None:
    r"""Compile every kernel now, so that no later command has to.

    Kernels are compiled on first use and kept on disk: in NUMBA_CACHE_DIR if it is set, else in the
    installation's __pycache__ folders, else, where these cannot be written, in the user's cache
    folder. Where they are kept already, this takes a second. Where nothing can be written, every
    run compiles what it needs and says so. Several processes compile, one for each core.

    \b
    Examples:
      chatuchak warmup
      NUMBA_CACHE_DIR=/var/cache/chatuchak chatuchak warmup
    """
    start = time.perf_counter()
    steps = list(warm_up_steps())
    seconds = {} if is_warm() else _compile_side_by_side()
    for number, step in enumerate(steps, start=1):
        click.echo(f"{number} of {len(steps)}: {step.name} ...", nl=False, err=True)
        before = time.perf_counter()
        step.run()
        taken = round(time.perf_counter() - before, 3)
        seconds.setdefault(step.name, taken)
        click.echo(f" {taken:.1f} s", err=True)
    total = time.perf_counter() - start
    answer = {"steps": seconds, "seconds": round(total, 3)}
    print_answer(answer, lambda: f"Every kernel is compiled ({total:.1f} s).", as_json=as_json)


def _compile_side_by_side() -> dict[str, float]:
    """Compile in several processes what this one then loads; return the seconds of the steps.

    The groups that take longest come first, one for each core at a time.

    Without a second core, or a folder to keep kernels in, nothing is done.
    """
    from chatuchak_solver.kernel_cache import can_keep_kernels
    from chatuchak_solver.processes import in_processes
    from chatuchak_solver.run import count_workers

    workers = min(count_workers(), len(GROUPS))
    seconds: dict[str, float] = {}
    if workers == 1 or not can_keep_kernels():
        return seconds
    click.echo(f"compiling in {workers} processes: {', '.join(GROUPS)}", err=True)
    done = in_processes(compile_group, GROUPS, workers=workers, must_end=lambda: False)
    for group, seconds_of_steps in done:
        seconds |= seconds_of_steps
        click.echo(f"{group}: {sum(seconds_of_steps.values()):.1f} s", err=True)
    return seconds
