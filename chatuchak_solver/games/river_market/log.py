"""Instructions of every step: the Rival's log and the player's tasks."""

from collections.abc import Iterable
from typing import Any, Self, get_args

from chatuchak_solver.codec import Form
from chatuchak_solver.errors import Sentence
from chatuchak_solver.games.facts import fill
from chatuchak_solver.games.river_market import rules
from chatuchak_solver.games.river_market.state import LAST_TURNS, RivalPhase, RiverMarketState
from chatuchak_solver.games.river_market.text import TEXTS
from chatuchak_solver.games.session import Step


class LogEntry(Form, frozen=True):
    """One step of the game.

    Attributes
    ----------
    turn
        The number of your current or last turn.
    action
        The action's text.
    rival
        Whether it belongs to the Rival's turn.
    lines
        The events, and the tasks with cards, houses and pawns.
    """

    turn: int
    action: str
    rival: bool
    lines: tuple[str, ...]

    @classmethod
    def of_step(cls, step: Step) -> Self:
        """Return the entry of a step of a session."""
        before: Any = step.before
        lines, rival = instructions(before, step.action), before.phase in get_args(RivalPhase)
        return cls(before.turn, step.action, rival, lines)


def log_lines(entries: Iterable[LogEntry]) -> list[str]:
    """Return the lines of a log: turns, your events, the Rival's steps."""
    return fill(__package__, "log.txt", entries=entries).splitlines()


def instructions(before: RiverMarketState, action: str) -> tuple[Sentence, ...]:
    """Return the meaning of a legal action at the table, one sentence per line."""
    lines: list[Sentence] = []

    def report(code: str, **values: Any) -> None:
        known = {k: v if isinstance(v, int) else str(v) for k, v in values.items()}
        text = TEXTS.instructions[code]
        if not isinstance(text, str):
            text = text["one" if values["n"] == 1 else "other"]
        lines.append(Sentence(code, text.format(**known), "", **known))

    after = rules.apply_unchecked(before, before.parse(action), report)
    if after.ended_by is not None and before.ended_by is None:
        report(f"end-{after.ended_by}", a=LAST_TURNS)
    return tuple(lines)
