"""Short rules of every game, in every language, with the assumed parts."""

from __future__ import annotations

import pytest

from chatuchak_solver import GAMES
from chatuchak_solver.games.game import LANGUAGES, Game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_rules_of_one_shape_in_every_language(game: Game) -> None:
    translations = [game.short_rules(language) for language in LANGUAGES]
    shapes = {tuple(len(section.lines) for section in rules.sections) for rules in translations}
    assert len(shapes) == 1
    assert len({str(rules) for rules in translations}) == len(LANGUAGES)
    for rules, assumed in zip(translations, ("Assumed data", "Hier angenommen"), strict=True):
        assert rules.sections[-1].title == assumed
        assert all(line.strip() for section in rules.sections for line in section.lines)
