"""Text of a position of the market stand game."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from chatuchak_solver.games.facts import (
    Board,
    Moved,
    NameList,
    Piece,
    SummaryTable,
    fill,
    seat_name,
)
from chatuchak_solver.games.market_stand.actions import Lay, Start
from chatuchak_solver.games.market_stand.observation import Observation, observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.scoring import FinalScore
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import Stand

MAX_WIDTH = 80


def stand_text(stand: Stand) -> str:
    """Return a stand's picture with the coordinates of columns and rows."""
    if not len(stand):
        return "(no card yet)"
    left, top, right, bottom = stand.bounds
    picture = stand.picture()
    wide = max(2 if picture.mice else 1, *(len(str(x)) for x in (left, right)))
    margin = max(len(str(y)) for y in (top, bottom))
    head = " ".join(str(x).ljust(wide) for x in range(left, right + 1)).rstrip()
    lines = [" " * margin + "  " + head]
    for y, row in enumerate(picture.text_rows(), start=top):
        spaces = " ".join(space.ljust(wide) for space in row.split()).rstrip()
        lines.append(f"{y:>{margin}}  {spaces}")
    return "\n".join(lines)


def stands_text(view: Observation) -> str:
    """Return all stands, the viewer's last, as many side by side as a terminal has room for.

    The viewer's has coordinates for the next card.
    """
    rows: list[list[Sequence[str]]] = [[]]
    for seat in sorted(range(len(view.stands)), key=lambda seat: seat == view.player):
        stand, head = view.stands[seat], seat_name(seat)
        if seat == view.player or not len(stand):
            picture = stand_text(stand)
        else:
            picture = str(stand.picture())
        block = [head + ", you" * (seat == view.player), *picture.splitlines()]
        if max(map(len, _side_by_side([*rows[-1], block]))) > MAX_WIDTH:
            rows.append([])
        rows[-1].append(block)
    return "\n".join(line for row in rows for line in _side_by_side(row))


def _side_by_side(blocks: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return ["   ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def state_text(state: MarketStandState) -> str:
    """Return the market, hands, stands and current scores."""
    return _fill("position.txt", state=state, final=state.final_score())


def view_text(view: Observation) -> str:
    """Return the view of a player."""
    return _fill("view.txt", view=view, goods=sorted(view.expected_goods(), key=GOODS.index))


def _fill(template: str, **values: object) -> str:
    return fill(__package__, template, picture=stand_text, stands=stands_text, **values)


def goods_table(final: FinalScore, names: Sequence[str]) -> SummaryTable:
    """Return the groups and points of every player and scoring good."""
    rows = tuple(
        (name, good, f"{tally.biggest} x {tally.groups}", tally.points)
        for name, player in zip(names, final.players, strict=True)
        for good, tally in ((good, player.tally.goods[good]) for good in final.scoring_goods)
    )
    return SummaryTable("goods", ("player", "good", "groups", "total"), rows)


def facts(state: MarketStandState) -> tuple[SummaryTable, ...]:
    """Return all players' cards; only the stack until all first cards are chosen."""
    if not state.is_started:
        return (SummaryTable.of("around", stack=len(state.stack)),)
    final = state.final_score()
    rows: list[tuple[object, ...]] = [
        (seat_name(seat), len(stand), score.mice, score.total)
        for seat, (stand, score) in enumerate(zip(state.stands, final.players, strict=True))
    ]
    rows += [
        (NameList(map(seat_name, team.players)), "", team.mice, team.total) for team in final.teams
    ]
    return (
        SummaryTable("points", ("player", "cards", "mice", "total"), tuple(rows)),
        goods_table(final, list(map(seat_name, range(state.num_players)))),
        SummaryTable.of(
            "around", scoring=NameList(sorted(final.scoring_goods)), stack=len(state.stack)
        ),
    )


def boards(state: MarketStandState, viewer: int | None, mover: int) -> list[Board]:
    """Return the stands visible to the viewer."""
    first = max(0, mover) if viewer is None else viewer
    view = observe(state, first)
    hidden = viewer is None and not state.is_started
    seats = [(first + place) % state.num_players for place in range(state.num_players)]
    return [
        Board(seat_name(seat), stand, large=seat == first, taps=False)
        for seat in seats
        if len(stand := Stand() if hidden else view.stands[seat])
    ]


def moved(before: MarketStandState, after: MarketStandState, seat: int) -> Moved | None:
    """Return the card placed by a player."""
    stand = after.stands[seat]
    count = len(stand)
    return None if count == len(before.stands[seat]) else Moved(stand, None, str(count - 1))


def pieces(state: MarketStandState, viewer: int | None) -> list[Piece]:
    """Return the viewer's cards and those of the market, with the current player's placements."""
    hand = () if viewer is None else state.hands[viewer]
    places: dict[tuple[str, Card], dict[str, tuple[int, int, int]]] = defaultdict(dict)
    for action in state.legal_actions():
        if isinstance(action, Lay):
            places[action.source, action.card][str(action)] = action.place
        elif isinstance(action, Start):
            places["hand", action.card][str(action)] = (0, 0, 0)
    return [
        Piece(source, card.id, card.rows, places[source, card])
        for source, cards in (("hand", hand), ("market", state.market))
        for card in cards
    ]


def words(state: MarketStandState) -> Mapping[str, str]:
    """Return the pictures of all cards by name."""
    return {card.id: " / ".join(card.rows) for card in state.deck}
