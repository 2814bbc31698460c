"""Closing time: a whole game in one file, for people, computer players and learners.

In your turn, buy 1 to 3 goods of one basket. Emptying a basket scores its initial number of goods.
Then a die is rolled: on a 1 the bell rings, and the market closes. Most points win.

    python docs/examples/closing_time.py play --seats human,advisor
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from msgspec import Meta

from chatuchak_solver.adapters.observations.parts import Observer, Part, by_seat
from chatuchak_solver.codec import Count
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import CHANCE, Data, GameState, StateCodec, illegal_action
from chatuchak_solver.games.facts import NameList, SummaryTable, points_of, seat_name
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.registry import register

if TYPE_CHECKING:
    from numpy.random import Generator

BASKETS, MIN_GOODS, MAX_GOODS, MAX_BUY, DIE = 3, 2, 6, 3, 6
THREE, SEATS = Meta(min_length=3, max_length=3), Meta(min_length=2, max_length=4)


@dataclass(frozen=True, slots=True)
class Buy:
    """A player buys goods of a basket, counted from 1."""

    basket: int
    goods: int

    def __str__(self) -> str:
        return f"buy {self.basket} {self.goods}"


@dataclass(frozen=True, slots=True)
class Bell:
    """The result of the die."""

    rings: bool

    def __str__(self) -> str:
        return "bell rings" if self.rings else "bell silent"


Action = Buy | Bell


BUYS = tuple(Buy(b, g) for b in range(1, BASKETS + 1) for g in range(1, MAX_BUY + 1))


@dataclass(frozen=True, slots=True)
class ClosingTime(GameState[Action]):
    """A position: initial and remaining goods of each basket, points, and the current player."""

    game: ClassVar[str] = "closing-time"
    player_counts: ClassVar[range] = range(2, 5)

    held: Annotated[tuple[Annotated[int, Meta(ge=MIN_GOODS, le=MAX_GOODS)], ...], THREE]
    baskets: Annotated[tuple[Count, ...], THREE]
    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=BASKETS * MAX_GOODS)], ...], SEATS]
    player: Count = 0
    rolling: bool = False
    closed: bool = False

    @classmethod
    def set_up(cls, num_players: int, rng: Generator, data: Data, _: object) -> Self:
        """Fill the baskets."""
        if data:
            raise InvalidInstanceError(f"unknown field {min(data)!r}: expected no figures")
        held = tuple(int(goods) for goods in rng.integers(MIN_GOODS, MAX_GOODS + 1, BASKETS))
        return cls(held, held, (0,) * num_players)

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.points)

    @property
    def current_player(self) -> int:
        """The player to buy, or chance."""
        return CHANCE if self.rolling else self.player

    @property
    def is_over(self) -> bool:
        """Whether the bell rang, or all goods are sold."""
        return self.closed or not (any(self.baskets) or self.rolling)

    @property
    def max_actions(self) -> int:
        """The maximum number of further actions: single goods, each followed by a roll."""
        return 2 * sum(self.baskets) + self.rolling

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The possible points of a player."""
        return 0, sum(self.held)

    def all_actions(self) -> tuple[Action, ...]:
        """Return every action of the game."""
        return Bell(True), Bell(False), *BUYS

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the possible purchases, or the results of the die, sorted by text."""
        if self.is_over:
            return ()
        if self.rolling:
            return Bell(True), Bell(False)
        return tuple(
            Buy(basket, goods)
            for basket, left in enumerate(self.baskets, 1)
            for goods in range(1, min(left, MAX_BUY) + 1)
        )

    def chance_outcomes(self) -> tuple[tuple[Action, int], ...]:
        """Return the results of the die with their weights."""
        rolls = self.rolling and not self.is_over
        return ((Bell(True), 1), (Bell(False), DIE - 1)) if rolls else ()

    def illegal_reason(self, action: Action) -> str | None:
        """Return the rule that forbids an action."""
        if action in self.legal_actions():
            return None
        if self.is_over:
            return "the market is closed"
        if self.rolling:
            return "the die comes first: bell rings, or bell silent"
        if isinstance(action, Bell):
            return "the die is rolled after a purchase"
        left = self.baskets[action.basket - 1]
        return f"basket {action.basket} has {left} goods; a purchase takes 1 to {MAX_BUY}"

    def apply_unchecked(self, action: Action) -> Self:
        """Return the position after a legal action."""
        if isinstance(action, Bell):
            continues = any(self.baskets) and not action.rings
            player = (self.player + continues) % self.num_players
            return replace(self, rolling=False, closed=action.rings, player=player)
        at = action.basket - 1
        left = self.baskets[at] - action.goods
        points = list(self.points)
        if not left:
            points[self.player] += self.held[at]
        baskets = (*self.baskets[:at], left, *self.baskets[at + 1 :])
        return replace(self, baskets=baskets, points=tuple(points), rolling=True)

    def parse(self, text: str) -> Action:
        """Read an action."""
        for action in self.all_actions():
            if str(action) == text:
                return action
        raise illegal_action(text, "expected a basket and a number of goods, e.g. buy 1 2")

    def scores(self) -> tuple[int, ...]:
        """Return the points of each player."""
        return self.points

    def winners(self) -> tuple[int, ...]:
        """Return the players with most points."""
        best = max(self.points)
        return tuple(seat for seat, points in enumerate(self.points) if points == best)


def faults(state: ClosingTime) -> Iterator[str]:
    """Yield the contradictions of a position from a file."""
    for index, (left, held) in enumerate(zip(state.baskets, state.held, strict=True)):
        if left > held:
            yield f"invalid baskets[{index}] {left}: expected 0 to {held}"
    if state.player >= state.num_players:
        yield f"invalid player {state.player}: expected 0 to {state.num_players - 1}"
    if state.rolling and state.closed:
        yield "invalid rolling true: expected false in a closed market"


def facts(state: ClosingTime) -> tuple[SummaryTable, ...]:
    """Return the tables for page and terminal: points and remaining goods."""
    return (*points_of(state), SummaryTable.of("around", baskets=NameList(map(str, state.baskets))))


def describe(state: ClosingTime) -> str:
    """Return a position as text."""
    points, around = facts(state)
    lines = [*points.lines("{player}: {total} points"), around.text("baskets: {baskets}")]
    return "\n".join([*lines, "closed" if state.is_over else f"{seat_name(state.player)} buys"])


def observer(start: ClosingTime) -> Observer:
    """Return the observer of a player's view as an array, for learners; the own points first."""
    points = by_seat(start, "points", BASKETS * MAX_GOODS)
    return Observer(start, (Part("baskets", (BASKETS,), MAX_GOODS), points))


SUMMARY = "Closing time for 2 to 4 players: empty baskets before the bell rings."
CODEC = StateCodec(describe, facts, faults=faults)
GAME = register(Game(ClosingTime, SUMMARY, CODEC, observer=observer))

if __name__ == "__main__":
    from chatuchak_cli.main import run

    sys.exit(run(["game", GAME.name, *sys.argv[1:]]))
