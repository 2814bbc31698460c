"""Constraints of the decision model, one method each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from chatuchak_solver.stand.cp_model.variables import Cell, Variables, card_cells, shape_cells
from chatuchak_solver.stand.placement import neighbors
from chatuchak_solver.stand.showing import HIDDEN_MASKS, MAX_LATER_CARDS
from chatuchak_solver.stand.space import KIND_MASK

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


SMALL_HOLES: Final = ((8, ((0, 0),)), (10, ((0, 0), (0, 1))), (10, ((0, 0), (1, 0))))
"""Minimum spaces of a group around a hole, and the shape of the hole."""

LARGE_HOLE: Final = 12
"""Minimum spaces of a group around any larger hole."""


class Constraints:
    """Builder of the model's constraints.

    Groups are counted by Euler's formula: the groups of a good are its spaces, minus adjacent
    pairs, plus full 2 x 2 blocks, plus enclosed holes. This needs no labels or flows. Holes of one
    and two spaces are exact; the number of larger holes is a relaxation, which excludes no stand.
    """

    def __init__(self, model: CpModel, variables: Variables) -> None:
        self.model = model
        self.variables = variables

    def lay_every_card_once(self) -> None:
        """Assign one card and place to each slot; in free order, one slot to each card."""
        v = self.variables
        for slot in v.cards:
            self.model.add_exactly_one(var for key, var in v.lay.items() if key[0] == slot)
            self.model.add_exactly_one(var for key, var in v.place.items() if key[0] == slot)
            if not v.problem.fixed_order:
                self.model.add_exactly_one(var for key, var in v.lay.items() if key[1] == slot)
        by_place: dict[tuple[int, int, int, int], list[IntVar]] = {}
        for (slot, _, quarter, row, column), var in v.lay.items():
            by_place.setdefault((slot, quarter & 1, row, column), []).append(var)
        for place, together in by_place.items():
            self.model.add(sum(together) == v.place[place])

    def cover_cells(self) -> None:
        """Let a slot cover the cells under its card, with the latest card on top."""
        v = self.variables
        over: dict[tuple[int, Cell], list[IntVar]] = {key: [] for key in v.covered}
        for (slot, shape, row, column), var in v.place.items():
            for cell in shape_cells(shape, row, column):
                over[slot, cell].append(var)
        last = len(v.cards)
        for cell in v.cells:
            self.model.add(v.before[0, cell] == 0)
            for slot in v.cards:
                self.model.add(sum(over[slot, cell]) == v.covered[slot, cell])
                self.model.add_max_equality(
                    v.before[slot + 1, cell], [v.before[slot, cell], v.covered[slot, cell]]
                )
                later = [v.covered[other, cell] for other in range(slot + 1, last)]
                top = v.top[slot, cell]
                self.model.add_implication(top, v.covered[slot, cell])
                for cover in later:
                    self.model.add_implication(top, ~cover)
                self.model.add_bool_or([top, ~v.covered[slot, cell], *later])
            tops = [v.top[slot, cell] for slot in v.cards]
            self.model.add(sum(tops) == v.before[last, cell])

    def touch_what_lies(self) -> None:
        """Require each card except the first to cover or adjoin an earlier one."""
        v = self.variables
        for (slot, shape, row, column), var in v.place.items():
            if slot:
                own = shape_cells(shape, row, column)
                around = {near for cell in own for near in neighbors(cell)}
                reach = [
                    v.before[slot, cell]
                    for cell in sorted(around.union(own))
                    if (slot, cell) in v.before
                ]
                self.model.add_bool_or([*reach, ~var])

    def anchor(self) -> None:
        """Break symmetry: use row 0 and column 0, and leave card 0 unrotated.

        A rotated stand still fits in the box because the box is square.
        """
        v = self.variables
        end = len(v.cards)
        self.model.add_bool_or([v.before[end, cell] for cell in v.cells if cell[0] == 0])
        self.model.add_bool_or([v.before[end, cell] for cell in v.cells if cell[1] == 0])
        for (_, card, quarter, _, _), var in v.lay.items():
            if card == 0 and quarter:
                self.model.add(var == 0)

    def see_card_spaces(self) -> None:
        """Make a card's space visible exactly if its card is on top there."""
        v = self.variables
        for (slot, card, quarter, row, column), var in v.lay.items():
            for cell, space in card_cells(quarter, row, column):
                top = v.top[slot, cell]
                self.model.add_bool_or([~var, ~top, v.visible[card, space]])
                self.model.add_bool_or([~var, top, ~v.visible[card, space]])

    def hide_by_rectangles(self) -> None:
        """Allow only hidden masks that later cards can produce; redundant."""
        v = self.variables
        for card in v.cards:
            later = len(v.cards) - 1 - (card if v.problem.fixed_order else 0)
            seen = [
                [1 - (hidden >> space & 1) for space in range(6)]
                for hidden in HIDDEN_MASKS[min(later, MAX_LATER_CARDS)]
            ]
            self.model.add_allowed_assignments([v.visible[card, space] for space in range(6)], seen)

    def show_good(self, good: int) -> None:
        """Make a good visible in a cell exactly if the top card shows it there."""
        v = self.variables
        lays: dict[tuple[int, Cell], list[IntVar]] = {key: [] for key in v.top}
        for (slot, card, quarter, row, column), var in v.lay.items():
            for cell, space in card_cells(quarter, row, column):
                if v.problem.cards[card].spaces[space] & KIND_MASK == good:
                    lays[slot, cell].append(var)
        for cell in v.cells:
            shows = v.shows[good, cell]
            self.model.add_implication(shows, v.before[len(v.cards), cell])
            for slot in v.cards:
                top, here = v.top[slot, cell], sum(lays[slot, cell])
                self.model.add(shows >= top + here - 1)
                self.model.add(here >= top + shows - 1)
        # Redundant: the number of cells with the good equals the number of its visible spaces.
        spaces = [v.visible[key] for key in v.spaces_of(good)]
        self.model.add(sum(v.shows[good, cell] for cell in v.cells) == sum(spaces))

    def count_groups(self, good: int) -> None:
        """Set the number of groups by Euler's formula."""
        v = self.variables
        most = len(v.spaces_of(good))

        def shows(cell: Cell) -> IntVar:
            return v.shows[good, cell]

        spaces = sum(shows(cell) for cell in v.cells)
        pairs = [self._forced([shows(one), shows(two)]) for one, two in self._cell_pairs()]
        blocks = [self._allowed(map(shows, block), ()) for block in self._blocks() if most >= 4]
        holes = self._holes(shows, most, self._allowed)
        if most >= LARGE_HOLE:
            large = self.model.new_int_var(0, most // LARGE_HOLE, "")
            self.model.add(LARGE_HOLE * large <= spaces)
            holes.append(large)
        count = spaces - sum(pairs) + sum(blocks) + sum(holes)
        self.model.add(v.groups[good] <= count)
        self._count_groups_by_cards(good)

    def _count_groups_by_cards(self, good: int) -> None:
        """Count visible neighbors on one card as one group; redundant."""
        v = self.variables
        own = set(v.spaces_of(good))
        pairs = []
        blocks = []
        for card, space in sorted(own):
            near = [(card, space + 1)] if space % 3 < 2 else []
            near += [(card, space + 3)] if space < 3 else []
            pairs += [
                self._forced([v.visible[card, space], v.visible[other]])
                for other in near
                if other in own
            ]
            block = [(card, space + more) for more in (0, 1, 3, 4)]
            if space < 2 and own.issuperset(block):
                blocks.append(self._allowed([v.visible[one] for one in block], ()))
        if pairs:
            spaces = sum(v.visible[key] for key in own)
            self.model.add(v.groups[good] <= spaces - sum(pairs) + sum(blocks))

    def grow_biggest(self, good: int) -> None:
        """Compose the largest group of whole groups, connected by Euler's formula."""
        v = self.variables
        most = len(v.spaces_of(good))

        def member(cell: Cell) -> IntVar:
            return v.member[good, cell]

        pairs = []
        for one, two in self._cell_pairs():
            for here, there in ((one, two), (two, one)):
                self.model.add_bool_or([~member(here), ~v.shows[good, there], member(there)])
            pairs.append(self._allowed([member(one), member(two)], ()))
        for cell in v.cells:
            self.model.add_implication(member(cell), v.shows[good, cell])
        blocks = [self._forced(list(map(member, block))) for block in self._blocks() if most >= 4]
        holes = self._holes(member, most, lambda ring, hole: self._forced(list(ring), hole))
        spaces = sum(member(cell) for cell in v.cells)
        self.model.add(v.biggest[good] == spaces)
        self.model.add(spaces - sum(pairs) + sum(blocks) + sum(holes) <= 1)

    def pair_up(self, good: int) -> None:
        """Choose one pair of largest group size and number of groups.

        The other groups have at least one space each.
        """
        v = self.variables
        pairs = {key[1:]: var for key, var in v.pair.items() if key[0] == good}
        self.model.add_exactly_one(pairs.values())
        biggest = sum(size * var for (size, _), var in pairs.items())
        groups = sum(count * var for (_, count), var in pairs.items())
        self.model.add(v.biggest[good] == biggest)
        self.model.add(v.groups[good] == groups)
        needed = sum((size + count - 1) * var for (size, count), var in pairs.items() if size)
        self.model.add(sum(v.shows[good, cell] for cell in v.cells) >= needed)

    def own_goods_are_biggest(self, own: Iterable[int]) -> None:
        """Forbid larger groups of other scoring goods than of announced ones."""
        v = self.variables
        own = set(own)
        for good, biggest in v.biggest.items():
            if good not in own:
                for announced in own:
                    self.model.add(biggest <= v.biggest[announced])

    def _forced(self, all_of: list[IntVar], none_of: Iterable[IntVar] = ()) -> IntVar:
        """Return a boolean that equals the conjunction of ``all_of`` and no ``none_of``."""
        var = self.model.new_bool_var("")
        self.model.add_bool_or([var, *(~one for one in all_of), *none_of])
        return var

    def _allowed(self, all_of: Iterable[IntVar], none_of: Iterable[IntVar]) -> IntVar:
        """Return a boolean that implies ``all_of`` and no ``none_of``."""
        var = self.model.new_bool_var("")
        for one in all_of:
            self.model.add_implication(var, one)
        for one in none_of:
            self.model.add_implication(var, ~one)
        return var

    def _holes(
        self,
        cell_of: Callable[[Cell], IntVar],
        most: int,
        make: Callable[[Iterable[IntVar], Iterable[IntVar]], IntVar],
    ) -> list[IntVar]:
        """Return one boolean for each place of a hole of one or two spaces."""
        inside = set(self.variables.cells)
        found = []
        for least, shape in SMALL_HOLES:
            for row, column in self.variables.cells if most >= least else ():
                hole = {(row + down, column + right) for down, right in shape}
                ring = {
                    (cell[0] + down, cell[1] + right)
                    for cell in hole
                    for down in (-1, 0, 1)
                    for right in (-1, 0, 1)
                } - hole
                if hole | ring <= inside:
                    found.append(make(map(cell_of, sorted(ring)), map(cell_of, sorted(hole))))
        return found

    def _cell_pairs(self) -> list[tuple[Cell, Cell]]:
        cells = set(self.variables.cells)
        return [
            (cell, near)
            for cell in self.variables.cells
            for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
            if near in cells
        ]

    def _blocks(self) -> list[list[Cell]]:
        cells = set(self.variables.cells)
        blocks = [
            [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            for row, column in self.variables.cells
        ]
        return [block for block in blocks if cells.issuperset(block)]
