"""Short rules of each game for new players, in several languages."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from chatuchak_solver.codec import Form, convert, parse_json
from chatuchak_solver.io.package_data import read_bytes

LANGUAGES: Final = ("en", "de")


class RuleSection(Form, frozen=True):
    """A part of a game's rules.

    Attributes
    ----------
    title
        The subject.
    lines
        The paragraphs.
    """

    title: str
    lines: tuple[str, ...]


class ShortRules(Form, frozen=True):
    """A game's rules in short.

    Attributes
    ----------
    game
        The game's name.
    language
        One of `LANGUAGES`.
    sections
        The parts; the last one lists the assumptions.
    """

    game: str
    language: str
    sections: tuple[RuleSection, ...]

    def __str__(self) -> str:
        """Return the rules as text: titles with their paragraphs."""
        sections = ("\n  ".join((part.title, *part.lines)) for part in self.sections)
        return "\n\n".join(sections)


@cache
def shipped_rules(game: str) -> Mapping[str, tuple[RuleSection, ...]]:
    """Return the rules of a game of the library, by language; empty for other games."""
    content, source = read_bytes("game_rules.json")
    texts = parse_json(content, source=source)["games"].get(game, {})
    return convert(texts, dict[str, tuple[RuleSection, ...]])
