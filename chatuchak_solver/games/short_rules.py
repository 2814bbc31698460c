"""Short rules of each game for new players, in several languages."""

from functools import cache
from typing import Any, Final, Literal, TypeAlias, get_args

from chatuchak_solver.codec import Form, convert, parse_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.package_data import read_bytes

Language: TypeAlias = Literal["en", "de"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class RuleSection(Form, frozen=True):
    """A part of a game's rules.

    Attributes
    ----------
    title
        What it is about.
    lines
        What it says, a paragraph each.
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
        The parts; the last one says what is assumed.
    """

    game: str
    language: str
    sections: tuple[RuleSection, ...]

    def __str__(self) -> str:
        """Return the rules as text: titles with their paragraphs."""
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
    games = _games()
    if game not in games or language not in LANGUAGES:
        raise InputError(f"no rules of {game!r} in {language!r}; expected one of "
                         f"{', '.join(games)} in one of {', '.join(LANGUAGES)}")  # fmt: skip
    return ShortRules(game, language, convert(games[game][language], tuple[RuleSection, ...]))


@cache
def _games() -> dict[str, Any]:
    content, source = read_bytes("game_rules.json")
    games: dict[str, Any] = parse_json(content, source=source)["games"]
    return games
