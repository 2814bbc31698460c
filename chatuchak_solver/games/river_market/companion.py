"""A companion for the table: deals the Rival's turns, saves the session and undoes steps.

A session is a list of chapters, each a start and its log of actions; a new description of the river
begins a chapter. Cards are a function of the seed and the number of previous steps, so a break does
not change a session.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

import numpy as np
from msgspec import Meta

from chatuchak_solver.codec import Form, JsonObject, convert, error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError, NotationError
from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.record import GameRecord, Seed, check_state, replay
from chatuchak_solver.games.river_market.log import LogEntry, rival_log
from chatuchak_solver.games.river_market.players import suggested_choice
from chatuchak_solver.games.river_market.setup import KINDS, River
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.stored import StoredForm, form_of

FORMAT: Final[Literal[1]] = 1

if TYPE_CHECKING:
    StateForm = StoredForm
else:
    StateForm = form_of(RiverMarketState)


class ChapterForm(Form, frozen=True, kw_only=True):
    """A part of a session with one description of the river."""

    start: StateForm
    log: tuple[str, ...]
    state: StateForm | None = None


class SessionForm(Form, frozen=True, kw_only=True):
    """A companion's session.

    Attributes
    ----------
    format
        The version of the format.
    companion
        True; absent from a saved game.
    seed
        The seed of the cards.
    chapters
        At least one; the last one is continued.
    state
        The state after the log, for readers without a rules engine.
    """

    format: Literal[1]
    game: Literal["river-market"]
    companion: bool
    seed: Seed
    chapters: Annotated[tuple[ChapterForm, ...], Meta(min_length=1, max_length=1000)]
    state: StateForm | None = None


@dataclass(frozen=True, slots=True)
class Companion:
    """A session, as an immutable value.

    Attributes
    ----------
    seed
        The seed of the cards.
    chapters
        At least one; the last one is continued.
    """

    seed: int
    chapters: tuple[GameRecord[RiverMarketState], ...]

    @classmethod
    def begin(cls, start: RiverMarketState, *, seed: int) -> Self:
        """Return a new session."""
        return cls(seed, (GameRecord.begin(start),))

    @property
    def state(self) -> RiverMarketState:
        """The position."""
        return self.chapters[-1].state

    @property
    def num_steps(self) -> int:
        """The number of actions so far."""
        return sum(len(chapter.log) for chapter in self.chapters)

    @property
    def is_dealing(self) -> bool:
        """Whether the next card is dealt here, not turned up by the player.

        Event cards are dealt here unless the cards are the table's.
        """
        return self.state.current_player == CHANCE and not self.state.setup.table

    @property
    def suggested(self) -> str | None:
        """A good choice if one is due, or None."""
        choice = suggested_choice(self.state)
        return None if choice is None else str(choice)

    def apply(self, action: str) -> tuple[Self, LogEntry]:
        """Return the session after an action, and the instructions."""
        before = self.state
        record = self.chapters[-1].apply(action)
        following = replace(self, chapters=(*self.chapters[:-1], record))
        return following, LogEntry.of_step(before, action)

    def deal(self) -> tuple[Self, LogEntry]:
        """Return the session after the next card, and the instructions."""
        rng = np.random.default_rng([self.seed, self.num_steps])
        return self.apply(str(sample_chance(self.state, rng)))

    def with_river(self, text: str) -> Self:
        """Return the session with a new description of the river."""
        start = self.state.with_river(River.parse(text))
        if start == self.state:
            return self
        # An empty chapter would block undo.
        chapters = self.chapters if self.chapters[-1].log else self.chapters[:-1]
        return replace(self, chapters=(*chapters, GameRecord.begin(start)))

    def undo(self) -> Self:
        """Return the session before the player's last decision and the cards dealt since."""
        filled = [number for number, chapter in enumerate(self.chapters) if chapter.log] or [0]
        *earlier, last = self.chapters[: filled[-1] + 1]
        states = list(accumulate(last.log, RiverMarketState.apply, initial=last.start))
        typed = last.start.setup.table  # the player types the cards
        own = [n for n, state in enumerate(states[:-1]) if typed or state.current_player != CHANCE]
        if not own:
            raise InputError("no action to undo")
        record = GameRecord(last.start, last.log[: own[-1]], states[own[-1]])
        return replace(self, chapters=(*earlier, record))

    def log(self) -> Iterator[LogEntry]:
        """Yield every step."""
        for chapter in self.chapters:
            yield from rival_log(chapter.start, chapter.log)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        chapters = tuple(ChapterForm(start=StateForm.of(c.start), log=c.log) for c in self.chapters)
        return SessionForm(
            format=FORMAT, game="river-market", companion=True, seed=self.seed, chapters=chapters,
            state=StateForm.of(self.state),
        ).to_dict()  # fmt: skip

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the replayed session of a document."""
        return cls.from_form(convert(document, SessionForm, source=source), source=source)

    @classmethod
    def from_form(cls, form: SessionForm, *, source: str = "") -> Self:
        """Return the replayed session of a form."""
        if not form.companion:
            raise InvalidInstanceError("invalid companion false: expected true")
        with error_context(source):
            chapters = tuple(
                replay(RiverMarketState, chapter, f"chapters[{number}].")
                for number, chapter in enumerate(form.chapters)
            )
            session = cls(form.seed, chapters)
            check_state(form.state, session.state)
            return session


CHANGE: Final = re.compile(r"(\+ ?|- ?|gained |spent )(\d*) ?([a-z]+)")


def expand(text: str, state: RiverMarketState) -> str:
    """Return the action of a player's short form.

    ``+2 fish`` and ``-1 coins`` are gains and expenses; the default number is 1. For a drawn card,
    ``helper 4`` and ``helper 4 last`` suffice; for a choice of a place, its name. Case is ignored
    except in names of Events.
    """
    line = " ".join((text if state.phase == "event" else text.lower()).split())
    if not line:
        raise NotationError("empty line; 'help' lists the commands")
    if found := CHANGE.fullmatch(line):
        verb = "gained" if found[1][0] in "+g" else "spent"
        return f"{verb} {found[3]} {found[2] or 1}"
    if line[0] in "+-":
        raise NotationError(f"expected a resource, such as '{line[0]}2 fish'")
    if line in ("hired", "drew"):
        return f"{line} 1"
    if state.phase == "draw" and line.startswith(KINDS):
        card = line.removesuffix(" last")
        return f"card {line}" if card == line else f"last-card {card}"
    verb = "build" if state.phase == "event-build" else state.phase
    if verb in ("turn", "your-draw", "draw", "over"):
        return line
    wanted = _plain(line)
    for action in state.legal_texts():
        if wanted in (_plain(action), _plain(action.partition(" ")[2])):
            return action
    # Only names of events have several words; other lines with several are whole actions.
    is_action = line.startswith(f"{verb} ") if verb == "event" else " " in line
    return line if is_action else f"{verb} {line}"


def _plain(text: str) -> str:
    return "-".join(text.lower().replace("-", " ").split())
