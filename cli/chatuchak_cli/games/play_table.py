"""A game of several players as a dialog."""

import re
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import click

from chatuchak_cli.games.conversation import Conversation
from chatuchak_cli.shared.output import console, fitted, print_assumed, print_message, terminal_size
from chatuchak_cli.shared.screen import Screen
from chatuchak_solver import InputError, Stop
from chatuchak_solver.box import Reasons
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.facts import fill
from chatuchak_solver.games.session import HUMAN, Session, Step
from chatuchak_solver.rendering.templates import report

MAX_LISTED = 30
"""Longer lists of actions are printed only on request."""

TYPED_CARDS = (
    "note: the person who types a hidden card sees it, even a computer player's; the list has "
    "every card that you have not seen, and a refused card is in another hand"
)

ADVICE_S = 1.5
MAX_ADVISED = 5


class PlayTable(Conversation):
    """The players at one screen, or another program's input."""

    EXPECTED = "an action"

    def __init__(self, session: Session, path: Path, assumed: Reasons, *, lines: int = 0) -> None:
        super().__init__(path)
        self.assumed = assumed
        self.lines = lines
        self.screen = Screen(session)
        self.shown: Session | None = None
        """The last printed position."""

    @property
    def session(self) -> Session:
        """The current game."""
        return self.screen.session

    def save_session(self, session: Session) -> None:
        """Continue with a session, saved."""
        self.screen = replace(self.screen, session=session)
        self.save()

    def greet(self) -> None:
        """Print the seats."""
        seats = ", ".join(
            f"{self.session.name_of(seat)}: {kind}" for seat, kind in enumerate(self.session.seats)
        )
        click.echo(fitted(f"{seats}. Saved in {self.path} after every action; ? helps."))
        if self.session.typed and self.screen.hides:
            print_message(TYPED_CARDS)

    def step(self) -> bool:
        """Let the current computer player or chance act."""
        if self.session.state.is_over or self.session.awaits_human:
            return False
        with self.thinking():
            session, step = self.session.advance()
        self.save_session(session)
        click.echo(fitted(self.step_text(step)))
        return True

    def prepare(self) -> bool:
        """Show the current player's new position; return False to stop."""
        if self.shown is not self.session:
            awaited = self.screen.awaited
            if awaited is not None:
                prompt = f"{self.name(awaited)}, take the screen; Enter shows your cards> "
                if not self.hand_over(prompt, clear=self.screen.holder is not None):
                    return False
                self.screen = self.screen.taken()
            self.show()
            self.shown = self.session
        return True

    def prompt(self) -> str:
        """Return the current player's name as a prompt."""
        return f"{self.name(self.session.current_player)}> "

    def document(self) -> JsonObject:
        """Return the saved game with seats."""
        return self.session.to_dict()

    def answer(self, line: str) -> None:
        """Execute a line."""
        word, _, rest = line.partition(" ")
        match word:
            case "":
                pass
            case "?" | "help":
                click.echo(fitted(fill(__package__, "play_help.txt")))
            case "list":
                self.list_actions(rest)
            case "show":
                self.show()
            case "log":
                lines = map(self.step_text, self.session.steps())
                click.echo(fitted("\n".join(lines) or "Nothing was done yet."))
            case "advise":
                self.advise(rest)
            case "undo":
                self.save_session(self.session.undo())
                click.echo("Taken back.")
            case _:
                self.act(line)

    def actions(self) -> list[str]:
        """Return the choices, sorted by text and by numbers: 'roll 2' before 'roll 10'."""

        def order(text: str) -> list[int | str]:
            """Return words and numbers by turns."""
            parts = re.split(r"([0-9]+)", text)
            return [int(part) if place % 2 else part for place, part in enumerate(parts)]

        return sorted(self.screen.choices(), key=order)

    def act(self, line: str) -> None:
        """Apply an action by text or number."""
        if line.isascii() and line.isdecimal():
            actions = self.actions()
            if not 1 <= int(line[:9]) <= len(actions):
                raise InputError(f"invalid action {line[:9]}: expected 1 to {len(actions)}")
            line = actions[int(line[:9]) - 1]
        self.save_session(self.session.apply(self.screen.check_action(line)))

    def list_actions(self, beginning: str) -> None:
        """Print the numbered actions with a beginning."""
        own = f"{self.session.current_player} "  # simultaneous, with a single possible player
        texts = (choice.removeprefix(own) for choice in self.actions())
        numbered = [
            f"{number:>4}  {text}"
            for number, text in enumerate(texts, 1)
            if text.startswith(beginning)
        ]
        click.echo(_in_columns(numbered) or f"no action begins with {beginning!r}")

    def advise(self, playouts: str) -> None:
        """Print advice."""
        if playouts and not (playouts.isascii() and playouts.isdecimal() and len(playouts) < 8):
            raise InputError(f"advise {playouts}: expected a number of games")
        session = self.session
        if session.current_player == CHANCE:
            raise InputError("no player acts here; dice or cards are next")
        stop = Stop(work=int(playouts)) if playouts else Stop(time_s=ADVICE_S)
        with self.thinking():
            advice = session.advise(stop, most=MAX_ADVISED)
        table = report("advice.txt", advice=advice, most=MAX_ADVISED, name_of=self.name)
        console().print(table)

    def thinking(self) -> AbstractContextManager[object]:
        """Show a notice during a computation."""
        if self.session.current_player == CHANCE:
            return nullcontext()
        return console(stderr=True).status("thinking ...", spinner="line")

    def show(self) -> None:
        """Print the viewer's view and the legal actions."""
        state, mover = self.session.state, self.session.current_player
        click.echo()
        hides = self.screen.hides
        if mover != CHANCE or not hides:
            click.echo(fitted(self.with_names(str(state.view(mover) if hides else state))))
        actions = self.actions()
        if len(actions) <= MAX_LISTED:
            self.list_actions("")
        else:
            click.echo(fitted(f"{len(actions)} actions, such as '{actions[0]}'; 'list' shows all."))

    def step_text(self, step: Step) -> str:
        """Return the visible part of a step."""
        action = step.action if self.screen.sees(step) else "(hidden)"
        return f"{self.name(step.player)}: {action.removeprefix(f'{step.player} ')}"

    def report_end(self) -> bool:
        """Print the result of a finished game."""
        state = self.session.state
        if not state.is_over:
            return False
        click.echo()
        click.echo(fitted(self.with_names(str(state))))
        click.echo(fill(__package__, "end.txt", state=state, name=self.name))
        print_assumed(self.assumed)
        return True

    def with_names(self, text: str) -> str:
        """Return a text with players' names, of the column's width before columns."""

        def name(found: re.Match[str]) -> str:
            known = self.session.name_of(int(found[1]) - 1)
            width = len(found[0]) - 2
            return known[:width].ljust(width) + "  " if found[2] else known

        return re.sub(r"\bplayer (\d)\b( {2,})?", name, text)

    def name(self, player: int) -> str:
        """Return the name of a player."""
        if player == CHANCE:
            return "chance"
        kind = self.session.seats[player]
        name = self.session.name_of(player)
        return name if kind == HUMAN else f"{name} ({kind})"


def _in_columns(cells: list[str]) -> str:
    width = max(map(len, cells), default=0) + 2
    per_row = max(1, terminal_size().columns // width) if sys.stdout.isatty() else 1
    rows = (cells[start : start + per_row] for start in range(0, len(cells), per_row))
    return fitted("\n".join("".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows))
