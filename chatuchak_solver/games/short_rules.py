"""Each game's rules in short, in several languages, for whoever plays it for the first time."""

from dataclasses import dataclass
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.package_data import read_document
from chatuchak_solver.jsonable import Jsonable, read_as

LANGUAGES: Final = ("en", "de")


@dataclass(frozen=True, slots=True)
class RuleSection(Jsonable):
    """A part of a game's rules.

    Attributes
    ----------
    title
        What it is about.
    lines
        What it says, a paragraph each.
    """

    written = "title lines"

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShortRules(Jsonable):
    """A game's rules in short.

    Attributes
    ----------
    game
        The game's name.
    language
        One of `LANGUAGES`.
    sections
        The parts; the last one says what is assumed.
    """

    written = "game language sections"

    game: str
    language: str
    sections: tuple[RuleSection, ...]

    def __str__(self) -> str:
        """Return them as text: titles, and below each its paragraphs."""
        parts = (f"{one.title}\n" + "\n".join(f"  {line}" for line in one.lines)
                 for one in self.sections)  # fmt: skip
        return "\n\n".join(parts)


def short_rules(game: str, language: str = "en") -> ShortRules:
    """Return a game's rules in short.

    Raises
    ------
    InputError
        If there is no such game or language.

    Examples
    --------
    >>> short_rules("mercado").sections[0].title
    'The aim'
    """
    games = read_document("game_rules.json").fields(("provenance", "games"))["games"].mapping()
    if game not in games or language not in LANGUAGES:
        raise InputError(f"no rules of {game!r} in {language!r}; expected one of "
                         f"{', '.join(games)} in one of {', '.join(LANGUAGES)}")  # fmt: skip
    parts = games[game].fields(LANGUAGES)[language]
    return ShortRules(game, language, read_as(tuple[RuleSection, ...], parts))
