"""Reviews as the command runs and prints them: of one game, or of many."""

from functools import partial
from pathlib import Path
from typing import Final

import click

from chatuchak_cli.shared.grid_argument import KeptSolution
from chatuchak_cli.shared.output import assumptions, emit_json
from chatuchak_cli.shared.puzzle_words import DID, game_words, lefts, move_words, positions
from chatuchak_cli.shared.runner import ExitCode, JobWords, run_job
from chatuchak_cli.shared.searches import limits_of
from chatuchak_solver.analysis.learning import learned
from chatuchak_solver.analysis.review import Review, review
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.run import Stop

PLAYERS: Final = "How the simulated players think is assumed, not measured on people."


class Reviewing:
    """One run of the command.

    Parameters
    ----------
    rule
        The one that overrides what games keep; None for theirs, or jumps.
    limits
        When to stop, for each game.
    why_assumed
        Why the grid had to be assumed, where it is a sample tile.

    Attributes
    ----------
    code
        The exit code that the games so far call for.
    """

    def __init__(
        self, rule: str | None, limits: Stop, *, as_json: bool, why_assumed: str | None
    ) -> None:
        self.code = ExitCode.DONE
        self._rule, self._limits = rule, limits
        self._as_json, self._why_assumed = as_json, why_assumed
        self._done: list[Review] = []

    def tell(self, game: KeptSolution, *, is_only: bool) -> Review | None:
        """Review a game and print what is found.

        Raises
        ------
        InputError
            If there are no moves, or one is illegal.
        """
        if game.moves is None:
            raise InputError(
                "there are no moves to review; expected MOVES such as 15,3,7, a game that play "
                "saved, a solution of solve --json, or a link with moves"
            )
        rule = self._rule or game.rule or "jump"
        done, code = run_job(
            partial(review, game.grid, game.moves, rule=rule),
            limits_of(rule, self._limits),
            JobWords(unit="positions"),
            before="everything was proven",
        )
        if code is not ExitCode.DONE:
            self.code = code
        self._done.append(done)
        if self._as_json:
            players = PLAYERS if done.expected_losses else None
            emit_json({**done.to_dict(), **assumptions(self._why_assumed, players)})
        elif is_only:
            self._print(done)
        else:
            click.echo(f"{done.grid}: {game_words(done)}")
        return done

    def draw(self, done: Review, *, html: Path | None, svg: Path | None) -> None:
        """Write the pictures that are asked for."""
        if svg is not None:
            from chatuchak_solver.rendering.review_svg import curve_svg

            write_file(svg, curve_svg(lefts(done)))
        if html is not None:
            from chatuchak_solver.rendering.review_html import review_html

            worst = None if done.costliest is None else done.costliest[0] - 1
            write_file(html, review_html(positions(done), summary=game_words(done), worst=worst))

    def tell_together(self) -> None:
        """Print what several games say together."""
        if self._as_json or len(self._done) < 2:
            return
        found = learned(self._done)
        click.echo(
            f"\n{len(found.losses)} games; lost in each: {', '.join(map(str, found.losses))}."
        )
        words = [f"On average {found.mean_loss:.1f}"]
        words += [f"{kind} simulated players {lost:.1f}" for kind, lost in found.expected.items()]
        click.echo(f"{'; '.join(words)} (those are assumed).")
        told = "; ".join(f"{DID[kind]}: {lost}" for kind, lost in found.by_kind.items())
        click.echo(f"Lost by what the move did: {told or 'nothing'}.")
        first, middle, last = found.by_stage
        click.echo(f"Lost in the first third: {first}; the middle: {middle}; the last: {last}.")

    def _print(self, done: Review) -> None:
        for number, (move, grid) in enumerate(
            zip(done.moves, done.positions, strict=False), start=1
        ):
            click.echo(move_words(move, number, grid))
        click.echo(game_words(done))
