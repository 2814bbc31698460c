"""The companion's dialog: reads the player's events, prints the Rival's turn, saves."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from chatuchak_cli.games.conversation import Conversation
from chatuchak_cli.shared.output import assumed_fields, emit_json
from chatuchak_solver.box import Reasons
from chatuchak_solver.codec import Answer, JsonObject, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.river_market.companion import Companion, expand
from chatuchak_solver.games.river_market.log import LogEntry
from chatuchak_solver.games.river_market.players import suggested_choice
from chatuchak_solver.games.river_market.setup import Card, River
from chatuchak_solver.games.river_market.text import TEXTS, what_next


class StepAnswer(Answer, frozen=True, kw_only=True):
    """A step at the table.

    Attributes
    ----------
    action
        The action's text; None at the beginning of the session.
    lines
        The sentences of its meaning at the table.
    turn
        The turn's number, from 1.
    phase
        The next step.
    pawn
        The booth of the Rival's pawn.
    river
        The river, clockwise: booths by name, end spots in brackets.
    row
        The house row, in order.
    collection
        The Rival's face-up cards.
    suggested
        A good choice if one is due, or None.
    title
        Your title after the game, or None.
    """

    action: str | None
    lines: tuple[str, ...]
    turn: int
    phase: str
    pawn: str
    river: Notation[River]
    row: tuple[str, ...]
    collection: tuple[Notation[Card], ...]
    suggested: str | None
    title: str | None


class CompanionTable(Conversation):
    """A companion's session."""

    EXPECTED = "events"

    def __init__(
        self, session: Companion, path: Path, assumed: Reasons | None = None, *, as_json: bool
    ) -> None:
        super().__init__(path, quiet=as_json)
        self.session = session
        self.assumed = assumed or {}

    def step(self) -> bool:
        """Deal the due card, if any."""
        if not self.session.is_dealing:
            return False
        self.session, step = self.session.deal()
        self.save()
        self.print_step(step)
        return True

    def report_end(self) -> bool:
        """Print the title after the game."""
        state = self.session.state
        if state.is_over:
            self.print_text(f"Your title: {state.title()}")
        return state.is_over

    def document(self) -> JsonObject:
        """Return the session."""
        return self.session.to_dict()

    def located(self, error: InputError) -> InputError:
        """Return an error with its line number."""
        return InputError(f"{error} (line {self.lines} of the input)")

    def answer(self, line: str) -> None:
        """Execute a line."""
        word, _, rest = line.partition(" ")
        choice = self.suggestion()
        match word:
            case "" if choice is None:
                return
            case "help" | "?":
                self.print_text("\n".join(TEXTS.help))
            case "show":
                self.print_text(str(self.session.state))
            case "log":
                self.print_text("\n".join(log_lines(self.session.log())) or "Nothing happened yet.")
            case "undo":
                self.session = self.session.undo()
                self.save()
                self.print_text(f"Taken back. Now: {what_next(self.session.state)}.")
            case "river" if rest:
                self.session = self.session.with_river(rest)
                self.save()
                self.print_text("The river is as you say.")
            case _:
                action = choice if choice and not line else expand(line, self.session.state)
                self.session, step = self.session.apply(action)
                self.save()
                self.print_step(step)

    def suggestion(self) -> str | None:
        """Return a good choice, if one is due."""
        choice = suggested_choice(self.session.state)
        return None if choice is None else str(choice)

    def prompt(self) -> str:
        """Return the prompt with a good choice in brackets."""
        state = self.session.state
        prompt = TEXTS.prompts.get(state.phase, f"turn {state.turn}")
        choice = self.suggestion()
        if choice is not None:
            prompt += f" [{choice.partition(' ')[2]}]"
        return f"{prompt}> "

    def greet(self) -> None:
        """Print the position."""
        if self.quiet:
            self.emit(None, ())
        else:
            click.echo(str(self.session.state))
            click.echo("Type 'help' to see what can be typed.")

    def print_step(self, step: LogEntry) -> None:
        """Print a step's instructions."""
        if self.quiet:
            self.emit(step.action, step.lines)
            return
        for line in step.lines:
            click.echo(f"  {line}")
        state = self.session.state
        if not self.session.is_dealing and (state.phase != "turn" or step.rival):
            click.echo(what_next(state))

    def emit(self, action: str | None, lines: Iterable[str]) -> None:
        """Print a step as one JSON document."""
        state = self.session.state
        title = state.title()
        step = StepAnswer.of(
            state,
            action=action,
            lines=tuple(lines),
            suggested=self.suggestion(),
            title=None if title is None else str(title),
        )
        emit_json({**step.to_dict(), **assumed_fields(self.assumed)})


def log_lines(entries: Iterable[LogEntry]) -> Iterator[str]:
    """Yield the lines of a log: turns, your events, the Rival's steps."""
    turn = 0
    for entry in entries:
        if entry.turn != turn:
            turn = entry.turn
            yield f"Turn {turn}"
        yield f"  {'Rival' if entry.rival else 'you'}: {entry.action}"
        for line in entry.lines:
            yield f"    {line}"
