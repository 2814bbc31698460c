"""What lies beside the boards, as tables of words that the page knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Final

from chatuchak_solver.document import JsonObject
from chatuchak_solver.games.chatuchak.figures import exchange
from chatuchak_solver.games.chatuchak.scoring import clusters
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.strengths import format_strength
from chatuchak_solver.games.chatuchak.table import CENTER
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.state import RiverMarketState

__all__ = ["facts_of"]

Cell = str | int
Rows = Sequence[Sequence[Cell]]


def facts_of(state: AnyState) -> list[JsonObject]:
    """Return tables of what everybody may see: ``{"title", "head", "rows"}``.

    Titles and heads are keys of the page's texts; cells are numbers or words of the game, several
    parted by commas.
    """
    tell = FACTS.get(state.game)
    return [] if tell is None else tell(state)


def _table(title: str, head: Sequence[str], rows: Rows) -> JsonObject:
    return {"title": title, "head": list(head), "rows": [list(row) for row in rows]}


def _players(state: AnyState) -> list[str]:
    return [f"player {seat}" for seat in range(state.num_players)]


def _chatuchak(state: ChatuchakState) -> list[JsonObject]:
    figures = state.table.figures
    points: list[list[Cell]] = []
    for seat, result in enumerate(state.results()):
        pairs = zip(state.table.markers, state.token_owners, strict=True)
        tokens = [marker.name for marker, owner in pairs if owner == seat]
        stars = state.general_tokens[seat] * figures.stars_of_general
        general = exchange(stars, figures.general_denominations)
        tokens += [f"general {number}" for number in general]
        points.append([f"player {seat}", result.stars, -result.minus, result.total, _all(tokens)])
    markers: list[list[Cell]] = []
    for index, marker in enumerate(state.table.markers):
        holder = state.holders[index]
        held = "center" if holder == CENTER else f"player {holder}"
        if holder != CENTER and not state.fits(holder, index):
            held += ", beside"
        strengths = [
            format_strength(marker, profile.strengths[index]) for profile in state.profiles
        ]
        markers.append([marker.name, held, *strengths])
    return [
        _table("points", ("player", "stars", "minus", "total", "tokens"), points),
        _table("track", (), _track(state.time)),
        _table("markers", ("marker", "held", *_players(state)), markers),
    ]


def _track(time: TimeTrack) -> list[list[Cell]]:
    numbers = list(map(str, time.numbers))
    if time.tent:
        numbers[time.tent - 1] = f"[{numbers[time.tent - 1]}]"
    rows: list[list[Cell]] = [
        ["tent", f"{time.tent} / {len(numbers)}"],
        ["numbers", " ".join(numbers)],
    ]
    return rows if time.requirement is None else [*rows, ["needed", time.requirement]]


def _chatuchak_speed(state: SpeedState) -> list[JsonObject]:
    rows: list[list[Cell]] = []
    for seat, (grid, made) in enumerate(zip(state.grids, state.moves, strict=True)):
        groups = sum(clusters(grid))
        rows.append([f"player {seat}", made, groups, groups - len(grid.colors)])
    return [_table("points", ("player", "moves", "clusters", "too-many"), rows)]


def _mercado(state: MercadoState) -> list[JsonObject]:
    rows: list[list[Cell]] = [
        [
            f"player {seat}",
            score.coins,
            score.stands or 0,
            _counts(state.tiles[seat], STANDS),
            _counts(state.unplaced[seat], RESTAURANTS),
        ]
        for seat, score in enumerate(state.final_scores())
    ]
    around: list[list[Cell]] = [
        ["display", _counts(state.display, STANDS)],
        ["customers", _all([str(tile) for tile in state.shown])],
        ["bag", sum(state.bag)],
    ]
    head = ("player", "coins", "stands", "tiles", "restaurants")
    return [_table("points", head, rows), _table("around", (), around)]


def _market_stand(state: MarketStandState) -> list[JsonObject]:
    if not state.is_started:
        return [_table("around", (), [["stack", len(state.stack)]])]
    final = state.final_score()
    rows: list[list[Cell]] = [
        [f"player {seat}", len(stand), one.mice, one.total]
        for seat, (stand, one) in enumerate(zip(state.stands, final.players, strict=True))
    ]
    teams: list[list[Cell]] = [
        [_all([f"player {seat}" for seat in team.players]), "", team.mice, team.total]
        for team in final.teams
    ]
    goods: list[list[Cell]] = []
    for seat, one in enumerate(final.players):
        for good in final.scoring_goods:
            tally = one.tally.goods[good]
            groups = f"{tally.biggest} x {tally.groups}"
            goods.append([f"player {seat}", good, groups, tally.points])
    around: list[list[Cell]] = [
        ["scoring", _all(sorted(final.scoring_goods))],
        ["stack", len(state.stack)],
    ]
    return [
        _table("points", ("player", "cards", "mice", "total"), [*rows, *teams]),
        _table("goods", ("player", "good", "groups", "total"), goods),
        _table("around", (), around),
    ]


def _river_market(state: RiverMarketState) -> list[JsonObject]:
    amounts = zip(RESOURCES, state.resources, strict=True)
    own: list[list[Cell]] = [
        ["houses", state.houses],
        ["helpers", state.helpers],
        ["resources", _all([f"{amount} {name}" for name, amount in amounts if amount])],
        ["bonuses", state.bonuses],
    ]
    rival: list[list[Cell]] = [
        ["house-row", _all(list(state.row))],
        ["collection", _all(list(map(str, state.collection)))],
        ["deck", "table" if state.setup.table else sum(count for _, count in state.deck)],
        ["events", sum(count for _, count in state.events)],
    ]
    return [_table("you", (), own), _table("rival", (), rival)]


def _counts(counts: Sequence[int], names: Sequence[str]) -> str:
    pairs = zip(names, counts, strict=True)
    return _all([name if count == 1 else f"{count} {name}" for name, count in pairs if count])


def _all(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


FACTS: Final = MappingProxyType[str, Callable[[Any], list[JsonObject]]](
    {
        ChatuchakState.game: _chatuchak,
        SpeedState.game: _chatuchak_speed,
        MercadoState.game: _mercado,
        MarketStandState.game: _market_stand,
        RiverMarketState.game: _river_market,
    }
)
