"""The score forms of all games, by the registry."""

from functools import cache

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.registry import every_game
from chatuchak_solver.games.score_form import ScoreForm


@cache
def score_forms() -> dict[str, ScoreForm]:
    """Return the score forms, by the names of their commands."""
    forms = (game.score for game in every_game())
    return {form.name: form for form in forms if form is not None}


def form_of(document: JsonObject) -> ScoreForm | None:
    """Return the form that draws a document, by the names of its fields; None if none does."""
    name = document.get("game")
    if name is not None:
        found = [game.score for game in every_game() if game.name == name]
        return found[0] if found and found[0] and found[0].draws_games else None
    form = max(score_forms().values(), key=lambda form: form.matches(document))
    return form if form.matches(document) and not form.names_files else None
