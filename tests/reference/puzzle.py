"""Reference for the puzzle on rows of letters: slow and simple, without bit masks."""

from collections.abc import Sequence
from itertools import product

from chatuchak_solver.puzzle.grid import Grid

Rows = list[list[str]]
Place = tuple[int, int]

LETTERS = "RYGBPTVWK"


def rows_of(text: str) -> Rows:
    return [list(row) for row in text.split("/")]


def text_of(rows: Rows) -> str:
    return "/".join("".join(row) for row in rows)


def places(rows: Rows) -> list[Place]:
    return list(product(range(len(rows)), range(len(rows[0]))))


def around(rows: Rows, place: Place) -> list[Place]:
    row, column = place
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [(r, c) for r, c in near if 0 <= r < len(rows) and 0 <= c < len(rows[0])]


def spot_of(rows: Rows, place: Place) -> int:
    return place[0] * len(rows[0]) + place[1]


def letter_at(rows: Rows, place: Place) -> str:
    return rows[place[0]][place[1]]


def empty_place(rows: Rows) -> Place:
    return next(place for place in places(rows) if letter_at(rows, place) == ".")


def apply_symmetry(grid: Grid, symmetry: Sequence[int]) -> Grid:
    """Return a grid with each booth on the image of its spot."""
    letters = dict(zip(symmetry, grid.letters, strict=True))
    return Grid.from_letters("".join(letters[spot] for spot in sorted(letters)), board=grid.board)


def start_breaches(text: str) -> set[tuple[str, tuple[int, ...]]]:
    """Return all violations of the start rules as (rule, spots)."""
    rows = rows_of(text)
    found: set[tuple[str, tuple[int, ...]]] = set()
    if empty_place(rows) != (0, 0):
        found.add(("empty", (spot_of(rows, empty_place(rows)),)))
    if rows[0][1] == rows[1][0] != ".":
        found.add(("A", (1, len(rows[0]))))
    for place in places(rows):
        letter = letter_at(rows, place)
        for other in around(rows, place):
            if letter != "." and letter_at(rows, other) == letter and place < other:
                found.add(("B", (spot_of(rows, place), spot_of(rows, other))))
        for letter in LETTERS:
            same = [near for near in around(rows, place) if letter_at(rows, near) == letter]
            if len(same) >= 3:
                found.add(("C", tuple(spot_of(rows, near) for near in same)))
    return found


def successors(text: str, rule: str) -> dict[int, str]:
    """Return the text after every legal move, by the moved booth's spot."""
    rows = rows_of(text)
    empty = empty_place(rows)
    after: dict[int, str] = {}
    for place in places(rows):
        same_row, same_column = place[0] == empty[0], place[1] == empty[1]
        legal = place in around(rows, empty) if rule == "slide" else same_row or same_column
        if legal and place != empty:
            moved = rows_of(text)
            moved[empty[0]][empty[1]] = letter_at(rows, place)
            moved[place[0]][place[1]] = "."
            after[spot_of(rows, place)] = text_of(moved)
    return after


def components(rows: Rows, letter: str) -> list[set[Place]]:
    """Return the connected components of one color, single booths included."""
    left = {place for place in places(rows) if letter_at(rows, place) == letter}
    found = []
    while left:
        piece = {left.pop()}
        while True:
            grown = {near for place in piece for near in around(rows, place)} & left
            if not grown:
                break
            piece |= grown
            left -= grown
        found.append(piece)
    return found


def pieces(text: str, letter: str) -> list[set[int]]:
    """Return the spots of the connected components of one color."""
    rows = rows_of(text)
    return [{spot_of(rows, place) for place in piece} for piece in components(rows, letter)]


def move_kind(previous: str | None, text: str, spot: int) -> str:
    """Return the effect of a jump on its color, after the position ``previous``, if any."""
    after = successors(text, "jump")[spot]
    if after == previous:
        return "took_back"
    letters = text.replace("/", "")
    before, then = (pieces(position, letters[spot]) for position in (text, after))
    if len(then) != len(before):
        return "joined" if len(then) < len(before) else "tore"
    own = next(piece for piece in then if letters.index(".") in piece)
    return "regrouped" if len(own) > 1 else "moved_hole"


def solved(text: str) -> bool:
    return all(len(pieces(text, letter)) <= 1 for letter in LETTERS)
