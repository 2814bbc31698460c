"""``warmup`` and ``completion``, which prepare an installation."""

import time
from collections.abc import Callable, Iterator
from functools import partial

import click
from click.shell_completion import get_completion_class

from chatuchak_cli.shared import options, output


@options.command("warmup", box=False)
def warmup() -> None:
    r"""Compile all kernels in advance.

    Kernels are compiled on first use and cached: in NUMBA_CACHE_DIR if set, otherwise in the
    __pycache__ folders of the installation, or in the user's cache folder if these are read-only.
    If the cache is complete, this takes a second. Without a writable folder, every run compiles its
    kernels and prints a note.

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
    output.print_answer(answer, lambda: f"Every kernel is compiled ({total:.1f} s).")


def warm_up_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield names and small tasks that run all kernels."""
    from chatuchak_generators import bulk_start_grids, search_records
    from chatuchak_solver import Card, Grid, NextCard, Stand, StandProblem, plan_stand
    from chatuchak_solver.analysis.difficulty import measure_features
    from chatuchak_solver.photo.reading import run_kernels
    from chatuchak_solver.search.solve import ALGORITHMS, solve
    from chatuchak_solver.stand.cover_search import CoverSearch

    grid = Grid.parse(".RY/YRG/RGG")
    yield "start grids", partial(bulk_start_grids, 1, seed=0)
    for algorithm in ALGORITHMS:
        yield f"search {algorithm}", partial(solve, grid, algorithm=algorithm)
    large = Grid.parse("RRRRYYYYGGG/TTPPPPBBBBG/TVWVKWW.KKV")
    for algorithm in ("goal", "ida"):
        yield f"search {algorithm}, over 32 spots", partial(solve, large, algorithm=algorithm)
    yield "difficulty", partial(measure_features, grid, games=1)
    yield "guided searches", lambda: [*search_records("easiest", seed=0, restarts=1, steps=1)]
    yield "photos", run_kernels
    cards = tuple(Card.parse(name, ["S p b", "c B p"]) for name in ("a", "b"))
    problem = StandProblem(cards)
    yield "next placements", partial(NextCard, Stand(), cards)
    yield "rollouts of stands", lambda: NextCard(Stand(), cards).play_on(1)
    yield "whole stands", partial(plan_stand, problem)
    yield "proofs of stands", lambda: CoverSearch(problem, [("S",)], 99).advance(0)


@click.command(name="completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, *, shell: str) -> None:
    r"""Print the script that completes commands, options and tiles in a shell.

    \b
    Install it, once:
      bash   chatuchak completion bash >> ~/.bashrc
      zsh    chatuchak completion zsh >> ~/.zshrc
      fish   chatuchak completion fish > ~/.config/fish/completions/chatuchak.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(ctx.find_root().command, {}, "chatuchak", "_CHATUCHAK_COMPLETE").source())
