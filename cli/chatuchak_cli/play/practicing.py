"""Practice at the keyboard: questions, answers and stored progress."""

import sys
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from chatuchak_cli.shared.files import json_text, typed_line
from chatuchak_cli.shared.grid_argument import GridSource
from chatuchak_cli.shared.interrupt import signals_deferred
from chatuchak_cli.shared.output import (
    assumed_fields,
    console,
    counted,
    emit_json,
    print_assumed,
    tell,
)
from chatuchak_cli.shared.puzzle_words import given_up_words, hint_words, move_words
from chatuchak_cli.shared.runner import ExitCode, JobLabels, long_job
from chatuchak_generators.daily import daily_seed
from chatuchak_generators.exercises import generate_exercises, rating_of
from chatuchak_solver.analysis.graded_hint import graded_hint
from chatuchak_solver.analysis.practice import Progress
from chatuchak_solver.analysis.review import Review, review
from chatuchak_solver.arguments import read_whole
from chatuchak_solver.box import Box
from chatuchak_solver.codec import parse_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import locked_file, rewrite, write_error
from chatuchak_solver.io.untrusted import read_file
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.large_text import large_grid_text

PLAYERS: Final = "How the simulated players think is assumed, not measured on people."
HINTS: Final = 3
"""Levels of hints that leave the move to be found."""


def print_exercises(
    number: int, seed: int | None, remaining: tuple[int, int], box: Box
) -> ExitCode:
    """Print exercises as JSON, one a line."""
    done = 0
    with long_job(words=JobLabels(unit="exercises", total=number, streams=True)) as job:
        for one in generate_exercises(
            number, seed=_seed(seed), remaining=remaining, counts=box.counts, stop=job.stop
        ):
            job.erase()
            emit_json({**one.to_dict(), **assumed_fields(box.reasons("counts"), PLAYERS)})
            done += 1
            job.count()
        return job.end(job.interrupted, after=counted(done, "exercise"))


def games_of(files: Iterable[Path]) -> list[Review]:
    """Review the games of files; those without moves are left out."""
    found = []
    with long_job(words=JobLabels(unit="games")) as job:
        for file in files:
            for kept in GridSource(str(file), path=file).solutions():
                if job.interrupted is None and kept.moves and kept.rule != "slide":
                    found.append(review(kept.grid, kept.moves, stop=job.stop))
                    job.count()
    return found


class Practice:
    """A practicing person with the stored progress.

    Parameters
    ----------
    file
        The file, which need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.progress = Progress()
        if file.exists() and (data := read_file(file)).strip():
            self.progress = self._read(data)
            if self.progress.dropped:
                dropped = counted(self.progress.dropped, "position")
                tell(f"{file}: dropped {dropped}: already solved")
        self._out = console()
        self._has_ended = False

    def on_exercises(
        self, number: int, seed: int | None, remaining: tuple[int, int], box: Box
    ) -> bool:
        """Ask exercises; return whether Ctrl-C did not end it."""
        asked = right = 0
        for one in generate_exercises(
            number, seed=_seed(seed), remaining=remaining, counts=box.counts
        ):
            asked += 1
            self._out.print(f"\nExercise {asked} of {number}, rated {rating_of(one.difficulty)}.")
            answer = self._ask(one.grid, (one.best,))
            if answer is None:
                return False
            if answer == "":
                asked -= 1
                break
            right += answer == "right"
            before = self.progress.rating
            rating, is_right = rating_of(one.difficulty), answer == "right"
            self.change(partial(Progress.rated, opponent=rating, is_right=is_right))
            self._out.print(f"Your rating: {before:.0f} -> {self.progress.rating:.0f}.")
            if self._has_ended:
                break
        self._out.print(f"\n{right} of {asked} right at once.")
        print_assumed(box.reasons("counts"))
        return True

    def on_mistakes(self, files: Iterable[Path]) -> bool:
        """Ask positions of games in which a move was lost; see `on_exercises`."""
        today = date.today()
        positions: list[Grid] = []
        for game in games_of(files):
            each = zip(game.positions, game.moves, strict=False)
            positions += [grid for grid, move in each if move.lost and move.best]
        self.change(partial(Progress.with_positions, grids=positions, today=today))
        due = self.progress.due(today)
        self._out.print(f"{counted(len(due), 'position')} to practice today.")
        for card in due:
            best = _best_moves(card.grid)
            if not best:
                self.change(partial(Progress.without, grid=card.grid))
                tell(f"{self._file}: dropped {card.grid}: it cannot be solved")
                continue
            answer = self._ask(card.grid, best)
            if answer is None:
                return False
            if answer == "":
                break
            is_right = answer == "right"
            answered = partial(Progress.answered, grid=card.grid, is_right=is_right, today=today)
            self.change(answered)
            if self._has_ended:
                break
        left = [card.due for card in self.progress.cards if not card.is_known]
        if left:
            self._out.print(f"The next ones come back on {min(left).isoformat()}.")
        return True

    def _ask(self, grid: Grid, best: tuple[int, ...]) -> str | None:
        """Ask until a move is correct; return the first result: right, wrong, or "" for q."""
        remaining = graded_hint(grid, 1).remaining
        legal = grid.legal_moves()
        self._out.print(large_grid_text(grid, legal=legal))
        self._out.print(f"{remaining} moves are left. Which booth moves to spot {grid.empty}?")
        outcome, level = "", 0
        while True:
            try:
                said = _line()
            except KeyboardInterrupt:
                self._out.print()
                return None
            if said in ("q", "quit", ""):
                self._has_ended = True
                return outcome
            if said in ("h", "hint"):
                level, outcome = min(level + 1, HINTS), outcome or "wrong"
                advice = graded_hint(grid, level)
                self._out.print(hint_words(advice, grid))
                if level == HINTS - 1 and advice.goal is not None:
                    self._out.print(large_grid_text(advice.goal))
                continue
            spot = read_whole(said)
            if spot not in legal:
                several = ", ".join(map(str, legal))
                self._out.print(f"No move: expected one of {several}, h for a hint, q to end.")
                continue
            (move,) = review(grid, [spot]).moves
            if spot in best:
                others = [str(other) for other in best if other != spot]
                also = f" So would {', '.join(others)}." if others else ""
                self._out.print(f"Right: it loses nothing.{also}", style="bold")
                return outcome or "right"
            outcome = outcome or "wrong"
            words = move_words(move, 1, grid).partition(" Best ")[0].partition(": ")[2]
            self._out.print(" ".join(("Not that one:", words, *given_up_words(move), "Try again.")))

    def _read(self, data: bytes) -> Progress:
        return Progress.from_dict(parse_json(data, source=str(self._file)), source=str(self._file))

    def change(self, change: Callable[[Progress], Progress]) -> None:
        """Apply a change to the progress on file, which another session may have changed."""
        try:
            with signals_deferred(), locked_file(self._file) as file:
                data = file.readall()
                self.progress = change(self._read(data) if data.strip() else Progress())
                rewrite(file, self._file, json_text(self.progress.to_dict()).encode())
        except OSError as error:
            raise write_error(self._file, error) from None


def _best_moves(grid: Grid) -> tuple[int, ...]:
    """Return the moves without loss; empty if the grid cannot be solved."""
    try:
        return review(grid, grid.legal_moves()[:1]).moves[0].best
    except InputError:
        return ()


def _seed(seed: int | None) -> int:
    """Return the seed, or today's."""
    return daily_seed(date.today()) if seed is None else seed


def _line() -> str:
    sys.stdout.flush()
    line = typed_line("> ", "a spot a line")
    return "q" if line is None else line.lower()
