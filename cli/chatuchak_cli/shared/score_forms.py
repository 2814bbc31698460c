"""The score forms of all games: by command name, by document, and for the page."""

from functools import cache

from msgspec.structs import fields

from chatuchak_solver.codec import Form, JsonObject
from chatuchak_solver.games.registry import every_game
from chatuchak_solver.games.score_form import Number, Question, ScoreForm


@cache
def score_forms() -> dict[str, ScoreForm]:
    """Return the score forms by command name."""
    forms = (game.score for game in every_game())
    return {form.name: form for form in forms if form is not None}


def form_of(document: JsonObject) -> ScoreForm | None:
    """Return the form that draws a document, by its fields; None without one."""
    if (name := document.get("game")) is not None:
        forms = [game.score for game in every_game() if game.name == name]
        return next((form for form in forms if form and form.draws_games), None)
    form = max(score_forms().values(), key=lambda form: _count_fields(form, document))
    return form if _count_fields(form, document) and not form.names_files else None


def page_form(form: ScoreForm) -> JsonObject:
    """Return a form for the page."""
    counts = [form.players[0], form.players[-1]] if form.players else []
    return {
        "players": counts,
        "parts": list(form.parts),
        "of_player": [_page_question(question, form.player_form) for question in form.of_player],
        "of_game": [_page_question(question, form.form) for question in form.of_game],
    }


def _count_fields(form: ScoreForm, document: JsonObject) -> int:
    """Return the number of the form's fields in the document and its first player."""
    players = document.get("players")
    first = players[0] if isinstance(players, list) and players else None
    player = first if isinstance(first, dict) else {}
    pairs = ((document, form.form), (player, form.player_form))
    known = (({*part}, {*kind.__struct_encode_fields__}) for part, kind in pairs)
    return sum(len(found & names - {"players", "name"}) for found, names in known)


def _page_question(question: Question, form: type[Form]) -> JsonObject:
    """Return a question for the page; ``entry`` names the control."""
    number = question.read if isinstance(question.read, Number) else None
    if question.each:
        entry = "amounts"
    elif number is not None:
        entry = "number"
    else:
        entry = question.name if question.choices is None else "choice"
    return {
        "name": question.name,
        "entry": entry,
        "required": any(part.required for part in fields(form) if part.name == question.name),
        "usual": question.default,
        "least": None if number is None else number.least,
        "each": list(question.each),
        "offered": list(question.offered),
    }
