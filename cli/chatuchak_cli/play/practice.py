"""``practice``: exercises with one correct move, and past mistakes."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared import files, options, output, puzzle_words, runner
from chatuchak_cli.shared.grid_argument import GridSource
from chatuchak_generators.exercises import Exercise, generate_exercises, rating_of
from chatuchak_generators.start_grids import daily_seed
from chatuchak_solver import Box, Grid, InputError, Review, graded_hint, review
from chatuchak_solver.analysis.practice import Progress
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.codec import parse_json
from chatuchak_solver.io.files import locked_file, rewrite, write_error
from chatuchak_solver.io.untrusted import quote, read_file
from chatuchak_solver.rendering.text import large_grid_text

MAX_HINTS = 3
QUIT = ("q", "quit", "")
Question = tuple[Grid, tuple[int, ...], Callable[..., Progress]]
"""A grid, its best moves, and the progress after an answer ``is_right``."""


def _range(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", text)
    if found is None:
        raise InputError(f"invalid range {quote(text)}: expected moves such as 3..6")
    return int(found[1]), int(found[2] or found[1])


@options.command("practice")
@click.option("-n", "--number", type=click.IntRange(min=0), default=5,
              metavar="N", help="Number of exercises.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S",
              help="Equal seeds give equal exercises [those of the day].")  # fmt: skip
@click.option("--remaining", default="3..6", metavar="A..B",
              callback=options.read_by(_range), help="Remaining moves, within 3..16.")  # fmt: skip
@options.input_option("--mistakes", exists=True, dir_okay=False, multiple=True,
              help="Practice the mistakes in a file of your games.")  # fmt: skip
@options.output_option("--progress", dir_okay=False, help="File of your rating and mistakes "
              "[chatuchak-practice.json in your data folder].")  # fmt: skip
def command(
    *, number: int, seed: int | None, remaining: tuple[int, int], mistakes: tuple[Path, ...],
    progress: Path | None, box: Box,
) -> int:  # fmt: skip
    r"""Find the only move without loss.

    Each exercise is a position a few moves from the end in which exactly one move preserves the
    optimum, and another one looks better. Type the spot of the moving booth; h gives a hint, q
    ends. Your rating follows Elo's method against exercises, which are rated by their miss rate
    with simulated players. Without --seed there are five exercises per day.

    --mistakes asks the positions of your games in which you lost a move. Missed ones return after
    1, 2, 4, 8 and 16 days (Leitner's boxes). Every move without loss is correct.

    --json prints the exercises, one per line, without questions.

    \b
    Examples:
      chatuchak practice -n 3 --seed 1 --remaining 3..4 --json
      chatuchak practice
      chatuchak practice --mistakes my-games.jsonl
    """
    seed = daily_seed(date.today()) if seed is None else seed
    exercises = partial(
        generate_exercises, number, seed=seed, remaining=remaining, counts=box.counts
    )
    options.reject_with("json", "mistakes", "progress")
    options.reject_with("mistakes", "number", "seed", "remaining")
    if output.is_json():
        with runner.long_job(unit="exercises", total=number, streams=True) as job:
            for exercise in exercises(stop=job.stop):
                job.erase()
                output.emit_json(exercise, box.reasons("counts"), output.ASSUMED_PLAYERS)
                job.count()
            return job.end(job.interrupted, after=output.counted(job.done, "exercise"))
    file = files.save_path(progress, "chatuchak-practice.json", "--progress")
    code = runner.ExitCode.DONE
    try:
        with runner.hangups_raised():
            practice = Practice(file)
            if mistakes:
                practice.on_mistakes(mistakes)
            else:
                practice.on_exercises(exercises(), number)
                output.print_assumed(box.reasons("counts"))
    except KeyboardInterrupt:
        click.echo()
        code = runner.ExitCode.INTERRUPTED
    output.print_message(f"rating and mistakes: {file}")
    return code


def games_of(files: Iterable[Path]) -> list[Review]:
    """Return reviews of the games in files, except games without moves."""
    reviews = []
    with runner.long_job(unit="games") as job:
        for file in files:
            for game in GridSource(str(file), path=file).games():
                if game.moves and game.rule != "slide":
                    reviews.append(review(game.grid, game.moves, stop=job.stop))
                    job.count()
                if job.interrupted:
                    raise KeyboardInterrupt
    return reviews


class Practice:
    """A person's practice and progress; its file may be missing."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._out = output.console()
        self._has_ended = False
        self.progress = self._read(read_file(file)) if file.exists() else Progress()
        if self.progress.dropped:
            dropped = output.counted(self.progress.dropped, "position")
            output.print_message(f"{file}: dropped {dropped}: already solved")

    def on_exercises(self, exercises: Iterable[Exercise], number: int) -> None:
        """Ask the user to solve exercises."""

        def questions() -> Iterator[Question]:
            for count, item in enumerate(exercises, 1):
                rating = rating_of(item.difficulty)
                self._out.print(f"\nExercise {count} of {number}, rated {rating}.")
                yield item.grid, (item.best,), partial(Progress.rated, opponent=rating)

        answers = self._ask_all(questions())
        self._out.print(f"\n{sum(answers)} of {len(answers)} correct at the first attempt.")

    def on_mistakes(self, files: Iterable[Path]) -> None:
        """Ask for optimal moves in positions in which one was missed."""
        today = date.today()
        positions = [
            grid
            for game in games_of(files)
            for grid, move in zip(game.positions, game.moves, strict=False)
            if move.lost and move.best
        ]
        self.change(partial(Progress.with_positions, grids=positions, today=today))
        due = self.progress.due(today)
        self._out.print(f"{output.counted(len(due), 'position')} to practice today.")

        def questions() -> Iterator[Question]:
            for card in due:
                if best := _best_moves(card.grid):
                    yield card.grid, best, partial(Progress.answered, grid=card.grid, today=today)
                else:
                    self.change(partial(Progress.without, grid=card.grid))
                    output.print_message(f"{self._file}: dropped {card.grid}: it cannot be solved")

        self._ask_all(questions())
        left = [card.due for card in self.progress.cards if not card.is_known]
        if left:
            self._out.print(f"The next positions are due on {min(left).isoformat()}.")

    def _ask_all(self, questions: Iterable[Question]) -> list[bool]:
        """Ask questions until the user ends; return which answers were right."""
        answers = []
        for grid, best, change in questions:
            is_right = self._ask(grid, best)
            if is_right is not None:
                answers.append(is_right)
                before = self.progress.rating
                self.change(partial(change, is_right=is_right))
                if self.progress.rating != before:
                    self._out.print(f"Your rating: {before:.0f} -> {self.progress.rating:.0f}.")
            if self._has_ended:
                break
        return answers

    def _ask(self, grid: Grid, best: tuple[int, ...]) -> bool | None:
        """Ask until a move is correct; return whether the first answer was, None without any."""
        remaining, legal = graded_hint(grid, 1).remaining, grid.legal_moves()
        self._out.print(large_grid_text(grid, legal=legal))
        left = output.counted(remaining or 0, "move")
        self._out.print(f"{left} left. Which booth moves to spot {grid.empty}?")
        is_first, level = True, 0
        while (line := (files.typed_line("> ", "one spot per line") or "").lower()) not in QUIT:
            spot = parse_int(line)
            if line in ("h", "hint"):
                is_first, level = False, min(level + 1, MAX_HINTS)
                advice = graded_hint(grid, level)
                self._out.print(puzzle_words.hint_words(advice, grid))
                if level == MAX_HINTS - 1 and advice.goal is not None:
                    self._out.print(large_grid_text(advice.goal))
            elif spot not in legal:
                spots = ", ".join(map(str, legal))
                self._out.print(f"Invalid move: expected one of {spots}, h for a hint, q to end.")
            elif spot in best:
                equal = ", ".join(str(other) for other in best if other != spot)
                also = f" So does {equal}." if equal else ""
                self._out.print(f"Correct: it loses nothing.{also}", style="bold")
                return is_first
            else:
                is_first = False
                (move,) = review(grid, [spot]).moves
                self._out.print(f"Wrong: {puzzle_words.move_words(move, None, grid)} Try again.")
        self._has_ended = True
        return None if is_first else False

    def _read(self, data: bytes) -> Progress:
        if not data.strip():
            return Progress()
        return Progress.from_dict(parse_json(data, source=str(self._file)), source=str(self._file))

    def change(self, change: Callable[[Progress], Progress]) -> None:
        """Change the stored progress, which another session may have changed."""
        try:
            with runner.signals_deferred(), locked_file(self._file) as file:
                self.progress = change(self._read(file.readall()))
                rewrite(file, self._file, files.json_text(self.progress.to_dict()).encode())
        except OSError as error:
            raise write_error(self._file, error) from None


def _best_moves(grid: Grid) -> tuple[int, ...]:
    try:
        return review(grid, grid.legal_moves()[:1]).moves[0].best
    except InputError:
        return ()
