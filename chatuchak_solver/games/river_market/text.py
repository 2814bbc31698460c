"""Texts of the solo game: a position, the instructions of every step, and the log."""

from collections.abc import Iterable
from typing import Any, Self, get_args

from chatuchak_solver.codec import Form
from chatuchak_solver.errors import Sentence
from chatuchak_solver.games.facts import NameList, SummaryTable, fill
from chatuchak_solver.games.river_market import rules, setup
from chatuchak_solver.games.river_market.state import RivalPhase, RiverMarketState
from chatuchak_solver.games.session import Step
from chatuchak_solver.io.package_data import load_form


class Texts(Form, frozen=True):
    """The shipped texts.

    Attributes
    ----------
    details
        The notation of actions.
    prompts, help, instructions
        The companion's prompts by phase, lines of help, and instructions by code; ``s`` is the
        plural ending for the number ``n``.
    """

    details: str
    endings: dict[str, str]
    prompts: dict[str, str]
    help: tuple[str, ...]
    instructions: dict[str, str]


TEXTS = load_form("river_market_texts.json", Texts)


def describe(state: RiverMarketState) -> str:
    """Return the whole position as text."""
    return fill(__package__, "position.txt", state=state, facts=facts(state), next=what_next(state))


def facts(state: RiverMarketState) -> tuple[SummaryTable, ...]:
    """Return the possessions of the player and the Rival."""
    held = NameList(f"{amount} {name}" for name, amount in state.amounts.items() if amount)
    row, collection = NameList(state.row), NameList(map(str, state.collection))
    deck = "table" if state.setup.table else setup.total(state.deck)
    events = setup.total(state.events)
    return (
        SummaryTable.of(
            "you", houses=state.houses, helpers=state.helpers, resources=held, bonuses=state.bonuses
        ),
        SummaryTable.of("rival", house_row=row, collection=collection, deck=deck, events=events),
    )


def what_next(state: RiverMarketState) -> str:
    """Return the awaited action."""
    return fill(__package__, "next.txt", state=state, endings=TEXTS.endings)


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
        text = TEXTS.instructions[code].format(**known, s="" if values.get("n") == 1 else "s")
        lines.append(Sentence(code, text, "", **known))

    after = rules.apply_unchecked(before, before.parse(action), report)
    if after.ended_by is not None and before.ended_by is None:
        report(f"end-{after.ended_by}", a=setup.LAST_TURNS)
    return tuple(lines)
