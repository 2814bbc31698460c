"""The setup of a real table, part by part."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
import numpy as np

from chatuchak_cli.games.conversation import Conversation
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import fill, seat_name
from chatuchak_solver.games.new_game import setup_parts, with_setup
from chatuchak_solver.games.session import HUMAN
from chatuchak_solver.games.setup_part import Pieces, SetupPart

START: Final = "start"


class SetupTable(Conversation):
    """The setup of a real table; other parts are drawn."""

    EXPECTED = "what lies on the table"

    def __init__(
        self, start: AnyState, seats: tuple[str, ...], path: Path, box: Box,
        *, seed: int, asks_start: bool,
    ) -> None:  # fmt: skip
        super().__init__(path)
        self.drawn = start
        self.seats = seats
        self.seed = seed
        self.box = box
        self.parts = list(setup_parts(start, box.tiles))
        if asks_start and len(seats) > 1:
            self.parts.insert(0, SetupPart(START, "seat", 1, Counter(seats), seats[0]))
        self.given: Pieces = {}
        self.holder: int | None = None
        self.begun_with: str | None = None
        """An action typed before the end of the setup."""
        self.stopped = False

    def start(self) -> AnyState:
        """Return the start state."""
        return self._start_with(self.given)

    def _start_with(self, given: Pieces) -> AnyState:
        rng = np.random.default_rng((self.seed, len(given)))
        return with_setup(self.drawn, given, rng, self.box.tiles)

    def greet(self) -> None:
        """Print the prompt and the way to draw the part."""
        click.echo(
            "Type what lies on your table; Enter draws a part here, 'begin' all the rest; ? helps."
        )

    def report_end(self) -> bool:
        """Return whether every part is known."""
        return not self.parts

    def prepare(self) -> bool:
        """Hand the screen to a person for a secret part."""
        seat = self.parts[0].secret
        people = [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]
        if seat not in people or len(people) == 1 or seat == self.holder:
            return True
        prompt = f"{seat_name(seat)}, take the screen to type your cards; Enter goes on> "
        clear, self.holder = self.holder is not None, seat
        return self.hand_over(prompt, clear=clear)

    def prompt(self) -> str:
        """Return the name of the due part."""
        part = self.parts[0]
        name, _, number = part.name.partition(" ")
        words = name
        if name == "customers":
            words = f"{name} {number}"
        elif number:
            words = f"{name} of {seat_name(int(number))} ({self.seats[int(number)]})"
        elif name == START:
            words = f"who starts, {' or '.join(part.pieces)}"
        return f"{words}> " if part.count == 1 else f"{words}, {part.count} {part.what}> "

    def answer(self, line: str) -> None:
        """Store a valid part."""
        part = self.parts[0]
        match line:
            case "":
                self.parts.pop(0)
            case "begin":
                self.parts.clear()
            case "?" | "help":
                click.echo(fill(__package__, "setup_help.txt", example=part.example))
            case "list":
                click.echo(", ".join(part.pieces) or part.example)
            case _:
                self.take(part, line)

    def take(self, part: SetupPart, line: str) -> None:
        """Store the pieces of a part, or begin with an action."""
        with suppress(InputError):
            self.start().apply(line)
            self.begun_with = line
            self.parts.clear()
            return
        pieces = part.read(line)
        if part.name == START:
            first = self.seats.index(pieces[0])
            self.seats = (*self.seats[first:], *self.seats[:first])
        else:
            given = {**self.given, part.name: pieces}
            self._start_with(given)
            self.given = given
        self.parts.pop(0)

    def stop(self) -> bool:
        """Print that the setup is not saved."""
        self.stopped = True
        return super().stop()

    def farewell(self) -> str:
        """Return the message that the setup is not saved."""
        return "nothing is saved before the game begins"
