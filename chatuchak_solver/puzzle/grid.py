"""Positions of the puzzle."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from chatuchak_solver.arguments import check_all, check_int, check_type, is_int
from chatuchak_solver.errors import IllegalMoveError, InvalidPositionError
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.io.pictures import svg_of
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.puzzle.board import Board, component_masks, is_connected, iter_spots
from chatuchak_solver.puzzle.colors import COUNTS, EMPTY_LETTER, LETTERS, STANDARD_COLORS, Color
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.puzzle.notation import EXPECTED_LETTERS, parse_letters


@renamed_members(along="trajectory", moved="apply_unchecked")
@dataclass(frozen=True, slots=True)
class Grid:
    """A board with a booth on every spot except one; immutable.

    Parameters
    ----------
    color_masks
        Booths of each color, in the order of `Color`; 0 for an absent one. At least the game's five
        colors; further trailing zeros are dropped, so that equal grids have equal masks.

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
        check_type(self.board, Board, name="board", hint="Board(5, 6)")
        masks = tuple(
            check_int(mask, name="color mask")
            for mask in check_all(self.color_masks, object, name="color masks")
        )
        while len(masks) > len(STANDARD_COLORS) and not masks[-1]:
            masks = masks[:-1]
        object.__setattr__(self, "color_masks", masks)
        object.__setattr__(self, "empty", check_int(self.empty, name="empty spot"))
        reasons = _reasons(self.board, self.color_masks, self.empty)
        if reasons:
            raise InvalidPositionError(reasons)

    @classmethod
    def unchecked(cls, board: Board, color_masks: tuple[int, ...], empty: int) -> Self:
        """Return a grid without validation."""
        grid = object.__new__(cls)
        object.__setattr__(grid, "board", board)
        object.__setattr__(grid, "color_masks", color_masks)
        object.__setattr__(grid, "empty", empty)
        return grid

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse grid notation (see `chatuchak_solver.puzzle.notation`)."""
        board, letters = parse_letters(text)
        return cls.from_letters(letters, board=board)

    @classmethod
    def from_letters(cls, letters: str, *, board: Board) -> Self:
        """Return the grid with ``board.spots`` upper-case letters by row, one of them ``.``."""
        check_type(letters, str, name="letters")
        check_type(board, Board, name="board", hint="Board(5, 6)")
        if len(letters) != board.spots:
            raise InvalidPositionError(
                [f"invalid number of letters {len(letters)}: expected {board.spots}"]
            )
        masks = dict.fromkeys(LETTERS, 0)
        for spot, letter in enumerate(letters):
            if letter not in masks:
                raise InvalidPositionError(
                    [f"{board.place(spot)}: invalid letter {letter!r}: {EXPECTED_LETTERS}"]
                )
            masks[letter] |= 1 << spot
        empties = iter_spots(masks.pop(EMPTY_LETTER))
        if len(empties) != 1:
            places = ", ".join(f"({board.place(spot)})" for spot in empties[:4])
            found = f"{len(empties)} empty spots: {places}" if empties else "no empty spot"
            raise InvalidPositionError([f"{found}: expected exactly one '.'"])
        return cls(board, tuple(masks.values()), empties[0])

    @classmethod
    def from_colors(cls, colors: Sequence[int], *, board: Board) -> Self:
        """Return the grid with one color index per spot, by row, and -1 for the empty spot."""
        numbers = (
            check_int(color, -1, len(Color) - 1, name=f"colors[{spot}]")
            for spot, color in enumerate(colors)
        )
        return cls.from_letters("".join(LETTERS[number] for number in numbers), board=board)

    def __str__(self) -> str:
        letters, width = self.letters, self.board.columns
        return "/".join(letters[start : start + width] for start in range(0, len(letters), width))

    def __repr__(self) -> str:
        return f"Grid.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        """SVG for notebooks."""
        return svg_of(self)

    @property
    def letters(self) -> str:
        """Letters of the spots, by row, without separators."""
        letters = [EMPTY_LETTER] * self.board.spots
        for letter, mask in zip(LETTERS, self.color_masks, strict=False):
            while mask:
                spot = mask.bit_length() - 1
                letters[spot] = letter
                mask ^= 1 << spot
        return "".join(letters)

    @property
    def colors(self) -> tuple[Color, ...]:
        """Present colors, in the order of `Color`."""
        return tuple(Color(color) for color, mask in enumerate(self.color_masks) if mask)

    @property
    def counts(self) -> tuple[int, ...]:
        """Booths per color, one number per color mask."""
        return tuple(mask.bit_count() for mask in self.color_masks)

    def color_at(self, spot: int) -> Color | None:
        """Return the color of the booth on ``spot``, or None if empty."""
        bit = 1 << self.board.check_spot(spot)
        return next((color for color in self.colors if self.color_masks[color] & bit), None)

    def legal_moves(self, rule: MoveRule | str = MoveRule.JUMP) -> tuple[int, ...]:
        """Return the spots, ascending, of the booths that may move."""
        return iter_spots(reach_masks(self.board, rule)[self.empty])

    def move(self, spot: int, rule: MoveRule | str = MoveRule.JUMP) -> Self:
        """Return the grid after moving the booth on ``spot``."""
        legal = self.legal_moves(rule)
        if not is_int(spot) or spot not in legal:
            raise IllegalMoveError(
                f"invalid move {describe(spot)}: expected a legal {rule} to the empty spot "
                f"{self.empty} of {self}, one of {' '.join(map(str, legal))}"
            )
        return self.apply_unchecked(int(spot))[0]

    def apply_unchecked(self, spot: int) -> tuple[Self, int]:
        """Return the grid after a legal move, without validation, and the booth's color."""
        masks, bit = list(self.color_masks), 1 << spot
        for color, mask in enumerate(masks):
            if mask & bit:
                masks[color] = mask ^ (bit | 1 << self.empty)
                return self.unchecked(self.board, tuple(masks), spot), color
        raise AssertionError("a legal move moves a booth")

    def trajectory(self, moves: Iterable[int]) -> tuple[Self, ...]:
        """Return this grid and the grids after each legal move, without validation."""
        return tuple(
            accumulate(moves, lambda grid, spot: grid.apply_unchecked(spot)[0], initial=self)
        )

    def component_masks(self, color: int | str) -> tuple[int, ...]:
        """Return a color's connected components as masks, including single booths."""
        if isinstance(color, str):
            color = Color.parse(color)
        number = check_int(color, 0, len(Color) - 1, name="color")
        mask = self.color_masks[number] if number < len(self.color_masks) else 0
        return component_masks(self.board, mask)

    def groups(self, color: int | str) -> tuple[frozenset[int], ...]:
        """Return the groups of a color or its letter (2 or more connected booths), largest first.

        Source: rulebook, Terminology.
        """
        groups = [mask for mask in self.component_masks(color) if mask.bit_count() >= 2]
        groups.sort(key=int.bit_count, reverse=True)
        return tuple(frozenset(iter_spots(mask)) for mask in groups)

    def singles(self, color: int | str) -> tuple[int, ...]:
        """Return the spots of a color's booths without a neighbor of their color."""
        masks = self.component_masks(color)
        return tuple(iter_spots(mask)[0] for mask in masks if mask.bit_count() == 1)

    @property
    def is_solved(self) -> bool:
        """Whether each color is one group.

        Source: rulebook, Solo game.
        """
        return all(is_connected(self.board, mask) for mask in self.color_masks)


def _reasons(board: Board, color_masks: tuple[int, ...], empty: int) -> list[str]:
    if not len(STANDARD_COLORS) <= len(color_masks) <= len(Color):
        expected = f"{len(STANDARD_COLORS)}..{len(Color)}"
        return [f"invalid number of color masks {len(color_masks)}: expected {expected}"]
    if not 0 <= empty < board.spots:
        return [f"invalid empty spot {empty}: expected 0..{board.spots - 1}"]
    reasons = []
    taken = 1 << empty
    for color, mask in zip(Color, color_masks, strict=False):
        if mask & ~board.full_mask:
            reasons.append(f"{color.label} has booths outside the board's {board.spots} spots")
            continue
        if mask & taken:
            spot = iter_spots(mask & taken)[0]
            reasons.append(f"spot {spot} ({board.place(spot)}) is taken twice")
        taken |= mask
        count = mask.bit_count()
        if count not in COUNTS:
            found, expected = f"{count} booths", f"{COUNTS[1]}..{COUNTS[-1]}, or none"
            if count == 1:
                place = board.place(iter_spots(mask)[0])
                found = f"one booth ({place}), which can never form a group"
            reasons.append(f"{color.label} ({color.letter}) has {found}: expected {expected}")
    if not reasons and taken != board.full_mask:
        spot = iter_spots(board.full_mask & ~taken)[0]
        reasons.append(f"spot {spot} ({board.place(spot)}) is missing a booth")
    return reasons
