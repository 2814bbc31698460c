"""The numbering of all actions that a solo game of one setup may offer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chatuchak_solver.games.numbering import ActionList
from chatuchak_solver.games.river_market.actions import (
    MOST_AMOUNT,
    MOST_CARDS,
    MOST_NUMBER,
    MOST_POINTS,
    RESOURCES,
    Action,
    BuildAt,
    Built,
    CardUp,
    DeckOut,
    Discarded,
    Done,
    Drew,
    EventUp,
    Gained,
    Hired,
    LeftOver,
    Moved,
    Scored,
    Spent,
    ZoomTo,
)
from chatuchak_solver.games.river_market.cards import KINDS, Card
from chatuchak_solver.games.river_market.setup import RiverSetup

__all__ = ["all_actions"]


@lru_cache(maxsize=16)
def all_actions(setup: RiverSetup) -> ActionList[Action]:
    """Return all actions of a setup, verb by verb.

    Booths are those of the setup's river and those that can be built in the game; a river that
    its owner redescribes with other names has actions beyond the numbering. So much of a
    resource is spent at most as can be gained in all turns, and as can be written.
    """
    return ActionList((action, str(action)) for action in _actions(setup))


def _actions(setup: RiverSetup) -> Iterator[Action]:
    booths, spots = _booth_names(setup), setup.river.end_spots
    turns = MOST_NUMBER if setup.table else setup.num_cards + 4
    most_spent = min(MOST_NUMBER, MOST_AMOUNT * turns)
    yield Done()
    yield DeckOut()
    yield from map(Moved, booths)
    yield from map(Built, spots)
    yield from map(Hired, range(1, MOST_CARDS + 1))
    for resource in RESOURCES:
        yield from (Gained(resource, amount) for amount in range(1, MOST_AMOUNT + 1))
        yield from (Spent(resource, amount) for amount in range(1, most_spent + 1))
    yield from map(Drew, range(1, MOST_CARDS + 1))
    yield from map(ZoomTo, booths)
    yield from map(BuildAt, spots)
    yield from map(Scored, range(MOST_POINTS + 1))
    yield from map(LeftOver, RESOURCES)
    yield from (EventUp(name) for name, _ in setup.events)
    if setup.table:
        cards = [Card(kind, step) for kind in KINDS for step in range(setup.largest_step + 1)]
        yield from (CardUp(card, last) for card in cards for last in (False, True))
    else:
        for card, _ in setup.cards:
            yield CardUp(card)
            yield Discarded(card)


def _booth_names(setup: RiverSetup) -> tuple[str, ...]:
    """Return the names of all booths that there can be; see `River.new_name`."""
    names = [place.name for place in setup.river.places]
    found = [booth.name for booth in setup.river.booths]
    rival = setup.house_row // 2
    for stem, built in (("you", setup.houses), ("rival", rival), ("event", rival)):
        taken = sum(name.startswith(f"{stem}-") for name in names)
        found += [f"{stem}-{number}" for number in range(1, built + taken + 1)]
    return tuple(dict.fromkeys(found))
