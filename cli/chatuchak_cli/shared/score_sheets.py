"""Finished games scored, with reasons and a picture, whoever asks: a command or the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Group
from rich.text import Text

from chatuchak_solver.box import Box, Part, Reasons, deck_reasons
from chatuchak_solver.document import Node
from chatuchak_solver.games.assumptions import assumed_in_game
from chatuchak_solver.games.chatuchak import score_file as chatuchak
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak_speed import score_file as speed
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.river_market import score_file as river_market
from chatuchak_solver.games.river_market.text import ENDING_TEXTS, what_next
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.score_svg import ScorePanel, score_svg
from chatuchak_solver.rendering.score_table import Cell, ScoreTable
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import score_report as stands_report
from chatuchak_solver.sentences import Sentence, at
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import PlayerStand, StandFile
from chatuchak_solver.stand.scoring import FinalScore
from chatuchak_solver.stand.stand import Stand

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chatuchak_solver.rendering.svg import Svg

TITLE: Final = "Market stand"
STARS: Final[tuple[Part, ...]] = ("marker_stars", "token_stars")
"""The parts of the box that scores of Chatuchak depend on."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A finished game and its score.

    Attributes
    ----------
    result
        The JSON document of the command line.
    tables
        What the points are made of.
    winners
        The winners' names.
    notes
        What speaks against the game as it was given; it is scored all the same.
    ends
        What is left open.
    assumed
        The assumed parts of the box that the score depends on.
    report
        Puts it all on a console.
    picture
        Draws it all.
    """

    result: Jsonable | FinalScore
    tables: tuple[ScoreTable, ...]
    winners: tuple[str, ...]
    report: Callable[[], RenderableType]
    picture: Callable[[], Svg]
    notes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    assumed: Reasons = field(default_factory=dict)


def scored(
    kind: str, document: Node, directory: Path | None = None, box: Box | None = None
) -> Scored:
    """Score a document of one of `SCORERS`: a score file, or a saved game as it stands.

    Parameters
    ----------
    directory
        Where files that it names are looked for.
    box
        The box with the figures, and with the deck of stands whose document gives none; the
        default box if None.

    Raises
    ------
    InputError
        If anything in it is wrong; the message names the place.
    """
    return SCORERS[kind](document, directory or Path(), box or Box.default())


def kind_of_sheet(document: Node) -> str | None:
    """Return which of `SCORERS` scores a document, as far as its fields tell; None if none does.

    The stands of a stand file, a request or a game are no sheet's alone.
    """
    fields = document.mapping()
    if "game" in fields:
        game = str(fields["game"].value)
        return game if game in ("chatuchak", "chatuchak-speed") else None
    if "first" in fields:
        return "chatuchak-speed"
    if "helpers" in fields:
        return "river-market"
    if "players" in fields and isinstance(fields["players"].value, list):
        players = fields["players"].items()
        if players and isinstance(players[0].value, dict):
            first = players[0].mapping()
            if "grid" in first and "moves" in first:
                return "chatuchak-speed"
            return "chatuchak" if "grid" in first else "mercado" if "coins" in first else None
    return None


class _Player(NamedTuple):
    """A row of a score: what the points are made of, and what a picture shows above it."""

    name: str
    cells: tuple[Cell, ...]
    wins: bool
    grid: Grid | None = None
    lines: tuple[str, ...] = ()


def _of_players(
    result: Jsonable, title: str, head: tuple[str, ...], players: Sequence[_Player],
    *more: ScoreTable, notes: tuple[str, ...] = (), ends: tuple[str, ...] = (),
) -> Scored:  # fmt: skip
    """Return a score of players, those named first who stand first."""
    rows = tuple((player.name, *player.cells) for player in players)
    points = ScoreTable("points", ("player", *head), rows)
    panels = [
        ScorePanel(one.name, (*one.lines, *points.lines(number)), one.grid, one.wins)
        for number, one in enumerate(players)
    ]
    winners = tuple(player.name for player in players if player.wins)
    won = f"{' and '.join(winners)} {'share the win' if winners[1:] else 'wins'}."
    parts: list[RenderableType] = [part for table in (points, *more) for part in (table, "")]
    return Scored(
        result,
        (points, *more),
        winners,
        lambda: Group(*parts, won) if winners else Group(*parts[:-1]),
        lambda: score_svg(panels, title=title),
        notes,
        ends,
    )


def _placed(winners: Collection[int], totals: Sequence[int]) -> list[int]:
    """Return the players, those who win first, then by their points."""
    return sorted(range(len(totals)), key=lambda index: (index not in winners, -totals[index]))


def _chatuchak(document: Node, _: Path, box: Box) -> Scored:
    figures = load_figures(box.data("chatuchak"))[0]
    game = chatuchak.ScoreFile.from_node(document, figures)
    final = game.score()
    players, ties = [], []
    for index in _placed(final.winners, [result.total for result in final.results]):
        player, result = final.players[index], final.results[index]
        markers = [marker.name for marker, in_grid in player.markers if in_grid]
        beside = [marker.name for marker, in_grid in player.markers if not in_grid]
        tokens = [
            f"general {stars}" if marker is None else marker.name for marker, stars in player.tokens
        ]
        lines = (
            f"markers: {_all(markers)}",
            *((f"beside the grid: {_all(beside)}",) if beside else ()),
            f"tokens: {_all(tokens)}",
        )
        own, worst = player.token_stars, f"color:{final.worst_colors[index].letter} {result.minus}"
        cells = (result.stars - own, own, worst, result.total)
        players.append(_Player(player.name, cells, index in final.winners, player.grid, lines))
        ties.append((player.name, result.general_stars, result.mix_tokens))
    found = _of_players(
        final,
        "Chatuchak",
        ("marker-stars", "token-stars", "worst", "total"),
        players,
        ScoreTable("ties", ("player", "general-stars", "mix-tokens"), (*ties,)),
        notes=tuple(at(one.name, doubt) for one in game.players for doubt in one.doubts()),
        ends=_not_over(None if game.to_move is None else game.players[game.to_move].name),
    )
    if "game" not in document.mapping():
        return replace(found, assumed=box.reasons(*STARS))
    reasons = assumed_in_game(GameRecord.read(document).start, box)
    return replace(found, assumed={part: reasons[part] for part in STARS if part in reasons})


def _chatuchak_speed(document: Node, *_: object) -> Scored:
    game = speed.ScoreFile.from_node(document)
    players = []
    for index in game.standing:
        player = game.players[index]
        moves: Cell = "" if player.moves is None else player.moves
        cells = ("yes" if player.is_done else "no", moves, player.groups, player.too_many)
        players.append(_Player(player.name, cells, (index,) == game.winners, player.grid))
    head = ("done", "moves", "clusters", "too-many")
    ends = tuple(game.doubts())
    return _of_players(game, "Chatuchak, speed game", head, players, ends=ends)


def _stand(document: Node, directory: Path, box: Box) -> Scored:
    if "game" in document.mapping():
        record = GameRecord.read_of(MarketStandState, document)
        state, names = record.state, record.names
        pictures = [stand.picture() if len(stand) else None for stand in state.stands]
        seat = state.last_to_lay if state.draws_for else state.current_player
        laid = list(zip(names, pictures, state.stands, strict=True))
        found = _scored_stands(state.final_score(), laid)
        found = replace(found, assumed=assumed_in_game(record.start, box))
        return found if state.is_over else replace(found, ends=_not_over(names[seat]))
    game = StandFile.from_dict(
        document.value, directory=directory, deck=box.deck, source=document.source
    )
    found = _scored_stands(
        game.score(), [(one.name, one.picture, one.stand) for one in game.players]
    )
    notes = tuple(at(one.name, doubt) for one in game.players for doubt in one.doubts())
    return replace(found, notes=notes, assumed=deck_reasons(game.deck_in_use))


def _scored_stands(
    final: FinalScore, laid: Sequence[tuple[str, Picture | None, Stand | None]]
) -> Scored:
    """Return the score of stands: of each the player, and what was laid."""
    names = [name for name, _, _ in laid]
    goods: list[tuple[Cell, ...]] = []
    panels, empty = [], []
    for player, (name, picture, stand) in zip(final.players, laid, strict=True):
        notes = []
        for good in final.scoring_goods:
            one = player.tally.goods[good]
            goods.append((name, good, f"{one.biggest} x {one.groups}", one.points))
            notes.append(f"{good}: {one.biggest} x {one.groups} = {one.points}")
        notes += [f"mice: {player.mouse_points}", f"total: {player.total}"]
        if picture is None:
            empty.append(ScorePanel(name, tuple(notes)))
        else:
            panels.append(StandPanel(picture, stand, name, tuple(notes)))
    points: list[tuple[Cell, ...]] = [
        (name, _all(player.announced), player.mice, player.mouse_points, player.total)
        for name, player in zip(names, final.players, strict=True)
    ]
    points += [
        (" + ".join(names[seat] for seat in team.players), "", team.mice, "", team.total)
        for team in final.teams
    ]
    head = ("player", "announced", "mice", "mouse-points", "total")
    return Scored(
        final,
        (
            ScoreTable("points", head, (*points,)),
            ScoreTable("goods", ("player", "good", "groups", "total"), (*goods,)),
        ),
        tuple(names[index] for index in final.winners),
        lambda: stands_report(final, [picture for _, picture, _ in laid]),
        lambda: score_svg(empty, title=TITLE) if empty else stands_svg(panels, title=TITLE),
    )


def _mercado(document: Node, *_: object) -> Scored:
    game = mercado.ScoreFile.from_node(document)
    players = []
    for index in _placed(game.winners, [score.total for score in game.scores]):
        score = game.scores[index]
        stands: Cell = "" if score.stands is None else score.stands
        cells = (score.coins, -score.unplaced_restaurants, stands, score.total)
        players.append(_Player(game.names[index], cells, index in game.winners))
    head = ("coins", "unplaced", "stands", "total")
    ends = _not_over(None if game.to_move is None else game.names[game.to_move])
    return _of_players(game, "Mercado de Lisboa", head, players, ends=ends)


def _river_market(document: Node, *_: object) -> Scored:
    game = river_market.ScoreFile.so_far(document)
    state = game.under_way
    titles = game.titles()
    rows = tuple((resource, str(title)) for resource, title in titles.items())
    lines = [f"helpers: {game.helpers}", f"left over most: {_all(game.left_over)}"]
    if state is None:
        lines.insert(1, f"score: {game.score}")
        lines.append(f"the end: {ENDING_TEXTS[game.ended_by or '']}")
    names = [*map(str, titles.values())] or ["no title yet"]
    tied = ", ".join(titles)
    text = f"choose one: {tied} tie for most left over"
    several = (Sentence("tie", text, a=tied),) if rows[1:] else ()
    return Scored(
        game,
        (ScoreTable("titles", ("left-over", "title"), rows),),
        (),
        lambda: Text("\n".join(names) if state is None else str(state)),
        lambda: score_svg([ScorePanel(name, tuple(lines)) for name in names], title="River Market"),
        ends=several
        if state is None
        else (Sentence("not_over", f"the game is not over: {what_next(state)}"),),
    )


def _not_over(name: str | None) -> tuple[str, ...]:
    if name is None:
        return ()
    return (Sentence("not_over", f"the game is not over: it is the turn of {name}"),)


def _all(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


SCORERS: Final[Mapping[str, Callable[[Node, Path, Box], Scored]]] = {
    "chatuchak": _chatuchak,
    "chatuchak-speed": _chatuchak_speed,
    "stand": _stand,
    "mercado": _mercado,
    "river-market": _river_market,
}
"""What scores a document, by the name of its command."""


def stands_of_document(
    document: Node, directory: Path, deck: Deck | None = None
) -> tuple[tuple[PlayerStand, ...], Deck | None]:
    """Return the stands of a stand file, a request file or a saved game without the empty ones.

    Parameters
    ----------
    deck
        The deck if the document gives none; by default the shipped one.

    Returns
    -------
    The stands, and the deck that they depend on, if any.

    Raises
    ------
    InvalidInstanceError
        If the document is none of these, is invalid or has no stand.
    """
    fields = document.mapping()
    stands: Iterable[tuple[str, Stand, Announcement | None]]
    if "players" in fields and "game" not in fields:
        game = StandFile.from_dict(
            document.value, directory=directory, deck=deck, source=document.source
        )
        return game.players, game.deck_in_use
    if "game" in fields:
        record = GameRecord.read(document)
        state = record.state
        if not isinstance(state, MarketStandState):
            raise document.error(f"a game of {state.game} has no stands to show")
        deck, stands = state.deck, zip(record.names, state.stands, state.announced, strict=True)
    else:
        request = StandRequest.from_dict(
            document.value, directory=directory, deck=deck, source=document.source
        )
        deck, stands = request.deck, [("stand", request.stand, None)]
    found = tuple(
        PlayerStand(name, stand.picture(), stand, announced)
        for name, stand, announced in stands
        if len(stand)
    )
    if not found:
        raise document.error("no card is laid yet: there is no stand to show")
    return found, deck
