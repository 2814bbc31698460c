"""``game GAME simulate``: many games between named players."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.games import game_commands as commands
from chatuchak_cli.shared.files import write_table
from chatuchak_cli.shared.options import json_option, scheduler_option, table_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_cli.shared.runner import JobLabels, cluster_executor, long_job
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.simulate import SimulationPlan
from chatuchak_solver.games.simulate import simulate as play_games
from chatuchak_solver.rendering import templates


@commands.game_command(lambda game: (
    click.option("-n", "games", type=click.IntRange(1), default=100, show_default=True,
                 help="The number of games."),
    click.option("--players", default=str(game.state.player_counts[0]), show_default=True,
                 help="Names separated by commas, or a number of random players."),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True),
    click.option("--jobs", type=click.IntRange(1), help="Processes; one per core by default."),
    scheduler_option,
    click.option("--fixed-seats", is_flag=True, help="Keep all players in their seats."),
    commands.setup_options(game),
    table_option,
    json_option,
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
    names = [name.strip() for name in players.split(",")]
    if len(names) == 1 and names[0].isdecimal() and len(names[0]) <= 3:
        names = ["random"] * int(names[0])
    plan = SimulationPlan(
        game.name, tuple(names), games, seed, rotate=not fixed_seats,
        data=setup.data, options=setup.options, set_up=setup.set_up,
    )  # fmt: skip
    words = JobLabels(unit="games")
    with setup.located(), long_job(words=words) as job, cluster_executor(scheduler) as spread:
        report = play_games(plan, workers=jobs, spread=spread, stop=job.stop, on_progress=job.show)
    if table is not None:
        from chatuchak_solver.adapters.tables import simulation_table

        write_table(table, lambda: simulation_table(report))
    start = setup.start(game, len(plan.players), seed)
    text = partial(templates.report, "simulation.txt", results=report)
    print_answer(report, text, setup.assumed(start))
    return job.end(report.stopped_by, after=f"{report.tally.games} of {games} games")
