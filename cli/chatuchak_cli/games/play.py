"""``game GAME play``: the setup of a real table, and a game of people and computer players."""

import secrets
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from chatuchak_cli.games import game_commands as commands
from chatuchak_cli.games.conversation import Conversation
from chatuchak_cli.games.play_table import PlayTable
from chatuchak_cli.shared import files, options, output
from chatuchak_cli.shared.screen import seats_from_start
from chatuchak_solver import Box, Game, InputError, game_entry
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import Pieces, SetupPart, fill
from chatuchak_solver.games.registry import assumed_in_game
from chatuchak_solver.games.session import HUMAN, GameRecord, Session, read_record

MANUAL = "manual"
START = "start"


class SetupTable(Conversation):
    """The setup of a real table; other parts are drawn."""

    EXPECTED = "what lies on the table"

    def __init__(self, session: Session, path: Path, box: Box, *, asks_start: bool) -> None:
        super().__init__(path)
        self.drawn = start = session.record.start
        self.game = game_entry(start.game)
        self.seats = seats = session.seats
        self.name_of = session.name_of
        self.seed = session.seed
        self.box = box
        self.parts = list(self.game.setup_parts(start, box.tiles))
        if asks_start and len(seats) > 1:
            self.parts.insert(0, SetupPart(START, "seat", 1, Counter(seats), seats[0]))
        self.given: Pieces = {}
        self.holder: int | None = None
        self.begun_with: str | None = None
        """An action typed before the end of the setup."""

    def start(self, given: Pieces | None = None) -> AnyState:
        """Return the start state with the given parts, or with those so far."""
        given = self.given if given is None else given
        rng = np.random.default_rng((self.seed, len(given)))
        return self.game.with_setup(self.drawn, given, rng, self.box.tiles)

    def greet(self) -> None:
        """Print the prompt and the way to draw the part."""
        text = "Type what lies on your table; Enter draws a part, 'begin' all the rest; ? helps."
        click.echo(output.fitted(text))

    def report_end(self) -> bool:
        """Return whether every part is known."""
        return not self.parts

    def prepare(self) -> bool:
        """Hand the screen to a person for a secret part."""
        seat = self.parts[0].secret
        people = [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]
        if seat not in people or len(people) == 1 or seat == self.holder:
            return True
        prompt = f"{self.name_of(seat)}, take the screen to type your cards; Enter goes on> "
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
            words = f"{name} of {self.name_of(int(number))} ({self.seats[int(number)]})"
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
                click.echo(output.fitted(fill(__package__, "setup_help.txt", example=part.example)))
            case "list":
                click.echo(output.fitted(", ".join(part.pieces) or part.example))
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
            self.start(given)
            self.given = given
        self.parts.pop(0)

    def farewell(self) -> str:
        """Return the message that the setup is not saved."""
        return "nothing is saved before the game begins"


def resumed_session(
    game: Game, path: Path, kinds: tuple[str, ...], names: tuple[str, ...],
    *, seed: int | None, dice: str | None,
) -> Session:  # fmt: skip
    """Return the session in a file, changed by the options."""
    record = files.read_document(path).load(read_record, game.state)
    count = record.start.num_players
    if kinds and len(kinds) != count:
        raise InputError(
            f"{path}: holds a game of {output.counted(count, 'player')}; "
            f"--seats for {len(kinds)} needs --new or another file"
        )
    saved = Session.of_record(record, seed=secrets.randbits(32) if seed is None else seed)
    typed = saved.typed if dice is None else dice == MANUAL
    seed = saved.seed if seed is None else seed
    return Session(record, kinds or saved.seats, seed, typed, names or saved.names)


def split_seats(text: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds and names of the seats; empty if there are none."""
    around = [] if text is None else [seat.strip() for seat in text.split(",")]
    parts = [seat.partition(":") if seat.startswith(HUMAN) else (seat,) for seat in around]
    names = tuple(seat[-1].strip() if len(seat) > 1 else "" for seat in parts)
    return tuple(seat[0] for seat in parts), names if any(names) else ()


DICE = ("auto", MANUAL)


@commands.game_command(lambda game: (
    click.argument("file", required=False, type=files.OutputFile(path_type=str)),
    click.option("--seats", metavar="A,B,...",
                 help=f"The players; {HUMAN}{commands.default_others(game)} by default."),
    click.option("--dice", type=click.Choice(DICE),
                 help="auto (the default): drawn here; manual: from your dice and cards."),
    click.option("--setup", "laying", type=click.Choice(DICE),
                 help="The same for the setup alone [as --dice]."),
    click.option("--new", is_flag=True, help="Start over even if the file is there."),
    click.option("--seed", type=click.IntRange(0),
                 help="Makes setup, chance and computer players repeatable."),
    commands.setup_options(game),
), **options.renamed(chance="dice", drawn="auto", typed="manual"))  # fmt: skip
def play(
    game: Game, *, file: str | None, seats: str | None, dice: str | None,
    laying: str | None, new: bool, seed: int | None, setup: commands.SetupChoice,
) -> int:  # fmt: skip
    r"""Play a game in company: people at this screen, and computer players.

    A game in FILE continues; else a new one is set up. It is saved there after every action, as
    a saved game that all commands read; without FILE it is stored in your data folder, and the
    first line prints the path. Type ? for help. Hidden cards are shown to their owners only.

    With --dice manual you type the results of your dice and cards, from the setup on: the command
    asks for each part, and Enter draws it. The person who types a hidden card sees it.

    Seats: human or human:NAME, {players}; advisor:N simulates N games per decision. The first of
    --seats is the start player; without --seats one is drawn.

    \b
    Examples:
      chatuchak game {game} play
      chatuchak game {game} play --seats human:Ana{others}
      chatuchak game {game} play tonight.json --seats human{others} --dice manual
    """
    path = files.save_path(file, f"{game.name}-play.json", "FILE")
    kinds, names = split_seats(seats)
    if path.exists() and not new:
        session = resumed_session(game, path, kinds, names, seed=seed, dice=dice)
        own = (option.name for option in game.state.setup_options)
        for option in options.typed_options("data", "laying", "tiles", "start", *own):
            output.print_message(f"{path} holds a game: {option} has no effect without --new")
        assumed = assumed_in_game(session.record.start, setup.box)
        return PlayTable(session, path, assumed).run()
    seed = secrets.randbits(32) if seed is None else seed
    around = tuple(f"{HUMAN}{commands.default_others(game)}".split(","))
    kinds = kinds or seats_from_start(around, seed)
    start = setup.start(game, len(kinds), seed)
    session = Session(GameRecord.begin(start), kinds, seed, dice == MANUAL, names)
    table = SetupTable(session, path, setup.box, asks_start=seats is None)
    if (laying or dice) == MANUAL and HUMAN in kinds:
        table.run()
        if table.parts:  # stopped
            return 0
    record = GameRecord.begin(table.start())
    session = replace(session, record=record, seats=table.seats)
    session = session if table.begun_with is None else session.apply(table.begun_with)
    assumed = setup.assumed(record.start)
    return PlayTable(session, path, assumed, lines=table.lines).run()
