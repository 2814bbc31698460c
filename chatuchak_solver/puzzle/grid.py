"""The puzzle's position: an immutable grid of booths with one empty spot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from chatuchak_solver.arguments import checked_all, checked_type, checked_whole, is_whole
from chatuchak_solver.errors import IllegalMoveError, InvalidPositionError
from chatuchak_solver.io.pictures import svg_of
from chatuchak_solver.io.untrusted import described
from chatuchak_solver.puzzle.board import Board, iter_spots
from chatuchak_solver.puzzle.colors import (
    COLOR_LETTERS,
    EMPTY_LETTER,
    MAX_BOOTHS,
    MIN_BOOTHS,
    STANDARD_COLORS,
    Color,
)
from chatuchak_solver.puzzle.groups import component_masks, is_connected
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.puzzle.notation import EXPECTED_LETTERS, parse_letters


@dataclass(frozen=True, slots=True)
class Grid:
    """A board full of booths but for one empty spot.

    Parameters
    ----------
    board
        The board's shape.
    color_masks
        Per color, in the order of `Color`, the mask of its booths (0 for a color not present). At
        least the game's own five; of the others, up to the last one present: what is given beyond
        is left out, so that equal grids have equal masks.
    empty
        The empty spot.

    Raises
    ------
    InvalidPositionError
        If booths overlap, a spot is neither a booth nor the empty one, or a color that is present
        has fewer than 2 or more than 9 booths. Lists every reason.
    InputError
        If an argument is of another type; whole numbers may be of any kind, such as numpy's.

    Examples
    --------
    >>> grid = Grid.parse("RY/YR/.G/GG")
    >>> grid.legal_moves()
    (0, 2, 5, 6)
    >>> str(grid.move(6))
    'RY/YR/GG/.G'
    """

    board: Board
    color_masks: tuple[int, ...]
    empty: int

    def __post_init__(self) -> None:
        _check_board(self.board)
        given = checked_all(self.color_masks, object, what="the color masks")
        masks = tuple(checked_whole(mask, what="color mask") for mask in given)
        while len(masks) > len(STANDARD_COLORS) and not masks[-1]:
            masks = masks[:-1]
        object.__setattr__(self, "color_masks", masks)
        object.__setattr__(self, "empty", checked_whole(self.empty, what="empty spot"))
        reasons = list(_reasons(self.board, self.color_masks, self.empty))
        if reasons:
            raise InvalidPositionError(reasons)

    @classmethod
    def unchecked(cls, board: Board, color_masks: tuple[int, ...], empty: int) -> Self:
        """Make a grid that is known to be valid, such as the result of a legal move."""
        grid = object.__new__(cls)
        object.__setattr__(grid, "board", board)
        object.__setattr__(grid, "color_masks", color_masks)
        object.__setattr__(grid, "empty", empty)
        return grid

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read grid notation (see `chatuchak_solver.puzzle.notation`).

        Raises
        ------
        NotationError
            If the text is no grid; the message names the row and the column.
        InvalidPositionError
            If the grid breaks a rule of positions; the message names every reason.
        """
        board, letters = parse_letters(text)
        return cls.from_letters(letters, board=board)

    @classmethod
    def from_letters(cls, letters: str, *, board: Board) -> Self:
        """Make a grid from ``board.spots`` upper-case letters, row by row, one of them ``.``.

        Raises
        ------
        InvalidPositionError
            If they are no such letters, or the grid breaks a rule of positions.
        """
        checked_type(letters, str, what="the letters")
        if len(letters) != _check_board(board).spots:
            raise InvalidPositionError(
                [f"{len(letters)} letters; expected {board.spots} on a board of {board}"]
            )
        masks = [0] * len(COLOR_LETTERS)
        empties = []
        for spot, letter in enumerate(letters):
            if letter == EMPTY_LETTER:
                empties.append(spot)
            elif letter in COLOR_LETTERS:
                masks[COLOR_LETTERS.index(letter)] |= 1 << spot
            else:
                raise InvalidPositionError(
                    [f"{board.place(spot)}: {letter!r} is no booth; {EXPECTED_LETTERS}"]
                )
        if len(empties) != 1:
            where = ", ".join(f"({board.place(spot)})" for spot in empties[:4])
            found = f"{len(empties)} empty spots: {where}" if empties else "no empty spot"
            raise InvalidPositionError([f"{found}; expected exactly one '.'"])
        return cls(board, tuple(masks), empties[0])

    @classmethod
    def from_colors(cls, colors: Sequence[int], *, board: Board) -> Self:
        """Make a grid from one color index a spot, row by row, and -1 for the empty spot.

        Raises
        ------
        InvalidPositionError
            If an index is no color's, or as `from_letters`.
        """
        letters = []
        for spot, color in enumerate(colors):
            number = checked_whole(color, what=f"spot {spot}: color")
            if not -1 <= number < len(COLOR_LETTERS):
                raise InvalidPositionError(
                    [f"spot {spot} has the color {number}; expected 0..8, or -1 for the empty spot"]
                )
            letters.append(EMPTY_LETTER if number < 0 else COLOR_LETTERS[number])
        return cls.from_letters("".join(letters), board=board)

    def __str__(self) -> str:
        letters, width = self.letters, self.board.columns
        return "/".join(letters[start : start + width] for start in range(0, len(letters), width))

    def __repr__(self) -> str:
        return f"Grid.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Show the grid as a picture in a notebook."""
        return svg_of(self)

    @property
    def letters(self) -> str:
        """The spots' letters, row by row, without row breaks."""
        letters = [EMPTY_LETTER] * self.board.spots
        for letter, mask in zip(COLOR_LETTERS, self.color_masks, strict=False):
            for spot in iter_spots(mask):
                letters[spot] = letter
        return "".join(letters)

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colors that are present, in the order of `Color`."""
        return tuple(Color(color) for color, mask in enumerate(self.color_masks) if mask)

    @property
    def counts(self) -> tuple[int, ...]:
        """Booths per color, in the order of `Color`, one number for each of `color_masks`."""
        return tuple(mask.bit_count() for mask in self.color_masks)

    def color_at(self, spot: int) -> Color | None:
        """Return the color of the booth on ``spot``, or None on the empty spot.

        Raises
        ------
        InputError
            If the spot is not on the board.
        """
        bit = 1 << self.board.checked_spot(spot)
        return next((color for color in self.colors if self.color_masks[color] & bit), None)

    def legal_moves(self, rule: MoveRule | str = MoveRule.JUMP) -> tuple[int, ...]:
        """Return the spots, ascending, whose booth may move to the empty spot."""
        return iter_spots(reach_masks(self.board, rule)[self.empty])

    def move(self, spot: int, rule: MoveRule | str = MoveRule.JUMP) -> Self:
        """Return the grid after the booth on ``spot`` has moved to the empty spot.

        Raises
        ------
        IllegalMoveError
            If ``spot`` is not one of `legal_moves`.
        """
        rule = MoveRule(rule)
        number = int(spot) if is_whole(spot) else -1
        bit = 1 << number if 0 <= number < self.board.spots else 0
        if not bit & reach_masks(self.board, rule)[self.empty]:
            legal = " ".join(map(str, self.legal_moves(rule)))
            raise IllegalMoveError(
                f"move {described(spot)} is no legal {rule} to the empty spot {self.empty} of "
                f"{self}; legal are {legal}"
            )
        return self.moved(number)[0]

    def moved(self, spot: int) -> tuple[Self, int]:
        """Return the grid after a move that is known to be legal, and the color that moved."""
        masks, color = masks_after(self.color_masks, spot, self.empty)
        return self.unchecked(self.board, masks, spot), color

    def along(self, moves: Iterable[int]) -> tuple[Self, ...]:
        """Return this grid and those after each of some moves that are known to be legal."""
        return tuple(accumulate(moves, lambda grid, spot: grid.moved(spot)[0], initial=self))

    def component_masks(self, color: int) -> tuple[int, ...]:
        """Return the connected components of a color, single booths included, as masks.

        Raises
        ------
        InputError
            If it is no color.
        """
        number = checked_whole(color, 0, len(Color) - 1, what="color")
        if number >= len(self.color_masks):
            return ()
        return component_masks(self.board, self.color_masks[number])

    def groups(self, color: int) -> tuple[frozenset[int], ...]:
        """Return the groups of a color (2 or more connected booths), largest first.

        Source: rulebook, Terminology.

        Raises
        ------
        InputError
            If it is no color.
        """
        groups = [mask for mask in self.component_masks(color) if mask.bit_count() >= 2]
        groups.sort(key=lambda mask: (-mask.bit_count(), mask & -mask))
        return tuple(frozenset(iter_spots(mask)) for mask in groups)

    def singles(self, color: int) -> tuple[int, ...]:
        """Return the spots of a color's booths that have no neighbor of their color.

        Raises
        ------
        InputError
            If it is no color.
        """
        masks = self.component_masks(color)
        return tuple(iter_spots(mask)[0] for mask in masks if mask.bit_count() == 1)

    @property
    def is_solved(self) -> bool:
        """Whether each color is one group.

        Source: rulebook, Solo game.
        """
        return all(is_connected(self.board, mask) for mask in self.color_masks)


def masks_after(masks: tuple[int, ...], spot: int, empty: int) -> tuple[tuple[int, ...], int]:
    """Return a grid's color masks after a legal move to the empty spot, and the color moved."""
    moved, bit = list(masks), 1 << spot
    for color, mask in enumerate(masks):
        if mask & bit:
            moved[color] = mask ^ (bit | 1 << empty)
            return tuple(moved), color
    raise AssertionError("a legal move is one of a booth")


def _check_board(board: Board) -> Board:
    return checked_type(board, Board, what="the board", hint="Board(5, 6)")


def _reasons(board: Board, color_masks: tuple[int, ...], empty: int) -> list[str]:
    """Return everything that makes a position impossible."""
    if not len(STANDARD_COLORS) <= len(color_masks) <= len(Color):
        expected = f"{len(STANDARD_COLORS)}..{len(Color)}"
        return [f"{len(color_masks)} color masks; expected {expected}"]
    if not 0 <= empty < board.spots:
        return [f"empty spot {empty} is not on the board; expected 0..{board.spots - 1}"]
    reasons = []
    taken = 1 << empty
    for color, mask in zip(Color, color_masks, strict=False):
        if mask < 0 or mask & ~board.full_mask:
            reasons.append(f"{color.label} has booths beyond the board's {board.spots} spots")
            continue
        if mask & taken:
            spot = iter_spots(mask & taken)[0]
            reasons.append(f"spot {spot} ({board.place(spot)}) is taken twice")
        taken |= mask
        count = mask.bit_count()
        if count == 1:
            place = board.place(iter_spots(mask)[0])
            reasons.append(
                f"{color.label} ({color.letter}) has one booth ({place}), which can never be a "
                f"group; expected {MIN_BOOTHS}..{MAX_BOOTHS}, or none"
            )
        elif count > MAX_BOOTHS:
            reasons.append(
                f"{color.label} ({color.letter}) has {count} booths; "
                f"expected {MIN_BOOTHS}..{MAX_BOOTHS}"
            )
    if not reasons and taken != board.full_mask:
        spot = iter_spots(board.full_mask & ~taken)[0]
        reasons.append(f"spot {spot} ({board.place(spot)}) is missing a booth")
    return reasons
