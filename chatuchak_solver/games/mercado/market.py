"""The market: which stands, restaurants and customers are where."""

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Self, TypeVar

from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.mercado import tiles
from chatuchak_solver.games.mercado.layout import Layout, MarketDocument, StandDocument, layout
from chatuchak_solver.games.values import Successive, add_at, follows_from, put_at
from chatuchak_solver.pictures import svg_of

D = TypeVar("D")
T = TypeVar("T")


@dataclass(frozen=True)
class Market(Successive):
    """What lies on the market board.

    Attributes
    ----------
    side
        The number of rows and of columns.
    stands
        The stand on every space, or None.
    restaurants
        The faceup restaurant on every space, or None.
    gray
        Whether a facedown restaurant lies on every space; such a space counts as free.
    entrances
        The customer tile at every entrance, or None.
    """

    side: int
    stands: tuple[tiles.Stand | None, ...]
    restaurants: tuple[int | None, ...]
    gray: tuple[bool, ...]
    entrances: tuple[tiles.CustomerTile | None, ...]

    @classmethod
    def empty(cls, side: int, gray: Iterable[int] = ()) -> Self:
        """Return a market with nothing but facedown restaurants on the spaces ``gray``."""
        return cls._empty(side, frozenset(gray))

    @classmethod
    @lru_cache(maxsize=1 << 6)
    def _empty(cls, side: int, marked: frozenset[int]) -> Self:
        """Return such a market; kept, with what follows from it, since games start from few."""
        board = layout(side)
        return cls(
            side=side,
            stands=(None,) * board.num_spaces,
            restaurants=(None,) * board.num_spaces,
            gray=tuple(space in marked for space in range(board.num_spaces)),
            entrances=(None,) * board.num_entrances,
        )

    @follows_from("side")
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    def is_free(self, space: int) -> bool:
        """Return whether a space has neither a stand nor a faceup restaurant.

        Raises
        ------
        InputError
            If there is no such space; so for all that ask about a space, an entrance or a line.
        """
        _check(space, "space", self.stands)
        return self.stands[space] is None and self.restaurants[space] is None

    def stands_in(self, line: int) -> int:
        """Return the number of stands in a line, whoever owns them."""
        _check(line, "line", self.line_counts)
        return self.line_counts[line]

    def free_entrances_by_crowd(self) -> list[int]:
        """Return, by a number, the mask of the free entrances to lines with that many stands.

        With that many or more; an entrance is free while it has no customer tile.
        """
        free = self.free_entrance_mask
        return [free & entrances for entrances, _ in self._crowds]

    def spaces_with(self, stands: int) -> int:
        """Return the mask of the spaces in a line with that many stands or more."""
        return self._crowds[stands][1] if stands <= self.side else 0

    def own_entrances(self, player: int) -> tuple[int, ...]:
        """Return, per type, the mask of the entrances to lines with such a stand of a player."""
        return self._own_entrances.get(player, (0,) * len(tiles.STANDS))

    def stands_of(self, player: int) -> int:
        """Return the number of stands that a player has in the market."""
        return self._owned.get(player, 0)

    def opening_cost(self, space: int) -> int:
        """Return the coins that a stand on a free space costs.

        The larger of the numbers of stands in its row and in its column, the new one included.
        """
        _check(space, "space", self.stands)
        column, row = self.layout.lines_of[space]
        counts = self.line_counts
        return max(counts[column], counts[row]) + 1

    def affordable(self, type_: int, coins: int) -> int:
        """Return the mask of the free spaces where these coins pay for a stand of a type.

        Its first income helps to pay for it.
        """
        free = self.free_space_mask
        # A stand costs one coin more than there are stands in the fuller of its lines.
        dear = free & self.spaces_with(coins) if coins <= self.side else 0
        if not dear:
            return free
        found = free ^ dear
        dear &= self._demanded[type_]
        if not dear:
            return found
        # What earns anything earns the one coin that may be missing.
        dearer = dear & self.spaces_with(coins + 1)
        found |= dear ^ dearer
        if not dearer:
            return found
        by_name, lines_of = self.layout.spaces_by_name, self.layout.lines_of
        counts, demand = self.line_counts, self._demand_in_lines[type_]
        improvers = self._improvers[type_]
        while dearer:
            bit = dearer & -dearer
            dearer ^= bit
            space = by_name[bit.bit_length() - 1]
            column, row = lines_of[space]
            income = (demand[column] + demand[row]) * (1 + improvers[space])
            if counts[column] < coins + income > counts[row]:
                found |= bit
        return found

    def opening_income(self, space: int, type_: int) -> int:
        """Return the coins that a stand of a type earns at once when it opens on a space."""
        column, row = self.layout.lines_of[space]
        lines = self._demand_in_lines[type_]
        return (lines[column] + lines[row]) * (1 + self._improvers[type_][space])

    def improvers_of(self, type_: int) -> tuple[int, ...]:
        """Return `improvers` of a type for every space."""
        return self._improvers[type_]

    @follows_from("entrances")
    def _demand_in_lines(self) -> tuple[tuple[int, ...], ...]:
        """Per type and line, the customers at its entrances who look for the type."""
        lines = [[0] * len(self.layout.lines) for _ in tiles.STANDS]
        for line, tile in zip(self.layout.line_of, self.entrances, strict=True):
            if tile is not None:
                for type_ in tile.types:
                    lines[type_][line] += tile.customers
        return tuple(map(tuple, lines))

    @follows_from("entrances")
    def demand(self) -> tuple[tuple[int, ...], ...]:
        """Per stand type and space, the customers at its entrances who look for the type."""
        through = self.layout.lines_of
        return tuple(
            [tuple([own[c] + own[r] for c, r in through]) for own in self._demand_in_lines]
        )

    @follows_from("entrances")
    def _demanded(self) -> tuple[int, ...]:
        masks = [0] * len(tiles.STANDS)
        for type_, lines in enumerate(self._demand_in_lines):
            for customers, spaces in zip(lines, self.layout.line_spaces, strict=True):
                if customers:
                    masks[type_] |= spaces
        return tuple(masks)

    @follows_from("entrances")
    def free_doors(self) -> tuple[int, ...]:
        """The number of entrances without a customer tile of every line."""
        doors = [0] * len(self.layout.lines)
        for entrance in self.free_entrances:
            doors[self.layout.line_of[entrance]] += 1
        return tuple(doors)

    @follows_from("stands")
    def placed(self) -> tuple[tuple[int, tiles.Stand, int, int], ...]:
        """Each stand with its space before it, its column and its row behind it."""
        places = enumerate(zip(self.stands, self.layout.lines_of, strict=True))
        return tuple([(n, stand, *lines) for n, (stand, lines) in places if stand is not None])

    @follows_from("stands", "restaurants")
    def free_spaces(self) -> tuple[int, ...]:
        """The free spaces; those with a facedown restaurant count."""
        taken = zip(self.stands, self.restaurants, strict=True)
        return tuple([n for n, (s, r) in enumerate(taken) if s is None and r is None])

    @follows_from("stands", "restaurants")
    def free_space_mask(self) -> int:
        """The free spaces as a mask; see `Layout.space_bits`."""
        return sum([self.layout.space_bits[space] for space in self.free_spaces])

    @follows_from("entrances")
    def free_entrances(self) -> tuple[int, ...]:
        """The entrances without a customer tile."""
        return tuple([entrance for entrance, tile in enumerate(self.entrances) if tile is None])

    @follows_from("entrances")
    def free_entrance_mask(self) -> int:
        """The entrances without a customer tile as a mask; see `Layout.entrance_bits`."""
        return sum([self.layout.entrance_bits[entrance] for entrance in self.free_entrances])

    @follows_from("stands")
    def line_counts(self) -> tuple[int, ...]:
        """The number of stands in every line."""
        counts = [0] * len(self.layout.lines)
        for stand, (column, row) in zip(self.stands, self.layout.lines_of, strict=True):
            if stand is not None:
                counts[column] += 1
                counts[row] += 1
        return tuple(counts)

    @follows_from("stands")
    def opening_costs(self) -> tuple[int, ...]:
        """The `opening_cost` for every space."""
        counts = self.line_counts
        return tuple([max(counts[c], counts[r]) + 1 for c, r in self.layout.lines_of])

    @follows_from("stands")
    def _owned(self) -> dict[int, int]:
        return Counter([stand.owner for stand in self.stands if stand is not None])

    @follows_from("stands")
    def _own_entrances(self) -> dict[int, tuple[int, ...]]:
        masks: dict[int, list[int]] = {}
        doors = self.layout.line_entrances
        for _, (type_, owner), column, row in self.placed:
            own = masks.setdefault(owner, [0] * len(tiles.STANDS))
            own[type_] |= doors[column] | doors[row]
        return {player: tuple(own) for player, own in masks.items()}

    @follows_from("stands")
    def _crowds(self) -> tuple[tuple[int, int], ...]:
        """By a number of stands, the entrances and the spaces of lines with that many or more."""
        masks = [[0, 0] for _ in range(self.side + 1)]
        places = zip(self.layout.line_entrances, self.layout.line_spaces, strict=True)
        for count, (entrances, spaces) in zip(self.line_counts, places, strict=True):
            for crowd in masks[: count + 1]:
                crowd[0] |= entrances
                crowd[1] |= spaces
        return tuple([(entrances, spaces) for entrances, spaces in masks])

    def improvers(self, space: int, type_: int) -> int:
        """Return how many faceup restaurants beside ``space`` improve a stand of this type."""
        _check(space, "space", self.stands)
        return self._improvers[type_][space]

    @follows_from("restaurants")
    def _improvers(self) -> tuple[tuple[int, ...], ...]:
        beside = [[0] * self.layout.num_spaces for _ in tiles.STANDS]
        for place, restaurant in enumerate(self.restaurants):
            if restaurant is not None:
                for type_ in tiles.IMPROVED[restaurant]:
                    for space in self.layout.neighbors[place]:
                        beside[type_][space] += 1
        return tuple(map(tuple, beside))

    def with_stand(self, space: int, stand: tiles.Stand) -> Self:
        """Return the market with a stand put on a space; a facedown restaurant there is gone."""
        _check(space, "space", self.stands)
        if self.stands[space] is not None:
            return self.but(stands=put_at(self.stands, space, stand))
        # Two lines and one owner have a stand more; nothing else of what follows has changed.
        type_, owner = stand
        board = self.layout
        column, row = board.lines_of[space]
        counts, crowds = list(self.line_counts), list(self._crowds)
        own, placed = list(self.own_entrances(owner)), list(self.placed)
        for line in (column, row):
            counts[line] += 1
            entrances, spaces = crowds[counts[line]]
            doors = board.line_entrances[line]
            crowds[counts[line]] = entrances | doors, spaces | board.line_spaces[line]
            own[type_] |= doors
        insort(placed, (space, stand, column, row))
        return self._filled(
            space,
            stands=put_at(self.stands, space, stand),
            line_counts=tuple(counts),
            _crowds=tuple(crowds),
            _owned={**self._owned, owner: self.stands_of(owner) + 1},
            _own_entrances={**self._own_entrances, owner: tuple(own)},
            placed=tuple(placed),
        )

    def with_restaurant(self, space: int, restaurant: int) -> Self:
        """Return the market with a faceup restaurant put on a space."""
        _check(space, "space", self.stands)
        if self.restaurants[space] is not None:
            return self.but(restaurants=put_at(self.restaurants, space, restaurant))
        beside, neighbors = list(self._improvers), self.layout.neighbors[space]
        for type_ in tiles.IMPROVED[restaurant]:
            more = list(beside[type_])
            for neighbor in neighbors:
                more[neighbor] += 1
            beside[type_] = tuple(more)
        restaurants = put_at(self.restaurants, space, restaurant)
        return self._filled(space, restaurants=restaurants, _improvers=tuple(beside))

    def with_customers(self, entrance: int, tile: tiles.CustomerTile) -> Self:
        """Return the market with a customer tile put at an entrance."""
        _check(entrance, "entrance", self.entrances)
        entrances = put_at(self.entrances, entrance, tile)
        if self.entrances[entrance] is not None:
            return self.but(entrances=entrances)
        board = self.layout
        line = board.line_of[entrance]
        demand, demanded = list(self._demand_in_lines), list(self._demanded)
        for type_ in tile.types:
            demand[type_] = add_at(demand[type_], line, tile.customers)
            demanded[type_] |= board.line_spaces[line]
        return self.but(
            entrances=entrances,
            free_entrance_mask=self.free_entrance_mask & ~board.entrance_bits[entrance],
            free_doors=add_at(self.free_doors, line, -1),
            _demand_in_lines=tuple(demand),
            _demanded=tuple(demanded),
        )

    def _filled(self, space: int, **changes: object) -> Self:
        """Return the market with changes that put something on a free space."""
        if self.gray[space]:
            changes["gray"] = put_at(self.gray, space, False)
        return self.but(
            **changes,
            free_spaces=_without(self.free_spaces, space),
            free_space_mask=self.free_space_mask & ~self.layout.space_bits[space],
        )

    def _repr_svg_(self) -> str:
        """Show the market as a picture in a notebook."""
        return svg_of(self)

    def to_dict(self) -> MarketDocument:
        """Return the JSON-ready form, by the names of spaces and entrances."""
        spaces, entrances = self.layout.space_names, self.layout.entrance_names
        return {
            "stands": _by_name(spaces, self.stands, _stand_document),
            "restaurants": _by_name(spaces, self.restaurants, tiles.RESTAURANTS.__getitem__),
            "gray": [spaces[space] for space, gray in enumerate(self.gray) if gray],
            "entrances": _by_name(entrances, self.entrances, str),
        }

    @classmethod
    def from_node(cls, node: Node, *, side: int, owners: Mapping[str | int, int]) -> Self:
        """Read a market; every field may be left out where there is nothing to say.

        Parameters
        ----------
        node
            The document's value, as `to_dict` returns it.
        side
            The number of rows and columns.
        owners
            Whom an ``owner`` names: the values allowed there and the players they stand for.

        Raises
        ------
        InvalidInstanceError
            If a value is wrong or two things share a space.
        """
        board = layout(side)
        fields = node.fields(optional=("stands", "restaurants", "gray", "entrances"))
        market = cls.empty(side)
        for name, child in _mapping(fields.get("stands")).items():
            stand = child.fields(("type", "owner"))
            type_ = tiles.STANDS.index(stand["type"].choice(tiles.STANDS))
            owner = owners[stand["owner"].choice(owners)]
            market = market.with_stand(child.read(board.space, name), tiles.Stand(type_, owner))
        for name, child in _mapping(fields.get("restaurants")).items():
            restaurant = tiles.RESTAURANTS.index(child.choice(tiles.RESTAURANTS))
            space = _free_space(market, child, name)
            market = market.with_restaurant(space, restaurant)
        for name, child in _mapping(fields.get("entrances")).items():
            tile = child.read(tiles.CustomerTile.parse)
            market = market.with_customers(child.read(board.entrance, name), tile)
        gray = fields["gray"].items() if "gray" in fields else []
        names = list(node.distinct((child, child.text()) for child in gray))
        marked = {_free_space(market, c, n) for c, n in zip(gray, names, strict=True)}
        return market.but(gray=tuple(space in marked for space in range(board.num_spaces)))


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    if number not in numbers:
        return numbers
    index = numbers.index(number)
    return (*numbers[:index], *numbers[index + 1 :])


def _check(number: int, what: str, all_of_them: tuple[object, ...]) -> None:
    if not 0 <= number < len(all_of_them):
        raise InputError(f"no {what} {number}; expected 0 to {len(all_of_them) - 1}")


def _by_name(
    names: tuple[str, ...], things: tuple[T | None, ...], write: Callable[[T], D]
) -> dict[str, D]:
    """Return what lies on places, by their names."""
    return {names[at]: write(one) for at, one in enumerate(things) if one is not None}


def _stand_document(stand: tiles.Stand) -> StandDocument:
    return {"type": tiles.STANDS[stand.type], "owner": stand.owner}


def _mapping(node: Node | None) -> dict[str, Node]:
    return {} if node is None else node.mapping()


def _free_space(market: Market, node: Node, name: str) -> int:
    space = node.read(market.layout.space, name)
    if not market.is_free(space):
        raise node.error(f"the space {name} is taken already")
    return space
