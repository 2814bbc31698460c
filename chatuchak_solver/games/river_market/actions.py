"""Events and choices of the player, drawn cards, and their notation.

Events of your own turn, in any order:

========================= ====================================================================
``moved mill``            your pawn ended its moves on that booth
``built e1``              you built on that end spot, with one of your houses
``hired 1``               you hired a number of helpers
``gained fish 2``         you gained so much of a resource
``spent fish 1``          you spent so much of a resource
``drew 2``                you drew a number of cards of the deck
``discarded helper 4``    you discarded a card that you had drawn
``deck-out``              you took the last card of the deck on the table
``done``                  your turn is over; the Rival's begins
========================= ====================================================================

Choices the Rival's turn leaves to you, and the end:

========================= ====================================================================
``zoom mill``             the Rival zooms to that booth
``build e3``              the Rival builds on that end spot
``score 31``              your final score
``left-over fish``        the resource that counts among those tied for most left over
========================= ====================================================================

At any time, ``river swap-meet [e1] mill`` describes the river anew. It is no choice: the legal
actions do not include it.

Chance: ``card helper 4`` and ``event Lantern Night`` are drawn from a deck; after
``last-card helper 4`` the deck on the table is empty.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from chatuchak_solver.arguments import parse_int
from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import name_parser
from chatuchak_solver.games.river_market.setup import Card, River, RiverSetup, total

Resource: TypeAlias = Literal["veggies", "fish", "cloth", "tools", "lilies", "coins"]
RESOURCES: tuple[Resource, ...] = get_args(Resource)
"""The resources, in title table order."""

MAX_POINTS = 300
"""The maximum final score."""

MAX_AMOUNT = 20
"""The maximum gain of a resource per turn."""

MAX_CARDS = 9
"""The maximum of drawn cards or hired helpers per turn."""

MAX_NUMBER = 9999
"""The maximum number in actions."""

CHANGES = tuple(f"{verb} {name}" for verb in ("gained", "spent") for name in RESOURCES)
"""The verbs of resources."""

ONCE = ("moved", "hired", "drew", *CHANGES)
"""Events possible once per turn."""


class Action(NamedTuple):
    """An event, a choice or a drawn card.

    Attributes
    ----------
    verb
        ``gained`` and ``spent`` include the resource.
    value
        A name, a number, a card or a river; None without one.
    """

    verb: str
    value: Any = None

    def __str__(self) -> str:
        return self.verb if self.value is None else f"{self.verb} {self.value}"


def _number(word: str) -> int:
    number = parse_int(word, len(str(MAX_NUMBER)))
    if number is None or str(number) != word:
        raise NotationError(f"invalid number {word!r}: expected 0 to {MAX_NUMBER}")
    return number


def _river(text: str) -> River:
    river = River.parse(text)
    if str(river) != text:
        raise NotationError("expected one blank between the places of the river")
    return river


_resource = name_parser("resource", RESOURCES)

VALUES: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("moved", "built", "zoom", "build", "event"), str),
    **dict.fromkeys(("hired", "drew", "score"), _number),
    **dict.fromkeys(("discarded", "card", "last-card"), Card.parse),
    "left-over": _resource,
    "river": _river,
}
"""The parsers of values, by verb."""


def parse(text: str) -> Action:
    """Parse an action, legal or not."""
    verb, _, value = text.partition(" ")
    resource, _, amount = value.rpartition(" ")
    if text in ("deck-out", "done"):
        return Action(text)
    if verb in VALUES and value:
        return Action(verb, VALUES[verb](value))
    if verb in ("gained", "spent") and resource and amount:
        return Action(f"{verb} {_resource(resource)}", _number(amount))
    raise NotationError(
        "not an action: expected one such as 'moved mill', 'built e1', 'hired 1', 'gained fish 2', "
        "'spent coins 1', 'drew 1', 'done', 'zoom mill' or 'build e3'"
    )


def all_actions(setup: RiverSetup) -> Iterator[Action]:
    """Yield all actions of a setup, verb by verb.

    Excludes new names of a redescribed river. Spent amounts are at most the possible gains of all
    turns.
    """
    booths, spots, numbers = _booth_names(setup), setup.river.end_spots, range(1, MAX_CARDS + 1)
    turns = MAX_NUMBER if setup.table else total(setup.cards) + 4
    most = {"gained": MAX_AMOUNT, "spent": min(MAX_NUMBER, MAX_AMOUNT * turns)}
    values = {
        "done": (None,), "deck-out": (None,), "moved": booths, "built": spots, "hired": numbers,
        **{f"{verb} {r}": range(1, most[verb] + 1) for r in RESOURCES for verb in most},
        "drew": numbers, "zoom": booths, "build": spots, "score": range(MAX_POINTS + 1),
        "left-over": RESOURCES, "event": [name for name, _ in setup.events],
    }  # fmt: skip
    yield from (Action(verb, value) for verb in values for value in values[verb])
    kinds = ("card", "last-card") if setup.table else ("card", "discarded")
    yield from (Action(kind, card) for card, _ in setup.possible_cards for kind in kinds)


def _booth_names(setup: RiverSetup) -> tuple[str, ...]:
    names, rival = setup.river.names, setup.house_row // 2
    new = [
        f"{stem}-{number}"
        for stem, built in (("you", setup.houses), ("rival", rival), ("event", rival))
        for number in range(1, built + sum(name.startswith(f"{stem}-") for name in names) + 1)
    ]
    return tuple(dict.fromkeys((*setup.river.booths, *new)))
