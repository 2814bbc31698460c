"""Commands of River Market: the table companion and the log of a game."""

import re
import secrets
from collections.abc import Iterable
from pathlib import Path

import click

from chatuchak_cli.games.conversation import Conversation
from chatuchak_cli.shared import files, options
from chatuchak_cli.shared.output import assumed_fields, emit_json, is_json, print_assumed
from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.codec import Answer, JsonObject, Notation
from chatuchak_solver.errors import InputError, NotationError
from chatuchak_solver.games.registry import assumed_in_game
from chatuchak_solver.games.river_market import RiverMarketState, actions
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.setup import Card, River
from chatuchak_solver.games.river_market.text import TEXTS, LogEntry, log_lines, what_next
from chatuchak_solver.games.session import Step


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

    def __init__(self, session: Companion, path: Path, assumed: Reasons) -> None:
        super().__init__(path, quiet=is_json())
        self.session = session
        self.assumed = assumed

    def step(self) -> bool:
        """Deal the due card, if any."""
        if not self.session.is_dealing:
            return False
        self.continue_with(*self.session.advance())
        return True

    def continue_with(self, session: Companion, step: Step | None = None) -> None:
        """Continue with a session, saved, and print its step."""
        self.session = session
        self.save()
        if step is not None:
            self.print_step(LogEntry.of_step(step))

    def report_end(self) -> bool:
        """Print the title after the game."""
        state = self.session.state
        if state.is_over:
            self.print_text(f"Your title: {state.title()}")
        return state.is_over

    def document(self) -> JsonObject:
        """Return the session."""
        return self.session.to_dict()

    def answer(self, line: str) -> None:
        """Execute a line."""
        word, _, rest = line.partition(" ")
        choice = self.session.suggested
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
                self.continue_with(self.session.undo())
                self.print_text(f"Taken back. Now: {what_next(self.session.state)}.")
            case "river" if rest:
                self.continue_with(self.session.with_river(rest))
                self.print_text("The river is as you say.")
            case _:
                action = choice if choice and not line else expand(line, self.session.state)
                self.continue_with(*self.session.step(action))

    def prompt(self) -> str:
        """Return the prompt with a good choice in brackets."""
        state = self.session.state
        prompt = TEXTS.prompts.get(state.phase, f"turn {state.turn}")
        if (choice := self.session.suggested) is not None:
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
            suggested=self.session.suggested,
            title=None if title is None else str(title),
        )
        emit_json(step, self.assumed)


@click.command(name="companion")
@options.output_option("--file", help="The session: resumed if it is there, saved after every step "
                       "[river-market.json in your data folder].")  # fmt: skip
@click.option("--new", is_flag=True, help="Start over even if the session is there.")
@click.option("--cards", type=click.Choice(["dealt", "table"]),
              help="dealt (the default): here; table: you turn them up and type them.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="Makes the dealt cards repeatable.")
@click.option("--river", metavar="TEXT", help="The river, such as 'swap-meet [e1] mill=you [e2]'.")
@click.option("--houses", type=click.IntRange(1, 100), help="Your houses.")
@click.option("--after-build", type=click.Choice(["spot-used", "spot-stays"]),
              help="Whether a new booth uses up its end spot.")  # fmt: skip
@options.input_option("--data", help="JSON in place of the shipped deck, events and so on.")
@options.box_option
@options.json_option
def companion(
    *, file: Path | None, new: bool, cards: str | None, seed: int | None, data: Path | None,
    box: Box, **own: str | None,
) -> int:  # fmt: skip
    r"""Play River Market solo at the table: the command plays the Rival's turns.

    After each of your turns type its events (`built e1`, `+2 fish`), and `done`. Type `help` for
    help, `undo` to go back a step, `quit` to stop. The same command continues later. The river and
    the deck, which the solo rules do not define, are assumed unless you give them.

    \b
    Examples:
      chatuchak game river-market companion --river 'swap-meet [e1] [e2] mill [e3]'
      chatuchak game river-market companion --cards table --file tonight.json
    """
    path = files.save_path(file, "river-market.json", "--file")
    given = {name: value for name, value in own.items() if value is not None}
    session = None
    if path.exists() and not new:
        session = files.read_document(path).load(Companion.from_dict)
    if session is None or given or cards or data or seed is not None:
        figures = {} if data is None else files.read_document(data).fields
        start = RiverMarketState.new(
            data={**box.data("river-market"), **figures, **given},
            options={} if cards is None else {"cards": cards},
        )
        if session is None:
            seed = secrets.randbits(32) if seed is None else seed
            session = Companion.begin(start, seed=seed)
        if start.setup != session.state.setup or seed not in (None, session.seed):
            raise InputError(f"{path}: holds a game; a new setup needs --new or another --file")
    assumed = assumed_in_game(session.record.start, box)
    code = CompanionTable(session, path, assumed).run()
    print_assumed(assumed, err=True)
    return code


@click.command(name="log")
@options.document_argument
@options.box_option
@options.json_option
def log(*, file: str, box: Box) -> None:
    r"""Print the events of a game turn by turn, with the Rival's instructions.

    FILE is a saved game or a companion's session, - for standard input.

    \b
    Examples:
      chatuchak game river-market log river-market.json
      chatuchak game river-market log game.json --json
    """
    session = files.read_document(file).load(Companion.from_dict)
    entries, assumed = session.log(), assumed_in_game(session.record.start, box)
    if is_json():
        emit_json([{**entry.to_dict(), **assumed_fields(assumed)} for entry in entries])
    else:
        for line in log_lines(entries):
            click.echo(line)
        print_assumed(assumed)


VERBS = (*actions.VALUES, "gained", "spent", "done", "deck-out")


def expand(text: str, state: RiverMarketState) -> str:
    """Return the action of a player's short form.

    ``+2 fish`` and ``-1 coins`` are gains and expenses; the default number is 1. For a drawn card,
    ``helper 4`` and ``helper 4 last`` suffice; for a choice of a place, its name. Case is ignored
    except in names of Events.
    """
    line = " ".join((text if state.phase == "event" else text.lower()).split())
    if not line:
        raise NotationError("empty line; 'help' lists the commands")
    if found := re.fullmatch(r"(\+ ?|- ?|gained |spent )(\d*) ?([a-z]+)", line):
        verb = "gained" if found[1][0] in "+g" else "spent"
        return f"{verb} {found[3]} {found[2] or 1}"
    if line[0] in "+-":
        raise NotationError(f"expected a resource, such as '{line[0]}2 fish'")
    if line in ("hired", "drew"):
        return f"{line} 1"
    verb = {"draw": "card", "event-build": "build"}.get(state.phase, state.phase)
    if verb == "card" and line.endswith(" last"):
        verb, line = "last-card", line.removesuffix(" last").removeprefix("card ")
    for action in state.legal_texts():
        if _plain(line) in (_plain(action), _plain(action.removeprefix(f"{verb} "))):
            return action
    is_action = verb in ("turn", "your-draw", "over") or line.partition(" ")[0] in VERBS
    return line if is_action else f"{verb} {line}"


def _plain(text: str) -> str:
    return "-".join(text.lower().replace("-", " ").split())
