"""A companion for the table: deals the Rival's turns, saves the session and undoes steps.

A session is a saved game of one person. Its log includes new descriptions of the river.
"""

from dataclasses import replace
from typing import Annotated, Any, Literal, Self, cast

from msgspec import Meta

from chatuchak_solver.codec import Form, JsonObject, convert
from chatuchak_solver.games.river_market import players
from chatuchak_solver.games.river_market.setup import River
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.text import LogEntry
from chatuchak_solver.games.session import HUMAN, GameRecord, Seed, Session, TableForm, read_record


class Chapter(Form, frozen=True, kw_only=True):
    """A part of a session with one description of the river."""

    start: JsonObject
    log: tuple[str, ...]
    state: JsonObject | None = None


class ChapterSession(Form, frozen=True, kw_only=True):
    """A session in chapters, as saved by earlier versions.

    Attributes
    ----------
    seed
        The seed of the cards.
    state
        The state after the log, for readers without a rules engine.
    """

    format: Literal[1]
    game: Literal["river-market"]
    companion: Literal[True]
    seed: Seed
    chapters: Annotated[tuple[Chapter, ...], Meta(min_length=1, max_length=1000)]
    state: JsonObject | None = None


def session_record(document: Any, *, source: str = "") -> Any:
    """Return the saved game of a document, which may be a session in chapters."""
    if not (isinstance(document, dict) and "chapters" in document):
        return document
    form = convert(document, ChapterSession, source=source)
    rivers = [" ".join(str(chapter.start.get("river")).split()) for chapter in form.chapters]
    logs = zip(rivers, (chapter.log for chapter in form.chapters), strict=True)
    log = [action for river, part in logs for action in (f"river {river}", *part)][1:]
    table = TableForm(seats=(HUMAN,), seed=form.seed, typed=False).to_dict()
    start, state = form.chapters[0].start, form.state
    return {"game": form.game, "start": start, "log": log, "state": state, "table": table}


class Companion(Session):
    """A session of the person at the table, who types the cards of a deck on the table."""

    __slots__ = ()

    @classmethod
    def begin(cls, start: RiverMarketState, *, seed: int) -> Self:
        """Return a new session."""
        return cls(GameRecord.begin(start), (HUMAN,), seed, start.setup.table)

    @classmethod
    def from_dict(cls, document: Any, *, source: str = "") -> Self:
        """Return the replayed session of a document; see `session_record`."""
        document = session_record(document, source=source)
        record: Any = read_record(document, RiverMarketState, source=source)
        seed = record.table.seed if record.table else 0
        return cls(replace(record, table=None), (HUMAN,), seed, record.start.setup.table)

    @property
    def state(self) -> RiverMarketState:
        """The current state."""
        return cast("RiverMarketState", self.record.state)

    @property
    def is_dealing(self) -> bool:
        """Whether the next card is dealt here, not turned up by the player.

        Event cards are dealt here unless the cards are the table's.
        """
        return not (self.state.is_over or self.awaits_human)

    @property
    def suggested(self) -> str | None:
        """A good choice if one is due, or None."""
        choice = players.suggested_choice(self.state)
        return None if choice is None else str(choice)

    def with_river(self, text: str) -> Self:
        """Return the session with a new description of the river."""
        river = River.parse(text)
        return self if self.state.with_river(river) == self.state else self.apply(f"river {river}")

    def log(self) -> tuple[LogEntry, ...]:
        """Return every step, without descriptions of the river."""
        steps = (step for step in self.steps() if not step.action.startswith("river "))
        return tuple(map(LogEntry.of_step, steps))
