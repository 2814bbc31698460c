"""``play``: the puzzle in a terminal."""

import secrets
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared import files, options, output, runner
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.execution.limits import Stop


@click.command(name="play")
@partial(grid_argument, required=False)
@click.option("--random", "is_random", is_flag=True, help="Play a random start grid.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S", help="Seed for --random.")
@options.rule_option(default="jump")
@options.input_option("--resume", help="Continue a saved game.")
@options.output_option("--save", "save_file", updates="--resume",
               help="File of the game [the resumed file, or chatuchak-game.json].")  # fmt: skip
@options.output_option("--playtest", dir_okay=False, help="Append each game, solved or given up, "
                       "to FILE for `playtest`: JSON lines or CSV.")  # fmt: skip
@click.option("--player", metavar="NAME", help="Name of the player, for --playtest.")
@options.ranks_shorthand
@options.box_option
def command(
    *, grid: GridSource | None, is_random: bool, seed: int | None, rule: str, resume: Path | None,
    save_file: Path | None, box: Box, playtest: Path | None, player: str | None,
) -> int:  # fmt: skip
    r"""Play the puzzle with the keyboard.

    GRID is grid notation, a file, tile:N, or daily; tile:1 by default. Arrows or digits choose a
    booth of the empty spot's row or column, Enter moves it. Undo (u or Ctrl-Z), redo, hints in four
    steps, the review of the game, the optimal solution and saving have one key each. The screen
    adapts to the size of the terminal, down to 40 characters by 12 lines. With --save or --resume
    the game is also saved at the end, after Ctrl-C, and when the terminal is closed. NO_COLOR
    disables colors; letters and marks are sufficient.

    \b
    Examples:
      chatuchak play
      chatuchak play tile:7
      chatuchak play --random --seed 5 --save mine.json
      chatuchak play --resume mine.json
      chatuchak play tile:3 --playtest evening.jsonl --player Ola
    """
    from chatuchak_cli.play.player import PuzzlePlayer
    from chatuchak_cli.play.session import PlaytestRecord, PuzzleSession
    from chatuchak_cli.play.terminal import check_terminal, play_on_terminal
    from chatuchak_generators.start_grids import generate_start_grids

    options.reject_with("grid", "is_random", "resume")
    options.reject_with("resume", "is_random", "rule")
    options.require("--playtest FILE", playtest, "player")
    options.require("--player NAME", player, "playtest")
    options.require("--rule jump", rule == "jump", "playtest")
    record = None
    if playtest is not None and player is not None:
        record = PlaytestRecord(playtest, player, box.own_tiles)
    seed = secrets.randbits(32) if seed is None else seed
    randoms = (start.grid for start in generate_start_grids(seed=seed, counts=box.counts))
    assumed: Reasons = {}
    if resume is not None:
        session = files.read_document(resume).load(PuzzleSession.from_dict)
    elif is_random:
        session, assumed = PuzzleSession.begin(next(randoms), rule=rule), box.reasons("counts")
    elif grid is not None:
        session, assumed = PuzzleSession.begin(grid.only(), rule=rule), grid.assumed
    else:
        session = PuzzleSession.begin(box.tiles.tile(1), rule=rule)
        assumed = box.reasons("tiles")
    if record is not None:
        record.begin(session)
    check_terminal()
    file = save_file or resume or Path("chatuchak-game.json")
    files.use_output(file, "--save", updates="--resume")
    keyboard = PuzzlePlayer(session, ranks=box.ranks, grids=randoms, file=file, record=record)
    with runner.long_job() as job:
        keyboard.search(session.start, job.stop, on_progress=job.show)
        if job.interrupted:
            return runner.ExitCode.INTERRUPTED
    with runner.interruptible(patient=True) as interrupt:
        keyboard.ended = Stop(interrupt=lambda: interrupt.requested)
        interrupted = play_on_terminal(keyboard, interrupt)
        messages = []
        if keyboard.unsaved and (save_file or resume):
            keyboard.save()
            messages.append(keyboard.message)
        keyboard.add_record()
        rank = keyboard.rank() if keyboard.session.grid.is_solved else None
        messages.append(keyboard.message_of("end", rank))
        ranks = {} if rank is None else box.reasons("ranks")
        messages.append(output.assumed_line({**assumed, **ranks}))
        with suppress(OSError):  # the terminal is closed
            click.echo("\n".join(filter(None, messages)))
    return runner.ExitCode.INTERRUPTED if interrupted else runner.ExitCode.DONE
