"""Text of a position of the solo game."""

import textwrap
from typing import Final

from chatuchak_solver.codec import Form
from chatuchak_solver.games.facts import NameList, SummaryTable
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.io.package_data import load_form

WIDTH: Final = 100


class Texts(Form, frozen=True):
    """The shipped texts.

    Attributes
    ----------
    next, due
        The awaited action, and the message against other actions, by phase.
    prompts, help, instructions
        The companion's prompts by phase, lines of help, and instructions by code.
    """

    endings: dict[str, str]
    next: dict[str, str]
    due: dict[str, str]
    prompts: dict[str, str]
    help: tuple[str, ...]
    instructions: dict[str, str]


TEXTS: Final = load_form("river_market_texts.json", Texts)


def river_lines(state: RiverMarketState) -> list[str]:
    """Return wrapped lines of the river, clockwise, with pawns behind their booths."""
    words = []
    for place in state.river.places:
        pairs = (("Rival", state.pawn), ("You", state.your_pawn))
        pawns = "+".join(pawn for pawn, booth in pairs if booth == place.name)
        words.append(f"{place}<{pawns}>" if pawns else str(place))
    return _wrapped(" ".join(words))


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def describe(state: RiverMarketState) -> str:
    """Return the whole position as text."""
    own, rival = facts(state)
    row = " ".join("R" if house == "rival" else "n" for house in state.row)
    cards = "on the table" if state.setup.table else "{deck} cards"
    amounts = "{resources}" if any(state.resources) else "no resources"
    lines = [
        "river, clockwise:",
        *(f"  {line}" for line in river_lines(state)),
        f"house row: {row or 'empty'}   (n neutral, R the Rival's; the first one first)",
        *_wrapped(f"collection: {', '.join(map(str, state.collection)) or 'empty'}"),
        rival.text(f"deck: {cards}; event deck: {{events}}"),
        own.text(f"you: {{houses}} houses, {{helpers}} helpers, {amounts}"),
    ]
    if state.bonuses:
        lines.append(own.text("owner bonuses by the Rival's moves: {bonuses}"))
    return "\n".join([*lines, what_next(state)])


def facts(state: RiverMarketState) -> tuple[SummaryTable, ...]:
    """Return the possessions of the player and the Rival."""
    amounts = zip(RESOURCES, state.resources, strict=True)
    return (
        SummaryTable.of(
            "you",
            houses=state.houses,
            helpers=state.helpers,
            resources=NameList(f"{amount} {name}" for name, amount in amounts if amount),
            bonuses=state.bonuses,
        ),
        SummaryTable.of(
            "rival",
            house_row=NameList(state.row),
            collection=NameList(map(str, state.collection)),
            deck="table" if state.setup.table else sum(count for _, count in state.deck),
            events=sum(count for _, count in state.events),
        ),
    )


def what_next(state: RiverMarketState) -> str:
    """Return the awaited action."""
    return TEXTS.next[state.phase].format(
        state=state,
        last="" if state.turns_left is None else f" ({state.turns_left + 1} to go)",
        events=", ".join(dict(state.events)),
        tied=", ".join(state.most_left_over),
        ending=TEXTS.endings[state.ended_by or "deck"],
        title=state.title(),
    )
