"""Text of a position of the solo game."""

from typing import Final

from chatuchak_solver.codec import Form
from chatuchak_solver.games.facts import NameList, SummaryTable, fill
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.io.package_data import load_form


class Texts(Form, frozen=True):
    """The shipped texts.

    Attributes
    ----------
    details
        The notation of actions.
    prompts, help, instructions
        The companion's prompts by phase, lines of help, and instructions by code; singular and
        plural if they have a number ``n``.
    """

    details: str
    endings: dict[str, str]
    prompts: dict[str, str]
    help: tuple[str, ...]
    instructions: dict[str, str | dict[str, str]]


TEXTS: Final = load_form("river_market_texts.json", Texts)


def describe(state: RiverMarketState) -> str:
    """Return the whole position as text."""
    return fill(__package__, "position.txt", state=state, facts=facts(state), next=what_next(state))


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
    return fill(__package__, "next.txt", state=state, endings=TEXTS.endings)
