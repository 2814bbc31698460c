"""Final scores of finished games, one function per game.

Each takes a score file, or its content as bytes or a mapping; see ``chatuchak score GAME --help``
and ``docs/games.md``.
"""

from chatuchak_solver.arguments import check_mapping
from chatuchak_solver.codec import JsonObject, Source, convert, read_json
from chatuchak_solver.games.chatuchak import score_file as chatuchak
from chatuchak_solver.games.chatuchak.setup import load_figures
from chatuchak_solver.games.chatuchak_speed import score_file as chatuchak_speed
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.river_market.score_file import ScoreFile as RiverMarketScore
from chatuchak_solver.games.score_form import ScoreRequest
from chatuchak_solver.stand.files import load_stand_file
from chatuchak_solver.stand.scoring import FinalScore as StandScore


def score_stand(game: Source) -> StandScore:
    """Score the stands of a finished market stand game.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If the content is invalid; the message names the place.

    Examples
    --------
    >>> ola = {"name": "Ola", "visible": ["S S c*", "c c S"]}
    >>> score = score_stand({"players": [ola, {"name": "Kim", "visible": ["p b B", "B p p"]}]})
    >>> [player.total for player in score.players]
    [2, 2]
    """
    return load_stand_file(game).score()


def score_chatuchak(game: Source, *, data: Data = None) -> chatuchak.FinalScore:
    """Score a finished multiplayer game of Chatuchak.

    ``data`` replaces shipped figures, for example ``marker_stars``. Raises as `score_stand`.

    Examples
    --------
    >>> amy = {"name": "Amy", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}
    >>> amy["tokens"] = [{"token": "general", "stars": 3}]
    >>> score_chatuchak({"players": [amy]}).to_dict()["players"][0]["total"]
    -3
    """
    request, figures = _request(game), load_figures(check_mapping(data, name="data"))[0]
    return chatuchak.read(request, figures)


def score_chatuchak_speed(game: Source) -> chatuchak_speed.ScoreFile:
    """Return the winner of a speed game of Chatuchak, and all players' progress.

    Raises as `score_mercado`.

    Examples
    --------
    >>> amy = {"name": "Amy", "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.", "moves": 21}
    >>> ben = {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}
    >>> game = score_chatuchak_speed({"players": [ben, amy]})
    >>> game.to_dict()["winners"], [player.too_many for player in game.players]
    (['Amy'], [24, 0])
    """
    return chatuchak_speed.read(_request(game))


def score_mercado(game: Source) -> mercado.ScoreFile:
    """Score a finished game of Mercado de Lisboa.

    Raises as `score_stand`, and `IllegalMoveError` if the log of a saved game breaks a rule.

    Examples
    --------
    >>> ana = {"name": "Ana", "coins": 31, "stands": 7}
    >>> score_mercado({"players": [ana, {"name": "Rui", "coins": 30, "stands": 9}]}).winners
    (0,)
    """
    return mercado.read(_request(game))


def score_river_market(game: Source) -> RiverMarketScore:
    """Return the results and title of a finished solo game of River Market.

    Raises as `score_mercado`.

    Examples
    --------
    >>> answers = {"helpers": 3, "score": 30, "left_over": "fish", "ended_by": "deck"}
    >>> score_river_market(answers).to_dict()["title"]
    'The most charmingly Bright-eyed Minnow Wrangler of the summer!'
    """
    request = _request(game)
    score = RiverMarketScore.from_dict(request.document, source=request.source)
    score.check_over(request.source)
    return score


def _request(game: Source) -> ScoreRequest:
    document, name = read_json(game)
    return ScoreRequest(convert(document, JsonObject, source=name), name)
