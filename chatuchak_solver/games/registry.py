"""The games of the library, by package name, and registered games.

A package is imported on first use. `register` adds an external game to the command line, the
simulator and the adapters.
"""

from functools import cache
from importlib import import_module

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.score_form import ScoreForm
from chatuchak_solver.io.untrusted import describe

PACKAGES: dict[str, str] = {
    "chatuchak": ".chatuchak.game",
    "chatuchak-speed": ".chatuchak_speed.game",
    "mercado": ".mercado.game",
    "river-market": ".river_market.game",
    "market-stand": ".market_stand.game",
}
"""The modules of the descriptors, in order of presentation."""

_ADDED: dict[str, Game] = {}

GAMES: tuple[Game, ...]
"""The games of the library, imported on first access."""


@cache
def __getattr__(name: str) -> tuple[Game, ...]:
    """Return `GAMES`."""
    if name == "GAMES":
        return tuple(map(game_entry, PACKAGES))
    raise AttributeError(name)


def game_entry(name: str) -> Game:
    """Return a game's descriptor."""
    if isinstance(name, str) and name in PACKAGES:
        game: Game = import_module(PACKAGES[name], __package__).GAME
        return game
    if isinstance(name, str) and name in _ADDED:
        return _ADDED[name]
    names = ", ".join((*PACKAGES, *_ADDED))
    raise InvalidInstanceError(f"no game {describe(name)}; there are: {names}")


def every_game() -> tuple[Game, ...]:
    """Return the games of the library, then the registered ones."""
    return tuple(map(game_entry, (*PACKAGES, *_ADDED)))


def register(game: Game) -> Game:
    """Register an external game and return it."""
    if game.name in PACKAGES:
        raise InputError(f"invalid game name '{game.name}': expected a new name")
    _ADDED[game.name] = game
    return game


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
    form = max(score_forms().values(), key=lambda form: form.matches(document))
    return form if form.matches(document) and not form.names_files else None
