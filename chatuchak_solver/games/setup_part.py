"""A part of a game's setup, drawn or from a real table."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from chatuchak_solver.arguments import parse_int
from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.io.untrusted import quote

Pieces: TypeAlias = Mapping[str, Sequence[str]]
"""The pieces of a setup, by part name."""


class SetupPartAnswer(Answer, frozen=True):
    """The JSON form of a `SetupPart`."""

    name: str
    count: int
    pieces: tuple[tuple[str, int], ...]
    example: str
    secret: int | None


@renamed_members(checked="check_pieces")
@dataclass(frozen=True, slots=True)
class SetupPart:
    """One part of a setup.

    Attributes
    ----------
    name
        ``market``, ``hand``, ``tiles``, ``display``, ``customers``, ``grid``, ``mixes`` or
        ``river``; after a blank the player, or the number of customers.
    what
        The kind of its pieces; plural if several.
    pieces
        Each possible piece and its number in the game; empty if ``check`` parses any text.
    example
        An example of its notation.
    secret
        The only player with access, or None.
    check
        Normalizes a text or raises InputError; used without ``pieces``.
    """

    name: str
    what: str
    count: int
    pieces: Mapping[str, int] = field(default_factory=dict)
    example: str = ""
    secret: int | None = None
    check: Callable[[str], str] | None = None

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return SetupPartAnswer.of(self, pieces=tuple(self.pieces.items())).to_dict()

    def read(self, text: str) -> tuple[str, ...]:
        """Return the typed pieces, separated by commas or, without commas, by blanks.

        A number repeats a piece, as in ``2 fish, meat``; case is ignored.
        """
        if self.check is not None:
            return (self.check(text.strip()),)
        if "," in text or any(" " in piece for piece in self.pieces):
            words = [word.strip() for word in text.split(",")]
        else:
            words = re.findall(r"\d+ +\S+|\S+", text)
        return self.check_pieces([piece for word in words for piece in self._named(word)])

    def check_pieces(self, pieces: Sequence[str]) -> tuple[str, ...]:
        """Return valid pieces; raise as `read`."""
        if self.check is not None:
            return (self.check(" ".join(pieces)),)
        for piece, count in Counter(pieces).items():
            if piece not in self.pieces:
                none = f"no {self.what}" if self.count == 1 else f"none of the {self.what}"
                raise InputError(f"{quote(piece)} is {none}: {', '.join(self.pieces)}")
            if count > self.pieces[piece]:
                raise InputError(f"{count} times {piece}; the game has {self.pieces[piece]}")
        if len(pieces) != self.count:
            found = f"such as {self.example}; found {len(pieces)}"
            text = f"expected {self.count} {self.what}, {found}"
            raise InputError(Sentence("pieces", text, n=self.count, a=len(pieces)))
        return tuple(pieces)

    def _named(self, word: str) -> list[str]:
        number, _, piece = word.partition(" ")
        count, whole, counted = parse_int(number, 2), self._meant(word), self._meant(piece.strip())
        if counted is None or count is None or whole is not None:
            return [whole or word]
        return [counted] * count

    def _meant(self, word: str) -> str | None:
        alike = [name for name in self.pieces if name.casefold() == word.casefold()]
        return word if word in alike else alike[0] if len(alike) == 1 else None
