"""Score sheets in the terminal: questions, one a line, whose answers make a score file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

import click

from chatuchak_cli.shared.files import standard_input
from chatuchak_cli.shared.output import tell
from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.title import ENDINGS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.stand.deck import shipped_deck
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.stand import Stand

__all__ = ["QUESTIONS", "asked"]

T = TypeVar("T")

GENERAL: Final = "general"
MOST: Final = 1_000_000


class Asker:
    """Asks a person at the terminal, or reads another program's lines."""

    def __init__(self) -> None:
        self._lines = 0

    def ask(self, question: str, read: Callable[[str], T], default: str = "") -> T:
        """Return what ``read`` makes of the next line; where it is empty, of the default.

        Raises
        ------
        InputError
            If the input ends, or a line that no person typed cannot be read.
        """
        while True:
            shown = f"{question} [{default}]> " if default else f"{question}> "
            line = self.line(shown) or default
            try:
                return read(line)
            except InputError as error:
                if not sys.stdin.isatty():
                    raise InputError(f"line {self._lines}: {error}") from None
                tell(f"error: {error}")

    def line(self, shown: str) -> str:
        """Return the next line with single blanks.

        Raises
        ------
        InputError
            If the input ends before the sheet is filled in.
        """
        standard_input("answers, one a line")
        self._lines += 1
        click.echo(shown, nl=False, err=True)  # standard output is for the score alone
        try:
            return " ".join(input().split())
        except EOFError:
            raise InputError(f"line {self._lines}: the input ends; expected more answers") from None
        except UnicodeDecodeError:
            raise InputError(f"line {self._lines} is not text (UTF-8)") from None

    def rows(self, question: str, read: Callable[[list[str]], T]) -> T:
        """Return what ``read`` makes of the lines up to an empty one."""
        while True:
            rows: list[str] = []
            while line := self.line(f"{question}> " if not rows else "  > "):
                rows.append(line)
            try:
                return read(rows)
            except InputError as error:
                if not sys.stdin.isatty():
                    raise InputError(f"up to line {self._lines}: {error}") from None
                tell(f"error: {error}")


def asked(kind: str) -> JsonObject:
    """Return the score file of a game that a person describes; see `QUESTIONS`."""
    return QUESTIONS[kind](Asker())


def _chatuchak(asker: Asker) -> JsonObject:
    players: list[JsonObject] = []
    for name in _names(asker, least=1, most=5):
        grid = asker.ask(f"{name}: grid, as RYGBP/...", Grid.parse)
        markers = asker.ask(f"{name}: markers, such as group:R mix:RG path", _markers)
        tokens = asker.ask(f"{name}: tokens, such as group:R general general", _tokens)
        players.append(
            {
                "name": name,
                "grid": str(grid),
                "markers": [{"marker": one} for one in markers],
                "tokens": [{"token": one} for one in tokens],
            }
        )
    return {"players": players}


def _chatuchak_speed(asker: Asker) -> JsonObject:
    players: list[JsonObject] = []
    for name in _names(asker, least=1, most=5):
        grid = asker.ask(f"{name}: grid, as RYGBP/...", Grid.parse)
        moves = asker.ask(f"{name}: moves, empty if nobody counted", _number_or_none)
        players.append({"name": name, "grid": str(grid), "moves": moves})
    done = [one["name"] for one in players if Grid.parse(one["grid"]).is_solved]
    if len(done) < 2:
        return {"players": players}
    return {
        "players": players,
        "first": asker.ask(f"who was done first: {', '.join(done)}", _one_of(done)),
    }


def _stand(asker: Asker) -> JsonObject:
    players: list[JsonObject] = []
    for name in _names(asker, least=2, most=4):
        question = f"{name}: the stand as seen, a row a line, or its cards; an empty line ends it"
        players.append({"name": name, **asker.rows(question, _stand_rows)})
    return {"players": players}


def _mercado(asker: Asker) -> JsonObject:
    players: list[JsonObject] = []
    for name in _names(asker, least=2, most=4):
        coins = asker.ask(f"{name}: coins", _number(0))
        restaurants = asker.ask(f"{name}: restaurants not opened", _number(0, 100), "0")
        players.append({"name": name, "coins": coins, "restaurants": restaurants})
    totals = [player["coins"] - player["restaurants"] for player in players]
    tied = [player for player, total in zip(players, totals, strict=True) if total == max(totals)]
    if len(tied) > 1:
        for player in tied:
            question = f"{player['name']}: stands in the market, which settle the tie"
            player["stands"] = asker.ask(question, _number(0, 100))
    return {"players": players}


def _river_market(asker: Asker) -> JsonObject:
    document: JsonObject = {
        "helpers": asker.ask("helpers that you hired", _number(0), "0"),
        "score": asker.ask("your score", _number(-MOST)),
        "left_over": {name: asker.ask(f"{name} left over", _number(0), "0") for name in RESOURCES},
    }
    ended = asker.ask(f"what ended the game: {', '.join(ENDINGS)}", _one_of(ENDINGS))
    amounts: dict[str, int] = document["left_over"]
    most = [name for name in RESOURCES if amounts[name] == max(amounts.values())]
    document["ended_by"] = ended
    if len(most) > 1:
        document["choose"] = asker.ask(
            f"which counts as most: {', '.join(most)}", _one_of(most), most[0]
        )
    return document


QUESTIONS: Final = MappingProxyType[str, Callable[[Asker], JsonObject]](
    {
        "chatuchak": _chatuchak,
        "chatuchak-speed": _chatuchak_speed,
        "stand": _stand,
        "mercado": _mercado,
        "river-market": _river_market,
    }
)
"""What asks for each game's score file, by the name of its command."""


def _names(asker: Asker, *, least: int, most: int) -> Sequence[str]:
    count = asker.ask(f"players, {least} to {most}", _number(least, most), "2")
    names: list[str] = []

    def read(text: str) -> str:
        name = Node(text, source="the name").label()
        if name in names:
            raise InputError(f"{name!r} is there already; every player has another name")
        return name

    while len(names) < count:
        number = len(names) + 1
        names.append(asker.ask(f"name of player {number}", read, f"player {number}"))
    return names


def _number(least: int, most: int = MOST) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) <= 7
        if not (fits and least <= int(text) <= most):
            raise InputError(f"{text[:20]!r} is no number from {least} to {most}")
        return int(text)

    return read


def _number_or_none(text: str) -> int | None:
    return _number(0)(text) if text else None


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise InputError(f"{text[:20]!r} is none of: {', '.join(choices)}")
        return text

    return read


def _markers(text: str) -> list[str]:
    return [Marker.parse(word).name for word in text.replace(",", " ").split()]


def _tokens(text: str) -> list[str]:
    words = text.replace(",", " ").split()
    return [word if word == GENERAL else Marker.parse(word).name for word in words]


def _stand_rows(rows: list[str]) -> JsonObject:
    """Read a stand as seen, or as its cards, such as ``c07@2:-1r90``, in the order laid."""
    words = [word for row in rows for word in row.split()]
    if words and "@" in words[0]:
        deck = shipped_deck()
        stand = Stand(tuple(Placement.parse(word, deck) for word in words))
        return {"placements": stand.to_list()}
    return {"visible": Picture.parse(rows).text_rows()}
