"""Rules in short: every game has them, in every language alike, with what is assumed."""

from __future__ import annotations

import pytest

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.short_rules import LANGUAGES, short_rules


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_every_game_has_rules_of_one_shape_in_every_language(game: str) -> None:
    told = [short_rules(game, language) for language in LANGUAGES]
    shapes = {tuple(len(section.lines) for section in rules.sections) for rules in told}
    assert len(shapes) == 1
    assert len({str(rules) for rules in told}) == len(LANGUAGES)
    for rules, assumed in zip(told, ("Assumed here", "Hier angenommen"), strict=True):
        assert rules.sections[-1].title == assumed
        assert all(line.strip() for section in rules.sections for line in section.lines)


def test_a_game_or_language_that_there_is_none_of_is_told() -> None:
    for game, language in (("chess", "en"), ("mercado", "pt")):
        with pytest.raises(InputError, match=r"expected one of chatuchak, .* in one of en, de"):
            short_rules(game, language)
