"""Legal orders of placements with a given appearance."""

from collections.abc import Sequence

from chatuchak_solver.arguments import checked_all
from chatuchak_solver.stand.placement import Placement, Position
from chatuchak_solver.stand.stand import Stand


def legal_order(placements: Sequence[Placement]) -> Stand | None:
    """Return a legal stand with the appearance of ``placements`` in their order, or None.

    The given order may be illegal: cards may be connected only through a later one. Any order in
    which every card follows those of which it covers a visible part has the same appearance. A
    legal card stays legal as further cards are laid, so a greedy order from each first card is
    exhaustive.

    Raises
    ------
    InputError
        If these are not placements.
    """
    placements = checked_all(placements, Placement, what="the placements")
    top: dict[Position, int] = {}
    for index, placement in enumerate(placements):
        top.update(dict.fromkeys(placement.positions(), index))
    below = [
        {
            other
            for other, lower in enumerate(placements[:index])
            if any(top[position] == index for position in lower.positions())
        }
        for index in range(len(placements))
    ]
    for first in range(len(placements)):
        if below[first]:
            continue
        order = [first]
        covered = set(placements[first].positions())
        while True:
            following = [
                index
                for index, placement in enumerate(placements)
                if index not in order
                and below[index] <= set(order)
                and not covered.isdisjoint({*placement.positions(), *placement.border()})
            ]
            if not following:
                break
            order.append(following[0])
            covered.update(placements[following[0]].positions())
        if len(order) == len(placements):
            return Stand.of(placements[index] for index in order)
    return None
