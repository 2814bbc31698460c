"""Final scores of the market stand game: the score form and the report."""

from collections.abc import Sequence
from typing import Any

from chatuchak_solver.box import Box, deck_reasons
from chatuchak_solver.codec import JsonObject, Source
from chatuchak_solver.errors import Sentence, at
from chatuchak_solver.games import score_form as forms
from chatuchak_solver.games.facts import NameList
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.market_stand.text import goods_table
from chatuchak_solver.games.registry import assumed_in_game
from chatuchak_solver.games.session import read_record
from chatuchak_solver.stand import files
from chatuchak_solver.stand.files import MAX_PLAYERS, GameForm, PlayerForm, StandFile
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.scoring import FinalScore
from chatuchak_solver.stand.stand import Stand

ALONE = Sentence(
    "alone",
    'four players without "teams" are scored each alone; for teams, as a game of four plays, '
    'add "teams": [[0, 2], [1, 3]], or else "variant": "standard"',
)
Shown = tuple[str, Picture | None, Stand | None]
"""A player's name and stand."""


def score_stand(game: Source) -> FinalScore:
    """Score the stands of a finished market stand game.

    ``game`` is a file, or its content as bytes or a mapping.

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
    return files.load_stand_file(game).score()


def score(request: forms.ScoreRequest) -> forms.ScoreReport:
    r"""Score finished stands and print the winners with the reasons.

    FILE is JSON, or - for standard input. Each player gives the placements in their order, or the
    stand as seen:

    \b
      {"players": [
        {"name": "Ola", "announce": ["S"], "placements":
           [{"card": "c07", "x": 0, "y": 0, "rotation": 90}, "c21@2:1r0", ...]},
        {"name": "Jan", "visible": ["S S . G", "c* S B G"]}, ...]}

    \b
    Goods S B G C M: strawberry, banana, grape, carrot, mushroom. Empties c p b: crate, pallet,
    barrel. "*" after a space is a mouse, "." is no card. Without "announce" the best choice for
    its owner is taken if goods tie. "variant" is standard, two-player (the default for two)
    or teams ("teams": [[0, 2], [1, 3]]); "deck" names a deck file of your own. A game that
    `game market-stand` saved is scored as well, as it stands if it is not over. Without FILE a
    terminal asks for the stands.
    """
    if request.is_game:
        record = read_record(request.document, MarketStandState, source=request.source)
        state, names = record.state, record.names
        seat = state.last_to_lay if state.draws_for else state.current_player
        pictures = [stand.picture() if len(stand) else None for stand in state.stands]
        return _report(
            state.final_score(),
            list(zip(names, pictures, state.stands, strict=True)),
            assumed=assumed_in_game(record.start, request.box),
            ends=forms.not_over(None if state.is_over else names[seat]),
        )
    game = StandFile.from_dict(
        request.document, directory=request.directory, deck=request.box.deck, source=request.source
    )
    notes = [at(player.name, doubt) for player in game.players for doubt in player.doubts()]
    undecided = {"variant", "teams"}.isdisjoint(request.document)
    if undecided and len(game.players) == MAX_PLAYERS:
        notes.append(ALONE)
    return _report(
        game.score(),
        [(player.name, player.picture, player.stand) for player in game.players],
        assumed=deck_reasons(game.deck_in_use),
        notes=tuple(notes),
    )


def _report(final: FinalScore, shown: Sequence[Shown], **more: Any) -> forms.ScoreReport:
    names = [name for name, _, _ in shown]
    rows = []
    for seat, (player, (name, picture, stand)) in enumerate(zip(final.players, shown, strict=True)):
        lines = []
        for good in final.scoring_goods:
            groups = player.tally.goods[good]
            lines.append(f"{good}: {groups.biggest} x {groups.groups} = {groups.points}")
        lines += [f"mice: {player.mouse_points}", f"total: {player.total}"]
        cells = (str(NameList(player.announced)), player.mice, player.mouse_points, player.total)
        wins = seat in final.winners
        rows.append(forms.PlayerRow(name, cells, wins, tuple(lines), picture=picture, stand=stand))
    teams = tuple(
        (" + ".join(names[seat] for seat in team.players), "", team.mice, "", team.total)
        for team in final.teams
    )
    return forms.ScoreReport(
        "Market stand",
        final,
        tuple(rows),
        ("announced", "mice", "mouse-points", "total"),
        teams,
        (goods_table(final, names),),
        by_stands=True,
        **more,
    )


def _typed_rows(rows: list[str], box: Box) -> JsonObject:
    if "@" in "".join(rows[:1]):
        return {"placements": Stand.parse(" ".join(rows), box.deck).to_list()}
    return {"visible": Picture.parse(rows).text_rows()}


FORM = forms.ScoreForm(
    "stand",
    "Score the stands of the market stand game.",
    GameForm,
    score,
    range(2, MAX_PLAYERS + 1),
    (
        forms.Question("visible", "the stand as seen, a row a line, or its cards; an empty line "
                       "ends it", _typed_rows, lines=True),
    ),
    player_form=PlayerForm,
    parts=("deck",),
    names_files=True,
)  # fmt: skip
