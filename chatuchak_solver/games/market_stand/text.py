"""A position of the market stand game as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from chatuchak_solver.games.market_stand.observation import Observation
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import Stand

__all__ = ["card_lines", "hand_line", "side_by_side", "stand_lines", "state_text", "view_text"]


def card_lines(card: Card) -> list[str]:
    """Return a card's name and its two rows."""
    return [card.id, *card.rows]


def stand_lines(stand: Stand) -> list[str]:
    """Return a stand's picture with the x of its columns above and the y of its rows before."""
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


def side_by_side(blocks: Sequence[Sequence[str]], gap: int = 4) -> list[str]:
    """Return blocks of lines beside each other."""
    widths = [max((len(line) for line in block), default=0) for block in blocks]
    return [
        (" " * gap)
        .join(line.ljust(width) for line, width in zip(row, widths, strict=True))
        .rstrip()
        for row in zip_longest(*blocks, fillvalue="")
    ]


def state_text(state: MarketStandState) -> str:
    """Return the market, the hands, the stands and their scores as they are now."""
    cards = [card_lines(card) for card in state.market]
    lines = side_by_side([["market"], *cards, [f"stack: {len(state.stack)}"]])
    final = state.final_score()
    for seat, (stand, hand) in enumerate(zip(state.stands, state.hands, strict=True)):
        one = final.players[seat]
        goods = state.announced[seat]
        said = f", announced {' '.join(goods)}" if goods else ""
        counted = f"{len(stand)} card{'s' * (len(stand) != 1)}"
        lines += ["", f"player {seat}: {counted}, {one.total} points, {one.mice} mice{said}"]
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


def hand_line(hand: Sequence[Card]) -> str:
    """Return the cards of a hand on one line."""
    return "hand " + ", ".join(f"{card.id} [{' / '.join(card.rows)}]" for card in hand)


def view_text(view: Observation) -> str:
    """Return what one player sees."""
    cards = [card_lines(card) for card in view.market]
    lines = side_by_side([["market"], *cards, [f"stack: {view.stack_size}"]])
    for seat, (stand, size) in enumerate(zip(view.stands, view.hand_sizes, strict=True)):
        counted = f"{len(stand)} card{'s' * (len(stand) != 1)}"
        if seat == view.player:
            lines += ["", f"player {seat}, you: {counted}"]
            lines += [hand_line(view.hand)] if view.hand else []
        else:
            lines += ["", f"player {seat}: {counted}, {size} in the hand"]
        lines += stand_lines(stand)
    goods = " ".join(sorted(view.expected_goods(), key=GOODS.index)) or "none"
    unseen = " ".join(card.id for card in view.unseen)
    lines += ["", f"goods that others would announce now: {goods}", f"unseen cards: {unseen}"]
    return "\n".join(lines)


def _next(state: MarketStandState) -> str:
    if state.is_over:
        winners = " and ".join(str(seat) for seat in state.winners())
        return f"over: won by player {winners}"
    if state.draws_for:
        return f"next: a card is drawn for the {state.draws_for}"
    player = state.current_player
    if state.all_complete:
        return f"next: player {player} announces one of the tied goods"
    task = "lays a card" if state.is_started else "starts a stand"
    return f"next: player {player} {task}"
