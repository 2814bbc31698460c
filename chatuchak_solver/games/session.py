"""Sessions of people and computer players.

A session is an immutable value. The randomness of an action is a function of the seed and the
number of previous actions, so undo does not change the next die roll.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.codec import JsonObject, Label, convert
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games.contract import CHANCE, AnyState, next_player, sample_chance
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import Advice
from chatuchak_solver.games.record import AnyRecord, TableForm
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.io.untrusted import quote

HUMAN = "human"
"""The kind of a person's seat."""

MAX_NAME = 24


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a log.

    Attributes
    ----------
    player
        The player, or `CHANCE`.
    action, taken
        The action's text and value.
    before, after
        The adjacent states.
    """

    player: int
    action: str
    taken: object
    before: AnyState
    after: AnyState


@renamed_members(go_on="advance", mover="current_player", waits_for_a_person="awaits_human")
@dataclass(frozen=True, slots=True)
class Session:
    """A game in progress.

    Attributes
    ----------
    seats
        Per player, `HUMAN` or the name of a computer player.
    seed
        The seed of chance and of the computer players.
    typed
        Whether people type the results of real dice and cards.
    names
        The names of the players; empty for unnamed ones.
    """

    record: AnyRecord
    seats: tuple[str, ...]
    seed: int
    typed: bool = False
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        state = self.record.start
        called = [name for name in self.names if name]
        if len(self.names) not in (0, len(self.seats)) or len({*called}) < len(called):
            text = "expected a name for each player, or an empty one, and no two alike"
            raise InputError(Sentence("names", text))
        for name in called:
            if len(convert(name, Label, source="a name")) > MAX_NAME:
                raise InputError(f"invalid name {quote(name)}: expected 1 to {MAX_NAME} characters")
        if len(self.seats) != state.num_players:
            raise InputError(f"{len(self.seats)} seats; this game has {state.num_players} players")
        entry = game_entry(state.game)
        for kind in self.seats:
            check_choice(kind.partition(":")[0], (HUMAN, *entry.player_names), name="seat")
            if kind != HUMAN:
                entry.make_player(kind)

    @property
    def state(self) -> AnyState:
        """The current state."""
        return self.record.state

    @property
    def current_player(self) -> int:
        """The current player or `CHANCE`; in simultaneous games, a random player."""
        return next_player(self.state, self._random(len(self.record.log)))

    @property
    def awaits_human(self) -> bool:
        """Whether a person must type an action or a draw."""
        return not self.state.is_over and self.asks(self.current_player)

    def name_of(self, player: int) -> str:
        """Return the player's name, or the seat counted from 1."""
        called = self.names[player : player + 1]
        return "".join(called) or seat_name(player)

    def apply(self, action: Any) -> Self:
        """Return the session after an action or its text."""
        return replace(self, record=self.record.apply(action))

    def step(self, action: Any) -> tuple[Self, Step]:
        """Return the session after an action or its text, and the step."""
        state, following = self.state, self.apply(action)
        text = following.record.log[-1]
        taken = state.parse(text)
        return following, Step(self.current_player, text, taken, state, following.state)

    def advance(self) -> tuple[Self, Step]:
        """Return the session after the next step of chance or a computer player, and the step."""
        if self.state.is_over or self.awaits_human:
            raise InputError("no computer player and no chance is next")
        state, mover = self.state, self.current_player
        rng = self._random(len(self.record.log))
        if mover == CHANCE:
            action = sample_chance(state, rng)
        else:
            player = game_entry(state.game).make_player(self.seats[mover])
            action = player.choose(state, mover, rng)
        return self.step(action)

    def advise(self, stop: Stop, *, most: int) -> Advice:
        """Return reproducible advice on the current player's best ``most`` actions."""
        rng = np.random.default_rng((self.seed, len(self.record.log), 1))
        adviser = game_entry(self.state.game).make_adviser()
        return adviser.advise(self.state, self.current_player, rng=rng, stop=stop, most=most)

    def undo(self) -> Self:
        """Return the session before the last action typed by a person."""
        for index, step in reversed([*enumerate(self.steps())]):
            if self.asks(step.player):
                log = self.record.log[:index]
                return replace(self, record=replace(self.record, log=log, state=step.before))
        raise InputError("no action to undo")

    def steps(self) -> Iterator[Step]:
        """Yield the log as steps."""
        state = self.record.start
        for index, action in enumerate(self.record.log):
            taken = state.parse(action)
            after = state.apply(taken)
            yield Step(next_player(state, self._random(index)), action, taken, state, after)
            state = after

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form: a saved game with an added field ``table``."""
        names = self.names if any(self.names) else ()
        table = TableForm(seats=self.seats, seed=self.seed, typed=self.typed, names=names)
        return replace(self.record, table=table).to_dict()

    @classmethod
    def of_record(cls, record: AnyRecord, *, seed: int) -> Self:
        """Return the session of a record; by default, a person against the advisor.

        ``seed`` applies if the record has none.
        """
        table = record.table
        if table is None:
            return cls(record, (HUMAN, *["advisor"] * (record.start.num_players - 1)), seed)
        return cls(record, table.seats, table.seed, table.typed, table.names)

    def asks(self, mover: int) -> bool:
        """Return whether a person acts for a player, or types draws."""
        return self.typed if mover == CHANCE else self.seats[mover] == HUMAN

    def _random(self, played: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, played))
