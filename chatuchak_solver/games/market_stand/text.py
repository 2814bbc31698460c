"""Text of a position of the market stand game."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from chatuchak_solver.games.facts import Board, Moved, NameList, Piece, SummaryTable, seat_name
from chatuchak_solver.games.market_stand.observation import Observation, observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.scoring import FinalScore
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import Stand


def market_lines(market: Sequence[Card], stack: int) -> list[str]:
    """Return the cards of the market and the number of cards in the stack."""
    cards = ([card.id, *card.rows] for card in market)
    return side_by_side([["market"], *cards, [f"stack: {stack}"]])


def stand_lines(stand: Stand) -> list[str]:
    """Return a stand's picture with the coordinates of columns and rows."""
    if not len(stand):
        return ["(no card yet)"]
    left, top, right, bottom = stand.bounds
    picture = stand.picture()
    wide = max(2 if picture.mice else 1, *(len(str(x)) for x in (left, right)))
    margin = max(len(str(y)) for y in (top, bottom))
    head = " ".join(str(x).ljust(wide) for x in range(left, right + 1)).rstrip()
    lines = [" " * margin + "  " + head]
    for y, row in enumerate(picture.text_rows(), start=top):
        spaces = " ".join(space.ljust(wide) for space in row.split()).rstrip()
        lines.append(f"{y:>{margin}}  {spaces}")
    return lines


def side_by_side(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return blocks of lines in columns."""
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return ["    ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def state_text(state: MarketStandState) -> str:
    """Return the market, hands, stands and current scores."""
    lines = market_lines(state.market, len(state.stack))
    final = state.final_score()
    points, _, _ = _tables(state, final)
    owned = zip(
        points.rows[: state.num_players], state.stands, state.hands, state.announced, strict=True
    )
    for (player, _, mice, total), stand, hand, goods in owned:
        said = f", announced {' '.join(goods)}" if goods else ""
        lines += ["", f"{player}: {_cards(stand)}, {total} points, {mice} mice{said}"]
        if hand:
            lines.append(hand_line(hand))
        lines += stand_lines(stand)
    scoring = " ".join(final.scoring_goods) or "none"
    lines += ["", f"scoring goods: {scoring}"]
    lines += [
        f"team of players {' and '.join(map(str, team.players))}: {team.total} points, "
        f"{team.mice} mice"
        for team in final.teams
    ]
    return "\n".join([*lines, _next(state)])


def facts(state: MarketStandState) -> tuple[SummaryTable, ...]:
    """Return all players' cards; only the stack until all first cards are chosen."""
    if not state.is_started:
        return (SummaryTable.of("around", stack=len(state.stack)),)
    return _tables(state, state.final_score())


def _tables(state: MarketStandState, final: FinalScore) -> tuple[SummaryTable, ...]:
    rows: list[tuple[object, ...]] = [
        (seat_name(seat), len(stand), score.mice, score.total)
        for seat, (stand, score) in enumerate(zip(state.stands, final.players, strict=True))
    ]
    rows += [
        (NameList(map(seat_name, team.players)), "", team.mice, team.total) for team in final.teams
    ]
    goods = [
        (seat_name(seat), good, f"{tally.biggest} x {tally.groups}", tally.points)
        for seat, score in enumerate(final.players)
        for good, tally in ((good, score.tally.goods[good]) for good in final.scoring_goods)
    ]
    return (
        SummaryTable("points", ("player", "cards", "mice", "total"), tuple(rows)),
        SummaryTable("goods", ("player", "good", "groups", "total"), tuple(goods)),
        SummaryTable.of(
            "around", scoring=NameList(sorted(final.scoring_goods)), stack=len(state.stack)
        ),
    )


def hand_line(hand: Sequence[Card]) -> str:
    """Return the line of a hand."""
    return "hand " + ", ".join(f"{card.id} [{' / '.join(card.rows)}]" for card in hand)


def view_text(view: Observation) -> str:
    """Return the view of a player."""
    lines = market_lines(view.market, view.stack_size)
    for seat, (stand, size) in enumerate(zip(view.stands, view.hand_sizes, strict=True)):
        own = seat == view.player
        head = f"{seat_name(seat)}, you" if own else seat_name(seat)
        hand = "" if own else f", {size} in the hand"
        lines += ["", f"{head}: {_cards(stand)}{hand}"]
        lines += [hand_line(view.hand)] if own and view.hand else []
        lines += stand_lines(stand)
    goods = " ".join(sorted(view.expected_goods(), key=GOODS.index)) or "none"
    unseen = " ".join(card.id for card in view.unseen)
    lines += ["", f"goods that others would announce now: {goods}", f"unseen cards: {unseen}"]
    return "\n".join(lines)


def _cards(stand: Stand) -> str:
    return f"{len(stand)} card{'s' * (len(stand) != 1)}"


def _next(state: MarketStandState) -> str:
    if state.is_over:
        return f"over: won by {' and '.join(map(seat_name, state.winners()))}"
    if state.draws_for:
        return f"next: a card is drawn for the {state.draws_for}"
    player = state.current_player
    if state.all_complete:
        return f"next: {seat_name(player)} announces one of the tied goods"
    task = "lays a card" if state.is_started else "starts a stand"
    return f"next: {seat_name(player)} {task}"


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
    """Return the viewer's playable cards."""
    hand = () if viewer is None else state.hands[viewer]
    return [
        Piece(source, card.id, card.rows)
        for source, cards in (("hand", hand), ("market", state.market))
        for card in cards
    ]


def words(state: MarketStandState) -> Mapping[str, str]:
    """Return the pictures of all cards by name."""
    return {card.id: " / ".join(card.rows) for card in state.deck}
