"""``game GAME advise`` and ``simulate``: the best actions with reasons, and many games."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from chatuchak_cli.games import game_commands as commands
from chatuchak_cli.shared import files, options, output
from chatuchak_cli.shared.runner import cluster_executor, long_job
from chatuchak_solver import Game, InputError, SimulationPlan, Stop
from chatuchak_solver import simulate as play_games
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.tree_search import TreeSearch
from chatuchak_solver.rendering import templates

DEFAULT_SECONDS = 1.5


@commands.game_command(lambda game: (
    click.option("-n", "most", type=click.IntRange(1), default=5,
                 metavar="N", help="List the best N actions."),
    click.option("--time-limit", type=float, metavar="S",
                 help=f"Time limit in seconds; {DEFAULT_SECONDS} without --playouts."),
    click.option("--playouts", type=click.IntRange(1), metavar="N", help="The number of rollouts."),
    click.option("--player", type=click.IntRange(0),
                 help="The advised player of a simultaneous game; the first by default."),
    click.option("--turns", type=click.IntRange(0, 50), metavar="N",
                 help="The number of own turns in a rollout."),
    click.option("--width", type=click.IntRange(1, 1000), metavar="N",
                 help="Search at most N actions, the most promising."),
    click.option("--seed", type=click.IntRange(0), default=0,
                 help="Seed of chance and of sampled hidden cards."),
    commands.saved_game(game.state),
))  # fmt: skip
def advise(
    game: Game, *, saved: commands.SavedGame[AnyState], most: int, time_limit: float | None,
    playouts: int | None, player: int | None, turns: int | None, width: int | None, seed: int,
) -> int:  # fmt: skip
    r"""Rank the actions of the current player, by rollouts from the position in FILE.

    FILE is a saved game or a position, - for standard input. The outlook is the expected
    value of an action in units of the game's evaluation, with half the width of its 95% interval,
    and the number of rollouts (looks in JSON). Advice uses visible information only and samples
    hidden cards. More time improves it; equal --playouts and --seed give equal advice on any
    machine.

    \b
    Examples:
      chatuchak game {game} advise game.json
      chatuchak game {game} advise game.json --time-limit 0.5 -n 3
      chatuchak game {game} advise game.json --playouts 50 --json
    """
    if time_limit is None and playouts is None:
        time_limit = DEFAULT_SECONDS
    adviser: Any = game.make_adviser()
    changes = {name: n for name, n in (("turns", turns), ("width", width)) if n is not None}
    if changes and not isinstance(adviser, TreeSearch):
        raise InputError(f"the adviser of {game.name} takes no --turns, --width")
    adviser = replace(adviser, **changes) if changes else adviser
    with long_job(Stop(time_s=time_limit, work=playouts), unit="rollouts") as job:
        rng = np.random.default_rng(seed)
        advice = adviser.advise(
            saved.state, player, rng=rng, stop=job.stop, on_progress=job.show, most=most
        )
    if advice.player is None and not output.is_json():
        output.print_message("no player acts in this position")
    else:
        name_of = saved.record.names.__getitem__
        text = partial(templates.report, "advice.txt", advice=advice, most=most, name_of=name_of)
        assumed = {} if advice.player is None else saved.assumed
        output.print_answer(advice, text, assumed)
    # The limit of advice is the intended duration, not an interruption.
    return job.end(job.interrupted, after=output.counted(advice.playouts, "rollout"))


@commands.game_command(lambda game: (
    click.option("-n", "games", type=click.IntRange(1), default=100, help="The number of games."),
    click.option("--players", default=str(game.state.player_counts[0]),
                 help="Names separated by commas, or a number of random players."),
    click.option("--seed", type=click.IntRange(0), default=0),
    click.option("--jobs", type=click.IntRange(1), help="Processes; one per core by default."),
    options.scheduler_option,
    click.option("--fixed-seats", is_flag=True, help="Keep all players in their seats."),
    commands.setup_options(game),
    options.table_option,
    options.json_option,
))  # fmt: skip
def simulate(
    game: Game, *, games: int, players: str, seed: int, jobs: int | None, scheduler: str | None,
    fixed_seats: bool, table: Path | None, setup: commands.SetupChoice,
) -> int:  # fmt: skip
    r"""Play many seeded games and report scores, wins, lengths and events.

    Shares have 95% intervals (Wilson). The seats rotate between games to cancel effects of the
    order. Equal seeds give equal games on any number of cores and machines. Ctrl-C prints the
    statistics of the finished games.

    Players: {players}.

    \b
    Examples:
      chatuchak game {game} simulate -n 1000 --players {sample}
      chatuchak game {game} simulate -n 20 --players {most} --seed 1 --json
    """
    options.reject_with("scheduler", "jobs")
    names = [name.strip() for name in players.split(",")]
    if len(names) == 1 and names[0].isdecimal() and len(names[0]) <= 3:
        names = ["random"] * int(names[0])
    plan = SimulationPlan(
        game.name, tuple(names), games, seed, rotate=not fixed_seats,
        data=setup.data, options=setup.options, set_up=setup.set_up,
    )  # fmt: skip
    with setup.located(), long_job(unit="games") as job, cluster_executor(scheduler) as spread:
        report = play_games(plan, workers=jobs, spread=spread, stop=job.stop, on_progress=job.show)
    if table is not None:
        from chatuchak_solver.adapters.tables import simulation_table

        files.write_table(table, lambda: simulation_table(report))
    start = setup.start(game, len(plan.players), seed)
    text = partial(templates.report, "simulation.txt", results=report)
    output.print_answer(report, text, setup.assumed(start))
    after = f"{report.tally.games} of {output.counted(games, 'game')}"
    return job.end(report.stopped_by, after=after)
