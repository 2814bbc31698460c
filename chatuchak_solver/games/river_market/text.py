"""Text of a position of the solo game."""

import textwrap
from typing import Final

from chatuchak_solver.games.facts import NameList, SummaryTable
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.state import RiverMarketState

ENDING_TEXTS: Final = {
    "deck": "the deck ran out of cards",
    "rival-houses": "the Rival ran out of houses",
    "your-houses": "you ran out of houses",
}
WIDTH: Final = 100


def river_lines(state: RiverMarketState) -> list[str]:
    """Return wrapped lines of the river, clockwise, with pawns behind their booths."""
    words = []
    for place in state.river.places:
        pawns = [
            pawn
            for pawn, booth in (("Rival", state.pawn), ("You", state.your_pawn))
            if booth == place.name
        ]
        words.append(f"{place}<{'+'.join(pawns)}>" if pawns else str(place))
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
    match state.phase:
        case "turn":
            last = "" if state.turns_left is None else f" ({state.turns_left + 1} to go)"
            return f"your turn {state.turn}{last}: report its events, then 'done'"
        case "your-draw":
            return f"you draw {state.to_draw} of the deck"
        case "draw":
            return "the Rival draws a card"
        case "zoom":
            return "choose a booth for the Rival to zoom to"
        case "build":
            return f"choose an end spot for the Rival's {state.booth_card}"
        case "event":
            names = ", ".join(dict(state.events))
            return f"the Rival draws an Event Booth; type which came up: {names}"
        case "event-build":
            return f"choose an end spot for the Rival's {state.event}"
        case "score":
            return "count your score"
        case "left-over":
            return f"choose which counts as left over most: {', '.join(state.most_left_over)}"
    ending = ENDING_TEXTS[state.ended_by or "deck"]
    return f"over, since {ending}: {state.score} points\n{state.title()}"
