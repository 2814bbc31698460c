"""The companion's conversation: reads what the player types, tells what to do, saves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from chatuchak_cli.shared.files import standard_input, write_file
from chatuchak_cli.shared.interrupt import interrupts_ignored
from chatuchak_cli.shared.output import emit_json, tell
from chatuchak_solver.errors import InputError, one_line
from chatuchak_solver.games.river_market.companion import Companion, Step, expand
from chatuchak_solver.games.river_market.log import LogEntry
from chatuchak_solver.games.river_market.players import suggested_choice
from chatuchak_solver.games.river_market.text import what_next

__all__ = ["CompanionTable", "log_lines"]

HELP = """\
In your turn type what happened, one thing a line, and then 'done':
  moved mill          your pawn ended there        built e1      you built on that end spot
  hired 1             helpers you hired            +2 fish       gained (or: gained fish 2)
  -1 coins            spent (or: spent coins 1)    done          the Rival's turn begins
  drew 1              cards you took of the deck   discarded helper 4
  deck-out            you took the deck's last card (with --cards table)
When asked, type a booth, an end spot, your score or a resource; Enter alone takes the one
in brackets. With --cards table type what the Rival turned up, such as 'helper 4', 'booth
zoom' or, if it was the last card, 'helper 4 last'.
At any time: show (the table), log, river TEXT (what the river looks like now), undo, quit."""

PROMPTS = {
    "zoom": "zoom to",
    "build": "build on",
    "event-build": "build on",
    "draw": "card",
    "event": "event",
    "score": "score",
    "left-over": "left over",
}


class CompanionTable:
    """A session at a terminal, or driven line by line by another program."""

    def __init__(self, session: Companion, path: Path, *, as_json: bool) -> None:
        self.session = session
        self.path = path
        self.as_json = as_json
        self.lines = 0

    def run(self) -> int:
        """Go on until the game is over or the player stops; return the exit code."""
        self.save()
        self.greet()
        try:
            while self.go_on():
                pass
        except KeyboardInterrupt:
            with interrupts_ignored():
                click.echo(err=True)
                tell(f"saved in {self.path}")
            raise
        return 0

    def go_on(self) -> bool:
        """Deal what is due, then take one line; return whether the conversation goes on."""
        while self.session.is_dealing:
            self.session, step = self.session.deal()
            self.save()
            self.tell(step)
        state = self.session.state
        if state.is_over:
            self.say(f"Your title: {state.title()}")
            return False
        standard_input("what happened, one thing a line")
        try:
            line = self.ask()
            if line is None or line in ("quit", "q", "exit"):
                self.say(one_line(f"Saved in {self.path}; the same command goes on."))
                return False
            self.answer(line)
        except InputError as error:
            if not sys.stdin.isatty():
                raise InputError(f"{error} (line {self.lines} of the input)") from None
            tell(f"error: {error}")
        return True

    def answer(self, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.partition(" ")
        choice = self.suggestion()
        match word:
            case "" if choice is None:
                return
            case "help" | "?":
                self.say(HELP)
            case "show":
                self.say(str(self.session.state))
            case "log":
                self.say("\n".join(log_lines(self.session.log())) or "Nothing happened yet.")
            case "undo":
                self.session = self.session.undo()
                self.save()
                self.say(f"Taken back. Now: {what_next(self.session.state)}.")
            case "river" if rest:
                self.session = self.session.with_river(rest)
                self.save()
                self.say("The river is as you say.")
            case _:
                action = choice if choice and not line else expand(line, self.session.state)
                self.session, step = self.session.apply(action)
                self.save()
                self.tell(step)

    def suggestion(self) -> str | None:
        """Return the text of a good choice, where there is one to make."""
        choice = suggested_choice(self.session.state)
        return None if choice is None else str(choice)

    def ask(self) -> str | None:
        """Return the next line, or None at the end of the input."""
        self.lines += 1
        state = self.session.state
        prompt = PROMPTS.get(state.phase, f"turn {state.turn}")
        choice = self.suggestion()
        if choice is not None:
            prompt += f" [{choice.partition(' ')[2]}]"
        try:
            # Standard output is for documents only where JSON is asked for.
            line = input("" if self.as_json else f"{prompt}> ")
        except EOFError:
            if not self.as_json:
                click.echo()
            return None
        except UnicodeDecodeError:
            raise InputError("a line is not text (UTF-8); expected what happened") from None
        return " ".join(line.split())

    def greet(self) -> None:
        """Say where the game stands."""
        if self.as_json:
            self.emit(None, ())
        else:
            click.echo(str(self.session.state))
            click.echo("Type 'help' to see what can be typed.")

    def tell(self, step: Step) -> None:
        """Say what a step means at the table."""
        if self.as_json:
            self.emit(step.action, step.lines)
            return
        for line in step.lines:
            click.echo(f"  {line}")
        state = self.session.state
        if not self.session.is_dealing and (state.phase != "turn" or step.is_rivals):
            click.echo(what_next(state))

    def say(self, text: str) -> None:
        """Say something that is no step; beside the documents where JSON is asked for."""
        click.echo(text, err=self.as_json)

    def emit(self, action: str | None, lines: Iterable[str]) -> None:
        """Print a step as one JSON document."""
        state = self.session.state
        title = state.title()
        emit_json(
            {
                "action": action,
                "lines": list(lines),
                "turn": state.turn,
                "phase": state.phase,
                "pawn": state.pawn,
                "river": str(state.river),
                "row": list(state.row),
                "collection": list(map(str, state.collection)),
                "suggested": self.suggestion(),
                "title": None if title is None else str(title),
            }
        )

    def save(self) -> None:
        """Write the session, whole or not at all."""
        if self.path.is_dir():
            raise InputError(f"{self.path}: is a directory; expected a file's name")
        text = json.dumps(self.session.to_dict(), ensure_ascii=False, indent=1)
        write_file(self.path, f"{text}\n")


def log_lines(entries: Iterable[LogEntry]) -> Iterator[str]:
    """Yield a log as text: turns, your events, the Rival's steps with what they mean."""
    turn = 0
    for entry in entries:
        if entry.turn != turn:
            turn = entry.turn
            yield f"Turn {turn}"
        yield f"  {'Rival' if entry.rival else 'you'}: {entry.action}"
        for line in entry.lines:
            yield f"    {line}"
